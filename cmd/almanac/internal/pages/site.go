package pages

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"almanac/runtime/httpapi"
	"almanac/runtime/identity"
	"almanac/runtime/locale"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/theme"
)

// Handler serves the pages of one deployment.
type Handler struct {
	api         *httpapi.API
	templates   map[string]*template.Template // By the name of the page.
	embedScript asset
	messages    *messages.Catalog
	languages   []string // Of texts; the first is also for records of other languages, and of none.
	last        atomic.Pointer[look]
}

// New makes the pages of an API.  Its method Lookup is for httpapi.API.Pages.
func New(api *httpapi.API) *Handler {
	h := &Handler{api: api, messages: messages.Load(files), templates: map[string]*template.Template{}}
	parse := func(names ...string) *template.Template {
		for i := range names {
			names[i] = "templates/" + names[i] + ".html"
		}
		return template.Must(template.ParseFS(files, names...))
	}
	names := []string{"grid", "list", "day", "photo", "event", "record", "term", "message", "about", "embedbuilder"}
	for _, name := range names {
		h.templates[name] = parse("layout", "icons", "parts", "search", name)
	}
	h.templates["embed"], h.templates["embedlist"] = parse("parts", "embed"), parse("parts", "embedlist")
	h.embedScript = newAsset(embedScript, "text/javascript; charset=utf-8", string(embedded(embedScript)))
	h.embedScript.cache = "public, max-age=3600" // Other sites know it by one name.
	h.embedScript.crossOrigin = true
	h.lookOf(identity.Identity{}) // Until a page reads what is stored.
	d := api.Env.Deployment
	h.languages, _ = parseLanguages(d.Settings[SettingLanguages]) // CheckSetting has found no error.
	if h.languages == nil {
		h.languages = append(slices.Clone(d.Languages), locale.Codes()[0])[:max(len(d.Languages), 1)]
	}
	return h
}

// Lookup returns the handler of an escaped path, and the pattern that the path has; nil for a
// path that belongs to no page.  Every path below that of a resource belongs to a page, if
// only to one that says that there is no such record.
func (h *Handler) Lookup(path string) (string, http.Handler) {
	switch path {
	case "/", "":
		return "/", h.handle((*pageRequest).calendar)
	case "/" + embedScript:
		return path, h.embedScript
	case "/" + aboutPath:
		return path, h.handle((*pageRequest).aboutPage)
	case "/" + embedPath:
		return path, h.handle((*pageRequest).embedBuilder)
	case "/" + embedListPath:
		return path, h.handle((*pageRequest).embedList)
	case "/favicon.ico":
		return path, h.handle((*pageRequest).favicon)
	case searchFeedPath + formatCalendar, searchFeedPath + formatNews:
		format := strings.TrimPrefix(path, searchFeedPath)
		return path, h.handle(func(p *pageRequest) { p.searchFeed(format) })
	case "/robots.txt":
		return path, h.handle((*pageRequest).robots)
	case "/sitemap.xml":
		return path, h.handle((*pageRequest).sitemapIndex)
	case h.oEmbedPath():
		return path, h.handle((*pageRequest).oEmbed)
	}
	if list := theme.ParseStyleName(strings.TrimPrefix(path, "/")); list != nil {
		return "/colors-{colors}.css", h.handle(func(p *pageRequest) { p.colorsStyle(list) })
	}
	if pattern, file := h.lookFile(strings.TrimPrefix(path, "/")); file != nil {
		return pattern, file
	}
	if resource, number := h.sitemapOf(path); resource != nil {
		return "/sitemap-{resource}-{number}.xml", h.handle(func(p *pageRequest) { p.sitemap(resource, number) })
	}
	for _, resource := range h.api.Env.Resources {
		rest, ok := strings.CutPrefix(path, "/"+resource.PagePath)
		if ok && resource.PagePath != "" && (rest == "" || rest[0] == '/') {
			names := slugs(rest)
			return "/" + resource.PagePath + "/{slug}/", h.handle(func(p *pageRequest) { p.record(resource, names) })
		}
	}
	return "", nil
}

// Missing is the page that says that there is no such page.
func (h *Handler) Missing() http.Handler { return h.handle((*pageRequest).notFound) }

// handle returns a handler that has serve respond to GET and HEAD requests.
func (h *Handler) handle(serve func(*pageRequest)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := newPageRequest(h, w, r)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", allowed)
			p.message(http.StatusMethodNotAllowed, p.t.Text("This page is read-only"), "")
			return
		}
		serve(p)
	})
}

// Preview returns what shows a record that is not stored as its page will; nil for a record
// without a page. It is for httpapi.API.Preview.
func (h *Handler) Preview(m model.Record) http.Handler {
	if m.Resource().PagePath == "" {
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := newPageRequest(h, w, r)
		p.preview = true
		p.show(m.Resource(), p.visit.preview(m), false)
	})
}

// allowed are the methods of pages.
const allowed = "GET, HEAD"

// sitePath returns the path of the site with slashes around it: "/" or "/blog/".
func (h *Handler) sitePath() string {
	_, rest, _ := strings.Cut(h.api.Env.Deployment.SiteURL, "://")
	_, path, _ := strings.Cut(strings.Trim(rest, "/")+"/", "/")
	return "/" + path
}

// slugs returns the names in the rest of a path, nil when they cannot be those
// of records.
func slugs(rest string) []string {
	var names []string
	for segment := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(rest, "/"), "/"), "/") {
		name, err := url.PathUnescape(segment)
		if err != nil || name == "" || !clean(name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}
