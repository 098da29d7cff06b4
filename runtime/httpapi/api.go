package httpapi

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/cache"
	"almanac/runtime/changefeed"
	"almanac/runtime/coding"
	"almanac/runtime/docsui"
	"almanac/runtime/jobs"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// API serves one deployment: its routes, its OpenAPI document and its index.
type API struct {
	Env     *request.Env
	Records *records.Service    // Runs the operations on records.
	Writes  *mutate.Engine      // Of Records, for generated code.
	Streams *changefeed.Streams // Of changes, to clients that listen.
	Huma    huma.API
	mux     *http.ServeMux
	below   *http.ServeMux // Of /{plural}/{id}/pay and others, which ServeMux cannot tell from /{plural}/by-slug/{slug}.
	doc     *openapi.Document
	docPage docsui.Reference

	// Pages returns the handler of an escaped path outside the API, and the pattern that the
	// path has; nil for a path without a page.  The function may be nil.  The response of a
	// page is sent once it is whole, as those of the API are: IsCacheable and CacheUntil have
	// it cached, SetVersion gives it the entity tag of a record, and SendFeed makes it a feed.
	Pages func(path string) (pattern string, page http.Handler)
	// Preview returns what shows a record that is not stored as its page will, to the user who
	// asks for it alone; nil for a record without a page. The function may be nil; what Pages is
	// made of sets it.
	Preview func(m model.Record) http.Handler

	// Jobs returns how far the jobs of the service are.
	Jobs func(context.Context) ([]jobs.State, error)

	cache     *cache.Responses // Nil for no cache.
	buffers   bufferPool
	coders    *coding.Coders
	admission *admission.Controller
	bodies    *admission.BodyLimits
	members   map[*model.Resource]map[string]bool       // Names of the members of a record in responses.
	feeds     map[*model.Resource]request.NewFeedWriter // Of the resources that have feeds.
	lists     map[*model.Resource]func() records.ListParams
	queries   map[string]*queryable // Lists, by the pattern of their route.
	batchable map[string]*batchable // Operations that requests of a batch may be, by method and route.
	protocols map[string]Protocol   // Served beside the operations, by the path below the namespace.
}

// NewAPI makes an API without routes; the generated Register adds them.
// The hooks run around writes, in their order.
func NewAPI(env *request.Env, hooks ...mutate.Hook) *API {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("", "") // What the document says about the service stands in Env.
	config.CreateHooks = nil             // No $schema members: responses are as the contract says.
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", openapi.SchemaNames)
	config.Transformers = []huma.Transformer{selectFields}
	config.Formats = views.Formats()
	a := &API{
		Env: env, Records: records.New(env, hooks...), mux: mux, below: http.NewServeMux(), Huma: humago.New(mux, config),
		admission: admission.NewController(env.Admission), bodies: admission.NewBodyLimits(env.Admission),
		coders:  coding.NewCoders(),
		members: map[*model.Resource]map[string]bool{}, feeds: map[*model.Resource]request.NewFeedWriter{},
		lists: map[*model.Resource]func() records.ListParams{}, batchable: map[string]*batchable{},
		queries: map[string]*queryable{}, protocols: map[string]Protocol{},
	}
	a.Streams = changefeed.NewStreams(a.Records)
	a.Writes, a.Records.Requests = a.Records.Writes, a.admission.Requests
	a.doc = &openapi.Document{Env: env, OpenAPI: a.Huma.OpenAPI(), HasHooks: len(hooks) > 0}
	a.docPage.Document = func() ([]byte, error) { return a.Document("3.2") }
	env.Expensive, env.Feeds = query.NewExpensive(env), admission.NewFeedLimit(env.Admission)
	env.Cleaning = admission.New(
		"html_cleanings",
		int64(env.Admission.Cleanings),
		int64(env.Admission.Cleanings)*mutate.QueuedCleanings,
		env.Admission.Soon,
	)
	env.Uploads = admission.NewUploads(env.Admission, env.MediaLimits.DecodeBytes())
	if env.CacheBytes > 0 {
		a.cache = cache.NewResponses(env.Store, env.CacheBytes-env.CacheBytes/cache.RecordsShare)
		a.Records.Reads.Linker, a.Records.Reads.Totals = cache.NewRecords(env.CacheBytes/cache.RecordsShare), a.cache
	}
	mux.HandleFunc("/", a.methodNotAllowed)
	a.below.HandleFunc("/", a.methodNotAllowed)
	a.registerIndex()
	a.registerDoc()
	return a
}

// Input gives a handler the HTTP request.  Parameters are not bound by Huma,
// because the API takes them from JSON, forms and the query alike; they
// are merged in one place, package param.
type Input struct {
	http     *http.Request
	response *bufferedResponse
}

// Resolve keeps the HTTP request and the header of its response (huma.Resolver).
func (in *Input) Resolve(ctx huma.Context) []error {
	in.http, in.response = unwrap(ctx)
	return nil
}

// documented has an operation described as it is added to the document
// (huma.OperationDocumenter).
type documented struct {
	huma.API
	describe func(*huma.Operation)
	adapter  huma.Adapter
}

// Adapter returns that of the routes to which the operation belongs.
func (d documented) Adapter() huma.Adapter { return d.adapter }

// DocumentOperation adds the operation to the document.
func (d documented) DocumentOperation(op *huma.Operation) {
	d.OpenAPI().AddOperation(op)
	d.describe(op)
}

// unwrap returns the request and the response of a Huma context.
func unwrap(ctx huma.Context) (*http.Request, *bufferedResponse) {
	r, w := humago.Unwrap(ctx)
	return r, w.(*bufferedResponse) // ServeHTTP has made it.
}

