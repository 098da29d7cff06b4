package app_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// plurals are the routes of the resources.
var plurals = []string{"events", "venues", "organizers", "categories", "tags"}

// fuzzed is a whole service on a database of its own, with one record of each
// resource that stays.
type fuzzed struct {
	*service.Service
	handler http.Handler
	root    string
	kept    map[string]int64
}

// openFuzzed starts a service for a fuzz target.
func openFuzzed(f *testing.F) *fuzzed {
	f.Helper()
	d := deployments.A()
	a, err := service.Open(context.Background(), generated.Service(), service.Config{Database: prepared.SQLite(f), Deployment: d, Open: true, Log: quiet()})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = a.Close() })
	z := &fuzzed{Service: a, handler: a.Handler(), root: d.APIPath(), kept: map[string]int64{}}
	for i, body := range []string{
		`{"title":"Kept","start_date":"2031-01-02 10:00","end_date":"2031-01-02 12:00","venue":{"venue":"Hall"},"organizer":[{"organizer":"Jo"}],"categories":["Music"],"tags":["free"],"cost":"5 €"}`,
		`{"venue":"Kept","geo_lat":1,"geo_lng":2}`, `{"organizer":"Kept"}`, `{"name":"Kept"}`, `{"name":"Kept"}`,
	} {
		w := z.call(http.MethodPost, "/"+plurals[i], "", "application/json", body)
		if w.Code != http.StatusCreated {
			f.Fatalf("%s: %d %s", plurals[i], w.Code, w.Body)
		}
		z.kept[plurals[i]] = idOf(w)
	}
	return z
}

// call sends a request to the handler, without a network between.
func (f *fuzzed) call(method, path, query, media, body string) *httptest.ResponseRecorder {
	u := &url.URL{Path: f.root + path, RawQuery: query}
	r := (&http.Request{
		Method: method, URL: u, RequestURI: u.RequestURI(), Host: "localhost", RemoteAddr: "127.0.0.1:1", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}).WithContext(context.Background())
	if media != "" {
		r.Header.Set("Content-Type", media)
	}
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, r)
	return w
}

// idOf returns the id of the record in a response, 0 when there is none.
func idOf(w *httptest.ResponseRecorder) int64 {
	var record struct{ ID int64 }
	_ = json.Unmarshal(w.Body.Bytes(), &record) // Not every response is a record.
	return record.ID
}

// sound notes a response that blames the service or is no JSON.
func sound(t *testing.T, what string, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code < http.StatusOK || w.Code >= http.StatusInternalServerError || w.Code >= 300 && w.Code < 400 {
		t.Fatalf("%s: %d %s", what, w.Code, w.Body)
	}
	if !json.Valid(w.Body.Bytes()) || !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") || strings.ContainsAny(w.Body.String(), "<>") {
		t.Fatalf("%s: no JSON, or not safe in a page: %s %q", what, w.Header().Get("Content-Type"), w.Body)
	}
}

// invariants are queries that must find nothing, whatever was written.
var invariants = map[string]string{
	"an event ends before it begins":       `SELECT 'event ' || id || ': ' || start_date || ' - ' || end_date FROM events WHERE utc_end_date < utc_start_date OR all_day AND end_date < start_date`,
	"a text holds U+0000":                  `SELECT 'event ' || id FROM events WHERE instr(title || description || excerpt || slug || cost || website, char(0)) > 0`,
	"a description holds a script":         `SELECT 'event ' || id FROM events WHERE description LIKE '%<script%' OR excerpt LIKE '%<script%'`,
	"a record has no name, slug or status": `SELECT 'event ' || id FROM events WHERE title = '' OR slug = '' OR status NOT IN ('publish', 'future', 'draft', 'pending', 'private', 'trash')`,
	"the trash forgets a status":           `SELECT 'event ' || id FROM events WHERE (status = 'trash') <> (status_before_trash IN ('publish', 'future', 'draft', 'pending', 'private')) OR status <> 'trash' AND status_before_trash <> ''`,
	"a record has an id of another kind":   `SELECT 'event ' || id FROM events WHERE NOT EXISTS (SELECT 1 FROM post_id_sequence AS p WHERE p.id = events.id AND p.resource = 'event')`,
	"a category has no parent":             `SELECT 'category ' || id FROM categories AS c WHERE parent <> 0 AND NOT EXISTS (SELECT 1 FROM categories AS p WHERE p.id = c.parent)`,
	"a link leads nowhere":                 `SELECT "table" FROM pragma_foreign_key_check`,
	"a count is wrong": `SELECT 'term ' || t.id || ': ' || t.shown || ' instead of ' || t.linked FROM (
		SELECT c.id, (SELECT coalesce(sum(count), 0) FROM term_counts WHERE term_id = c.id) AS shown,
			(SELECT count(*) FROM event_categories AS l JOIN events AS e ON e.id = l.event_id WHERE l.category_id = c.id AND e.status = 'publish') AS linked FROM categories AS c
		UNION ALL SELECT c.id, (SELECT coalesce(sum(count), 0) FROM term_counts WHERE term_id = c.id),
			(SELECT count(*) FROM event_tags AS l JOIN events AS e ON e.id = l.event_id WHERE l.tag_id = c.id AND e.status = 'publish') FROM tags AS c) AS t WHERE t.shown <> t.linked`,
}

