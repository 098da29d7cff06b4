package cases

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/conform"
)

// bands is the document of a server with one resource, which links to
// itself by name only.
const bands = `{
	"paths": {
		"/doc": {"get": {"operationId": "get-documentation"}},
		"/bands": {
			"get": {"operationId": "list-bands", "parameters": [
				{"name": "search", "in": "query", "schema": {"type": "string"}},
				{"name": "genre", "in": "query", "schema": {"type": "string"}},
				{"name": "page", "in": "query", "schema": {"type": "integer"}},
				{"name": "per_page", "in": "query", "schema": {"type": "integer"}},
				{"name": "X-Trace", "in": "header", "schema": {"type": "string"}}]},
			"post": {
				"operationId": "create-band",
				"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/BandCreate"}}}},
				"responses": {"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/BandView"}}}}}}},
		"/bands/by-slug/{slug}": {"get": {"operationId": "get-band-by-slug"}},
		"/bands/{id}": {"get": {"operationId": "get-band"}, "post": {"operationId": "update-band-post"}}},
	"components": {"schemas": {
		"BandCreate": {"type": "object", "required": ["band", "founded_date"], "properties": {
			"band": {"type": "string"}, "founded_date": {"type": "string"}, "genre": {"type": "string"}, "members": {"type": "integer"}}},
		"BandView": {"type": "object", "properties": {"id": {"type": "integer"}, "band": {"type": "string"}}}}}}`

// serving is a target that sends every client a status and a text.
func serving(t *testing.T, status int, text string) conform.Target {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	return conform.Target{Base: server.URL, Client: server.Client()}
}

func TestResourcesAreReadFromTheDocument(t *testing.T) {
	got, err := Describe(t.Context(), serving(t, http.StatusOK, bands))
	if err != nil {
		t.Fatal(err)
	}
	want := []Resource{{
		Name: "band", Plural: "bands", Slugs: true,
		Fields: []Field{
			{Name: "band", Type: "string", Required: true},
			{Name: "founded_date", Type: "string", Required: true},
			{Name: "genre", Type: "string"},
			{Name: "members", Type: "integer"},
		},
		Params:  []Field{{Name: "search", Type: "string"}, {Name: "genre", Type: "string"}, {Name: "page", Type: "integer"}, {Name: "per_page", Type: "integer"}},
		Members: []string{"band", "id"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("resources (-want +got):\n%s", diff)
	}
}

func TestAServerWithoutADocumentIsAnError(t *testing.T) {
	for name, target := range map[string]conform.Target{
		"no such route":   serving(t, http.StatusNotFound, `{"code": "rest_no_route"}`),
		"no JSON":         serving(t, http.StatusOK, "<html>"),
		"another version": serving(t, http.StatusOK, `{"swagger": "2.0", "paths": {"/events": {"get": {"parameters": []}}}}`),
	} {
		if all, err := Describe(t.Context(), target); err == nil {
			t.Errorf("%s: no error, but %v", name, all)
		}
	}
}

func TestDerivedCasesAreWellFormed(t *testing.T) {
	var doc document
	if err := json.Unmarshal([]byte(bands), &doc); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range Derived(doc.resources()) {
		key := c.Area + ": " + c.Name
		if seen[key] || c.Area != "derived_bands" || c.Name == "" || strings.HasSuffix(c.Name, ".") {
			t.Errorf("%s: want a sentence of its own without a period, in the area derived_bands", key)
		}
		seen[key] = true
		checkTokens(t, key, c)
		checkPatterns(t, key, c)
	}
	for _, name := range []string{
		"founded_date of bands is required", "PUT changes one of bands by slug", "\"word\" is no members of bands",
		"a list of bands finds the genre", "the pages of bands together are the whole list",
	} {
		if !seen["derived_bands: "+name] {
			t.Errorf("there is no case %q", name)
		}
	}
}
