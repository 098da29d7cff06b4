package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

func TestFindingsFollowFromWhatTheDescriptionTells(t *testing.T) {
	field := generator.APIChange{Class: generator.ChangeBreaking, Resource: "venue", Part: dsl.PartField, Name: "town", RenamedFrom: "city", Plural: "venues"}
	param := generator.APIChange{Class: generator.ChangeBreaking, Resource: "venue", Part: dsl.PartParam, Name: "search", Plural: "venues"}
	routes := generator.APIChange{Class: generator.ChangeBreaking, Resource: "venue", Part: dsl.PartRoutes, Plural: "venues"}
	shared := generator.APIChange{Class: generator.ChangeBreaking, Part: dsl.PartRoutes, Reason: "errors are clearer"}
	removed := func(path, name string) finding {
		return finding{Path: path, Text: "removed `" + name + "` from the response"}
	}
	tests := []struct {
		name    string
		finding finding
		change  generator.APIChange
		want    bool
	}{
		{"a field on its own routes", removed("/venues/{id}", "city"), field, true},
		{"a field where the record is embedded", removed("/events", "events/items/venue/items/city"), field, true},
		{"a field by its new name", removed("/venues", "town"), field, true},
		{"another field", removed("/venues", "citycode"), field, false},
		{"a parameter on its list", removed("/venues", "search"), param, true},
		{"a parameter of another list", removed("/events", "search"), param, false},
		{"a route of the resource", removed("/venues/{id}", "200"), routes, true},
		{"the list of the resource in an answer", removed("/events", "venues/items"), routes, true},
		{"a route of another resource", removed("/events/{id}", "200"), routes, false},
		{"anything, when all routes are accepted", removed("/doc", "200"), shared, true},
		{"another namespace, which nothing accepts", removed("/doc", "200"), generator.APIChange{Class: generator.ChangeBreaking, Part: dsl.PartRoutes}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			left := unexplained([]finding{tt.finding}, generator.CompatibilityReport{Changes: []generator.APIChange{tt.change}})
			if got := len(left) == 0; got != tt.want {
				t.Errorf("follows = %t, want %t", got, tt.want)
			}
		})
	}
	if left := unexplained([]finding{removed("/doc", "200")}, generator.CompatibilityReport{VersionRaised: true}); len(left) > 0 {
		t.Errorf("another version leaves %v", left)
	}
}

// TestDocumentsAreComparedWithTheRelease releases into an empty directory, and
// compares by a program that says the same each time.
func TestDocumentsAreComparedWithTheRelease(t *testing.T) {
	c := command{root: t.TempDir(), says: new(bytes.Buffer)}
	if err := c.check(t.Context()); err != nil {
		t.Errorf("before the first release: %v", err)
	}
	if got, want := c.says.(*bytes.Buffer).String(), "nothing is released yet, so there are no OpenAPI documents to compare with\n"; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
	lock := `{"api": {"namespace": "calendar/events", "version": 1}, "resources": [{"name": "tag", "plural": "tags", "kind": "term"}]}`
	put(t, filepath.Join(c.root, "generated", "schema.lock.json"), lock)
	put(t, filepath.Join(c.root, "generated", "released.lock.json"), lock)
	if err := c.check(t.Context()); err == nil || !strings.Contains(err.Error(), "released.openapi.a.json is not there: restore it, or run make freeze") {
		t.Errorf("without documents: %v", err)
	}
	if err := c.release(t.Context()); err != nil {
		t.Fatal(err)
	}
	says := filepath.Join(t.TempDir(), "found.json")
	c.tool = []string{"sh", "-c", `cat "$0"`, says}
	put(t, says, `[{"id": "endpoint-added", "text": "endpoint added", "level": 1, "operation": "GET", "path": "/tags"},
		{"id": "request-property-max-set", "text": "the request property `+"`size`"+` max was set to 5", "level": 3, "operation": "POST", "path": "/tags"}]`)
	if err := c.check(t.Context()); err != nil {
		t.Errorf("with additions and bounds alone: %v", err)
	}
	put(t, says, "[\n"+`{"id": "response-optional-property-removed", "text": "removed the optional property `+"`url`"+` from the response", "level": 1, "operation": "GET", "path": "/tags"},
		{"id": "request-property-removed", "text": "removed the request property `+"`name`"+` (media type: application/json)", "level": 2, "operation": "POST", "path": "/tags"},
		{"id": "request-property-removed", "text": "removed the request property `+"`name`"+` (media type: multipart/form-data)", "level": 2, "operation": "POST", "path": "/tags"}]`)
	err := c.check(t.Context())
	if err == nil {
		t.Fatal("no error")
	}
	one := `the OpenAPI document of deployment %s breaks clients of the last release:
	GET /tags: removed the optional property ` + "`url`" + ` from the response
	POST /tags: removed the request property ` + "`name`" + `
to accept it write in the resource that it is about, or in resources/api.go when it is about all of them: AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptRouteBreak("why clients can live with it")},
or raise Version in resources/api.go, which allows all of it`
	want := strings.ReplaceAll(one, "%s", "a") + "\n" + strings.ReplaceAll(one, "%s", "b")
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

// put writes a file.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
