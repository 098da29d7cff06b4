package httpapi_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/apierror"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// nothing is a response without content.
type nothing struct{ Body struct{} }

// deprecating returns an interface with two resources: the routes of relics are
// deprecated, those of things have deprecated arguments, and describe relics
// inside of their own.
func deprecating() *httpapi.API {
	relic := &model.Resource{
		Name: "relic", Plural: "relics", Deprecated: model.Deprecation{Since: "2025-01-01", Replacement: "use things"},
	}
	shelf := &model.Resource{Name: "shelf", Plural: "shelves", Args: model.ArgsOf[struct {
		Number int64  `json:"number" since:"2024-01-01: use name"`
		Wall   string `json:"wall" since:"2023-01-01: use room"`
	}]()}
	thing := &model.Resource{Name: "thing", Plural: "things", Links: []*model.Link{{Name: "shelf", Target: shelf}}}
	a := httpapi.NewAPI(&request.Env{
		Deployment: deployment.Deployment{Namespace: "calendar/events/v1", SiteURL: "http://127.0.0.1:8080", DefaultPerPage: 10}, Resources: []*model.Resource{relic, shelf, thing}, AuthDisabled: true, Clock: time.Now,
		Limits: param.DefaultLimits(), Log: slog.New(slog.DiscardHandler),
	})
	type params struct {
		Color  string `query:"color" doc:"Color" since:"2026-03-01: use colour"`
		Size   string `query:"size" doc:"Size" since:"2026-01-01: use length"`
		Colour string `query:"colour" doc:"Colour"`
		Shelf  any    `query:"shelf" type:"untyped" doc:"Shelf"`
	}
	type body struct {
		Color  string `json:"color" doc:"Color" since:"2026-03-01: use colour"`
		Size   string `json:"size" doc:"Size" since:"2026-01-01: use length"`
		Colour string `json:"colour" doc:"Colour"`
		Shelf  any    `json:"shelf" type:"untyped" doc:"Shelf"`
	}
	addRoute[struct{}](a, http.MethodGet, "/relics", "list-relics", relic)
	addRoute[params](a, http.MethodGet, "/things", "list-things", thing)
	addRoute[struct{ Body body }](a, http.MethodPost, "/things", "create-thing", thing)
	return a
}

// addRoute adds a route that refuses the parameter wrong alone.
func addRoute[I any](a *httpapi.API, method, path, id string, k *model.Resource) {
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: "Do " + id, Description: "Does it.", Tags: []string{k.Plural}}
	httpapi.Handle(a, op, k, func(_ *http.Request, r *request.Request, _ *I) (*nothing, error) {
		if _, wrong := r.Values.Lookup("wrong"); wrong {
			return nil, apierror.New(http.StatusBadRequest, apierror.CodeInvalidParam, "That is wrong.")
		}
		return &nothing{}, nil
	})
}

func TestAnswersTellWhatIsDeprecated(t *testing.T) {
	tests := []struct {
		name, method, path, body string
		want                     string
	}{
		{"nothing deprecated is sent", "GET", "/things?colour=red", "", ""},
		{"a deprecated parameter", "GET", "/things?color=red", "", "@1772323200"},
		{"an empty one", "GET", "/things?color=", "", "@1772323200"},
		{"two, of which the earlier counts", "GET", "/things?color=red&size=2", "", "@1767225600"},
		{"a field of a JSON body", "POST", "/things", `{"color":"red"}`, "@1772323200"},
		{"a field of a form", "POST", "/things", "color=red", "@1772323200"},
		{"a request that is refused", "GET", "/things?color=red&wrong=1", "", "@1772323200"},
		{"a request that cannot be read", "POST", "/things?color=red", `{"color":`, ""},
		{"a field of a record that is described inside", "POST", "/things", `{"shelf":{"number":4}}`, "@1704067200"},
		{"fields of several such records, of which the earlier counts", "POST", "/things", `{"shelf":[{"number":4},{"wall":"north"}]}`, "@1672531200"},
		{"a field of one of several such records", "POST", "/things", `{"shelf":[3,{"name":"x"},{"number":4}]}`, "@1704067200"},
		{"records that are named", "POST", "/things", `{"shelf":[3,4]}`, ""},
		{"a deprecated resource", "GET", "/relics", "", "@1735689600"},
		{"a deprecated resource, and a body that cannot be read", "GET", "/relics?a[b=1", "", "@1735689600"},
	}
	a := deprecating()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(tt.method, "http://localhost"+a.Env.Deployment.APIPath()+tt.path, strings.NewReader(tt.body))
			switch {
			case strings.HasPrefix(tt.body, "{"):
				r.Header.Set("Content-Type", "application/json")
			case tt.body != "":
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			}
			w := httptest.NewRecorder()
			a.ServeHTTP(w, r)
			if got := w.Header().Get("Deprecation"); got != tt.want {
				t.Errorf("Deprecation: %q, want %q; status %d, %s", got, tt.want, w.Code, w.Body)
			}
		})
	}
}

func TestTheDocumentTellsWhatIsDeprecated(t *testing.T) {
	for _, version := range []string{"3.0", "3.1"} {
		text, err := deprecating().Document(version)
		if err != nil {
			t.Fatal(err)
		}
		type described struct {
			Name, Description string
			Deprecated        bool
		}
		var doc struct {
			Paths map[string]map[string]struct {
				described
				Parameters []described
			}
			Components struct {
				Schemas map[string]struct{ Properties map[string]described }
			}
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		relics := doc.Paths["/relics"]["get"]
		if want := "Does it.  Deprecated since 2025-01-01: use things"; !relics.Deprecated || relics.Description != want {
			t.Errorf("%s: GET /relics: deprecated %t, %q, want %q", version, relics.Deprecated, relics.Description, want)
		}
		for _, p := range doc.Paths["/things"]["get"].Parameters {
			if want := p.Name == "color" || p.Name == "size"; p.Deprecated != want {
				t.Errorf("%s: parameter %s: deprecated %t, want %t", version, p.Name, p.Deprecated, want)
			}
		}
		color := doc.Components.Schemas["ThingCreate"].Properties["color"]
		if want := "Color.  Deprecated since 2026-03-01: use colour"; !color.Deprecated || color.Description != want {
			t.Errorf("%s: field color: deprecated %t, %q, want %q", version, color.Deprecated, color.Description, want)
		}
	}
}
