package app_test

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"almanac/cmd/internal/conform"
	"almanac/runtime/param"
)

// asQuery sends each GET of a list as a QUERY with its parameters in the body, half of them as
// JSON.
type asQuery struct {
	http.RoundTripper
	sent atomic.Int64
}

// isList reports whether a path below the namespace is that of a list.
func isList(path string) bool {
	_, name, _ := strings.Cut(strings.TrimSuffix(path, "/"), "/v1/")
	return slices.Contains([]string{"events", "venues", "organizers", "categories", "tags"}, name)
}

// RoundTrip implements http.RoundTripper.
func (q *asQuery) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet || !isList(r.URL.Path) || r.ContentLength > 0 {
		return q.RoundTripper.RoundTrip(r)
	}
	q.sent.Add(1)
	next := r.Clone(r.Context())
	next.Method, next.URL.RawQuery = param.MethodQuery, ""
	body, kind := r.URL.RawQuery, "application/x-www-form-urlencoded"
	if tree := jsonOf(r.URL.RawQuery); tree != nil {
		body, kind = string(tree), "application/json"
	}
	next.Body, next.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	next.Header.Set("Content-Type", kind)
	return q.RoundTripper.RoundTrip(next)
}

// jsonOf returns the parameters of an address as a JSON object, nil for those of which JSON has
// no like, and for every other address.
func jsonOf(query string) []byte {
	hash := fnv.New32()
	_, _ = hash.Write([]byte(query))
	values, err := url.ParseQuery(query)
	if err != nil || hash.Sum32()%2 == 0 || strings.Contains(query, "%5B") || strings.Contains(query, "[") {
		return nil
	}
	tree := map[string]string{}
	for name, all := range values {
		if len(all) > 1 {
			return nil
		}
		tree[name] = all[0]
	}
	text, _ := json.Marshal(tree)
	if bytes.Contains(text, []byte(`\ufffd`)) {
		return nil
	}
	return text
}

// readsLists reports whether a case is about a list.
func readsLists(c conform.Case) bool {
	return c.Request.Method == http.MethodGet && isList("/v1"+c.Request.Path)
}

// query sends a QUERY of a list as a user, "" for nobody.
func (s *site) query(header map[string]string, user, path, kind, body string) response {
	s.t.Helper()
	all := map[string]string{"Content-Type": kind}
	maps.Copy(all, header)
	return s.sendText(all, user, param.MethodQuery, path, body)
}

const (
	formType = "application/x-www-form-urlencoded"
	jsonType = "application/json"
)

func TestAQueryIsTheGetOfItsContentLocation(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		for _, title := range []string{"Jazz, live", "Blues"} {
			s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent(title, js{"tags": []string{title}}))
		}
		for name, sent := range map[string][3]string{
			"JSON":                   {"/events", jsonType, `{"search":"Jazz","per_page":5,"tags":["jazz-live"],"context":null,"unknown":1}`},
			"a form":                 {"/events/", formType, "per_page=5&search=Jazz&tags=jazz-live"},
			"the body and the query": {"/events?search=Blues&per_page=5", jsonType, `{"search":"Jazz","tags":"jazz-live"}`},
		} {
			t.Run(name, func(t *testing.T) {
				a := s.query(nil, "", sent[0], sent[1], sent[2])
				want := s.Env.Deployment.APIURL() + "/events?per_page=5&search=Jazz&tags=jazz-live"
				if at := a.header.Get("Content-Location"); a.status != http.StatusOK || at != want {
					t.Fatalf("%d at %q, want %q: %s", a.status, at, want, a.text)
				}
				got := s.get(strings.TrimPrefix(want, s.Env.Deployment.APIURL()))
				if got.text != a.text || got.header.Get("ETag") != a.header.Get("ETag") || len(a.body["events"].([]any)) != 1 {
					t.Errorf("GET is\n%s\nQUERY is\n%s", got.text, a.text)
				}
				again := s.query(map[string]string{"If-None-Match": a.header.Get("ETag")}, "", sent[0], sent[1], sent[2])
				if again.status != http.StatusNotModified || again.header.Get("Content-Location") != want {
					t.Errorf("If-None-Match: %d %v", again.status, again.header)
				}
			})
		}
	})
}

func TestAQueryTakesLongLists(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	id := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Found", nil)).id()
	ids := make([]string, 1000)
	for i := range ids {
		ids[i] = strconv.Itoa(1_000_000_000 + i)
	}
	ids[500] = strconv.FormatInt(id, 10)
	list := strings.Join(ids, ",")
	for _, user := range []string{"", "editor"} {
		a := s.query(nil, user, "/events", jsonType, `{"include":[`+list+`]}`)
		if a.status != http.StatusOK || a.header.Get("Content-Location") != "" || len(a.body["events"].([]any)) != 1 {
			t.Errorf("QUERY by %q: %d %v: %.300s", user, a.status, a.header, a.text)
		}
	}
}

