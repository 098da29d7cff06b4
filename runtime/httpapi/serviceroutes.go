package httpapi

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/accept"
	"almanac/runtime/apierror"
	"almanac/runtime/docsui"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// indexResponse is the response of the index route.
type indexResponse struct{ Body *openapi.Index }

// registerIndex registers the namespace index.
func (a *API) registerIndex() {
	type input struct {
		Namespace param.Opt[string] `query:"namespace" rule:"nonempty" doc:"The namespace"`
		Context   string            `query:"context" enum:"view,embed,edit,help" default:"view" doc:"Accepted for compatibility; has no effect"`
	}
	op := huma.Operation{
		OperationID: "get-index", Method: http.MethodGet, Path: "/", Summary: "List all endpoints",
		Description: "Returns every route with its methods and arguments.",
		Tags:        []string{"API"}, Errors: []int{http.StatusNotFound},
	}
	Handle(a, op, nil, func(_ *http.Request, _ *request.Request, in *input) (*indexResponse, error) {
		if in.Namespace.ValueOr(a.Env.Deployment.Namespace) != a.Env.Deployment.Namespace {
			return nil, apierror.New(
				http.StatusNotFound, "rest_invalid_namespace", "Unknown namespace. The namespace of this API is %s.",
				a.Env.Deployment.Namespace,
			)
		}
		return &indexResponse{Body: a.doc.Index()}, nil
	})
}

// options responds to OPTIONS with the methods of a route and its entry of the
// index.
func (a *API) options(w http.ResponseWriter, t *openapi.Route) {
	w.Header().Set("Allow", t.Allow())
	if t.Queries {
		w.Header()["Accept-Query"] = acceptQuery
	}
	writeJSON(w, http.StatusOK, a.doc.IndexRoute(t))
}

// docResponse is the response of the documentation route.
type docResponse struct {
	ContentType string `header:"Content-Type"`
	Vary        string `header:"Vary" doc:"Request headers the response depends on"`
	Policy      string `header:"Content-Security-Policy" doc:"Content security policy, on the page only"`
	Body        []byte
}

// docVary goes with the Vary that every response has.
const docVary = "Accept"

// docResponses describes the response of the documentation route, whose type
// says no more than that it is bytes.
func docResponses() map[string]*huma.Response {
	return map[string]*huma.Response{"200": {
		Description: "The OpenAPI document, or this page",
		Content: map[string]*huma.MediaType{
			"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, Description: "An OpenAPI document"}},
			"text/html": {Schema: &huma.Schema{
				Type: huma.TypeString, Description: "A page with interactive documentation",
			}},
		},
	}}
}

// registerDoc registers the documentation route: the OpenAPI document, or for
// browsers a page that shows it.
func (a *API) registerDoc() {
	type input struct {
		Version param.Opt[string] `query:"version" enum:"3.0,3.1,3.2" default:"3.1" doc:"OpenAPI version"`
	}
	op := huma.Operation{
		OperationID: "get-documentation", Method: http.MethodGet, Path: "/doc", Summary: "Get this documentation",
		Description: "Returns the OpenAPI document. Browsers (Accept: text/html) get a page instead.",
		Tags:        []string{"API"},
		Responses:   docResponses(),
		Metadata:    map[string]any{openapi.NoFields: true},
	}
	Handle(a, op, nil, func(h *http.Request, _ *request.Request, in *input) (*docResponse, error) {
		if !in.Version.IsSet() && accept.PrefersHTML(h.Header["Accept"]) {
			body, err := a.docPage.Page(fromPage(h), a.Env.LastIdentity(h.Context()).Accent)
			return &docResponse{
				ContentType: "text/html; charset=utf-8",
				Vary:        docVary,
				Policy:      docsui.Policy,
				Body:        body,
			}, err
		}
		body, err := a.Document(in.Version.ValueOr("3.1"))
		return &docResponse{ContentType: "application/json", Vary: docVary, Body: body}, err
	})
}

// fromPage returns the reference from the page to its own route.  It is
// relative, so that it holds behind a proxy that puts a path before ours; what
// it starts from is the path as sent, which may end in a slash.
func fromPage(r *http.Request) string {
	sent, _, _ := strings.Cut(r.RequestURI, "?")
	if strings.HasSuffix(sent, "/") {
		return "../doc"
	}
	return "doc"
}

// Document returns the OpenAPI document as JSON: version "3.1", "3.0" for generators that know no
// later one, or "3.2", which has QUERY.
func (a *API) Document(version string) ([]byte, error) { return a.doc.JSON(version) }

// Index returns the description of the namespace, the response of its root.
func (a *API) Index() *openapi.Index { return a.doc.Index() }
