package httpapi

import (
	"errors"
	"net/http"
	"path"
	"strings"

	"almanac/runtime/accept"
	"almanac/runtime/apierror"
	"almanac/runtime/docsui"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// ServeHTTP serves a request: it assigns the request ID, runs the operation, and
// sends the response once it is complete.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.serve(w, r, &Sent{}) }

// serve is ServeHTTP, and notes the records that the response shows, and the error that it is.
func (a *API) serve(w http.ResponseWriter, r *http.Request, sent *Sent) {
	r, x := stateFor(r)
	if a.Env.AuthDisabled {
		x.Caller = request.Administrator()
	}
	locate(a.Env, r, x)
	r, x.BodyState = a.bodies.Watch(w, r)
	defer x.BodyState.Release()
	SecurityHeaders(w.Header(), r)
	w.Header()[requestIDHeader] = []string{x.ID}
	media := files{a.Env, a.admission}
	if name, ok := media.name(r.URL); ok {
		media.serve(w, r, x, name)
		return
	}
	keepPrivate(w.Header(), r)
	out := a.buffers.get(w)
	defer a.buffers.put(out)
	defer x.End()
	x.Unbounded = r.Context()
	bounded, cancel := a.admission.Bounded(r)
	a.route(out, bounded, x)
	cancel()
	if !a.sendStream(out, r, x) && !a.sendFeed(out, r) {
		a.send(out, r, x)
	}
	sent.Record, sent.Err = out.record, out.err
}

// route checks the limits, then responds from the response cache, by a page or a file,
// or normalizes the path and calls the operation.  A panic becomes a JSON 500.
func (a *API) route(out *bufferedResponse, r *http.Request, x *request.State) {
	defer recoverPanic(a.Env, out, r)
	origin := origins{a.Env}
	if f := origin.misdirected(r); f != nil {
		writeError(out, f)
		return
	}
	r = overridden(r)
	if !origin.crossOrigin(out, r) {
		return
	}
	out.commitHeader()
	if f := a.admit(r, x); f != nil {
		writeError(out, f)
		return
	}
	if r.Method == param.MethodQuery {
		var f *apierror.Error
		if r, f = a.asGet(out, r); f != nil {
			writeError(out, f)
			return
		}
	}
	if a.serveCached(out, r, x) {
		return
	}
	if a.servePage(out, r) {
		return
	}
	escaped, ok := normalize(a.Env, r.URL.EscapedPath())
	if !ok {
		writeError(out, noRoute(a.Env))
		return
	}
	next, err := withPath(r, escaped)
	if err != nil {
		writeError(out, noRoute(a.Env))
		return
	}
	if asset(a.Env, out, next) {
		x.Route = "/doc/{file}"
		return
	}
	if a.serveProtocol(out, next, x) {
		return
	}
	// An unknown route is 404 for every caller, so it is checked before methods,
	// credentials and parameters.
	t := a.doc.Find(next.URL)
	if t != nil {
		x.Route = t.Name
	}
	switch {
	case t == nil:
		writeError(out, noRoute(a.Env))
	case r.Method == http.MethodOptions:
		a.options(out, t)
	default:
		mux := a.mux
		if t.Below {
			mux = a.below
		}
		mux.ServeHTTP(out, next)
		if x.Override != "" {
			out.reset()
			mux.ServeHTTP(out, withMethod(next, x.Override))
		}
	}
}

// Route returns the route that a request is for, nil for none.
func (a *API) Route(r *http.Request) *openapi.Route {
	escaped, ok := normalize(a.Env, r.URL.EscapedPath())
	if !ok {
		return nil
	}
	next, err := withPath(r, escaped)
	if err != nil {
		return nil
	}
	return a.doc.Find(next.URL)
}

// admit checks the rates of clients. A request that the program makes to itself belongs
// to one that was admitted.
func (a *API) admit(r *http.Request, x *request.State) *apierror.Error {
	if x.IsNested() {
		return nil
	}
	return a.admission.Admit(r, x.Address, a.Env.Clock)
}

// normalize returns an escaped path as routes are registered: no trailing slash, route
// names in lower case.  It returns false for paths outside the root, with dot
// segments, or with double slashes below the namespace.
func normalize(env *request.Env, escaped string) (string, bool) {
	root := env.Deployment.APIPath()
	escaped = singleSlashes(env, escaped)
	if len(escaped) > len(root)+1 {
		escaped = strings.TrimSuffix(escaped, "/")
	}
	if len(escaped) < len(root) || !strings.EqualFold(escaped[:len(root)], root) {
		return "", false
	}
	rest := escaped[len(root):]
	if rest == "" || rest == "/" {
		return root, true
	}
	if rest[0] != '/' || strings.Contains(escaped, "//") || path.Clean(escaped) != escaped {
		return "", false
	}
	segments := strings.Split(rest[1:], "/")
	for i, s := range segments {
		if i == 0 || i == 1 && len(segments) > 2 {
			segments[i] = strings.ToLower(s)
		}
	}
	return root + "/" + strings.Join(segments, "/"), true
}

// singleSlashes returns an escaped path with one slash for each row of slashes
// before the namespace.
func singleSlashes(env *request.Env, escaped string) string {
	mount := strings.TrimSuffix("/"+strings.Trim(env.Deployment.BasePath, "/"), "/") + "/"
	rest := escaped
	for segment := range strings.SplitSeq(mount[1:], "/") {
		if rest == "" || rest[0] != '/' {
			return escaped
		}
		rest = strings.TrimLeft(rest, "/")
		if len(rest) < len(segment) || !strings.EqualFold(rest[:len(segment)], segment) {
			return escaped
		}
		rest = rest[len(segment):]
	}
	return mount + rest
}

// withMethod returns the request with another method.
func withMethod(r *http.Request, method string) *http.Request {
	next := *r
	next.Method = method
	return &next
}

// withPath returns the request with another path, given in escaped form.
func withPath(r *http.Request, escaped string) (*http.Request, error) {
	if escaped == r.URL.EscapedPath() {
		return r, nil
	}
	u := *r.URL
	parsed, err := u.Parse(escaped)
	if err != nil {
		return nil, err
	}
	u.Path, u.RawPath = parsed.Path, parsed.RawPath
	next := *r
	next.URL = &u
	return &next, nil
}

// methodNotAllowed responds to a method that the route does not have.
func (a *API) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	t := a.doc.Find(r.URL) // Not nil: route has checked.
	writeError(w, wrongMethod(strings.Join(t.Methods(), ", "), t.Allow()))
}

