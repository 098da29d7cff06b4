package pages

import (
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/httpapi"
	"almanac/runtime/model"
)

// Site serves the pages of one deployment.
type Site struct {
	api         *httpapi.API
	show        Show
	templates   map[string]*template.Template // By the name of the page.
	style, icon asset
}

// New makes the pages of an interface.  Give the method Page of the result to
// runtime.API.
func New(api *httpapi.API, show Show) *Site {
	s := &Site{
		api: api, show: show, templates: map[string]*template.Template{},
		style: loadAsset("calendar.css", "text/css; charset=utf-8"), icon: loadAsset("calendar.svg", "image/svg+xml"),
	}
	for _, name := range []string{"month", "list", "event", "venue", "organizer", "term", "message"} {
		s.templates[name] = template.Must(template.ParseFS(files, "templates/layout.html", "templates/parts.html", "templates/"+name+".html"))
	}
	return s
}

// Page returns what answers an escaped path, and the pattern that the path has;
// nil for a path that belongs to no page.  Below the path of a kind whatever
// there is belongs to a page, if only to one that says there is no such record.
func (s *Site) Page(path string) (string, http.Handler) {
	switch path {
	case "/", "":
		return "/", s.visited((*visitor).calendar)
	case "/" + s.style.name:
		return "/" + s.style.name, readOnly(s.style)
	case "/" + s.icon.name:
		return "/" + s.icon.name, readOnly(s.icon)
	}
	for _, k := range s.api.Env.Resources {
		rest, ok := strings.CutPrefix(path, "/"+k.PagePath)
		if show := showOf(k); ok && show != nil && (rest == "" || rest[0] == '/') {
			names := slugs(rest)
			return "/" + k.PagePath + "/{slug}/", s.visited(func(v *visitor) { v.record(k, names, show) })
		}
	}
	return "", nil
}

// showOf returns what shows a record of the kind on a page of its own, nil for
// kinds without pages.
func showOf(k *model.Resource) func(*visitor, *httpapi.Seen) (string, *frame) {
	switch k.Name {
	case "event":
		return (*visitor).event
	case "venue":
		return (*visitor).venue
	case "organizer":
		return (*visitor).organizer
	case "category", "tag":
		return (*visitor).term
	}
	return nil
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

// visited makes a handler of what one visitor wants.
func (s *Site) visited(serve func(*visitor)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := newPageRequest(s, w, r)
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", allowed)
			v.message(http.StatusMethodNotAllowed, v.t.NoMethod, v.t.NoMethodText)
		default:
			serve(v)
		}
	})
}

// allowed are the methods of pages.
const allowed = "GET, HEAD"

// readOnly refuses to do anything with a file but read it.
func readOnly(file asset) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", allowed)
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		file.ServeHTTP(w, r)
	})
}
