package pages

import (
	"net/http"
	"strings"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/embed"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/almanac/internal/pages/record"
	"almanac/cmd/almanac/internal/pages/view"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/theme"
)

// Handler serves the pages of one deployment.
type Handler struct {
	site        *frame.Site
	embedScript http.Handler
}

// New makes the pages of an API.  Its method Lookup is for httpapi.API.Pages.
func New(api *httpapi.API) *Handler {
	site := frame.New(api, files)
	return &Handler{site: site, embedScript: site.SharedFile(embed.Script, "text/javascript; charset=utf-8")}
}

// handle returns a handler that has serve respond to GET and HEAD requests.
func (h *Handler) handle(serve func(*events.Page)) http.Handler {
	return h.site.Handle(func(p *frame.Page) { serve(&events.Page{Page: p}) })
}

// Lookup returns the handler of an escaped path, and the pattern that the path has; nil for a
// path that belongs to no page.  Every path below that of a resource belongs to a page, if
// only to one that says that there is no such record.
func (h *Handler) Lookup(path string) (string, http.Handler) {
	switch path {
	case "/", "":
		return "/", h.handle(view.Calendar)
	case "/" + embed.Script:
		return path, h.embedScript
	case "/" + address.AboutPath:
		return path, h.handle(aboutPage)
	case "/" + address.EmbedPath:
		return path, h.handle(embed.Builder)
	case "/" + embed.ListPath:
		return path, h.handle(embed.List)
	case "/favicon.ico":
		return path, h.site.Handle((*frame.Page).Favicon)
	case view.SearchFeedPath + view.FormatCalendar, view.SearchFeedPath + view.FormatNews:
		format := strings.TrimPrefix(path, view.SearchFeedPath)
		return path, h.handle(func(p *events.Page) { view.SearchFeed(p, format) })
	case "/robots.txt":
		return path, h.handle(robots)
	case "/sitemap.xml":
		return path, h.handle(serveSitemapIndex)
	case h.site.OEmbedPath():
		return path, h.handle(embed.OEmbed)
	}
	if list := theme.ParseStyleName(strings.TrimPrefix(path, "/")); list != nil {
		return "/colors-{colors}.css", h.site.Handle(func(p *frame.Page) { p.ColorsStyle(list) })
	}
	if pattern, file := h.site.LookFile(strings.TrimPrefix(path, "/")); file != nil {
		return pattern, file
	}
	if resource, number := h.sitemapOf(path); resource != nil {
		return "/sitemap-{resource}-{number}.xml", h.handle(func(p *events.Page) { sitemap(p, resource, number) })
	}
	for _, resource := range h.site.API.Env.Resources {
		rest, ok := strings.CutPrefix(path, "/"+resource.PagePath)
		if ok && resource.PagePath != "" && (rest == "" || rest[0] == '/') {
			names := frame.Slugs(rest)
			serve := func(p *events.Page) { record.Serve(p, resource, names) }
			if resource.Name == "event" && len(names) == 2 && names[1] == "embed" {
				serve = func(p *events.Page) { embed.Event(p, resource, names[0]) }
			}
			return "/" + resource.PagePath + "/{slug}/", h.handle(serve)
		}
	}
	return "", nil
}

// Missing is the page that says that there is no such page.
func (h *Handler) Missing() http.Handler { return h.site.Handle((*frame.Page).NotFound) }

// Preview returns what shows a record that is not stored as its page will; nil for a record
// without a page. It is for httpapi.API.Preview.
func (h *Handler) Preview(m model.Record) http.Handler {
	if m.Resource().PagePath == "" {
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &events.Page{Page: frame.NewPage(h.site, w, r)}
		p.Preview = true
		record.Show(p, m.Resource(), p.Visit.Preview(m))
	})
}