// wrongMethod returns the error of a route that takes other methods.
func wrongMethod(takes, allow string) *apierror.Error {
	f := apierror.New(http.StatusMethodNotAllowed, apierror.CodeMethodNotAllowed,
		"This endpoint accepts only these methods: %s.", takes)
	f.Header = map[string]string{"Allow": allow}
	return f
}

// recoverPanic turns a panic into a JSON 500, so that one bad request does not
// end the process.
func recoverPanic(env *request.Env, w *bufferedResponse, r *http.Request) {
	cause := recover()
	if cause == nil {
		return
	}
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(cause)
	}
	env.Log.ErrorContext(
		r.Context(), "request panicked", "method", r.Method, "path", r.URL.Path, "error", cause, "stack", frames(),
	)
	w.reset()
	writeError(w, internalError().WithRequestID(request.ID(r.Context())))
}

// asset serves the files of the documentation page, which the index and the OpenAPI
// document do not list.  It returns false when the normalized path is none of them.
func asset(env *request.Env, w http.ResponseWriter, r *http.Request) bool {
	name, ok := strings.CutPrefix(r.URL.EscapedPath(), env.Deployment.APIPath()+"/doc/")
	if !ok {
		return false
	}
	file, ok := docsui.FindAsset(name)
	if !ok {
		return false
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		writeError(w, wrongMethod("GET", "GET, HEAD"))
		return true
	}
	file.ServeHTTP(w, r)
	return true
}

// Clients that can send nothing but GET and POST name another method beside a
// POST: in the query, as _method, in the header X-HTTP-Method-Override, or, as
// HTML forms do, as _method in the form.  The first of these counts.

// overridden returns the request with the method that its query or its header
// names.
func overridden(r *http.Request) *http.Request {
	if r.Method != http.MethodPost {
		return r
	}
	method, _ := param.InQuery(r.URL.RawQuery, "_method")
	if method == "" {
		method = r.Header.Get("X-HTTP-Method-Override")
	}
	if method == "" {
		return r
	}
	return withMethod(r, strings.ToUpper(method))
}

// MethodOf returns the method of a request, or that which its form names.  The error is a 400
// for one that forms cannot name.
func MethodOf(h *http.Request, values *param.Values) (string, error) {
	method := strings.ToUpper(values.Form("_method"))
	if h.Method != http.MethodPost || method == "" {
		return h.Method, nil
	}
	switch method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return method, nil
	}
	return "", apierror.InvalidParamError("_method", "_method in a form must be PUT, PATCH or DELETE.")
}

// override returns an error when the form of a POST names another method.  Forms are read
// after the operation was chosen, so that they count towards the limits of bodies; the
// error ends this operation, and the router calls the one of that method.
func override(h *http.Request, values *param.Values) error {
	method, err := MethodOf(h, values)
	if err == nil && method != h.Method {
		request.StateOf(h.Context()).Override = method
		err = apierror.New(
			http.StatusMethodNotAllowed, apierror.CodeMethodNotAllowed, "The form asks for the method %s.", method,
		) // Never sent: the router runs the other operation.
	}
	return err
}

// servePage serves the page at a path outside the API.  It returns false when there
// is none.
func (a *API) servePage(out *bufferedResponse, r *http.Request) bool {
	path := r.URL.EscapedPath()
	if a.Pages == nil || below(a.Env, path) {
		return false
	}
	pattern, page := a.Pages(path)
	if page == nil {
		return false
	}
	SetRoute(r, pattern)
	out.listed = true // Pages show many records, so their tag is weak.
	page.ServeHTTP(out, r)
	return true
}

// ForBrowsers returns the handler of an address that nothing has: page in a browser, and the
// error of an unknown route for programs.
func (a *API) ForBrowsers(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept")
		isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
		if isRead && accept.PrefersHTML(r.Header["Accept"]) {
			page.ServeHTTP(w, r)
			return
		}
		writeError(w, noRoute(a.Env))
	})
}

// below reports whether a path is the root of the API or below it, in any
// case, as normalize takes it.
func below(env *request.Env, path string) bool {
	root := env.Deployment.APIPath()
	return len(path) >= len(root) && strings.EqualFold(path[:len(root)], root) &&
		(len(path) == len(root) || path[len(root)] == '/')
}
