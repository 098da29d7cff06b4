package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/cache"
	"almanac/runtime/coding"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/openapi"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// API is the interface of one deployment: its routes, its document and its
// index.  One is made for each deployment.
type API struct {
	Env    *request.Env
	Reads  *query.Reader  // Reads lists and records.
	Writes *mutate.Engine // Makes all changes of records.
	Huma   huma.API
	mux    *http.ServeMux
	doc    *openapi.Document

	// Pages returns what answers an escaped path outside the interface, and the
	// pattern that the path has; nil for a path without a page.  A nil function
	// stands for no pages at all.
	Pages func(path string) (pattern string, page http.Handler)

	cache     *cache.Responses // Nil when nothing is kept.
	responses responses
	coders    *coding.Coders
	admission *admission.Controller
	bodies    *admission.BodyLimits
	bindings  map[string]*resourceBindings // By the name of the resource.
}

// NewAPI makes an interface without routes; the generated Register adds them.
// The hooks run around writes, in their order.
func NewAPI(env *request.Env, hooks ...mutate.Hook) *API {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("", "") // What the document says about the service stands in Env.
	config.CreateHooks = nil             // No $schema members: responses are as the contract says.
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", openapi.SchemaNames)
	config.Transformers = []huma.Transformer{selectFields}
	config.Formats = views.Formats()
	a := &API{Env: env, Writes: mutate.NewEngine(env, hooks...), mux: mux, Huma: humago.New(mux, config), admission: admission.NewController(env.Admission), bodies: admission.NewBodyLimits(env.Admission), coders: coding.NewCoders()}
	a.doc = &openapi.Document{Env: env, OpenAPI: a.Huma.OpenAPI()}
	env.Expensive, env.Feeds = query.NewExpensive(env), admission.NewFeedLimit(env.Admission)
	env.Cleaning = admission.New("html_cleanings", int64(env.Admission.Cleanings), int64(env.Admission.Cleanings)*mutate.QueuedCleanings, env.Admission.Soon)
	env.Uploads = admission.NewUploads(env.Admission, env.MediaLimits.DecodeBytes())
	a.Reads = query.NewReader(env)
	if env.CacheBytes > 0 {
		a.cache = cache.NewResponses(env.Store, env.CacheBytes-env.CacheBytes/cache.RecordsShare)
		a.Reads.Linker, a.Reads.Totals = cache.NewRecords(env.CacheBytes/cache.RecordsShare), a.cache
	}
	a.Writes.Represent = func(r *request.Request, m model.Record) (json.RawMessage, error) {
		return views.Encode(a.bindingsOf(m.Resource()).view(&views.View{Request: r, Single: true}, m))
	}
	mux.HandleFunc("/", a.methodNotAllowed)
	a.registerIndex()
	a.registerDoc()
	return a
}

// Input gives a handler the HTTP request.  Parameters are not bound by Huma,
// because the interface takes them from JSON, forms and the query alike; they
// are merged in one place, package param.
type Input struct {
	http   *http.Request
	answer http.Header
}

// Resolve keeps the HTTP request and the header of its response (huma.Resolver).
func (in *Input) Resolve(ctx huma.Context) []error {
	var w http.ResponseWriter
	in.http, w = humago.Unwrap(ctx)
	in.answer = w.Header()
	return nil
}

// documented has an operation described as it is added to the document
// (huma.OperationDocumenter).
type documented struct {
	huma.API
	describe func(*huma.Operation)
}

// DocumentOperation adds the operation to the document.
func (d documented) DocumentOperation(op *huma.Operation) {
	d.OpenAPI().AddOperation(op)
	d.describe(op)
}

// Handle registers one operation whose answer has the type O.  The resource is that
// which it is about, nil for the interface itself.
func Handle[O any](a *API, op huma.Operation, k *model.Resource, args []*model.Arg, handler func(*request.Request) (*O, error)) {
	handle(a, op, k, args, a.Env.Begin, handler)
}

// handle is Handle with a function that reads a request.
func handle[O any](a *API, op huma.Operation, k *model.Resource, args []*model.Arg, begin func(*http.Request) (*request.Request, error), handler func(*request.Request) (*O, error)) {
	op.SkipValidateBody, op.SkipValidateParams = true, true
	a.doc.AddRoute(op, args)
	op.Path = strings.TrimSuffix(a.Env.Deployment.APIPath()+op.Path, "/")
	deprecated, names := deprecationsOf(k, args), a.namesOf(k, args)
	describe := func(op *huma.Operation) { a.doc.Describe(op, k, args) }
	huma.Register(documented{a.Huma, describe}, op, func(_ context.Context, in *Input) (*O, error) {
		req, err := begin(in.http)
		if err != nil {
			deprecated.announce(in.answer, nil)
			return nil, a.Fault(in.http, err)
		}
		if req.Values, err = names.present(req); err != nil {
			return nil, a.Fault(in.http, err)
		}
		deprecated.announce(in.answer, req.Values)
		if err := override(req); err != nil {
			return nil, err
		}
		out, err := admitted(a, req, handler)
		if err != nil {
			return nil, a.Fault(req.HTTP, err)
		}
		announceCounts(a.Env, in.answer, out)
		return out, nil
	})
}

// admitted runs a handler once there is room for it.  Requests are read before
// that and sent after the handler has returned, so that slow clients take no
// room.
func admitted[O any](a *API, r *request.Request, handler func(*request.Request) (*O, error)) (*O, error) {
	begun := time.Now()
	leave, err := a.admission.Requests.Enter(r.Context(), 1)
	r.State.Queued = time.Since(begun)
	if err != nil {
		return nil, err
	}
	defer func() { leave() }()
	r.Aside = func(work func()) error {
		leave()
		leave = func() {} // It may not come back.
		work()
		back, err := a.admission.Requests.Resume(r.Context(), 1)
		if err == nil {
			leave = back
		}
		return err
	}
	return handler(r)
}

// Fault turns any error into the one that the client sees, and logs what
// it does not see.
func (a *API) Fault(r *http.Request, err error) *apierror.Error {
	f := toFault(err)
	switch {
	case errors.Is(context.Cause(r.Context()), admission.ErrTooSlow) && f.Status >= http.StatusInternalServerError:
		f = admission.TooSlow().WithCause(err)
		a.Env.Log.WarnContext(r.Context(), "request timed out", "method", r.Method, "path", r.URL.Path, "error", err)
	case r.Context().Err() != nil:
		a.Env.Log.DebugContext(r.Context(), "client disconnected", "method", r.Method, "path", r.URL.Path, "error", err)
	case f.Status >= http.StatusInternalServerError:
		a.Env.Log.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if f.Status == http.StatusInternalServerError {
		f = f.WithRequestID(request.ID(r.Context()))
	}
	request.StateOf(r.Context()).Refused = f
	return f
}

var _ huma.StatusError = (*apierror.Error)(nil)

// Limits returns the state of every limit that is in force, those of bodies in
// bytes.
func (a *API) Limits() []admission.LimitState {
	var list []admission.LimitState
	uploads := a.Env.Uploads
	for _, l := range []*admission.Limiter{a.admission.Requests, a.Env.Expensive, a.Env.Cleaning, uploads.Pending, uploads.Decoding, uploads.Storing} {
		if l != nil {
			list = append(list, l.State())
		}
	}
	if a.Env.Feeds != nil {
		list = append(list, a.Env.Feeds.State())
	}
	return append(list, a.bodies.States()...)
}
