package openapi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/model"
)

// Index describes the namespace: its routes, their methods and arguments.
type Index struct {
	Namespace string                `json:"namespace" doc:"Namespace of the API"`
	Routes    map[string]IndexRoute `json:"routes" doc:"Routes by path pattern"`
	Links     map[string][]Href     `json:"_links" doc:"Links by relation"`
}

// IndexRoute describes one route.
type IndexRoute struct {
	Namespace string            `json:"namespace" doc:"Namespace of the route"`
	Methods   []string          `json:"methods" doc:"Methods of the route"`
	Endpoints []IndexEndpoint   `json:"endpoints" doc:"Methods grouped by their arguments"`
	Links     map[string][]Href `json:"_links,omitempty" doc:"Links by relation, on routes without path parameters"`
}

// IndexEndpoint describes methods of a route that take the same arguments.
type IndexEndpoint struct {
	Methods []string            `json:"methods" doc:"Methods with these arguments"`
	Args    map[string]IndexArg `json:"args" doc:"Arguments by name"`
}

// IndexArg describes one argument.
type IndexArg struct {
	Type        string            `json:"type,omitempty" doc:"Type; missing if several are accepted"`
	Required    bool              `json:"required" doc:"true if the argument must be sent"`
	Default     any               `json:"default,omitempty" doc:"Default value"`
	Enum        []string          `json:"enum,omitempty" doc:"Allowed values"`
	Description string            `json:"description,omitempty" doc:"Description"`
	Items       map[string]string `json:"items,omitempty" doc:"Type of list items"`
	Deprecated  bool              `json:"deprecated,omitempty" doc:"true if clients should stop sending it"`
}

// Href is the target of a link.
type Href struct {
	Href string `json:"href" doc:"URL"`
}

// Index describes all routes.
func (d *Document) Index() *Index {
	dep := d.Env.Deployment
	routes := make(map[string]IndexRoute, len(d.routes))
	for _, t := range d.routes {
		routes[d.pattern(t)] = d.IndexRoute(t)
	}
	root, _, _ := strings.Cut(dep.APIURL(), "/"+strings.Trim(dep.Namespace, "/"))
	return &Index{Namespace: dep.Namespace, Routes: routes, Links: map[string][]Href{"up": {{Href: root + "/"}}}}
}

// pattern writes a route as The Events Calendar's index does, with parameters as named
// groups of a regular expression.
func (d *Document) pattern(t *Route) string {
	path := "/" + strings.Trim(d.Env.Deployment.Namespace, "/") + "/" + strings.Join(t.pattern, "/")
	groups := strings.NewReplacer("{id}", `(?P<id>\d+)`, "{delivery}", `(?P<delivery>\d+)`, "{slug}", `(?P<slug>[^/]+)`)
	return strings.TrimSuffix(groups.Replace(path), "/")
}

// IndexRoute returns a route's entry of the index.
func (d *Document) IndexRoute(t *Route) IndexRoute {
	dep := d.Env.Deployment
	entry := IndexRoute{Namespace: dep.Namespace, Methods: t.Methods()}
	for _, e := range t.endpoints {
		args := map[string]IndexArg{}
		for _, arg := range argsOf(dep, e.Args) {
			if _, taken := args[arg.Name]; !taken && arg.In != "header" {
				args[arg.Name] = indexArg(arg)
			}
		}
		entry.Endpoints = append(entry.Endpoints, IndexEndpoint{Methods: e.Methods, Args: args})
	}
	if !slices.ContainsFunc(t.pattern, func(s string) bool { return strings.HasPrefix(s, "{") }) {
		self := strings.TrimSuffix(dep.APIURL()+"/"+strings.Join(t.pattern, "/"), "/")
		entry.Links = map[string][]Href{"self": {{Href: self}}}
	}
	return entry
}

// indexArg describes one argument in the words of the index.
func indexArg(a *model.Arg) IndexArg {
	entry := IndexArg{
		Type: a.Type, Required: a.Required || a.In == "path", Default: a.Default,
		Description: a.Deprecated.On(a.Schema.Description), Deprecated: a.Deprecated.IsSet(),
	}
	enum := a.Schema.Enum
	if a.Type == huma.TypeArray {
		entry.Items = map[string]string{"type": "integer"}
	}
	if a.Values {
		entry.Items["type"], enum = a.Schema.Items.Type, a.Schema.Items.Enum
	}
	for _, value := range enum {
		entry.Enum = append(entry.Enum, fmt.Sprint(value))
	}
	return entry
}
