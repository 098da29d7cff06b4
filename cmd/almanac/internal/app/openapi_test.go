package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/deployment"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
)

// TestEveryOperationOfTheDocumentAnswersAsItSays asks the service for its
// document and then does what it says: no operation can be forgotten, because
// the table of cases is the document itself.
func TestEveryOperationOfTheDocumentAnswersAsItSays(t *testing.T) {
	for _, tt := range []struct {
		name       string
		deployment deployment.Deployment
		open       bool
		short      bool // It is run in short too.
	}{
		{"A open", deployments.A(), true, false},
		{"A with users", deployments.A(), false, true},
		{"B open", deployments.B(), true, true},
		{"B with users", deployments.B(), false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && !tt.short {
				t.Skip("make test-all runs it")
			}
			t.Parallel()
			s := newSubject(t, tt.deployment, tt.open)
			for _, op := range s.operations() {
				t.Run(op.method+" "+op.path, func(t *testing.T) {
					s.succeeds(t, op)
					s.takesParameters(t, op)
					s.takesBodies(t, op)
					s.refuses(t, op)
					s.knowsCallers(t, op)
				})
			}
			for path, item := range s.doc.Paths.Map() {
				t.Run("other methods of "+path, func(t *testing.T) { s.otherMethods(t, path, item) })
			}
			t.Run("the index", s.agreesWithIndex)
			t.Run("without the database", s.withoutStore)
		})
	}
}

// TestTheDocumentIsValid validates both versions of the document by another
// implementation of OpenAPI.
func TestTheDocumentIsValid(t *testing.T) {
	for name, d := range map[string]deployment.Deployment{"A": deployments.A(), "B": deployments.B()} {
		for _, version := range []string{"3.0", "3.1"} {
			for _, open := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s in %s, open %t", name, version, open), func(t *testing.T) {
					doc := load(t, document(t, d, open, version))
					for path, item := range doc.Paths.Map() {
						for method, op := range item.Operations() {
							if op.Summary == "" || op.Description == "" || len(op.Tags) == 0 {
								t.Errorf("%s %s has no summary, description or tag", method, path)
							}
						}
					}
					files := map[string]string{"index": "the file that lists the others"} // Of generators, where letter case does not count.
					for name := range doc.Components.Schemas {
						if other := files[strings.ToLower(name)]; other != "" {
							t.Errorf("a file for the schema %s has the name of that for %s", name, other)
						}
						files[strings.ToLower(name)] = name
					}
					if want := d.APIURL(); len(doc.Servers) != 1 || doc.Servers[0].URL != want {
						t.Errorf("servers = %v, want %s", doc.Servers, want)
					}
				})
			}
		}
	}
}

// succeeds sends an operation with what it requires and no more.
func (s *subject) succeeds(t *testing.T, op operation) {
	t.Helper()
	got := s.send(t, op, s.wish(t, op))
	s.expect(t, op, got, op.success())
	if op.method != http.MethodGet {
		return
	}
	head := op
	head.method = http.MethodHead
	bare := s.send(t, head, s.wish(t, op))
	if bare.status != got.status || len(bare.body) > 0 || bare.header.Get("Content-Type") != got.header.Get("Content-Type") {
		t.Errorf("HEAD = %d %s with %d bytes, want %d %s without a body", bare.status, bare.header.Get("Content-Type"), len(bare.body), got.status, got.header.Get("Content-Type"))
	}
}

// takesParameters sends every parameter of the query by itself, with every
// value that the document lists, and with one of a wrong type.
func (s *subject) takesParameters(t *testing.T, op operation) {
	t.Helper()
	for _, p := range op.Parameters {
		if p.Value.In != openapi3.ParameterInQuery || p.Value.Name == "_fields" { // What that leaves fits no schema.
			continue
		}
		schema := fullest(p.Value.Schema.Value)
		values := slices.Clone(schema.Enum)
		if len(values) == 0 {
			values = append(values, s.value(op, p.Value.Name, schema))
		}
		for _, other := range p.Value.Schema.Value.AnyOf {
			values = append(values, other.Value.Enum...)
		}
		for _, v := range values {
			w := s.wish(t, op)
			w.query.Set(p.Value.Name, flat(v))
			switch p.Value.Name {
			case s.deployment.LanguageParam:
				if op.item() { // Reads find only records of the language.
					w.path = s.on(t, op, nil, w.query)
				}
			case "geoloc_lat": // Coordinates go together.
				w.query.Set("geoloc_lng", "2.35")
			case "geoloc_lng":
				w.query.Set("geoloc_lat", "48.85")
			case "geoloc_radius":
				w.query.Set("geoloc_lat", "48.85")
				w.query.Set("geoloc_lng", "2.35")
			}
			s.expect(t, op, s.send(t, op, w), op.success())
		}
		if !schema.Type.Is(openapi3.TypeString) || p.Value.Name == s.deployment.LanguageParam {
			w := s.wish(t, op)
			w.query.Set(p.Value.Name, "no such value")
			s.expect(t, op, s.send(t, op, w), http.StatusBadRequest)
		}
	}
}