// consistent notes what the store must not hold.
func (f *fuzzed) consistent(t *testing.T, what string) {
	t.Helper()
	var all []store.Statement
	for name, sql := range invariants {
		all = append(all, store.Statement{SQL: sql, ScanRow: func(row store.Row) error {
			var found string
			err := row.Scan(&found)
			t.Errorf("%s: %s: %s", what, name, found)
			return err
		}})
	}
	if err := f.Store.Reader().Batch(context.Background(), all); err != nil {
		t.Fatal(err)
	}
}

// FuzzBody sends bodies to every create and update: whatever they are, the
// answer is JSON and no failure of the service, what was written can be read,
// changed and deleted, and the store stays consistent.
func FuzzBody(f *testing.F) {
	z := openFuzzed(f)
	medias := []string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=B", ""}
	for i, body := range []string{
		`{"title":"T","start_date":"tomorrow 9am","end_date":"+2 days","all_day":true,"cost":["0$","20$"],"categories":[1,"new",{"id":2}],"tags":"a,b","status":"draft"}`,
		`{"title":"T","start_date":"9999-12-31 23:59:59","end_date":"9999-12-31","timezone":"UTC-3.5","venue":[{"venue":"V","geo_lat":90}],"organizer":{"id":"3"},"image":"https://x.example/a.png"}`,
		`{"title":"\ud83d\ude00\u2028","start_date":"0000-01-01","end_date":"now","slug":"--","post_password":"p","post_parent":"1","ticketed":["a"],"author":1,"date":"@0"}`,
		`{"venue":"V","address":"<x onclick=f()>","stateprovince":null,"geo_lat":"1e-7","geo_lng":-180,"show_map":"yes","website":"https://x.example"}`,
		`{"organizer":"O","email":"Jo <jo@x.example>","description":"<p>a\n\nb<script>","excerpt":"&lt;b&gt;","status":"trash"}`,
		`{"name":"N","parent":1,"slug":"%_\\","description":"'; DROP TABLE events; --"}`, `{"name":"` + strings.Repeat("é", 200) + `"}`, `[]`, `{"title":{"a":[[[[]]]]}}`, `{"status":"future","date":"2099-01-01","date_utc":null}`,
		`{"end_date":"2000-01-01"}`, `{"timezone":"America/New_York","start_date":"2031-03-09 02:30","end_date":"2031-11-02 01:30"}`, `{"translation_language":"fr","name":"x"}`, `{"dry_run":true,"name":"y","title":"z"}`,
	} {
		for route := range 2 * len(plurals) {
			f.Add(uint8(route), uint8(0), body)
		}
		f.Add(uint8(i), uint8(1), "title=T&start_date=2031-01-01&end_date=2031-01-02&categories[]=x&venue[venue]=V&venue[geo_lat]=1&name=N")
	}
	f.Add(uint8(0), uint8(2), "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nT\r\n--B--\r\n")
	f.Fuzz(func(t *testing.T, route, media uint8, body string) {
		plural := plurals[int(route)%len(plurals)]
		create := int(route)/len(plurals)%2 == 0
		method, path := http.MethodPatch, one(plural, z.kept[plural])
		if create {
			method, path = http.MethodPost, "/"+plural
		}
		what := method + " " + path + " " + body
		w := z.call(method, path, "", medias[int(media)%len(medias)], body)
		sound(t, what, w)
		if w.Code < http.StatusBadRequest {
			z.live(t, what, plural, create, idOf(w), strings.Contains(body, "dry_run"))
		}
		z.consistent(t, what)
	})
}

