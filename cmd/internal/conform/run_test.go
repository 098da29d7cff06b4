package conform

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fake is a tiny server of tags that can misbehave.
type fake struct {
	mu     sync.Mutex
	tags   []map[string]any
	broken func(w http.ResponseWriter, r *http.Request) bool // True when it sent the response.
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	if f.broken != nil && f.broken(w, r) {
		return
	}
	switch path := strings.TrimPrefix(r.URL.Path, "/v1"); {
	case path == "/tags" && r.Method == http.MethodPost:
		f.create(w, r)
	case path == "/tags":
		f.list(w, r)
	default:
		f.read(w, strings.TrimPrefix(path, "/tags/"))
	}
}

func (f *fake) create(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	if json.NewDecoder(r.Body).Decode(&body) != nil || body["name"] == nil {
		fail(w, 400, "rest_missing_callback_param", []string{"name"})
		return
	}
	body["id"] = len(f.tags) + 1
	f.tags = append(f.tags, body)
	w.Header().Set("Location", fmt.Sprintf("http://fake.example/v1/tags/%d", len(f.tags)))
	w.WriteHeader(http.StatusCreated)
	write(w, body)
}

func (f *fake) list(w http.ResponseWriter, r *http.Request) {
	found := []map[string]any{}
	for _, tag := range f.tags {
		if strings.Contains(fmt.Sprint(tag["name"]), r.URL.Query().Get("search")) {
			found = append(found, tag)
		}
	}
	w.Header().Set("X-TEC-Total", fmt.Sprint(len(found)))
	w.Header().Set("X-TEC-TotalPages", "1")
	write(w, map[string]any{"tags": found, "total": len(found), "total_pages": 1})
}

func (f *fake) read(w http.ResponseWriter, id string) {
	for _, tag := range f.tags {
		if fmt.Sprint(tag["id"]) == id {
			write(w, tag)
			return
		}
	}
	fail(w, 404, "rest-tag-not-found", nil)
}

