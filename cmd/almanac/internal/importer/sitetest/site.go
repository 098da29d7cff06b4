// Package sitetest plays recorded answers of a site over HTTP, for tests.  It
// knows the form of lists and what a site refuses to visitors; what is wrong
// with a site is up to the test, which may answer any request itself.
package sitetest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Root is the path below which a played site answers.
const Root = "/wp-json/tribe/events/v1"

// Fault answers a request instead of the site, after which the interface was asked
// for n times; it returns false to leave it to the site.
type Fault func(w http.ResponseWriter, r *http.Request, n int) bool

// Site is a played site.
type Site struct {
	URL   string // Address of the interface.
	User  string // Whose requests may see drafts; "" for nobody's.
	Fault Fault  // Nil for none; to be changed between requests alone.

	WordPress bool // Has pages and a sitemap, names its interface in their headers, and does not show statuses in lists.
	Closed    bool // Refuses wp/v2.
	NoSitemap bool
	Statuses  map[int64]map[string]string // Meta of events in wp/v2 about whether they take place.
	Images    []map[string]any            // Answered by the media route of wp/v2.
	PastFrom  int64                       // Events from this ID on are over: lists of wp/v2 leave them out; 0 for none.

	pages   map[string][]map[string]any
	singles map[string][]byte
	server  *httptest.Server

	mutex    sync.Mutex
	requests []string
}

// Play plays the files of a folder, whose names are those of an export:
// events-1.json, event-7.json.  Totals are those of the files.
func Play(t testing.TB, dir string) *Site {
	t.Helper()
	s := &Site{pages: map[string][]map[string]any{}, singles: map[string][]byte{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	for _, path := range files {
		content, err := os.ReadFile(path) //nolint:gosec // The test names the folder.
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		if kind, _, _ := strings.Cut(name, "-"); !strings.HasSuffix(kind, "s") {
			s.singles[name] = content
		}
	}
	for _, kind := range []string{"events", "venues", "organizers", "categories", "tags"} {
		s.load(t, dir, kind)
	}
	s.server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.server.Close)
	s.URL = s.server.URL + Root
	return s
}

// Host returns the host and the port of the site.
func (s *Site) Host() string { return strings.TrimPrefix(s.server.URL, "http://") }

// load reads the pages of a kind.
func (s *Site) load(t testing.TB, dir, kind string) {
	t.Helper()
	total := 0
	for n := 1; ; n++ {
		content, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%s-%d.json", kind, n))) //nolint:gosec // The test names the folder.
		if err != nil {
			break
		}
		var page map[string]any
		if err := json.Unmarshal(content, &page); err != nil {
			t.Fatal(err)
		}
		list, _ := page[kind].([]any)
		total += len(list)
		s.pages[kind] = append(s.pages[kind], page)
	}
	for i, page := range s.pages[kind] {
		page["total"], page["total_pages"] = total, len(s.pages[kind])
		delete(page, "next_rest_url")
		if i+1 < len(s.pages[kind]) {
			page["next_rest_url"] = fmt.Sprintf("https://elsewhere.example/%s?page=%d", kind, i+2)
		}
	}
}

// Requests returns the paths and queries that the interface was asked for, its index aside.
func (s *Site) Requests() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]string(nil), s.requests...)
}

// serve answers a request.
func (s *Site) serve(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	if strings.HasPrefix(r.URL.Path, Root+"/") {
		s.requests = append(s.requests, r.URL.RequestURI())
	}
	n, fault := len(s.requests), s.Fault
	s.mutex.Unlock()
	if fault != nil && fault(w, r, n) {
		return
	}
	if route := r.URL.Query().Get("rest_route"); route != "" {
		r.URL.Path = "/wp-json" + route
	}
	if r.URL.Path == "/wp-json/wp/v2/media" && !s.Closed {
		answerImages(w, r, s.Images)
		return
	}
	if s.WordPress && !strings.HasPrefix(r.URL.Path, Root) {
		s.neighbour(w, r)
		return
	}
	kind, id, single := strings.Cut(strings.TrimPrefix(r.URL.Path, Root+"/"), "/")
	user, _, _ := r.BasicAuth()
	query := r.URL.Query()
	page, _ := strconv.Atoi(query.Get("page"))
	pages := s.pages[kind]
	switch {
	case r.URL.Path == Root && !s.WordPress: // A site like ours, whose lists show statuses.
		Answer(w, []byte(`{"routes":{"/events":{"endpoints":[{"methods":["POST"],"args":{"event_status":{}}}]}}}`))
	case single:
		s.single(w, kind, id)
	case pages == nil:
		Refuse(w, http.StatusNotFound, "rest_no_route")
	case query.Get("status") != "" && query.Get("status") != "publish" && (user == "" || user != s.User):
		Refuse(w, http.StatusBadRequest, "rest_invalid_param")
	case page > len(pages):
		Refuse(w, http.StatusNotFound, strings.TrimSuffix(kind, "s")+"-archive-page-not-found")
	default:
		content, _ := json.Marshal(pages[page-1]) // It was read from JSON.
		Answer(w, content)
	}
}

// single answers one record.
func (s *Site) single(w http.ResponseWriter, kind, id string) {
	name := strings.TrimSuffix(kind, "s")
	if slug, ok := strings.CutPrefix(id, "by-slug/"); ok {
		id = s.idOf(slug)
	}
	if content := s.singles[name+"-"+id]; content != nil {
		Answer(w, content)
		return
	}
	for _, page := range s.pages[kind] {
		for _, r := range page[kind].([]any) {
			if listed := r.(map[string]any); fmt.Sprint(listed["id"]) == id {
				content, _ := json.Marshal(s.alone(kind, listed)) // It was read from JSON.
				Answer(w, content)
				return
			}
		}
	}
	Refuse(w, http.StatusNotFound, "rest-"+name+"-not-found")
}

// alone returns a record of a list as it is shown by itself: events with json_ld.
func (s *Site) alone(kind string, listed map[string]any) map[string]any {
	if kind != "events" {
		return listed
	}
	return withStatus(listed, s.Statuses[int64(listed["id"].(float64))]["_tribe_events_status"])
}

// withStatus returns an event with the json_ld that says whether it takes place.
func withStatus(event map[string]any, status string) map[string]any {
	shown := maps.Clone(event)
	word := map[string]string{"canceled": "EventCancelled", "postponed": "EventPostponed"}[status]
	shown["json_ld"] = map[string]any{"@type": "Event", "eventStatus": "https://schema.org/" + cmp.Or(word, "EventScheduled")}
	return shown
}

// Answer answers JSON.
func Answer(w http.ResponseWriter, content []byte) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	_, _ = w.Write(content)
}

// Refuse answers an error of the interface.
func Refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	content, _ := json.Marshal(map[string]any{"code": code, "message": "No.", "data": map[string]int{"status": status}}) // It always encodes.
	_, _ = w.Write(content)
}
