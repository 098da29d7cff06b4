package openapi

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/text"
)

// Route is one path below the namespace with the methods it knows.
type Route struct {
	Below     bool       // It is below that of a record: see IsBelow.
	Name      string     // The pattern as one text, for logs and metrics.
	Queries   bool       // It takes QUERY, too: see TakesQuery.
	pattern   []string   // Segments, "{id}", "{delivery}" and "{slug}" for parameters.
	endpoints []Endpoint // In the order of registration.
}

// Endpoint is a set of methods of a route that take the same arguments.
type Endpoint struct {
	Methods []string
	Args    []*model.Arg
}

// AddRoute adds an operation to the routes, from which the index, OPTIONS and 405
// are answered.
func (d *Document) AddRoute(op huma.Operation, args []*model.Arg) {
	segments := strings.Split(strings.Trim(op.Path, "/"), "/")
	for _, r := range d.routes {
		if !slices.Equal(r.pattern, segments) {
			continue
		}
		r.Queries = r.Queries || TakesQuery(&op)
		last := &r.endpoints[len(r.endpoints)-1]
		if op.Method != http.MethodGet && last.Methods[0] == http.MethodPost && op.Method != http.MethodDelete {
			last.Methods = append(last.Methods, op.Method)
			return
		}
		r.endpoints = append(r.endpoints, Endpoint{Methods: []string{op.Method}, Args: args})
		return
	}
	d.routes = append(d.routes, &Route{
		Below: IsBelow(&op), Queries: TakesQuery(&op),
		pattern: segments, Name: "/" + strings.Join(segments, "/"),
		endpoints: []Endpoint{{Methods: []string{op.Method}, Args: args}},
	})
}

// Find returns the route of a normalized path; nil when there is none, also for
// an id that is not digits and a slug with an escaped slash.
func (d *Document) Find(u *url.URL) *Route {
	rest := strings.TrimPrefix(u.EscapedPath(), d.Env.Deployment.APIPath())
	segments := strings.Split(strings.Trim(rest, "/"), "/")
	for _, candidate := range d.routes {
		if candidate.matches(segments) {
			return candidate
		}
	}
	return nil
}

// matches reports whether the escaped segments are those of the route.
func (r *Route) matches(segments []string) bool {
	return slices.EqualFunc(r.pattern, segments, func(want, got string) bool {
		switch want {
		case "{id}", "{delivery}":
			return text.Digits(got)
		case "{slug}":
			return got != "" && !strings.Contains(strings.ToLower(got), "%2f")
		}
		return want == got
	})
}

// TakesQuery reports whether the path of an operation takes QUERY beside GET, as lists do: the
// index and the documentation have no filters.
func TakesQuery(op *huma.Operation) bool {
	return op.Method == http.MethodGet && !strings.Contains(op.Path, "{") && op.Path != "/" && op.Path != "/doc"
}

// Methods lists the methods of a route as the index does, which leaves out QUERY: clients of The
// Events Calendar know no such method.
func (r *Route) Methods() []string {
	var all []string
	for _, e := range r.endpoints {
		all = append(all, e.Methods...)
	}
	return all
}

// Allow returns the complete Allow header: HEAD goes with GET, and OPTIONS
// with every route.
func (r *Route) Allow() string {
	var list []string
	for _, m := range r.Methods() {
		list = append(list, m)
		if m == http.MethodGet {
			list = append(list, http.MethodHead)
			if r.Queries {
				list = append(list, param.MethodQuery)
			}
		}
	}
	return strings.Join(append(list, http.MethodOptions), ", ")
}