// takesBodies sends every field in every media type, and null where the
// document allows it.
func (s *subject) takesBodies(t *testing.T, op operation) {
	t.Helper()
	if op.RequestBody == nil {
		return
	}
	want := []string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(op.RequestBody.Value.Content))); diff != "" {
		t.Errorf("media types of the body (-want +got):\n%s", diff)
	}
	for _, media := range want {
		w := s.wish(t, op)
		w.media = media
		for name, field := range op.fields() {
			w.body[name] = s.value(op, name, field.Value)
		}
		got := s.send(t, op, w)
		s.expect(t, op, got, op.success())
	}
	w := s.wish(t, op)
	for name, field := range op.fields() {
		if fullest(field.Value).Nullable {
			w.body[name] = nil
		}
	}
	s.expect(t, op, s.send(t, op, w), op.success())
	if op.method != http.MethodPatch {
		return
	}
	w = s.wish(t, op)
	for name, field := range op.fields() {
		if !fullest(field.Value).Nullable && (op.resource() != "organizers" || name != "organizer") { // By the contract, null is no name there.
			w.body[name] = nil
		}
	}
	var refused struct {
		Data struct{ Params map[string]string }
	}
	if err := json.Unmarshal(s.send(t, op, w).body, &refused); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(w.body)), slices.Sorted(maps.Keys(refused.Data.Params))); diff != "" {
		t.Errorf("fields that cannot be null (-document +service):\n%s", diff)
	}
}

// refuses sends what an operation answers with an error: records and pages
// that do not exist, bodies that are none.
func (s *subject) refuses(t *testing.T, op operation) {
	t.Helper()
	if op.item() {
		w := s.wish(t, op)
		w.path = strings.NewReplacer("{id}", "999999999", "{slug}", "no-such-slug").Replace(op.path)
		s.expect(t, op, s.send(t, op, w), http.StatusNotFound)
	}
	if op.item() && op.method == http.MethodGet && op.has("password") {
		w := s.wish(t, op)
		w.path = s.on(t, op, map[string]any{"post_password": "open sesame"}, nil)
		s.expect(t, op, s.send(t, op, w), http.StatusForbidden)
		w.query.Set("password", "open sesame")
		s.expect(t, op, s.send(t, op, w), op.success())
	}
	// Records with slugs are posts: they have a trash, and lists that end.
	post := s.doc.Paths.Value("/"+op.resource()+"/by-slug/{slug}") != nil
	if op.has("page") && !strings.HasSuffix(op.path, "/history") {
		w := s.wish(t, op)
		w.query.Set("page", "99999")
		s.expect(t, op, s.send(t, op, w), either(post, http.StatusNotFound, http.StatusOK))
	}
	if op.method == http.MethodDelete && strings.Contains(op.path, "{id}") {
		w := s.wish(t, op)
		s.expect(t, op, s.send(t, op, w), op.success())
		s.expect(t, op, s.send(t, op, w), either(post, http.StatusGone, http.StatusNotFound))
	}
	if op.RequestBody == nil {
		return
	}
	for status, w := range map[int]wish{
		http.StatusBadRequest:            {media: "application/json", raw: "{"},
		http.StatusUnsupportedMediaType:  {media: "text/csv", raw: "a,b"},
		http.StatusRequestEntityTooLarge: {media: "application/json", raw: `"` + strings.Repeat("x", 1<<20) + `"`},
	} {
		w.path = s.wish(t, op).path
		s.expect(t, op, s.send(t, op, w), status)
	}
	if required := op.body().Required; len(required) > 0 {
		got := s.send(t, op, wish{path: s.wish(t, op).path, media: "application/json", raw: "{}"})
		s.expect(t, op, got, http.StatusBadRequest)
		if !strings.Contains(string(got.body), required[0]) {
			t.Errorf("the error for a missing field does not name %s: %s", required[0], got.body)
		}
	}
}

