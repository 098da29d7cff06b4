package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/deployment"
	"almanac/runtime/service"
)

// subject is a running service with the document that it serves.
type subject struct {
	app        *service.Service
	deployment deployment.Deployment
	open       bool
	root       string // Address of the API.
	client     *http.Client
	doc        *openapi3.T
	records    map[string]int64 // One record of each resource, by the resource's route.
	author     int64
	serial     atomic.Int64 // Makes names unique.
}

// operation is one operation of the document with its path and method.
type operation struct {
	*openapi3.Operation
	path, method string
}

// wish is what a request shall send.
type wish struct {
	path  string // With the parameters in their places.
	query url.Values
	media string
	body  map[string]any
	raw   string // Goes before body.
	user  string // A role; "" for an administrator, "nobody" for no credentials.
}

// reply is what the service answered.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// newSubject starts a service on an empty SQLite database.
func newSubject(t *testing.T, d deployment.Deployment, open bool) *subject {
	t.Helper()
	return subjectOn(t, prepared.SQLite(t), d, open)
}

// subjectOn starts a service on a prepared database.
func subjectOn(t *testing.T, database string, d deployment.Deployment, open bool) *subject {
	t.Helper()
	a, err := service.Open(t.Context(), generated.Service(), service.Config{Database: database, Deployment: d, Open: open, SignIn: quickHashes(), Log: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	s := &subject{app: a, deployment: d, open: open, root: server.URL + d.APIPath(), client: server.Client(), records: map[string]int64{}}
	got := s.send(t, operation{method: http.MethodGet}, wish{path: "/doc", query: url.Values{"version": {"3.0"}}})
	s.doc = load(t, got.body)
	strict(s.doc)
	for _, k := range a.Env.Resources {
		id, _ := s.fresh(t, k.Plural, nil, nil)
		s.records[k.Plural] = id
	}
	return s
}

// documents has what document returned.
var documents sync.Map

// document returns the document of a deployment, which many tests read: it is written once.
func document(t *testing.T, d deployment.Deployment, open bool, version string) []byte {
	t.Helper()
	key := fmt.Sprintf("%+v %t %s", d, open, version)
	if text, known := documents.Load(key); known {
		return text.([]byte)
	}
	text, err := service.Document(generated.Service(), d, open, version)
	if err != nil {
		t.Fatal(err)
	}
	documents.Store(key, text)
	return text
}

// valid has the texts of documents that load found valid: validating one takes
// most of the time of reading it, and many tests read the same.
var valid sync.Map

// load reads a document, which must be valid.
func load(t *testing.T, text []byte) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if _, known := valid.Load(string(text)); !known {
		if err := doc.Validate(t.Context()); err != nil {
			t.Fatal(err)
		}
		valid.Store(string(text), true)
	}
	return doc
}

// strict closes the components, so that a member of a response that the
// document does not know is an error.
func strict(doc *openapi3.T) {
	closed := false
	for _, s := range doc.Components.Schemas {
		if len(s.Value.Properties) > 0 {
			s.Value.AdditionalProperties = openapi3.AdditionalProperties{Has: &closed}
		}
	}
}

// besides reports whether a path is of images, batches, webhooks, changes or undo, which are no records of a resource:
// they have tests of their own.
func besides(path string) bool {
	return strings.HasPrefix(path, "/media") || strings.HasPrefix(path, "/webhooks") ||
		slices.Contains([]string{"/batch", "/changes", "/undo"}, path)
}

// operations lists all of the document, in a fixed order, but for those besides the resources.
func (s *subject) operations() []operation {
	var list []operation
	for path, item := range s.doc.Paths.Map() {
		if besides(path) {
			continue
		}
		for method, op := range item.Operations() {
			list = append(list, operation{Operation: op, path: path, method: method})
		}
	}
	slices.SortFunc(list, func(a, b operation) int { return strings.Compare(a.path+" "+a.method, b.path+" "+b.method) })
	return list
}

// resource returns the first segment of the path: "events", "doc", "" for the index.
func (op operation) resource() string {
	first, _, _ := strings.Cut(strings.TrimPrefix(op.path, "/"), "/")
	return first
}

// item reports whether the operation is about one record.
func (op operation) item() bool { return strings.Contains(op.path, "{") }

// has reports whether the operation has a parameter with the name.
func (op operation) has(name string) bool {
	return slices.ContainsFunc(op.Parameters, func(p *openapi3.ParameterRef) bool { return p.Value.Name == name })
}

// body returns the description of the operation's body.
func (op operation) body() *openapi3.Schema {
	return op.RequestBody.Value.Content["application/json"].Schema.Value
}

// fields returns the fields of the operation's body.
func (op operation) fields() openapi3.Schemas { return op.body().Properties }

// arguments lists the names of everything that the operation takes, once each.
func (op operation) arguments() []string {
	var names []string
	for _, p := range op.Parameters {
		if p.Value.In != "header" && p.Value.Name != "_fields" { // Which is not in the index of The Events Calendar.
			names = append(names, p.Value.Name)
		}
	}
	if op.RequestBody != nil {
		names = slices.AppendSeq(names, maps.Keys(op.fields()))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// success returns the one status of a success with a body that the operation has.
func (op operation) success() int {
	for status := range op.Responses.Map() {
		if status != "204" && strings.HasPrefix(status, "2") {
			n, _ := strconv.Atoi(status)
			return n
		}
	}
	return 0
}

// wish returns what the operation requires, on a record of its own.
func (s *subject) wish(t *testing.T, op operation) wish {
	t.Helper()
	w := wish{path: op.path, query: url.Values{}, media: "application/json", body: s.required(op)}
	if op.item() {
		w.path = s.on(t, op, nil, nil)
	}
	return w
}

// on makes a record with further fields and parameters, and returns the path
// of the operation on it.
func (s *subject) on(t *testing.T, op operation, fields map[string]any, query url.Values) string {
	t.Helper()
	id, slug := s.fresh(t, op.resource(), fields, query)
	return strings.NewReplacer("{id}", strconv.FormatInt(id, 10), "{slug}", url.PathEscape(slug)).Replace(op.path)
}

// required returns the fields without which the operation is refused, nil for
// operations without a body.
func (s *subject) required(op operation) map[string]any {
	if op.Operation == nil || op.RequestBody == nil {
		return nil
	}
	body := map[string]any{}
	for _, name := range op.body().Required {
		body[name] = s.value(op, name, op.fields()[name].Value)
	}
	return body
}

// fresh makes a record and returns its id and slug.
func (s *subject) fresh(t *testing.T, resource string, fields map[string]any, query url.Values) (id int64, slug string) {
	t.Helper()
	if resource == "series" { // One is made with its dates.
		event, _ := s.fresh(t, "events", map[string]any{"recurrence": "FREQ=DAILY;COUNT=2"}, query)
		var made struct{ Series struct{ ID int64 } }
		get := operation{path: "/events", method: http.MethodGet}
		if err := json.Unmarshal(s.send(t, get, wish{path: fmt.Sprintf("/events/%d", event)}).body, &made); err != nil {
			t.Fatal(err)
		}
		return made.Series.ID, ""
	}
	op := operation{Operation: s.doc.Paths.Value("/" + resource).Post, path: "/" + resource, method: http.MethodPost}
	body := s.required(op)
	maps.Copy(body, fields)
	got := s.send(t, op, wish{path: op.path, query: query, media: "application/json", body: body})
	var record struct {
		ID     int64
		Slug   string
		Author string
	}
	if err := json.Unmarshal(got.body, &record); err != nil || got.status != http.StatusCreated {
		t.Fatalf("POST /%s = %d %s", resource, got.status, got.body)
	}
	if record.Author != "" {
		s.author, _ = strconv.ParseInt(record.Author, 10, 64)
	}
	return record.ID, record.Slug
}

// send sends a request.
func (s *subject) send(t *testing.T, op operation, w wish) reply {
	t.Helper()
	address := strings.TrimSuffix(s.root+w.path, "/")
	if len(w.query) > 0 {
		address += "?" + w.query.Encode()
	}
	media, body := encode(t, w)
	r, err := http.NewRequestWithContext(t.Context(), op.method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	if media != "" && (w.body != nil || w.raw != "") {
		r.Header.Set("Content-Type", media)
	}
	s.signIn(r, w.user)
	answer, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{status: answer.StatusCode, header: answer.Header, body: content}
}

// signIn adds credentials, where the service asks for some.
func (s *subject) signIn(r *http.Request, user string) {
	role, wrong := strings.CutSuffix(user, " with a wrong password")
	switch {
	case s.open || user == "nobody":
	case wrong:
		// A token, because wrong passwords are counted and then slowed down.
		r.Header.Set("Authorization", "Bearer alm_none")
	case role != "":
		r.SetBasicAuth(role, password)
	default:
		r.SetBasicAuth(string(auth.RoleAdministrator), password)
	}
}