func fail(w http.ResponseWriter, status int, code string, params any) {
	data := map[string]any{"status": status}
	if params != nil {
		data["params"] = params
	}
	body, _ := json.Marshal(map[string]any{"data": data})
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"code":%q,"message":"No.",%s`, code, body[1:])
}

func write(w http.ResponseWriter, v any) { _ = json.NewEncoder(w).Encode(v) }

// The notation of these tests; package cases has a longer one.
func steps(all ...Step) Setup            { return all }
func get(path string) Step               { return request(http.MethodGet, path, nil) }
func post(path string, body Body) Step   { return request(http.MethodPost, path, body) }
func tag(name string) Step               { return post("/tags", Object{"name": "{uniq} " + name}).As(name) }
func at(path string, m Matcher) Check    { return Check{path, m} }
func ok(checks ...Check) Want            { return Want{Status: http.StatusOK, Checks: checks} }
func created(checks ...Check) Want       { return Want{Status: http.StatusCreated, Checks: checks} }
func fails(status int, code string) Want { return Want{Status: status, Code: code} }
func missing(name string) Want {
	return Want{Status: http.StatusBadRequest, Code: "rest_missing_callback_param", Params: []string{name}}
}

func request(method, path string, body Body) Step {
	path, query, _ := strings.Cut(path, "?")
	return Step{Method: method, Path: path, Query: query, Body: body}
}

// serve starts a fake server and returns it as a target.
func serve(t *testing.T, f *fake) Target {
	t.Helper()
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return Target{Base: server.URL + "/v1", Client: server.Client()}
}

func TestACorrectCasePasses(t *testing.T) {
	cases := []Case{
		NewCase("a tag is made", post("/tags", Object{"name": "{uniq}"}), created(at("name", Equals("{uniq}")), at("id", Type("integer")), at("slug", Absent())).WithHeader("Location", Matches(`/tags/{answer.id}$`))),
		NewCase("a tag is read", steps(tag("t")), get("/tags/{t.id}"), ok(at("id", Equals("{t.id}")), at("name", Matches("{uniq} t$")), at("name", Lacks("other")))),
		NewCase("tags are listed", steps(tag("a"), tag("b")), get("/tags?search={uniq}"), ok(at("tags.*.id", Equals(List{"{a.id}", "{b.id}"})), at("tags.*.id", SameSet("{b.id}", "{a.id}")), at("tags.*.id", Includes("{a.id}")), at("tags.*.id", Excludes(0)), at("tags", Length(2)))),
		NewCase("a name is needed", post("/tags", Object{}), missing("name")),
		NewCase("an unknown tag is not found", get("/tags/999"), fails(404, "rest-tag-not-found")),
		NewCase("a step may fail", steps(get("/tags/999").Failing(404)), get("/tags"), Want{Checks: []Check{at("tags", Type("array"))}}),
		NewCase("a location leads to its tag", steps(tag("t")), get("http://fake.example/v1/tags/{t.id}"), ok(at("id", Equals("{t.id}")))),
	}
	for _, r := range Run(t.Context(), serve(t, &fake{}), cases) {
		if !r.Passed() {
			t.Errorf("%s: %s", r.Case.Name, strings.Join(r.Problems, "\n"))
		}
	}
}

func TestAFailedCaseSaysWhy(t *testing.T) {
	tests := []struct {
		name string
		c    Case
		want string
	}{
		{"another status", NewCase("x", get("/tags/999"), ok()), "status is 404, want 200"},
		{"another code", NewCase("x", get("/tags/999"), fails(404, "other")), `code is "rest-tag-not-found", want "other"`},
		{"another value", NewCase("x", post("/tags", Object{"name": "{uniq}"}), created(at("name", Equals("x")))), `, want "x"`},
		{"a missing member", NewCase("x", post("/tags", Object{"name": "a"}), created(at("slug", Present()))), "slug is missing"},
		{"a member too many", NewCase("x", post("/tags", Object{"name": "a"}), created(at("name", Absent()))), "want no such member"},
		{"an unnamed parameter", NewCase("x", post("/tags", Object{}), missing("title")), `want "title" named there`},
		{"another order", NewCase("x", steps(tag("a"), tag("b")), get("/tags?search={uniq}"), ok(at("tags.*.id", Equals(List{"{b.id}", "{a.id}"})))), "tags.*.id is"},
		{"another order of keys", NewCase("x", get("/tags?search=none{uniq}"), ok(at("", Keys("total", "tags", "total_pages")))), "the body has the keys"},
		{"a header", NewCase("x", get("/tags"), ok().WithHeader("ETag", Present())), "header ETag is missing"},
		{"a failed setup", NewCase("x", steps(get("/tags/999")), get("/tags"), ok()), "setup step 1: GET"},
		{"an unknown token", NewCase("x", get("/tags/{nobody.id}"), ok()), "no step is named nobody"},
		{"a token without its member", NewCase("x", steps(tag("t")), get("/tags/{t.slug}"), ok()), "has no such member"},
		{"another type", NewCase("x", get("/tags"), ok(at("total", Type("string")))), "want string"},
		{"another length", NewCase("x", get("/tags?search={uniq}"), ok(at("tags", Length(1)))), "want length 1"},
	}
	target := serve(t, &fake{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(RunCase(t.Context(), target, tt.c).Problems, "\n")
			if !strings.Contains(got, tt.want) {
				t.Errorf("problems are %q, want %q among them", got, tt.want)
			}
		})
	}
}

func TestEveryResponseIsChecked(t *testing.T) {
	send := func(status int, header map[string]string, body string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool {
			for name, value := range header {
				w.Header().Set(name, value)
			}
			w.WriteHeader(status)
			fmt.Fprint(w, body)
			return true
		}
	}
	const noName = `{"code":"a","message":"b","data":{"status":400`
	tests := []struct {
		name   string
		broken func(http.ResponseWriter, *http.Request) bool
		want   string
	}{
		{"plain text", send(200, map[string]string{"Content-Type": "text/plain"}, `{}`), "Content-Type is"},
		{"no JSON", send(200, nil, `<html>`), "the body is no JSON"},
		{"a repeated key", send(200, nil, `{"a":1,"a":2}`), "stands twice"},
		{"a broken server", send(500, nil, `{"code":"a","message":"b","data":{"status":500}}`), "no request may break the server"},
		{"a sniffable response", send(200, map[string]string{"X-Content-Type-Options": ""}, `{}`), "X-Content-Type-Options"},
		{"an error of another shape", send(400, nil, `{"title":"x"}`), "has the keys title"},
		{"another status in an error", send(400, nil, `{"code":"a","message":"b","data":{"status":404}}`), "data.status is 404, want 400"},
		{"details in a list", send(400, nil, noName+`,"details":[]}}`), "data.details is []"},
		{"details without a message", send(400, nil, noName+`,"details":{"a":{"code":"x"}}}}`), "data.details.a"},
		{"a 405 without Allow", send(405, nil, `{"code":"a","message":"b","data":{"status":405}}`), "no Allow"},
		{"a redirect", send(301, map[string]string{"Location": "/"}, `{}`), "nothing else redirects"},
		{"a list without totals", send(200, nil, `{"total":1,"total_pages":1}`), "X-TEC-Total"},
		{"a list without a Link", send(200, map[string]string{"X-TEC-Total": "1", "X-TEC-TotalPages": "1"}, `{"total":1,"total_pages":1,"next_rest_url":"http://x/"}`), "header Link"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			target := serve(t, &fake{broken: tt.broken})
			got := strings.Join(RunCase(t.Context(), target, NewCase("x", get("/tags"), Want{})).Problems, "\n")
			if !strings.Contains(got, tt.want) {
				t.Errorf("problems are %q, want %q among them", got, tt.want)
			}
		})
	}
}

func TestHeadIsComparedWithGet(t *testing.T) {
	target := serve(t, &fake{broken: func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusNotFound)
			return true
		}
		return false
	}})
	got := RunCase(t.Context(), target, NewCase("x", get("/tags"), ok())).Problems
	if len(got) == 0 || !strings.Contains(got[0], "as HEAD: status is 404, want 200") {
		t.Errorf("problems are %q, want the status of HEAD", got)
	}
}

func TestCasesThatATargetLacksAreSkipped(t *testing.T) {
	open := Target{Deployment: DeploymentB, Extensions: []string{}, FixedClock: true}
	closed := Target{Auth: AuthRequired, Users: map[string]Credentials{"administrator": {User: "a"}}}
	tests := []struct {
		name   string
		target Target
		c      Case
		want   string
	}{
		{"another deployment", open, NewCase("x", Needs{Deployment: DeploymentA}, get("/")), "needs deployment a"},
		{"roles", open, NewCase("x", get("/").By(Visitor)), "needs --auth required"},
		{"an extension", open, NewCase("x", Needs{With: []string{"geoloc"}}, get("/")), "needs the geoloc extension"},
		{"no extension", closed, NewCase("x", Needs{Without: []string{"geoloc"}}, get("/")), "needs the geoloc extension to be off"},
		{"a clock", open, NewCase("x", Needs{LiveClock: true}, get("/")), "needs a running clock"},
		{"a user", closed, NewCase("x", get("/").By(Editor)), "needs credentials of the role editor"},
		{"nothing", closed, NewCase("x", get("/")), ""},
		{"a visitor", closed, NewCase("x", get("/").By(Visitor)), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.target.Lacks(tt.c)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestCallersSignTheirRequests(t *testing.T) {
	var signed []string
	f := &fake{broken: func(_ http.ResponseWriter, r *http.Request) bool {
		user, _, _ := r.BasicAuth()
		if user == "" {
			user = r.Header.Get("Authorization")
		}
		signed = append(signed, user)
		return false
	}}
	target := serve(t, f)
	target.Auth = AuthRequired
	target.Users = map[string]Credentials{"administrator": {User: "root", Password: "x"}, "editor": {Token: "abc"}}
	RunCase(t.Context(), target, NewCase("x", steps(tag("a"), tag("b").By(Editor)), post("/tags", Object{"name": "c"}).By(Visitor), Want{}))
	if diff := cmp.Diff([]string{"root", "Bearer abc", ""}, signed); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestAClockThatCanBeMovedIsNotWaitedFor(t *testing.T) {
	target := serve(t, &fake{})
	var passed time.Duration
	target.Pass = func(d time.Duration) { passed += d }
	ctx, end := context.WithTimeout(t.Context(), 10*time.Second)
	defer end()
	if got := RunCase(ctx, target, NewCase("x", get("/tags").After(time.Hour), ok())).Problems; len(got) > 0 || passed != time.Hour {
		t.Errorf("the clock was moved by %s, want an hour; problems %q", passed, got)
	}
}

func TestAnEndedContextFailsCases(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := RunCase(ctx, serve(t, &fake{}), NewCase("x", get("/tags"), ok()))
	if got.Passed() {
		t.Error("a case passed after its context ended")
	}
}