func TestAQueryIsCachedWithTheGetOfItsAddress(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Once", nil))
	for range 3 {
		s.get("/events?per_page=5&search=Once")
	}
	before, _ := s.API.CacheStats()
	a := s.query(nil, "", "/events", jsonType, `{"search":"Once","per_page":5}`)
	after, _ := s.API.CacheStats()
	if a.status != http.StatusOK || after.Hits != before.Hits+1 || a.header.Get("Content-Location") == "" {
		t.Errorf("%d, %d hits, then %d: %v", a.status, before.Hits, after.Hits, a.header)
	}
	if got := s.get("/events?per_page=5&search=Once"); got.header.Get("Content-Location") != "" || got.text != a.text {
		t.Errorf("GET has the header of a QUERY: %v", got.header)
	}
}

func TestAQueryIsRefusedWithWhatWouldBeRight(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	id := strconv.FormatInt(s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Safe", nil)).id(), 10)
	for _, tt := range []struct {
		name, path, kind, body string
		status                 int
		says                   string
	}{
		{"another type", "/events", "text/plain", "search=a", http.StatusUnsupportedMediaType, "application/json"},
		{"no type", "/events", "", "search=a", http.StatusUnsupportedMediaType, "application/json"},
		{"a multipart form", "/events", "multipart/form-data; boundary=x", "--x--", http.StatusUnsupportedMediaType, "application/json"},
		{"half of a JSON text", "/events", jsonType, `{"search":`, http.StatusBadRequest, "JSON"},
		{"a wrong parameter and another", "/events", jsonType, `{"per_page":"x","orderby":["y"]}`, http.StatusBadRequest, "orderby"},
		{"an object", "/events", jsonType, `{"search":{"a":1}}`, http.StatusBadRequest, "search"},
		{"null in a list", "/events", jsonType, `{"include":[null]}`, http.StatusBadRequest, "null"},
		{"one record", "/events/" + id, jsonType, `{}`, http.StatusMethodNotAllowed, "GET"},
		{"the index", "/", jsonType, `{}`, http.StatusMethodNotAllowed, "GET"},
		{"what is nowhere", "/nothing", jsonType, `{}`, http.StatusNotFound, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := s.query(nil, "", tt.path, tt.kind, tt.body)
			if a.status != tt.status || !strings.Contains(a.text, tt.says) || a.header.Get("Content-Location") != "" {
				t.Errorf("%d, want %d with %q: %s", a.status, tt.status, tt.says, a.text)
			}
			if tt.status == http.StatusUnsupportedMediaType && a.header.Get("Accept-Query") == "" {
				t.Errorf("no Accept-Query: %v", a.header)
			}
		})
	}
}

func TestAQueryNeverWrites(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	s.mustBy("editor", http.StatusCreated, http.MethodPost, "/tags", js{"name": "Kept"})
	for name, send := range map[string]func() response{
		"_method in the body":    func() response { return s.query(nil, "editor", "/tags", formType, "_method=POST&name=New") },
		"_method in the address": func() response { return s.query(nil, "editor", "/tags?_method=POST", jsonType, `{"name":"New"}`) },
		"a header": func() response {
			return s.query(map[string]string{"X-HTTP-Method-Override": "POST"}, "editor", "/tags", jsonType, `{"name":"New"}`)
		},
		"a POST that names QUERY": func() response {
			return s.sendText(map[string]string{"Content-Type": jsonType, "X-HTTP-Method-Override": "QUERY"}, "editor", http.MethodPost, "/tags", `{"name":"New","hide_empty":false}`)
		},
	} {
		a := send()
		if total := s.query(nil, "", "/tags", jsonType, `{"hide_empty":false}`).body["total"]; a.status != http.StatusOK || total != json.Number("1") {
			t.Errorf("%s: %d, %v tags: %s", name, a.status, total, a.text)
		}
	}
}

func TestAPasswordInAQueryIsInNoAddress(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	a := s.query(nil, "", "/events", jsonType, `{"password":"canary"}`)
	if a.status != http.StatusOK || a.header.Get("Content-Location") != "" || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", a.status, a.header)
	}
}

func TestPagesOfOtherSitesMayQuery(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	asked := s.sendWith(map[string]string{"Origin": "https://page.example", "Access-Control-Request-Method": "QUERY"}, "", http.MethodOptions, "/events", nil)
	if h := asked.header; h.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(h.Get("Access-Control-Allow-Methods"), "QUERY") ||
		!strings.Contains(h.Get("Allow"), "QUERY") || h.Get("Accept-Query") == "" {
		t.Errorf("preflight: %v", h)
	}
	a := s.query(map[string]string{"Origin": "https://page.example", "Sec-Fetch-Site": "cross-site"}, "", "/events", jsonType, `{}`)
	if a.status != http.StatusOK || a.header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("QUERY: %d %v", a.status, a.header)
	}
	open := openSite(t, prepared.SQLite(t))
	if h := open.sendWith(map[string]string{"Origin": "https://page.example", "Access-Control-Request-Method": "QUERY"}, "", http.MethodOptions, "/events", nil).header; h.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("open mode lets foreign pages read: %v", h)
	}
}

func TestAQueryIsAFeedByAccept(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Calendar", nil))
	a := s.query(map[string]string{"Accept": "text/calendar"}, "", "/events", jsonType, `{"per_page":5}`)
	if a.status != http.StatusOK || !strings.HasPrefix(a.text, "BEGIN:VCALENDAR") || a.header.Get("Content-Location") == "" {
		t.Errorf("%d %v: %.100s", a.status, a.header, a.text)
	}
}