// handler serves an operation: it calls what does the work and returns the response.  h is
// the request as it was sent, for what is about HTTP alone; the tags of the input's type have
// filled in.
type handler[I, O any] func(h *http.Request, r *request.Request, in *I) (*O, error)

// Handle registers one operation whose response has the type O, a struct as Huma takes it.
// The tags of the input type I document the request and fill in (param.Fill).  The resource
// is that which it is about, nil for none.  Records are read and written by API.Records.
func Handle[I, O any](a *API, op huma.Operation, k *model.Resource, run handler[I, O]) {
	metadata := map[string]any{openapi.Own: true}
	maps.Copy(metadata, op.Metadata)
	op.Metadata = metadata
	handle(a, op, k, model.ArgsOf[I](), a.Env.Begin, func(h *http.Request, r *request.Request, in *I) (*O, error) {
		if f := r.Params.Err(); f != nil {
			return nil, f
		}
		return run(h, r, in)
	})
}

// handle registers one operation whose response has the type O, a struct as Huma takes it
// that embeds delivery where more is to be said.  The resource is that which it is about,
// nil for the API itself; begin authenticates a request and reads its parameters.  What is
// wrong with these stands in Params of the call, so that an operation reports it together
// with what else is wrong.
func handle[I, O any](
	a *API, op huma.Operation, k *model.Resource, args []*model.Arg,
	begin func(*http.Request) (*request.Request, error), run handler[I, O],
) *operation[I, O] {
	o := &operation[I, O]{api: a, route: op.Method + " " + op.Path, resource: k, args: args, run: run}
	o.deprecated, o.names = deprecationsOf(k, args), a.namesOf(k, args)
	o.names.isAction = op.Metadata[openapi.ActionKey] != nil
	op.SkipValidateBody, op.SkipValidateParams = true, true
	if o.queries = openapi.TakesQuery(&op); o.queries {
		a.addQueryable(op.Path, o.names, args)
	}
	a.doc.AddRoute(op, args)
	op.Path = strings.TrimSuffix(a.Env.Deployment.APIPath()+op.Path, "/")
	describe := func(op *huma.Operation) { a.doc.Describe(op, k, args) }
	param.NewPlan(reflect.TypeFor[I]()) // Panics if no request can fill the type.
	for _, arg := range args {
		if arg.Required && (arg.In == "query" || arg.In == "json") {
			o.required = append(o.required, arg.Name)
		}
	}
	adapter := a.Huma.Adapter()
	if openapi.IsBelow(&op) {
		adapter = humago.NewAdapter(a.below, "")
	}
	huma.Register(documented{a.Huma, describe, adapter}, op, func(_ context.Context, sent *Input) (*O, error) {
		out, err := o.serve(sent, begin)
		again, failed := a.Env.Confirm(sent.http)
		switch {
		case failed != nil:
			return nil, sent.response.fail(a.APIError(sent.http, failed))
		case again:
			sent.response.err = nil
			return o.serve(sent, begin)
		}
		return out, err
	})
	return o
}

// serve runs the operation for a request.
func (o *operation[I, O]) serve(sent *Input, begin func(*http.Request) (*request.Request, error)) (*O, error) {
	a, h, w := o.api, sent.http, sent.response
	if o.queries {
		w.Header()["Accept-Query"] = acceptQuery
	}
	r, err := begin(h)
	if err != nil {
		o.deprecated.setHeader(w.Header(), nil)
		return nil, w.fail(a.APIError(h, err))
	}
	if err := o.rename(r); err != nil {
		return nil, w.fail(a.APIError(h, err))
	}
	o.deprecated.setHeader(w.Header(), r.Values)
	if err := override(h, r.Values); err != nil {
		return nil, err
	}
	in := o.decode(r)
	out, err := records.Admit(a.Records, r, func() (*O, error) { return o.run(h, r, in) })
	if err != nil {
		return nil, w.fail(a.APIError(h.WithContext(r.Context()), err))
	}
	if d, ok := any(out).(interface{ deliver() *delivery }); ok {
		w.delivery = *d.deliver()
		w.setListHeaders(r)
	}
	return out, nil
}

// operation is a registered operation.
type operation[I, O any] struct {
	api        *API
	route      string          // Method and path below the namespace.
	resource   *model.Resource // Nil for none.
	args       []*model.Arg
	names      *argNames
	deprecated deprecations
	queries    bool // It is a list, whose route takes QUERY.
	required   []string
	run        handler[I, O]
}

// rename gives the parameters of a request their present names.
func (o *operation[I, O]) rename(r *request.Request) error {
	values, err := o.names.present(r)
	if err == nil {
		r.SetValues(values)
	}
	return err
}

// decode returns the input of a request.
func (o *operation[I, O]) decode(r *request.Request) *I {
	in := new(I)
	r.Params.Require(o.required...)
	Decode(r, in)
	return in
}

// APIError turns any error into the one that the client sees, and logs what
// it does not see.
func (a *API) APIError(r *http.Request, err error) *apierror.Error {
	f := apiErrorOf(err)
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
	return f
}

var _ huma.StatusError = (*apierror.Error)(nil)

// Limits returns the state of every limit that is in force, those of bodies in
// bytes.
func (a *API) Limits() []admission.LimitState {
	var list []admission.LimitState
	uploads := a.Env.Uploads
	for _, l := range []*admission.Limiter{
		a.admission.Requests, a.Env.Expensive, a.Env.Cleaning, uploads.Pending, uploads.Decoding, uploads.Storing,
	} {
		if l != nil {
			list = append(list, l.State())
		}
	}
	for _, l := range []*admission.SenderLimit{a.Env.Feeds, a.Streams.Limit()} {
		if l != nil {
			list = append(list, l.State())
		}
	}
	return append(list, a.bodies.States()...)
}
