package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"almanac/cmd/internal/app"
	"almanac/runtime"
	"almanac/runtime/auth"
)

// subject is a running service with the document that it serves.
type subject struct {
	app        *app.App
	deployment runtime.Deployment
	open       bool
	root       string // Address of the interface.
	client     *http.Client
	doc        *openapi3.T
	records    map[string]int64 // One record of each kind, by the kind's route.
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
func newSubject(t *testing.T, d runtime.Deployment, open bool) *subject {
	t.Helper()
	database := "sqlite:" + filepath.Join(t.TempDir(), "almanac.db")
	if err := prepare(database); err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), app.Config{Database: database, Deployment: d, Open: open, Log: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	s := &subject{app: a, deployment: d, open: open, root: server.URL + d.Root(), client: server.Client(), records: map[string]int64{}}
	got := s.send(t, operation{method: http.MethodGet}, wish{path: "/doc", query: url.Values{"version": {"3.0"}}})
	s.doc = load(t, got.body)
	strict(s.doc)
	for _, kind := range []string{"tags", "categories", "venues", "organizers", "events"} {
		id, _ := s.fresh(t, kind)
		s.records[kind] = id
	}
	return s
}

// document returns the document of a deployment.
func document(t *testing.T, d runtime.Deployment, open bool, version string) []byte {
	t.Helper()
	text, err := app.Document(d, open, version)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// load reads and validates a document.
func load(t *testing.T, text []byte) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return doc
}

// strict closes the components, so that a member of an answer that the
// document does not know is an error.
func strict(doc *openapi3.T) {
	closed := false
	for _, s := range doc.Components.Schemas {
		if len(s.Value.Properties) > 0 {
			s.Value.AdditionalProperties = openapi3.AdditionalProperties{Has: &closed}
		}
	}
}

// operations lists all of the document, in a fixed order.
func (s *subject) operations() []operation {
	var list []operation
	for path, item := range s.doc.Paths.Map() {
		for method, op := range item.Operations() {
			list = append(list, operation{Operation: op, path: path, method: method})
		}
	}
	slices.SortFunc(list, func(a, b operation) int { return strings.Compare(a.path+" "+a.method, b.path+" "+b.method) })
	return list
}

// kind returns the first segment of the path: "events", "doc", "" for the index.
func (op operation) kind() string {
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

// success returns the one status of success that the operation has.
func (op operation) success() int {
	for status := range op.Responses.Map() {
		if strings.HasPrefix(status, "2") {
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
		id, slug := s.fresh(t, op.kind())
		w.path = strings.NewReplacer("{id}", strconv.FormatInt(id, 10), "{slug}", url.PathEscape(slug)).Replace(op.path)
	}
	return w
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
func (s *subject) fresh(t *testing.T, kind string) (id int64, slug string) {
	t.Helper()
	op := operation{Operation: s.doc.Paths.Value("/" + kind).Post, path: "/" + kind, method: http.MethodPost}
	got := s.send(t, op, wish{path: op.path, media: "application/json", body: s.required(op)})
	var record struct {
		ID     int64
		Slug   string
		Author string
	}
	if err := json.Unmarshal(got.body, &record); err != nil || got.status != http.StatusCreated {
		t.Fatalf("POST /%s = %d %s", kind, got.status, got.body)
	}
	if record.Author != "" {
		s.author, _ = strconv.ParseInt(record.Author, 10, 64)
	}
	return record.ID, record.Slug
}

// value returns a plausible value of a parameter or field: by its name where
// the type does not tell, else by its type.
func (s *subject) value(op operation, name string, schema *openapi3.Schema) any {
	switch schema.Type.Slice()[0] {
	case openapi3.TypeArray:
		if name == "include" || name == "exclude" {
			name = op.kind()
		}
		return []any{s.record(name)}
	case openapi3.TypeInteger:
		switch name {
		case "page":
			return 1
		case "per_page":
			return 3
		case "author":
			return s.author
		case "post", "post_parent":
			name = "event"
		case "parent":
			name = "category"
		}
		return s.record(name)
	case openapi3.TypeBoolean:
		return true
	case openapi3.TypeNumber:
		return 48.5
	}
	return s.text(name, schema)
}

// record returns the id of the record for a name in the singular or plural.
func (s *subject) record(name string) int64 {
	for plural, id := range s.records {
		if name == plural || name+"s" == plural || name == "category" && plural == "categories" {
			return id
		}
	}
	return 0
}

// text returns a plausible text.
func (s *subject) text(name string, schema *openapi3.Schema) string {
	unique := s.serial.Add(1)
	switch {
	case schema.Default != nil:
		return fmt.Sprint(schema.Default)
	case len(schema.Enum) > 0:
		return fmt.Sprint(schema.Enum[0])
	case name == "end_date":
		return "2031-05-06 17:00"
	case name == "date" || name == "date_utc":
		return "2020-01-02 03:04:05"
	case strings.HasSuffix(name, "_date") || strings.HasPrefix(name, "starts_") || strings.HasPrefix(name, "ends_"):
		return "2031-05-06 15:00"
	case name == "status":
		return "publish"
	case name == "timezone":
		return "Europe/Paris"
	case name == "cost":
		return "12.50 €"
	case name == "image" || name == "website":
		return "https://example.org/picture.png"
	case strings.HasPrefix(name, "show_map") || name == "has_events" || name == "only_with_upcoming":
		return "true"
	case strings.HasSuffix(name, "password"):
		return "open sesame"
	case name == "slug":
		return fmt.Sprintf("slug-%d", unique)
	}
	return fmt.Sprintf("Text %d", unique)
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
		r.Header.Set("Authorization", "Bearer none")
	case role != "":
		r.SetBasicAuth(role, password)
	default:
		r.SetBasicAuth(string(auth.Administrator), password)
	}
}

// encode writes the body of a request in its media type.
func encode(t *testing.T, w wish) (media string, body io.Reader) {
	t.Helper()
	switch {
	case w.raw != "":
		return w.media, strings.NewReader(w.raw)
	case w.body == nil:
		return "", http.NoBody
	}
	var buffer bytes.Buffer
	switch w.media {
	case "application/x-www-form-urlencoded":
		form := url.Values{}
		for name, v := range w.body {
			form.Set(name, flat(v))
		}
		return w.media, strings.NewReader(form.Encode())
	case "multipart/form-data":
		parts := multipart.NewWriter(&buffer)
		for name, v := range w.body {
			if err := parts.WriteField(name, flat(v)); err != nil {
				t.Fatal(err)
			}
		}
		_ = parts.Close()
		return parts.FormDataContentType(), &buffer
	}
	if err := json.NewEncoder(&buffer).Encode(w.body); err != nil {
		t.Fatal(err)
	}
	return w.media, &buffer
}

// flat writes a value as forms and queries have it.
func flat(v any) string {
	if list, ok := v.([]any); ok {
		var words []string
		for _, item := range list {
			words = append(words, fmt.Sprint(item))
		}
		return strings.Join(words, ",")
	}
	return fmt.Sprint(v)
}

// general are headers that say nothing about one operation.
var general = []string{"Content-Type", "Content-Length", "Date", "X-Content-Type-Options"}

// expect compares an answer with the status that it shall have and with what
// the document says about that: type, headers and body.
func (s *subject) expect(t *testing.T, op operation, got reply, status int) {
	t.Helper()
	name := op.method + " " + op.path
	if got.status != status {
		t.Errorf("%s = %d, want %d: %.300s", name, got.status, status, got.body)
		return
	}
	documented := op.Responses.Value(strconv.Itoa(status))
	if documented == nil {
		t.Errorf("%s answers %d, which the document does not have: %.300s", name, status, got.body)
		return
	}
	media, _, err := mime.ParseMediaType(got.header.Get("Content-Type"))
	content := documented.Value.Content[media]
	if err != nil || content == nil {
		t.Errorf("%s answers %q, which the document does not have", name, got.header.Get("Content-Type"))
		return
	}
	for header, h := range documented.Value.Headers {
		if h.Value.Required && got.header.Get(header) == "" {
			t.Errorf("%s has no header %s", name, header)
		}
	}
	for header := range got.header {
		if !slices.Contains(general, header) && !headerIn(documented.Value.Headers, header) {
			t.Errorf("%s has a header that the document does not have: %s", name, header)
		}
	}
	fits(t, fmt.Sprintf("%s %d", name, status), content.Schema.Value, got.body)
}

// headerIn reports whether the header is described, in whatever case.
func headerIn(headers openapi3.Headers, name string) bool {
	for described := range headers {
		if strings.EqualFold(described, name) {
			return true
		}
	}
	return false
}

// fits compares a body with its description.
func fits(t *testing.T, name string, schema *openapi3.Schema, body []byte) {
	t.Helper()
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("%s: %v: %.300s", name, err, body)
		return
	}
	if err := schema.VisitJSON(value, openapi3.MultiErrors()); err != nil {
		t.Errorf("%s does not fit the document: %.2000v", name, err)
	}
}
