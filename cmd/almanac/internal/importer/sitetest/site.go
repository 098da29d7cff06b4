// Package sitetest plays recorded responses of a site over HTTP, for tests.  It
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

// Reply answers a request instead of the site, after which the API was asked
// for n times; it returns false to leave it to the site.
type Reply func(w http.ResponseWriter, r *http.Request, n int) bool

// Site is a played site.
type Site struct {
	URL   string // Address of the API.
	User  string // Whose requests may see drafts; "" for nobody's.
	Fault Reply  // Nil for none; to be changed between requests alone.

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
		if resource, _, _ := strings.Cut(name, "-"); !strings.HasSuffix(resource, "s") {
			s.singles[name] = content
		}
	}
	for _, resource := range []string{"events", "venues", "organizers", "categories", "tags"} {
		s.load(t, dir, resource)
	}
	s.server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.server.Close)
	s.URL = s.server.URL + Root
	return s
}

// Host returns the host and the port of the site.
func (s *Site) Host() string { return strings.TrimPrefix(s.server.URL, "http://") }

// load reads the pages of a resource.
func (s *Site) load(t testing.TB, dir, resource string) {
	t.Helper()
	total := 0
	for n := 1; ; n++ {
		path := filepath.Join(dir, fmt.Sprintf("%s-%d.json", resource, n))
		content, err := os.ReadFile(path) //nolint:gosec // The test names the folder.
		if err != nil {
			break
		}
		var page map[string]any
		if err := json.Unmarshal(content, &page); err != nil {
			t.Fatal(err)
		}
		list, _ := page[resource].([]any)
		total += len(list)
		s.pages[resource] = append(s.pages[resource], page)
	}
	for i, page := range s.pages[resource] {
		page["total"], page["total_pages"] = total, len(s.pages[resource])
		delete(page, "next_rest_url")
		if i+1 < len(s.pages[resource]) {
			page["next_rest_url"] = fmt.Sprintf("https://elsewhere.example/%s?page=%d", resource, i+2)
		}
	}
}

// Requests returns the paths and queries that the API was asked for, its index aside.
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
		sendImages(w, r, s.Images)
		return
	}
	if s.WordPress && !strings.HasPrefix(r.URL.Path, Root) {
		s.serveWordPress(w, r)
		return
	}
	resource, id, single := strings.Cut(strings.TrimPrefix(r.URL.Path, Root+"/"), "/")
	user, _, _ := r.BasicAuth()
	query := r.URL.Query()
	page, _ := strconv.Atoi(query.Get("page"))
	pages := s.pages[resource]
	switch {
	case r.URL.Path == Root && !s.WordPress: // A site like ours, whose lists show statuses.
		SendJSON(w, []byte(`{"routes":{"/events":{"endpoints":[{"methods":["POST"],"args":{"event_status":{}}}]}}}`))
	case single:
		s.single(w, resource, id)
	case pages == nil:
		Refuse(w, http.StatusNotFound, "rest_no_route")
	case query.Get("status") != "" && query.Get("status") != "publish" && (user == "" || user != s.User):
		Refuse(w, http.StatusBadRequest, "rest_invalid_param")
	case page > len(pages):
		Refuse(w, http.StatusNotFound, strings.TrimSuffix(resource, "s")+"-archive-page-not-found")
	default:
		content, _ := json.Marshal(pages[page-1]) // It was read from JSON.
		SendJSON(w, content)
	}
}

// single answers one record.
func (s *Site) single(w http.ResponseWriter, resource, id string) {
	name := strings.TrimSuffix(resource, "s")
	if slug, ok := strings.CutPrefix(id, "by-slug/"); ok {
		id = s.idOf(slug)
	}
	if content := s.singles[name+"-"+id]; content != nil {
		SendJSON(w, content)
		return
	}
	for _, page := range s.pages[resource] {
		for _, r := range page[resource].([]any) {
			if listed := r.(map[string]any); fmt.Sprint(listed["id"]) == id {
				content, _ := json.Marshal(s.alone(resource, listed)) // It was read from JSON.
				SendJSON(w, content)
				return
			}
		}
	}
	Refuse(w, http.StatusNotFound, "rest-"+name+"-not-found")
}

// alone returns a record of a list as it is shown by itself: events with json_ld.
func (s *Site) alone(resource string, listed map[string]any) map[string]any {
	if resource != "events" {
		return listed
	}
	return withStatus(listed, s.Statuses[int64(listed["id"].(float64))]["_tribe_events_status"])
}

// withStatus returns an event with the json_ld that says whether it takes place.
func withStatus(event map[string]any, status string) map[string]any {
	shown := maps.Clone(event)
	word := map[string]string{"canceled": "EventCancelled", "postponed": "EventPostponed"}[status]
	shown["json_ld"] = map[string]any{
		"@type": "Event", "eventStatus": "https://schema.org/" + cmp.Or(word, "EventScheduled"),
	}
	return shown
}

// SendJSON sends JSON as the response.
func SendJSON(w http.ResponseWriter, content []byte) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	_, _ = w.Write(content)
}

// Refuse answers an error of the API.
func Refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	// It always encodes.
	content, _ := json.Marshal(map[string]any{"code": code, "message": "No.", "data": map[string]int{"status": status}})
	_, _ = w.Write(content)
}
