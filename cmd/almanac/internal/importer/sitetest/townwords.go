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

// Words are the words of a site's addresses: those that its owner chose, and those of its
// language; and the words of its costs. The zero value is no site's.
type Words struct {
	Language string
	Calendar string            // Path of the calendar: "events".
	Records  map[string]string // By resource, the path before the slug of a record.
	EventTag string            // The path of a tag of events; those of Records are of all posts.
	Views    map[string]string // By list, month, today, day, featured and page.
	Free, To string            // For a cost of zero, and between the ends of a range.
}

// English are the words of a site whose owner changed none.
func English() Words {
	return Words{
		"en-US", "events",
		map[string]string{
			"event": "event", "venue": "venue", "organizer": "organizer",
			"category": "events/category", "tag": "tag",
		},
		"events/tag",
		map[string]string{
			"list": "list", "month": "month", "today": "today",
			"day": "day", "featured": "featured", "page": "page",
		},
		"Free", "–",
	}
}

// German are the words of a site in German, whose calendar has an English name.
func German() Words {
	return Words{
		"de-DE", "events",
		map[string]string{
			"event": "event", "venue": "veranstaltungsort", "organizer": "veranstalter",
			"category": "events/kategorie", "tag": "tag",
		},
		"events/schlagwort",
		map[string]string{
			"list": "liste", "month": "monat", "today": "heute",
			"day": "tag", "featured": "hervorgehoben", "page": "seite",
		},
		"Kostenlos", "bis",
	}
}

// French are the words of a site in French whose owner chose names of the calendar, of
// events and of tags.
func French() Words {
	return Words{
		"fr-FR", "agenda-culturel",
		map[string]string{
			"event": "evenement", "venue": "lieu", "organizer": "organisateur",
			"category": "agenda-culturel/categorie", "tag": "etiquette",
		},
		"agenda-culturel/mot-clef",
		map[string]string{
			"list": "liste", "month": "mois", "today": "aujourdhui",
			"day": "jour", "featured": "en-vedette", "page": "page",
		},
		"Gratuit", "à",
	}
}

// Translate returns an address of an English site in the words of another one.
func (words Words) Translate(address string) string {
	path, query, _ := strings.Cut(address, "?")
	if query != "" {
		query = "?" + query
	}
	path, index := strings.CutPrefix(path, "/index.php")
	replace := func(of, by string) bool {
		rest, ok := strings.CutPrefix(path, "/"+of)
		if ok = ok && (rest == "" || rest[0] == '/'); ok {
			path = "/" + by + rest
		}
		return ok
	}
	english := English()
	done := replace(english.EventTag, words.EventTag)
	for _, resource := range []string{"category", "tag", "event", "venue", "organizer"} {
		done = done || replace(english.Records[resource], words.Records[resource])
	}
	if !done {
		done = replace(english.Calendar, words.Calendar)
	}
	if segments := strings.Split(path, "/"); done {
		for i := 2; i < len(segments); i++ {
			if word := words.Views[segments[i]]; word != "" && (segments[i] != "page" || i+1 < len(segments)) {
				segments[i] = word
			}
		}
		path = strings.Join(segments, "/")
	}
	if index {
		path = "/index.php" + path
	}
	return path + query
}

// spoken returns an event with its cost in the words of the site.
func (words Words) spoken(event map[string]any) map[string]any {
	shown, ok := event["cost"].(string)
	if !ok {
		return event
	}
	said := maps.Clone(event)
	shown = strings.Replace(shown, " – ", " "+words.To+" ", 1)
	if rest, is := strings.CutPrefix(shown, "Free"); is {
		shown = words.Free + rest
	}
	said["cost"] = shown
	return said
}

// program is a file that is no picture, to which events link.
const program = "2026/10/program.pdf"

// wordpressLists are the lists of wp/v2 with slugs and addresses, by their names.
var wordpressLists = map[string]string{
	"tribe_events_cat": "categories", "tags": "tags", "tribe_venue": "venues", "tribe_organizer": "organizers",
}

// wordpressList answers a page of a list of wp/v2: IDs, slugs and addresses.
func (t *Town) wordpressList(w http.ResponseWriter, r *http.Request, resource string) {
	all := []map[string]any{}
	ids := slices.Sorted(maps.Keys(t.byID[resource]))
	for _, id := range ids {
		if record := t.byID[resource][id]; record["status"] == nil || record["status"] == "publish" {
			one := map[string]any{"id": id, "slug": record["slug"], "link": t.link(resource, record)}
			if r.URL.Query().Get("context") == "edit" {
				one["password"] = t.Password(resource, id)
			}
			all = append(all, one)
		}
	}
	page, size := max(number(r, "page"), 1), max(number(r, "per_page"), 1)
	content, _ := json.Marshal(all[min(len(all), (page-1)*size):min(len(all), page*size)]) // It always encodes.
	w.Header().Set("X-WP-Total", strconv.Itoa(len(all)))
	SendJSON(w, content)
}

