package wordpress

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/httpapi"
	"almanac/runtime/jsonfields"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// Lookup returns what answers an escaped path, and its pattern; nil for none
// (httpapi.API.Pages).
type Lookup = func(path string) (pattern string, page http.Handler)

// handler answers below the path where WordPress has its API.
type handler struct {
	api    *httpapi.API
	next   Lookup
	root   string // Path of the index, without a slash at the end.
	url    string // Address of the index, without a slash at the end.
	kinds  []*kind
	routes []*route
}

// New returns what answers paths where the API is mounted as WordPress mounts its own, and
// leaves all other paths to next.  Elsewhere it returns next.
func New(api *httpapi.API, next Lookup) Lookup {
	d := api.Env.Deployment
	site, is := Site(d)
	if !is {
		return next
	}
	h := &handler{api: api, next: next, root: site + "wp-json", url: d.SiteURL + site + "wp-json", kinds: kindsOf(api)}
	h.routes = routesOf(h.kinds)
	return h.lookup
}

// route is a path below the index, with what answers each method.
type route struct {
	pattern    string // "/wp/v2/tags/{id}".
	kind       *kind  // Nil for none.
	operations map[string]operation
}

// operation answers a request with a status and a body.  Errors are *apierror.Error.
type operation func(x *exchange) (status int, body any, err error)

// exchange is one request.
type exchange struct {
	*request.Request // The call as it was sent; nil before it was read.
	*handler
	http   *http.Request
	w      http.ResponseWriter
	kind   *kind
	last   string // Last part of the path.
	header http.Header
	denied string // Code of the error when the caller may not do it; "" for that of reading.
}

// routesOf lists the routes.
func routesOf(kinds []*kind) []*route {
	get := func(pattern string, run operation) *route {
		return &route{pattern: pattern, operations: map[string]operation{http.MethodGet: run}}
	}
	routes := []*route{
		get("", (*exchange).index), get("/wp/v2", (*exchange).namespace), get("/wp/v2/users/me", (*exchange).me),
		get("/wp/v2/types", (*exchange).types), get("/wp/v2/types/{name}", (*exchange).typeNamed),
		get("/wp/v2/posts", (*exchange).posts),
		get("/wp/v2/taxonomies", (*exchange).taxonomies), get("/wp/v2/taxonomies/{name}", (*exchange).taxonomy),
	}
	routes = append(routes, mediaRoutes()...)
	for _, k := range kinds {
		list := get("/wp/v2/"+k.base, (*exchange).list)
		list.kind, list.operations[http.MethodPost] = k, (*exchange).create
		one := get("/wp/v2/"+k.base+"/{id}", (*exchange).read)
		one.kind, one.operations[http.MethodDelete] = k, (*exchange).delete
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch} {
			one.operations[method] = (*exchange).update
		}
		routes = append(routes, list, one)
	}
	return routes
}

// matches reports whether a path below the index has the pattern of a route.
func (rt *route) matches(path string) bool {
	fixed, variable := strings.CutSuffix(rt.pattern, "{id}")
	if !variable {
		fixed, variable = strings.CutSuffix(rt.pattern, "{name}")
	}
	rest, below := strings.CutPrefix(path, fixed)
	if !variable {
		return path == rt.pattern
	}
	_, err := strconv.ParseInt(rest, 10, 64)
	return below && rest != "" && !strings.Contains(rest, "/") && (err == nil || strings.HasSuffix(rt.pattern, "{name}"))
}

// methods returns the methods of a route, in the order of WordPress.
func (rt *route) methods() []string {
	all := []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	return slices.DeleteFunc(all, func(method string) bool { return rt.operations[method] == nil })
}

// lookup implements Lookup.
func (h *handler) lookup(path string) (string, http.Handler) {
	rest, below := strings.CutPrefix(path, h.root)
	if !below || rest != "" && rest[0] != '/' {
		return h.next(path)
	}
	rest = strings.TrimSuffix(rest, "/")
	for _, rt := range h.routes {
		if rt.matches(rest) {
			last := rest[strings.LastIndexByte(rest, '/')+1:]
			return cmp.Or(rt.pattern, "/"), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				h.serve(w, r, rt, last)
			})
		}
	}
	return h.next(path)
}

// serve answers a request to a route.
func (h *handler) serve(w http.ResponseWriter, r *http.Request, rt *route, last string) {
	w.Header().Add("Link", "<"+h.url+`/>; rel="https://api.w.org/"`)
	x := &exchange{handler: h, http: r, w: w, kind: rt.kind, last: last, header: w.Header()}
	status, body, err := x.run(r, rt)
	if err == nil {
		body, err = x.selectFields(body)
	}
	if err != nil {
		f := x.translate(h.api.APIError(r, err))
		for name, value := range f.Header {
			w.Header().Set(name, value)
		}
		status, body = f.Status, f
	}
	text, err := views.Marshal(body)
	if err != nil {
		panic(err) // It is made of texts, numbers and JSON: a programming error.
	}
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	_, _ = w.Write(text) //nolint:gosec // It is JSON, whose type is set; the client may be gone.
}

// run finds the operation of a request and runs it.
func (e *exchange) run(r *http.Request, rt *route) (int, any, error) {
	allow := strings.Join(rt.methods(), ", ")
	if r.Method == http.MethodOptions {
		e.header.Set("Allow", allow+", HEAD, OPTIONS")
		return http.StatusOK, e.indexRoute(rt), nil
	}
	begin := e.api.Env.Begin
	if rt.pattern == "/wp/v2/"+mediaPath && r.Method == http.MethodPost {
		begin = e.api.BeginUpload
	}
	call, err := begin(r)
	if err != nil {
		return 0, nil, err
	}
	e.Request = call
	var in struct {
		httpapi.ItemHeaders
		httpapi.WriteHeaders
	}
	httpapi.Decode(call, &in)
	method, err := httpapi.MethodOf(r, call.Values)
	if err != nil {
		return 0, nil, err
	}
	call.Idempotency.Method = method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	operation := rt.operations[method]
	if operation == nil {
		f := apierror.New(http.StatusMethodNotAllowed, apierror.CodeMethodNotAllowed,
			"This endpoint accepts only these methods: %s.", allow)
		f.Header = map[string]string{"Allow": allow + ", HEAD, OPTIONS"}
		return 0, nil, f
	}
	return operation(e)
}

// selectFields keeps the members of a response that _fields names.
func (e *exchange) selectFields(body any) (any, error) {
	if e.Request == nil {
		return body, nil
	}
	d := param.NewDecoder(e.Values)
	fields := d.Strings("_fields")
	if f := d.Err(); f != nil {
		return nil, f
	}
	if !fields.IsSet() {
		return body, nil
	}
	text, err := views.Marshal(body)
	if err != nil {
		return nil, err
	}
	return jsonfields.KeepFields(strings.Join(fields.Value, ","), text, false)
}

// call returns the call of an operation on records with parameters of the API.  Parameters of
// the route's own, such as _fields, are about another form of the response.
func (e *exchange) call(params object) *request.Request {
	call := *e.Request
	call.SetValues(param.NewValues(params))
	call.DecodeCommon()
	call.Fields, call.HideContent = "", true
	return &call
}
