package runtime

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/fault"
	"almanac/runtime/param"
)

// Index describes the namespace: its routes, their methods and arguments.
type Index struct {
	Namespace string                `json:"namespace" doc:"Namespace of the interface"`
	Routes    map[string]IndexRoute `json:"routes" doc:"Routes by path pattern"`
	Links     map[string][]Href     `json:"_links" doc:"Links by relation"`
}

// IndexRoute describes one route.
type IndexRoute struct {
	Namespace string            `json:"namespace" doc:"Namespace of the route"`
	Methods   []string          `json:"methods" doc:"Methods that the route takes"`
	Endpoints []IndexEndpoint   `json:"endpoints" doc:"The methods by what they take"`
	Links     map[string][]Href `json:"_links,omitempty" doc:"Links by relation, on routes without parameters in the path"`
}

// IndexEndpoint describes methods of a route that take the same arguments.
type IndexEndpoint struct {
	Methods []string            `json:"methods" doc:"Methods that take the arguments"`
	Args    map[string]IndexArg `json:"args" doc:"Arguments by name"`
}

// IndexArg describes one argument.
type IndexArg struct {
	Type        string            `json:"type,omitempty" doc:"Type; none where several are taken"`
	Required    bool              `json:"required" doc:"Whether a request without the argument is refused"`
	Default     any               `json:"default,omitempty" doc:"Value when none is sent"`
	Enum        []string          `json:"enum,omitempty" doc:"Values that the argument may have"`
	Description string            `json:"description,omitempty" doc:"Meaning"`
	Items       map[string]string `json:"items,omitempty" doc:"Type of the items of a list"`
	Deprecated  bool              `json:"deprecated,omitempty" doc:"Whether clients should no longer send the argument"`
}

// Href is the target of a link.
type Href struct {
	Href string `json:"href" doc:"Address"`
}

// indexAnswer is the answer of the index route.
type indexAnswer struct{ Body *Index }

// contexts are the values of the index's context argument.
var contexts = []string{"view", "embed", "edit", "help"}

// registerIndex registers the namespace index.
func (a *API) registerIndex() {
	args := []Arg{
		{Name: "namespace", Type: "string", HasDefault: true, Default: a.Env.Deployment.Namespace, Doc: "The namespace itself"},
		{Name: "context", Type: "string", HasDefault: true, Default: "view", Enum: contexts, Doc: "Extent of the answer; all are the same"},
	}
	op := huma.Operation{
		OperationID: "get-index", Method: http.MethodGet, Path: "/", Summary: "Describe the namespace",
		Description: "Lists every route with its methods and arguments.", Tags: []string{"interface"},
	}
	Handle(a, op, args, func(r *Request) (*indexAnswer, error) {
		d := param.NewDecoder(r.Values)
		namespace := d.String("namespace", param.NonEmpty())
		d.String("context", param.Enum(contexts...))
		r.common(d)
		if f := d.Err(); f != nil {
			return nil, f
		}
		if namespace.Or(a.Env.Deployment.Namespace) != a.Env.Deployment.Namespace {
			return nil, fault.New(http.StatusNotFound, "rest_invalid_namespace", "The namespace here is %s.", a.Env.Deployment.Namespace)
		}
		return &indexAnswer{Body: a.index()}, nil
	})
}

// index describes all routes.
func (a *API) index() *Index {
	d := a.Env.Deployment
	routes := make(map[string]IndexRoute, len(a.routes))
	for _, t := range a.routes {
		routes[a.pattern(t)] = a.describe(t)
	}
	root, _, _ := strings.Cut(d.RestURL(), "/"+strings.Trim(d.Namespace, "/"))
	return &Index{Namespace: d.Namespace, Routes: routes, Links: map[string][]Href{"up": {{Href: root + "/"}}}}
}

// pattern writes a route as the peer's index does, with parameters as named
// groups of a regular expression.
func (a *API) pattern(t *route) string {
	path := "/" + strings.Trim(a.Env.Deployment.Namespace, "/") + "/" + strings.Join(t.pattern, "/")
	return strings.TrimSuffix(strings.NewReplacer("{id}", `(?P<id>\d+)`, "{slug}", `(?P<slug>[^/]+)`).Replace(path), "/")
}

// describe returns a route's entry of the index.
func (a *API) describe(t *route) IndexRoute {
	d := a.Env.Deployment
	entry := IndexRoute{Namespace: d.Namespace, Methods: t.methods()}
	for _, e := range t.endpoints {
		args := map[string]IndexArg{}
		for _, arg := range d.args(e.Args) {
			if _, taken := args[arg.Name]; !taken {
				args[arg.Name] = indexArg(arg)
			}
		}
		entry.Endpoints = append(entry.Endpoints, IndexEndpoint{Methods: e.Methods, Args: args})
	}
	if !slices.ContainsFunc(t.pattern, func(s string) bool { return strings.HasPrefix(s, "{") }) {
		self := strings.TrimSuffix(d.RestURL()+"/"+strings.Join(t.pattern, "/"), "/")
		entry.Links = map[string][]Href{"self": {{Href: self}}}
	}
	return entry
}

// indexArg describes one argument in the words of the index.
func indexArg(a Arg) IndexArg {
	entry := IndexArg{Required: a.Required, Enum: a.Enum, Description: a.Deprecated.on(a.Doc), Deprecated: a.Deprecated.IsSet()}
	if a.HasDefault {
		entry.Default = a.Default
	}
	entry.Type, _, _ = strings.Cut(a.Type, " ")
	switch entry.Type {
	case "array":
		entry.Items = map[string]string{"type": "integer"}
	case "untyped":
		entry.Type = ""
	}
	return entry
}

// options answers OPTIONS with the methods of a route and its entry of the
// index.
func (a *API) options(w http.ResponseWriter, t *route) {
	w.Header().Set("Allow", t.allow())
	writeJSON(w, http.StatusOK, a.describe(t))
}