// number returns a parameter that is a number, 0 for others.
func number(r *http.Request, name string) int {
	n, _ := strconv.Atoi(r.URL.Query().Get(name))
	return n
}

// link returns the address of a record's page; that of a category names those above it.
func (t *Town) link(plural string, record map[string]any) string {
	if address, is := record["url"].(string); is {
		return address
	}
	path := fmt.Sprint(record["slug"], "/")
	for parent := record["parent"]; parent != nil && parent != int64(0); {
		above := t.byID[plural][parent.(int64)]
		path, parent = fmt.Sprint(above["slug"], "/", path), above["parent"]
	}
	resource := map[string]string{"categories": "category", "tags": "tag"}[plural]
	return t.server.URL + "/" + t.Words.Records[resource] + "/" + path
}

// media answers the pictures that the parameter include names, featured ones too.
func (t *Town) media(w http.ResponseWriter, r *http.Request) {
	list := slices.Clone(t.Images)
	for n := range photos {
		name := fmt.Sprintf("2026/11/photo-%d.jpg", n)
		if t.pictures[name] != nil {
			list = append(list, map[string]any{
				"id": 100 + n, "alt_text": fmt.Sprintf("Photo %d", n), "source_url": t.server.URL + uploads + name,
				"title": map[string]string{"rendered": fmt.Sprintf("photo-%d", n)}, "caption": map[string]string{"rendered": ""},
			})
		}
	}
	sendImages(w, r, list)
}

// page answers what is not of the REST API: sitemaps, the calendar with links to its
// views, and other pages.
func (t *Town) page(w http.ResponseWriter, path string) {
	home := t.server.URL
	calendar := home + "/" + t.Words.Calendar + "/"
	switch path {
	case "/wp-json":
		SendJSON(w, []byte(`{"name": "Town", "namespaces": ["oembed/1.0", "tribe/events/v1", "wp/v2"]}`))
	case "/sitemap.xml", "/wp-sitemap.xml":
		if t.NoSitemap {
			http.Error(w, "<!doctype html><title>Not found</title>", http.StatusNotFound)
			return
		}
		xml(w, "sitemap", home+"/wp-sitemap-posts-tribe_events-1.xml", home+"/wp-sitemap-taxonomies-post_tag-1.xml",
			home+"/wp-sitemap-taxonomies-tribe_events_cat-1.xml")
	case "/wp-sitemap-posts-tribe_events-1.xml":
		var pages []string
		for _, e := range t.records["events"] {
			if fmt.Sprint(e["utc_end_date"]) > Now && e["status"] == "publish" {
				pages = append(pages, t.link("events", e))
			}
		}
		xml(w, "url", pages...)
	case "/wp-sitemap-taxonomies-post_tag-1.xml", "/wp-sitemap-taxonomies-tribe_events_cat-1.xml":
		resource := map[bool]string{true: "tags", false: "categories"}[strings.Contains(path, "post_tag")]
		var pages []string
		for _, r := range t.records[resource] {
			pages = append(pages, t.link(resource, r))
		}
		xml(w, "url", pages...)
	default:
		w.Header().Set("Link", `<`+home+`/wp-json/>; rel="https://api.w.org/"`)
		w.Header().Set("Content-Type", "text/html; charset=UTF-8")
		links := ""
		if path == "/"+t.Words.Calendar {
			for _, view := range []string{"list", "month", "day"} {
				word := t.Words.Views[map[string]string{"day": "today"}[view]]
				if word == "" {
					word = t.Words.Views[view]
				}
				links += fmt.Sprintf(`<li class="tribe-events-c-view-selector__list-item--%s"><a href="%s%s/">%[1]s</a></li>`,
					view, calendar, word)
			}
		}
		for _, e := range t.records["events"] {
			if tags, _ := e["tags"].([]any); len(tags) > 0 && strings.TrimSuffix(fmt.Sprint(e["url"]), "/") == home+path {
				slug := tags[0].(map[string]any)["slug"]
				links += fmt.Sprintf(`<a href="%s/%s/%s/" rel="tag">tag</a>`, home, t.Words.EventTag, slug)
			}
		}
		_, _ = fmt.Fprintf(w, `<!doctype html><html lang="%s"><head><title>Town</title>`+
			`<link rel="alternate" type="text/calendar" title="iCal" href="%s?ical=1"></head><body>%s</body></html>`,
			t.Words.Language, html.EscapeString(calendar), links)
	}
}
