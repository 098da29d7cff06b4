package pages

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"almanac/cmd/almanac/internal/pages/colors"
	"almanac/cmd/almanac/internal/pages/locale"
	"almanac/runtime/httpapi"
	"almanac/runtime/identity"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// Handler serves the pages of one deployment.
type Handler struct {
	api         *httpapi.API
	convert     Converters
	templates   map[string]*template.Template // By the name of the page.
	embedScript asset
	messages    *messages.Catalog
	languages   []string // Of texts; the first is also for records of other languages, and of none.
	last        atomic.Pointer[look]
}

// New makes the pages of an interface.  Give the method Lookup of the result to
// runtime.API.
func New(api *httpapi.API, show Converters) *Handler {
	s := &Handler{api: api, convert: show, messages: messages.Load(files), templates: map[string]*template.Template{}}
	for _, name := range []string{"grid", "list", "day", "photo", "event", "record", "term", "message", "embedbuilder"} {
		s.templates[name] = template.Must(template.ParseFS(files, "templates/layout.html", "templates/parts.html", "templates/"+name+".html"))
	}
	s.templates["embed"] = template.Must(template.ParseFS(files, "templates/parts.html", "templates/embed.html"))
	s.templates["embedlist"] = template.Must(template.ParseFS(files, "templates/parts.html", "templates/embedlist.html"))
	s.embedScript = newAsset(embedScript, "text/javascript; charset=utf-8", string(embedded(embedScript)))
	s.embedScript.cache = "public, max-age=3600" // Other sites know it by one name.
	s.lookOf(identity.Identity{})                // Until a page reads what is stored.
	// CheckSetting has found no error in the languages.
	d := api.Env.Deployment
	s.languages, _ = parseLanguages(d.Settings[SettingLanguages])
	if s.languages == nil {
		s.languages = append(slices.Clone(d.Languages), locale.Codes()[0])[:max(len(d.Languages), 1)]
	}
	return s
}

// Lookup returns what answers an escaped path, and the pattern that the path has;
// nil for a path that belongs to no page.  Below the path of a kind whatever
// there is belongs to a page, if only to one that says there is no such record.
func (s *Handler) Lookup(path string) (string, http.Handler) {
	switch path {
	case "/", "":
		return "/", s.handle((*pageRequest).calendar)
	case "/" + embedScript:
		return path, crossOrigin(readOnly(s.embedScript))
	case "/" + embedPath:
		return path, s.handle(func(v *pageRequest) { embedListRequest{v}.build() })
	case "/" + embedListPath:
		return path, s.handle(func(v *pageRequest) { embedListRequest{v}.list() })
	case "/favicon.ico":
		return path, s.handle(func(v *pageRequest) { lookRequest{v}.favicon() })
	case "/robots.txt":
		return path, s.handle(func(v *pageRequest) { sitemapRequest{v}.robots() })
	case s.oEmbedPath():
		return path, s.handle(func(v *pageRequest) { oEmbedRequest{v}.answer() })
	}
	if list := colors.ParseStyleName(strings.TrimPrefix(path, "/")); list != nil {
		return "/colors-{colors}.css", s.handle(func(v *pageRequest) { lookRequest{v}.colorsStyle(list) })
	}
	if pattern, file := s.lookFile(strings.TrimPrefix(path, "/")); file != nil {
		return pattern, file
	}
	if strings.HasPrefix(path, "/sitemap") {
		if pattern, page := s.sitemaps(path); page != nil {
			return pattern, page
		}
	}
	for _, k := range s.api.Env.Resources {
		rest, ok := strings.CutPrefix(path, "/"+k.PagePath)
		if ok && k.PagePath != "" && (rest == "" || rest[0] == '/') {
			names := slugs(rest)
			return "/" + k.PagePath + "/{slug}/", s.handle(func(v *pageRequest) { v.record(k, names) })
		}
	}
	return "", nil
}

// Missing is the page that says that there is no such page.
func (s *Handler) Missing() http.Handler {
	return s.handle((*pageRequest).notFound)
}

// sitePath returns the path of the site with slashes around it: "/" or "/blog/".
func (s *Handler) sitePath() string {
	_, rest, _ := strings.Cut(s.api.Env.Deployment.SiteURL, "://")
	_, path, _ := strings.Cut(strings.Trim(rest, "/")+"/", "/")
	return "/" + path
}

// recordPage makes the page of a record: the name of its template, and its frame, nil when
// it has answered.
type recordPage func(v *pageRequest, k *model.Resource, seen *records.Record) (string, *frame)

// showOf returns what shows a record of the kind on a page of its own.
func showOf(k *model.Resource) recordPage {
	switch {
	case k.Name == "event":
		return func(v *pageRequest, _ *model.Resource, seen *records.Record) (string, *frame) {
			return eventRequest{v}.show(seen)
		}
	case k.Post:
		return showPost
	}
	return showTerm
}

// showEmbed shows an event in a frame of another site.
func showEmbed(v *pageRequest, _ *model.Resource, seen *records.Record) (string, *frame) {
	return eventRequest{v}.embed(seen)
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

// handle returns a handler that answers GET and HEAD requests with serve.
func (s *Handler) handle(serve func(*pageRequest)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := newPageRequest(s, w, r)
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", allowed)
			v.message(http.StatusMethodNotAllowed, v.t.Text("Pages can only be read"), v.t.Text("This address answers GET and HEAD."))
		default:
			serve(v)
		}
	})
}

// crossOrigin has browsers load a file into pages of other sites.
func crossOrigin(file http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		file.ServeHTTP(w, r)
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

//go:embed templates/*.html messages calendar.css calendar.svg embed.css favicon.ico almanac-events.js
var files embed.FS

// asset is a file that pages need.  Its name holds a hash of its content, so
// that browsers may keep it for good.
type asset struct {
	name  string // "calendar-0123abcd.css".
	media string
	cache string // Cache-Control.
	body  []byte
}

// embedded reads an embedded file.
func embedded(file string) []byte {
	body, err := files.ReadFile(file)
	if err != nil {
		panic(err) // It is embedded: a programming error.
	}
	return body
}

// newAsset makes a file with a name that holds the hash of its content.
func newAsset(file, media, content string) asset {
	sum := sha256.Sum256([]byte(content))
	ext := path.Ext(file)
	return asset{name: strings.TrimSuffix(file, ext) + "-" + hex.EncodeToString(sum[:4]) + ext, media: media, cache: "public, max-age=31536000, immutable", body: []byte(content)}
}

// ServeHTTP answers the file.
func (a asset) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", a.media)
	w.Header().Set("Cache-Control", a.cache)
	_, _ = w.Write(a.body) // The client may be gone; there is nobody to tell.
}
