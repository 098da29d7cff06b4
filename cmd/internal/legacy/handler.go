package legacy

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/httpapi"
	"almanac/runtime/param"
	"almanac/runtime/views"
)

// Lookup returns what answers an escaped path, and its pattern; nil for none
// (httpapi.API.Pages).
type Lookup = func(path string) (pattern string, page http.Handler)

// Handler answers old addresses, and leaves all others to Pages.
type Handler struct {
	API   *httpapi.API
	Pages Lookup
}

// Lookup implements the type of that name.
func (h Handler) Lookup(path string) (string, http.Handler) {
	pattern, page := h.Pages(path)
	if pattern == "" {
		pattern = "/{legacy}"
	}
	first, _, _ := strings.Cut(strings.TrimLeft(path, "/"), "/")
	switch first {
	case "", "index.php", "events", "event", "venue", "organizer", "tag", "feed":
	default:
		if here := sitemaps.Replace(first); here != first {
			page = http.RedirectHandler(h.API.Env.Deployment.SiteURL+"/"+here, http.StatusMovedPermanently)
		}
		return pattern, page
	}
	_, missing := h.Pages("/event/-/-/") // A page that says that there is no such address.
	if page == nil {
		page = missing
	}
	return pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			if old, ok := h.parse(r); ok {
				h.answer(w, r, old, missing)
				return
			}
		}
		page.ServeHTTP(w, r)
	})
}

// parse reads the address of a request.  It returns false for one that is not old.
func (h Handler) parse(r *http.Request) (Request, bool) {
	return Parse(r.URL.EscapedPath(), param.ParseQuery(r.URL.RawQuery), h.today())
}

// today returns the day of the site.
func (h Handler) today() time.Time {
	now := h.API.Env.Deployment.Zone.At(h.API.Env.Clock())
	return time.Unix(now.StartOfDay().Unix(), 0).UTC()
}

// answer redirects to the page that an old address showed, or sends its feed.  Feeds are
// not redirected: some calendar programs do not follow, or store the new address for good.
// What visitors do not see does not exist.
func (h Handler) answer(w http.ResponseWriter, r *http.Request, old Request, missing http.Handler) {
	visit := h.API.Visit(r)
	found, err := h.find(visit, old)
	if err == nil && old.Format != "" {
		var longest int64
		if longest, err = visit.Longest("event"); err == nil {
			h.API.Forward(w, r, "/events", h.feed(r, old, found, longest))
			return
		}
	}
	switch f := apierror.As(err); {
	case err == nil:
		redirect(w, h.page(r, old, found))
	case f == nil || f.Status >= http.StatusInternalServerError:
		w.Header().Set("Retry-After", "5")
		http.Error(w, "The database is not available. Try again in a moment.", http.StatusServiceUnavailable)
	default:
		missing.ServeHTTP(w, r)
	}
}

// redirect leads to another address, which is not remembered for longer than an hour:
// slugs can change.
func redirect(w http.ResponseWriter, to string) {
	w.Header().Set("Location", to)
	w.Header().Set("Cache-Control", "max-age=3600")
	w.WriteHeader(http.StatusMovedPermanently)
}

// subject is the record that an address names; Kind is "" if it names none.
type subject struct {
	views.PageData
	Kind string
}

// find reads the record, or the category or tag, that an address names.  The error is a
// *apierror.Error.
func (h Handler) find(visit *httpapi.Visit, old Request) (found subject, err error) {
	kinds := []string{old.Kind}
	switch {
	case old.Kind == "post":
		kinds = []string{"event", "venue", "organizer"}
	case old.Kind == "" && old.Tag != "":
		kinds, old.Slug = []string{"tag"}, old.Tag
	case old.Kind == "" && old.Category != "":
		kinds, old.Slug = []string{"category"}, old.Category
	case old.Kind == "":
		return subject{}, nil
	}
	for _, found.Kind = range kinds {
		var seen *httpapi.Seen
		if old.ID != 0 {
			seen, err = visit.ReadID(found.Kind, old.ID)
		} else {
			seen, err = visit.Read(found.Kind, old.Slug)
		}
		if err == nil {
			found.PageData = seen.View.(views.PageRecord).PageData()
			return found, nil
		}
	}
	return subject{}, err
}

// page returns the address of the page that an old address showed.
func (h Handler) page(r *http.Request, old Request, found subject) string {
	switch {
	case found.Kind == "" || found.Kind == "category" && old.narrowsCategory():
		return address(h.API.Env.Deployment.SiteURL+"/", old.Calendar(), h.language(r))
	case found.Kind == "event" && old.Embed:
		return found.URL + "embed/"
	}
	return found.URL
}

// feed returns the parameters of the list of events that is the feed of an old address.
func (h Handler) feed(r *http.Request, old Request, found subject, longest int64) url.Values {
	params := h.language(r)
	id := strconv.FormatInt(found.ID, 10)
	switch found.Kind {
	case "event":
		return url.Values{"format": {old.Format}, "include": {id}}
	case "category":
		params.Set("categories", id)
	case "tag":
		params.Set("tags", id)
		set(params, "categories", old.Category)
	case "venue", "organizer":
		params.Set(found.Kind, id)
	}
	for name, values := range old.Feed(h.today(), longest) {
		params[name] = values
	}
	return params
}

// language returns the parameter that names the language of a request, if it does.
func (h Handler) language(r *http.Request) url.Values {
	params, d := url.Values{}, h.API.Env.Deployment
	if d.LanguageParam != "" {
		set(params, d.LanguageParam, param.ParseQuery(r.URL.RawQuery).Get(d.LanguageParam))
	}
	return params
}

// address joins an address and its parameters.
func address(base string, all ...url.Values) string {
	params := url.Values{}
	for _, values := range all {
		for name, list := range values {
			params[name] = list
		}
	}
	if len(params) == 0 {
		return base
	}
	return base + "?" + params.Encode()
}

// sitemaps leads the names of a WordPress site's sitemaps to those here.
var sitemaps = strings.NewReplacer(
	"wp-sitemap-posts-tribe_events-", "sitemap-events-", "wp-sitemap-taxonomies-tribe_events_cat-", "sitemap-categories-",
	"wp-sitemap-taxonomies-post_tag-", "sitemap-tags-", "wp-sitemap.xml", "sitemap.xml", "sitemap_index.xml", "sitemap.xml",
)