// live reads a written record, changes nothing in it, and deletes it if it is
// new.  A dry run leaves none to read.
func (f *fuzzed) live(t *testing.T, what, plural string, created bool, id int64, dry bool) {
	t.Helper()
	path := one(plural, id)
	read := f.call(http.MethodGet, path, "context=edit", "", "")
	sound(t, what, read)
	if read.Code != http.StatusOK {
		if !dry {
			t.Errorf("%s: GET %s = %d %s", what, path, read.Code, read.Body)
		}
		return
	}
	if again := f.call(http.MethodPatch, path, "", "application/json", "{}"); again.Code != http.StatusOK {
		t.Errorf("%s: PATCH %s = %d %s", what, path, again.Code, again.Body)
	}
	if !created || id == f.kept[plural] {
		return
	}
	if gone := f.call(http.MethodDelete, path, "force=true", "", ""); gone.Code != http.StatusOK {
		t.Errorf("%s: DELETE %s = %d %s", what, path, gone.Code, gone.Body)
	}
}

// FuzzQuery sends query strings to every read: whatever they are, the response is
// JSON and no failure of the service, and the links of a list can be followed.
func FuzzQuery(f *testing.F) {
	z := openFuzzed(f)
	paths := []string{"/", "/doc"}
	for _, plural := range plurals {
		paths = append(paths, "/"+plural, one(plural, z.kept[plural]))
	}
	for i := range 3 {
		z.call(http.MethodPost, "/events", "", "application/json", `{"title":"Jazz 100% _`+strings.Repeat("x", i)+`","start_date":"+1 week","end_date":"+8 days","tags":"free","venue":2}`)
	}
	for _, query := range []string{
		"page=1&per_page=1&search=%25_%5C", "start_date=tomorrow&end_date=2099-01-01T00:00:00Z&strict_dates=1", "categories=music,1&tags[]=free&tags[0]=1&venue=2", "include=1,2,3&orderby=include&order=desc",
		"geoloc=1&geoloc_lat=1&geoloc_lng=179.99", "status=any&ticketed=false&featured=0&post_parent=1", "starts_before=@0&ends_after=-1+day", "search=-a+%22b+c%22+%F0%9F%98%80%E2%80%A8", "has_events=x&only_with_upcoming=true&event=1",
		"hide_empty=0&orderby=count&order=DESC&exclude=1&parent=0&slug=a&post=1", "_fields=id,total,%00", "context=help&namespace=x", "version=3.0", "translation_language=fr", "password=x&context=edit", "page=9223372036854775807&per_page=50",
		"page=2147483648&per_page=9223372036854775807", "search=%ff", "a[b][c][]=1&a[b]=2&a=3&%5B%5D=4", "page[]=1&page[]=2", "geoloc_lat=1e308&geoloc_lng=NaN", "search=" + strings.Repeat("a+-b+", 60), "&&==&%&+",
	} {
		for i := range paths {
			f.Add(uint8(i), query)
		}
	}
	f.Fuzz(func(t *testing.T, route uint8, query string) {
		path := paths[int(route)%len(paths)]
		w := z.call(http.MethodGet, path, query, "", "")
		if path != "/doc" {
			sound(t, path+"?"+query, w)
		}
		var list struct {
			Next     string `json:"next_rest_url"`
			Previous string `json:"previous_rest_url"`
		}
		_ = json.Unmarshal(w.Body.Bytes(), &list) // Records have no such members.
		for _, link := range []string{list.Next, list.Previous} {
			if link == "" {
				continue
			}
			u, err := url.Parse(link)
			if err != nil {
				t.Fatalf("%s?%s: the link %q is none: %v", path, query, link, err)
			}
			if w := z.call(http.MethodGet, path, u.RawQuery, "", ""); w.Code != http.StatusOK {
				t.Errorf("%s?%s: the link %q answers %d %s", path, query, link, w.Code, w.Body)
			}
		}
	})
}
