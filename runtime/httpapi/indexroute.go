package httpapi

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// indexAnswer is the response of the index route.
type indexAnswer struct{ Body *openapi.Index }

// registerIndex registers the namespace index.
func (a *API) registerIndex() {
	args := model.ArgsOf[struct {
		Namespace string `query:"namespace" doc:"The namespace itself"`
		Context   string `query:"context" enum:"view,embed,edit,help" default:"view" doc:"Extent of the answer; all are the same"`
	}]()
	op := huma.Operation{
		OperationID: "get-index", Method: http.MethodGet, Path: "/", Summary: "Describe the namespace",
		Description: "Lists every route with its methods and arguments.", Tags: []string{"interface"}, Errors: []int{http.StatusNotFound},
	}
	Handle(a, op, nil, args, func(r *request.Request) (*indexAnswer, error) {
		d := param.NewDecoder(r.Values)
		namespace := d.String("namespace", param.NonEmpty())
		d.String("context", param.Enum("view", "embed", "edit", "help"))
		r.Common(d)
		if f := d.Err(); f != nil {
			return nil, f
		}
		if namespace.Or(a.Env.Deployment.Namespace) != a.Env.Deployment.Namespace {
			return nil, apierror.New(http.StatusNotFound, "rest_invalid_namespace", "The namespace here is %s.", a.Env.Deployment.Namespace)
		}
		return &indexAnswer{Body: a.doc.Index()}, nil
	})
}

// options answers OPTIONS with the methods of a route and its entry of the
// index.
func (a *API) options(w http.ResponseWriter, t *openapi.Route) {
	w.Header().Set("Allow", t.Allow())
	writeJSON(w, http.StatusOK, a.doc.IndexRoute(t))
}
