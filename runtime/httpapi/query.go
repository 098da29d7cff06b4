package httpapi

import (
	"mime"
	"net/http"
	"slices"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
)

// A QUERY (RFC 10008) of a list is the GET whose address has the parameters of its body: it has the
// same response, and finds it in the same cache.

// acceptQuery is the header Accept-Query (RFC 10008, section 3): what the body of a QUERY may be. It
// is the header of each list, so that it is not made for each.
var acceptQuery = []string{"application/json, application/x-www-form-urlencoded"}

// maxContentLocation is the length in bytes of the longest address in Content-Location. Longer ones
// would not pass every proxy.
const maxContentLocation = 4 << 10

// queryable knows the parameters of a list.
type queryable struct {
	names *argNames
	lists map[string]bool // Parameters that are lists.
}

// addQueryable has the route of a list take QUERY.
func (a *API) addQueryable(path string, names *argNames, args []*model.Arg) {
	q := &queryable{names: names, lists: map[string]bool{}}
	for _, arg := range args {
		q.lists[arg.Name] = arg.Type == "array"
	}
	a.queries[path] = q
}

// takes reports whether a GET of the list reads a parameter, or refuses it.
func (q *queryable) takes(name string) bool {
	if name == "_fields" || q.names.args[name] || name == q.names.api.Env.Deployment.LanguageParam {
		return true
	}
	isFormer := func(arg *model.Arg) bool { return arg.Was == name }
	return q.names.api.Env.Service.Strict && name != "_method" || slices.ContainsFunc(q.names.former, isFormer)
}

// asGet returns the GET that a QUERY means, and the request as it is where the route takes no
// QUERY: that is the error of an unknown route or method.
func (a *API) asGet(out *bufferedResponse, r *http.Request) (*http.Request, *apierror.Error) {
	t := a.Route(r)
	if t == nil || a.queries[t.Name] == nil {
		return r, nil
	}
	if f := wrongQueryType(r); f != nil {
		return nil, f
	}
	q := a.queries[t.Name]
	get, err := a.Env.AsGet(r, q.takes, func(name string) bool { return q.lists[name] })
	if err != nil {
		return nil, a.APIError(r, err)
	}
	keepPrivate(out.ResponseWriter.Header(), get)
	_, password := param.InQuery(get.URL.RawQuery, "password")
	if at := a.Env.Deployment.APIURL() + t.Name + "?" + get.URL.RawQuery; !password && len(at) <= maxContentLocation {
		out.location = strings.TrimSuffix(at, "?")
	}
	return get, nil
}

// wrongQueryType returns the 415 for a QUERY whose body is of another type than those of
// Accept-Query, or names none; nil for others.
func wrongQueryType(r *http.Request) *apierror.Error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err == nil && (kind == "application/json" || kind == "application/x-www-form-urlencoded") {
		return nil
	}
	f := apierror.New(http.StatusUnsupportedMediaType, apierror.CodeUnsupportedMediaType,
		"The request body has an unsupported content type; send application/json or application/x-www-form-urlencoded.")
	f.Header = map[string]string{"Accept-Query": acceptQuery[0]}
	return f
}

// setLocation names the address of the GET that the request means in the header of its response.
func (w *bufferedResponse) setLocation(h http.Header) {
	if w.location != "" && (w.status >= 200 && w.status < 300 || w.status == http.StatusNotModified) {
		h["Content-Location"] = []string{w.location}
	}
}
