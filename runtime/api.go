package runtime

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"almanac/runtime/fault"
)

// API is the interface of one deployment: its routes, its document and its
// index.  One is made for each deployment.
type API struct {
	Env  *Env
	Huma huma.API
	mux  *http.ServeMux
	doc  *Document

	// Pages returns what answers an escaped path outside the interface, and the
	// pattern that the path has; nil for a path without a page.  A nil function
	// stands for no pages at all.
	Pages func(path string) (pattern string, page http.Handler)

	responses responses
	coders    *coders
	admission *admission
	bodies    *bodies
	shown     map[string]*shown // By the name of the kind.
}

// NewAPI makes an interface without routes; the generated Register adds them.
func NewAPI(env *Env) *API {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Almanac", "1")
	config.CreateHooks = nil // No $schema members: answers are as the contract says.
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaNames)
	config.Transformers = []huma.Transformer{selectFields}
	config.Formats = formats()
	a := &API{Env: env, mux: mux, Huma: humago.New(mux, config), admission: newAdmission(env.Admission), bodies: newBodies(env.Admission), coders: newCoders()}
	a.doc = &Document{Env: env, OpenAPI: a.Huma.OpenAPI()}
	env.expensive, env.feeds = newExpensive(env), newFeedLimit(env.Admission)
	env.cleaning = newLimiter("html_cleanings", int64(env.Admission.Cleanings), int64(env.Admission.Cleanings)*queuedCleanings, env.Admission.Soon)
	env.cache, env.shared = newCache(env.CacheBytes-env.CacheBytes/sharedShare), newShareds(env.CacheBytes/sharedShare)
	mux.HandleFunc("/", a.unrouted)
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

// Resolve keeps the HTTP request and the header of its answer (huma.Resolver).
func (in *Input) Resolve(ctx huma.Context) []error {
	var w http.ResponseWriter
	in.http, w = humago.Unwrap(ctx)
	in.answer = w.Header()
	return nil
}

// Handle registers one operation whose answer has the type O.
func Handle[O any](a *API, op huma.Operation, args []Arg, handler func(*Request) (*O, error)) {
	op.SkipValidateBody, op.SkipValidateParams = true, true
	a.doc.AddRoute(op, args)
	op.Path = strings.TrimSuffix(a.Env.Deployment.Root()+op.Path, "/")
	deprecated := a.doc.DeprecationsOf(op, args)
	huma.Register(a.Huma, op, func(_ context.Context, in *Input) (*O, error) {
		req, err := a.Env.begin(in.http)
		if err != nil {
			deprecated.announce(in.answer, nil)
			return nil, a.answerable(in.http, err)
		}
		deprecated.announce(in.answer, req.Values)
		if err := req.override(); err != nil {
			return nil, err
		}
		out, err := admitted(a, req, handler)
		if err != nil {
			return nil, a.answerable(in.http, err)
		}
		return out, nil
	})
	a.doc.Describe(op, args)
}

// admitted runs a handler once there is room for it.  Requests are read before
// that and sent after the handler has returned, so that slow clients take no
// room.
func admitted[O any](a *API, r *Request, handler func(*Request) (*O, error)) (*O, error) {
	begun := time.Now()
	leave, err := a.admission.requests.enter(r.Context(), 1)
	r.exchange.queued = time.Since(begun)
	if err != nil {
		return nil, err
	}
	defer leave()
	return handler(r)
}

// answerable turns any error into the one that the client sees, and logs what
// it does not see.
func (a *API) answerable(r *http.Request, err error) error {
	f := toFault(err)
	switch {
	case errors.Is(context.Cause(r.Context()), errTooSlow):
		f = tooSlow().Because(err)
		a.Env.Log.WarnContext(r.Context(), "deadline met", "method", r.Method, "path", r.URL.Path, "error", err)
	case r.Context().Err() != nil:
		a.Env.Log.DebugContext(r.Context(), "client left", "method", r.Method, "path", r.URL.Path, "error", err)
	case f.Status >= http.StatusInternalServerError:
		a.Env.Log.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if f.Status == http.StatusInternalServerError {
		f = f.In(RequestID(r.Context()))
	}
	return f
}

var _ huma.StatusError = (*fault.Error)(nil)
