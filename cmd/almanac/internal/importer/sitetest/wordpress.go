package sitetest

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// AddEvent adds an event that no list of the API has.
func (s *Site) AddEvent(id int64, slug string) {
	content, _ := json.Marshal(map[string]any{ // It always encodes.
		"id": id, "title": slug, "slug": slug, "start_date": "2026-12-01 10:00:00", "end_date": "2026-12-01 11:00:00",
		"status": "publish", "hide_from_listings": true,
		"json_ld": map[string]string{"eventStatus": "https://schema.org/EventScheduled"},
	})
	s.singles[fmt.Sprintf("event-%d", id)] = content
}

// head is what an event is found by.
type head struct {
	ID   int64             `json:"id"`
	Slug string            `json:"slug"`
	Meta map[string]string `json:"meta"`
}

// events returns all events, those of lists and those of AddEvent, by id.
func (s *Site) events() []head {
	all := map[int64]head{}
	add := func(content []byte) {
		var h head
		if json.Unmarshal(content, &h) == nil {
			all[h.ID] = h
		}
	}
	for _, page := range s.pages["events"] {
		for _, event := range page["events"].([]any) {
			content, _ := json.Marshal(event) // It was read from JSON.
			add(content)
		}
	}
	for name, content := range s.singles {
		if strings.HasPrefix(name, "event-") {
			add(content)
		}
	}
	list := make([]head, 0, len(all))
	for _, id := range slices.Sorted(maps.Keys(all)) {
		e := all[id]
		e.Meta = s.Statuses[id]
		list = append(list, e)
	}
	return list
}

// idOf returns the id of the event of a slug, "" for none.
func (s *Site) idOf(slug string) string {
	for _, e := range s.events() {
		if e.Slug == slug {
			return fmt.Sprint(e.ID)
		}
	}
	return ""
}

// sendImages sends those of the images that the parameters include and slug name.
func sendImages(w http.ResponseWriter, r *http.Request, images []map[string]any) {
	q := r.URL.Query()
	ids, slugs := strings.Split(q.Get("include"), ","), strings.Split(q.Get("slug"), ",")
	list := []map[string]any{}
	for _, image := range images {
		if slices.Contains(ids, fmt.Sprint(image["id"])) || slices.Contains(slugs, fmt.Sprint(image["slug"])) {
			list = append(list, image)
		}
	}
	content, _ := json.Marshal(list) // It always encodes.
	SendJSON(w, content)
}

// serveWordPress answers an address that is not of the API, as WordPress does.
func (s *Site) serveWordPress(w http.ResponseWriter, r *http.Request) {
	home := "http://" + r.Host
	switch path := strings.TrimSuffix(r.URL.Path, "/"); {
	case path == "/wp-json":
		SendJSON(w, []byte(`{"name": "Town", "namespaces": ["oembed/1.0", "tribe/events/v1", "wp/v2"]}`))
	case strings.HasPrefix(path, "/wp-json/wp/v2/") && s.Closed:
		Refuse(w, http.StatusUnauthorized, "rest_forbidden")
	case strings.HasPrefix(path, "/wp-json/wp/v2/tribe_events/"):
		id, _ := strconv.ParseInt(strings.TrimPrefix(path, "/wp-json/wp/v2/tribe_events/"), 10, 64)
		content, _ := json.Marshal(head{ID: id, Meta: s.Statuses[id]}) // It always encodes.
		SendJSON(w, content)
	case path == "/wp-json/wp/v2/tribe_events":
		var list []head
		if r.URL.Query().Get("page") == "1" {
			list = slices.DeleteFunc(s.events(), func(e head) bool { return s.PastFrom > 0 && e.ID >= s.PastFrom })
		}
		content, _ := json.Marshal(list) // It always encodes.
		SendJSON(w, content)
	case strings.HasPrefix(path, "/wp-json"):
		Refuse(w, http.StatusNotFound, "rest_no_route")
	case path == "/sitemap.xml" && !s.NoSitemap:
		http.Redirect(w, r, "/wp-sitemap.xml", http.StatusMovedPermanently)
	case path == "/wp-sitemap.xml":
		xml(w, "sitemap", home+"/wp-sitemap-posts-page-1.xml", "https://www.site.example/wp-sitemap-posts-tribe_events-1.xml",
			home+"/wp-sitemap-taxonomies-tribe_events_cat-1.xml")
	case path == "/wp-sitemap-posts-tribe_events-1.xml":
		var pages []string
		for _, e := range s.events() {
			pages = append(pages, home+"/event/"+e.Slug+"/")
		}
		xml(w, "url", append(pages, home+"/events/")...)
	default:
		w.Header().Set("Link", `<`+home+`/wp-json/>; rel="https://api.w.org/"`)
		w.Header().Set("Content-Type", "text/html; charset=UTF-8")
		_, _ = fmt.Fprint(w, "<!doctype html><title>Town</title>")
	}
}

// xml answers a sitemap.
func xml(w http.ResponseWriter, element string, addresses ...string) {
	w.Header().Set("Content-Type", "application/xml; charset=UTF-8")
	_, _ = fmt.Fprint(w, `<?xml version="1.0" encoding="UTF-8"?><set xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for _, address := range addresses {
		_, _ = fmt.Fprintf(w, "<%s><loc>%s</loc></%[1]s>", element, html.EscapeString(address))
	}
	_, _ = fmt.Fprint(w, "</set>")
}

// Change changes a member of a record in a list, without a later date; between requests
// alone.
func (s *Site) Change(resource string, id int64, member string, value any) {
	for _, page := range s.pages[resource] {
		for _, r := range page[resource].([]any) {
			if r := r.(map[string]any); r["id"] == float64(id) {
				r[member] = value
			}
		}
	}
}
