package frame

import (
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"almanac/cmd/almanac/internal/wordpress"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/identity"
	"almanac/runtime/locale"
	"almanac/runtime/messages"
)

// OEmbedPath returns the path of oEmbed: that of WordPress where the API is mounted as there.
func (h *Site) OEmbedPath() string {
	if site, is := wordpress.Site(h.API.Env.Deployment); is {
		return site + "wp-json/oembed/1.0/embed"
	}
	return "/oembed"
}

// Site is what the pages of one deployment share.
type Site struct {
	API       *httpapi.API
	files     fs.FS                         // Templates, texts, styles and pictures.
	templates map[string]*template.Template // By the name of the page.
	messages  *messages.Catalog
	languages []string // Of texts; the first is also for records of other languages, and of none.
	last      atomic.Pointer[look]
}

// New makes the site of an API, whose pages are made of files.
func New(api *httpapi.API, files fs.FS) *Site {
	h := &Site{API: api, files: files, messages: messages.Load(files), templates: map[string]*template.Template{}}
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
	h.lookOf(identity.Identity{}) // Until a page reads what is stored.
	h.languages = Languages(api.Env.Deployment)
	return h
}

// Languages returns the codes of the languages of pages: those that are set, else those of records.
func Languages(d deployment.Deployment) []string {
	if set, err := parseLanguages(d.Settings[SettingLanguages]); err == nil {
		return set
	}
	return append(slices.Clone(d.Languages), locale.Codes()[0])[:max(len(d.Languages), 1)]
}

// Handle returns a handler that has serve respond to GET and HEAD requests.
func (h *Site) Handle(serve func(*Page)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := NewPage(h, w, r)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", allowed)
			p.message(http.StatusMethodNotAllowed, p.T.Text("This page is read-only"), "")
			return
		}
		serve(p)
	})
}

// allowed are the methods of pages.
const allowed = "GET, HEAD"

// SitePath returns the path of the site with slashes around it: "/" or "/blog/".
func (h *Site) SitePath() string {
	_, rest, _ := strings.Cut(h.API.Env.Deployment.SiteURL, "://")
	_, path, _ := strings.Cut(strings.Trim(rest, "/")+"/", "/")
	return "/" + path
}

// Slugs returns the names in the rest of a path, nil when they cannot be those
// of records.
func Slugs(rest string) []string {
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
