package wordpress

import (
	"cmp"
	"maps"
	"net/http"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/openapi"
)

// object is a JSON object.
type object = map[string]any

// index describes the site and everything below the index.
func (e *exchange) index() (int, any, error) {
	d := e.api.Env.Deployment
	site := strings.TrimSuffix(e.url, "/wp-json")
	_, name, _ := strings.Cut(site, "://")
	calendar := e.api.Index()
	routes := e.ownRoutes()
	routes["/"] = routes[""]
	delete(routes, "")
	maps.Copy(routes, calendar.Routes)
	namespaces := []string{calendar.Namespace, "wp/v2"}
	if _, embeds := e.next(e.root + "/oembed/1.0/embed"); embeds != nil {
		namespaces = append([]string{"oembed/1.0"}, namespaces...)
	}
	authentication := object{}
	if !e.api.Env.AuthDisabled {
		authentication["application-passwords"] = object{"endpoints": object{}}
	}
	offset := d.Zone.At(e.Now).Unix() - e.UTC().Unix()
	return http.StatusOK, object{
		"name": cmp.Or(e.api.Env.SiteName(e.Context(), e.Snapshot), name), "description": "", "url": site, "home": site,
		"gmt_offset": float64(offset) / 3600, "timezone_string": d.Zone.Name(),
		"namespaces": namespaces, "authentication": authentication, "routes": routes, "site_icon_url": "",
		"_links": object{"help": links("https://developer.wordpress.org/rest-api/")},
	}, nil
}

// namespace describes wp/v2.
func (e *exchange) namespace() (int, any, error) {
	routes := e.ownRoutes()
	delete(routes, "")
	return http.StatusOK, object{"namespace": "wp/v2", "routes": routes, "_links": object{"up": links(e.url + "/")}}, nil
}

// ownRoutes returns the entries of the index for the routes of this package, by pattern.
func (e *exchange) ownRoutes() map[string]openapi.IndexRoute {
	routes := map[string]openapi.IndexRoute{}
	patterns := strings.NewReplacer("{id}", `(?P<id>[\d]+)`, "{name}", `(?P<name>[\w-]+)`)
	for _, rt := range e.routes {
		routes[patterns.Replace(rt.pattern)] = e.indexRoute(rt)
	}
	return routes
}

// indexRoute returns the entry of a route.
func (e *exchange) indexRoute(rt *route) openapi.IndexRoute {
	entry := openapi.IndexRoute{Namespace: "wp/v2", Methods: rt.methods()}
	if rt.pattern == "" {
		entry.Namespace = ""
	}
	for _, method := range entry.Methods {
		entry.Endpoints = append(entry.Endpoints, openapi.IndexEndpoint{
			Methods: []string{method}, Args: map[string]openapi.IndexArg{},
		})
	}
	if !strings.Contains(rt.pattern, "{") {
		address := e.url + rt.pattern
		if rt.pattern == "" {
			address += "/"
		}
		entry.Links = map[string][]openapi.Href{"self": {{Href: address}}}
	}
	return entry
}

// types lists the types of posts.
func (e *exchange) types() (int, any, error) { return http.StatusOK, e.described(true), nil }

// taxonomies lists the taxonomies.
func (e *exchange) taxonomies() (int, any, error) { return http.StatusOK, e.described(false), nil }

// typeNamed describes one type of posts.
func (e *exchange) typeNamed() (int, any, error) {
	if one, known := e.described(true)[e.last]; known {
		return http.StatusOK, one, nil
	}
	return 0, nil, apierror.New(http.StatusNotFound, "rest_type_invalid", "There is no such post type.")
}

// taxonomy describes one taxonomy.
func (e *exchange) taxonomy() (int, any, error) {
	if one, known := e.described(false)[e.last]; known {
		return http.StatusOK, one, nil
	}
	return 0, nil, apierror.New(http.StatusNotFound, "rest_taxonomy_invalid", "There is no such taxonomy.")
}

// described describes the types of posts, or the taxonomies, by name.
func (e *exchange) described(posts bool) object {
	list, relation, collection := object{}, "types", e.url+"/wp/v2/taxonomies"
	if posts {
		relation, collection = "taxonomies", e.url+"/wp/v2/types"
	}
	for _, k := range e.kinds {
		if k.resource.Post == posts {
			list[k.name] = object{
				"name": k.label, "slug": k.name, "description": "", "hierarchical": k.resource.Hierarchical, relation: k.of,
				"rest_base": k.base, "rest_namespace": "wp/v2",
				"_links": object{"collection": links(collection), "wp:items": links(e.url + "/wp/v2/" + k.base), "curies": curies},
			}
		}
	}
	if posts {
		list["attachment"] = object{
			"name": "Media", "slug": "attachment", "description": "", "hierarchical": false, "taxonomies": []string{},
			"rest_base": mediaPath, "rest_namespace": "wp/v2",
			"_links": object{
				"collection": links(collection), "wp:items": links(e.url + "/wp/v2/" + mediaPath), "curies": curies,
			},
		}
	}
	return list
}

// links returns the links of one relation.
func links(addresses ...string) []object {
	var list []object
	for _, address := range addresses {
		list = append(list, object{"href": address})
	}
	return list
}

// curies tells what the prefix of relations such as wp:items stands for.
var curies = []object{{"name": "wp", "href": "https://api.w.org/{rel}", "templated": true}}