// either returns the first status when the condition holds, else the second.
func either[T any](condition bool, first, second T) T {
	if condition {
		return first
	}
	return second
}

// knowsCallers sends an operation without credentials and with wrong ones,
// where the document has a scheme for them.
func (s *subject) knowsCallers(t *testing.T, op operation) {
	t.Helper()
	if s.open {
		if op.Responses.Value("401") != nil || s.doc.Components.SecuritySchemes != nil {
			t.Error("the document asks for credentials in open mode")
		}
		return
	}
	want := http.StatusUnauthorized
	if op.Security == nil {
		want = op.success()
	}
	w := s.wish(t, op)
	w.user = "nobody"
	s.expect(t, op, s.send(t, op, w), want)
	w.user = "administrator with a wrong password"
	s.expect(t, op, s.send(t, op, w), http.StatusUnauthorized)
	if op.Security == nil || op.path == "/events" {
		return
	}
	w.user = "subscriber"
	s.expect(t, op, s.send(t, op, w), http.StatusForbidden)
}

// otherMethods sends the methods that the document does not have: 405 with the
// complete list of those that there are, and OPTIONS.
func (s *subject) otherMethods(t *testing.T, path string, item *openapi3.PathItem) {
	known := slices.Collect(maps.Keys(item.Operations()))
	if item.Get != nil {
		known = append(known, http.MethodHead)
		if openapi.TakesQuery(&huma.Operation{Method: http.MethodGet, Path: path}) {
			known = append(known, param.MethodQuery)
		}
	}
	known = append(known, http.MethodOptions)
	slices.Sort(known)
	concrete := strings.NewReplacer("{id}", "1", "{delivery}", "1", "{slug}", "a").Replace(path)
	for _, method := range []string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodTrace, "PROPFIND",
	} {
		want, schema := http.StatusMethodNotAllowed, "Error"
		switch {
		case method == http.MethodOptions:
			want, schema = http.StatusOK, "RouteIndexRoute"
		case slices.Contains(known, method):
			continue
		}
		got := s.send(t, operation{path: path, method: method}, wish{path: concrete})
		if got.status != want {
			t.Errorf("%s = %d, want %d", method, got.status, want)
		}
		allow := strings.Split(got.header.Get("Allow"), ", ")
		slices.Sort(allow)
		if diff := cmp.Diff(known, allow); diff != "" {
			t.Errorf("Allow of %s (-want +got):\n%s", method, diff)
		}
		if method != http.MethodHead {
			fits(t, method+" "+path, s.doc.Components.Schemas[schema].Value, got.body)
		}
	}
}

// agreesWithIndex compares the document with the index: the same routes,
// methods and arguments.
func (s *subject) agreesWithIndex(t *testing.T) {
	var index openapi.Index
	got := s.send(t, operation{method: http.MethodGet}, wish{path: "/"})
	if err := json.Unmarshal(got.body, &index); err != nil {
		t.Fatal(err)
	}
	indexed, documented := map[string][]string{}, map[string][]string{}
	for pattern, route := range index.Routes {
		path := strings.NewReplacer(`(?P<id>\d+)`, "{id}", `(?P<delivery>\d+)`, "{delivery}", `(?P<slug>[^/]+)`, "{slug}", "/"+s.deployment.Namespace, "").Replace(pattern)
		if besides(path) {
			continue // As in operations.
		}
		for _, endpoint := range route.Endpoints {
			for _, method := range endpoint.Methods {
				indexed[method+" "+path] = slices.Sorted(maps.Keys(endpoint.Args))
			}
		}
	}
	for _, op := range s.operations() {
		documented[op.method+" "+strings.TrimSuffix(op.path, "/")] = op.arguments()
	}
	if diff := cmp.Diff(indexed, documented); diff != "" {
		t.Errorf("the document and the index differ (-index +document):\n%s", diff)
	}
}

// withoutStore closes the database under the service: what needs it fails as
// the document says.
func (s *subject) withoutStore(t *testing.T) {
	if err := s.app.Close(); err != nil {
		t.Fatal(err)
	}
	for _, op := range s.operations() {
		got := s.send(t, op, wish{path: strings.NewReplacer("{id}", "1", "{slug}", "a").Replace(op.path), body: s.required(op), media: "application/json"})
		switch {
		case got.status < http.StatusInternalServerError && op.resource() != "" && op.resource() != "doc":
			t.Errorf("%s %s = %d without a database", op.method, op.path, got.status)
		default:
			s.expect(t, op, got, got.status)
		}
	}
}
