package legacy

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"almanac/generated"
	"almanac/runtime/apierror"
	"almanac/runtime/calendar"
	"almanac/runtime/desk"
	"almanac/runtime/httpapi"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/text"
	"almanac/runtime/views"
)

// Lookup returns the handler of an escaped path, and its pattern; nil for none
// (httpapi.API.Pages).
type Lookup = func(path string) (pattern string, page http.Handler)

// Handler serves old addresses, and leaves all others to Pages.
type Handler struct {
	API   *httpapi.API
	Pages Lookup
	words *words
}

// Lookup implements the type of that name.
func (h Handler) Lookup(path string) (string, http.Handler) {
	pattern, page := h.Pages(path)
	if pattern == "" {
		pattern = "/{legacy}"
	}
	file := h.words.files[strings.Join(segmentsOf(path), "/")]
	if file != "" && (page == nil || strings.Count(path, "/") > 2) { // Below an event is no page of ours.
		return pattern, h.moved(file)
	}
	first, _, _ := strings.Cut(strings.TrimLeft(path, "/"), "/")
	if decoded, err := url.PathUnescape(first); err != nil || !h.words.begins(decoded) {
		if page != nil && (path == "/oembed" || strings.HasSuffix(path, "/oembed/1.0/embed")) {
			return pattern, h.embedded(page)
		}
		if first == "wp-admin" || first == "wp-login.php" {
			if at, _ := h.API.Pages(desk.Path); at == desk.Path { // There is a desk.
				return pattern, http.RedirectHandler(h.API.Env.Deployment.SiteURL+desk.Path, http.StatusFound)
			}
		}
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
			query := param.ParseQuery(r.URL.RawQuery)
			if file := h.attachment(query); file != "" {
				h.moved(file).ServeHTTP(w, r)
				return
			}
			if query.Has("attachment_id") {
				missing.ServeHTTP(w, r)
				return
			}
			if old, ok := h.words.parse(r.URL.EscapedPath(), query, h.today()); ok {
				h.serve(w, r, old, page, missing)
				return
			}
		}
		page.ServeHTTP(w, r)
	})
}

// attachment returns the path of the file of the attachment that parameters name, "" for none.
func (h Handler) attachment(query url.Values) string {
	return h.words.files[AttachmentID+cmp.Or(query.Get("attachment_id"), query.Get("p"))]
}

// moved redirects to a path here.
func (h Handler) moved(path string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		movedTo(w, h.API.Env.Deployment.SiteURL+(&url.URL{Path: path}).EscapedPath())
	})
}

// movedTo redirects to an address, which another import may change.
func movedTo(w http.ResponseWriter, address string) {
	w.Header().Set("Location", address)
	w.Header().Set("Cache-Control", "max-age=3600") // Slugs can change.
	w.WriteHeader(http.StatusMovedPermanently)
}

// embedded is the oEmbed of page, also for the old addresses of events.
func (h Handler) embedded(page http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := param.ParseQuery(r.URL.RawQuery)
		site, errSite := url.Parse(h.API.Env.Deployment.SiteURL)
		of, err := url.Parse(q.Get("url"))
		if err == nil && errSite == nil {
			path := strings.TrimPrefix(of.EscapedPath(), site.EscapedPath())
			old, ok := h.words.parse(path, url.Values{}, h.today())
			if ok && old.Resource == "event" && !old.Unsure && old.Format == "" {
				if found, err := h.find(r, old); err == nil {
					of.Path, of.RawPath = site.Path+strings.TrimPrefix(found.URL, h.API.Env.Deployment.SiteURL), ""
					q.Set("url", of.String())
					next := *r
					u := *r.URL
					u.RawQuery, next.URL = q.Encode(), &u
					r = &next
				}
			}
		}
		page.ServeHTTP(w, r)
	})
}

// today returns the day of the site.
func (h Handler) today() time.Time {
	return h.API.Env.Deployment.Zone.Day(h.API.Env.Clock())
}

// serve redirects to the page that an old address showed, or sends its feed.  Feeds are
// not redirected: some calendar programs do not follow, or store the new address for good.
// What visitors do not see does not exist.
func (h Handler) serve(w http.ResponseWriter, r *http.Request, old Request, page, missing http.Handler) {
	found, err := h.find(r, old)
	if found.Resource == "category" {
		old.Category = found.Slug
	}
	if err == nil && old.Format != "" {
		events := h.API.Env.Resource("event")
		var longest int64
		if longest, err = h.API.Records.Longest(h.API.Records.Anonymous(r.Context()), events); err == nil {
			h.API.SendFeed(w, r, events, h.feed(r, old, found, longest), new(feedParams), records.ListOptions{})
			return
		}
	}
	switch f := apierror.As(err); {
	case err == nil:
		to := h.page(r, old, found)
		if old.Page > 1 && !h.isThere(r, to) {
			old.Page = 0
			to = h.page(r, old, found)
		}
		if strings.TrimPrefix(to, h.API.Env.Deployment.SiteURL) == r.URL.RequestURI() {
			page.ServeHTTP(w, r) // A word of the site is one of ours with another meaning.
			return
		}
		movedTo(w, to)
	case f == nil || f.Status >= http.StatusInternalServerError:
		w.Header().Set("Retry-After", "5")
		http.Error(w, "The database is not available. Try again in a moment.", http.StatusServiceUnavailable)
	default:
		missing.ServeHTTP(w, r)
	}
}

type feedParams struct {
	httpapi.ListHeaders
	generated.EventList
	calendar.FeedFormat
}

// subject is the record that an address names; Resource is "" if it names none.
type subject struct {
	views.PageData
	Resource string
}

// read reads a record.  The error is a *apierror.Error.
func (h Handler) read(r *http.Request, resource string, key records.Key) (views.PageData, error) {
	return h.data(r, func(call *request.Request) (*records.Record, error) {
		return h.API.Records.Get(call, h.API.Env.Resource(resource), key)
	})
}

// readFormer reads the record that had a slug until it got another one.
func (h Handler) readFormer(r *http.Request, resource string, key records.Key) (views.PageData, error) {
	return h.data(r, func(call *request.Request) (*records.Record, error) {
		return h.API.Records.GetFormer(call, h.API.Env.Resource(resource), key)
	})
}

// data returns what a record says that is read as an anonymous caller.
func (h Handler) data(
	r *http.Request, read func(call *request.Request) (*records.Record, error),
) (views.PageData, error) {
	found, err := read(h.API.Records.Anonymous(r.Context()))
	if err != nil {
		return views.PageData{}, h.API.APIError(r, err)
	}
	return found.View.(views.PageRecord).PageData(), nil
}

// find reads the record, or the category or tag, that an address names.  The error is a
// *apierror.Error.
func (h Handler) find(r *http.Request, old Request) (found subject, err error) {
	resources, slugs := []string{old.Resource}, []string{old.Slug}
	switch {
	case old.Resource == "post":
		resources = []string{"event", "venue", "organizer"}
	case old.Resource == "event" && old.Day != "":
		if old.Slug, err = h.occurrence(r, old); err != nil {
			return subject{}, err
		}
		slugs = []string{old.Slug}
	case old.Resource != "":
	case old.Term != nil && old.Category == "" && old.Tag == "":
		resources, slugs = []string{"category", "tag"}, old.Term
	case old.Tag != "":
		resources, slugs = []string{"tag"}, append([]string{old.Tag}, old.Term...)
	case old.Category != "":
		resources, slugs = []string{"category"}, append([]string{old.Category}, old.Term...)
	default:
		return subject{}, nil
	}
	reads := []func(*http.Request, string, records.Key) (views.PageData, error){h.read, h.readFormer}
	if old.ID != 0 {
		reads = reads[:1] // IDs stay.
	}
	for _, slug := range slugs { // The best first, also if it is a former one.
		for _, read := range reads {
			for _, found.Resource = range resources {
				key := records.SlugKey(slug)
				if old.ID != 0 {
					key = records.Key{ID: old.ID}
				}
				if found.PageData, err = read(r, found.Resource, key); err == nil {
					return found, nil
				}
				if f := apierror.As(err); f == nil || f.Status >= http.StatusInternalServerError {
					return subject{}, err
				}
			}
		}
	}
	if old.Unsure {
		return subject{}, nil
	}
	return subject{}, err
}

// mostOccurrences is among how many events of a day one of a series is looked for.
const mostOccurrences = 500

// occurrence returns the slug of an event of a series.  There its events share a slug, and
// are named by their days; here the later ones have a number behind it, or their day.
func (h Handler) occurrence(r *http.Request, old Request) (string, error) {
	missing := apierror.New(http.StatusNotFound, apierror.CodeNoRoute, "There is no such event on that day.")
	day, err := time.Parse(time.DateOnly, old.Day)
	if err != nil {
		return "", missing
	}
	params := &generated.EventList{
		StrictDates:  param.Of(true),
		StartsBefore: param.Of(day.AddDate(0, 0, 1).Format(time.DateOnly)),
		StartsAfter:  param.Of(day.Add(-time.Second).Format(time.DateTime)),
	}
	options := records.ListOptions{PageSize: mostOccurrences, OwnClock: []string{"starts_after", "starts_before"}}
	list, err := h.API.Records.List(h.API.Records.Anonymous(r.Context()), h.API.Env.Resource("event"), params, options)
	if err != nil {
		return "", h.API.APIError(r, err)
	}
	nth := 0
	for _, seen := range list.Records { // In the order of their starts.
		e := seen.View.(views.PageRecord).PageData()
		number, isNumbered := strings.CutPrefix(e.Slug, text.FoldSlug(old.Slug)+"-")
		if e.Slug == text.FoldSlug(old.Slug) || isNumbered && (number == old.Day || isNumber(number)) {
			if nth++; nth == old.Nth {
				return e.Slug, nil
			}
		}
	}
	e, err := h.read(r, "event", records.SlugKey(old.Slug)) // Lists may hide it, and events of a series may have moved.
	if f := apierror.As(err); f != nil && f.Status == http.StatusNotFound {
		if former, missed := h.readFormer(r, "event", records.SlugKey(old.Slug)); missed == nil {
			old.Slug = former.Slug
			return h.occurrence(r, old)
		}
	}
	if err != nil {
		return "", err
	}
	if !h.words.occurrences && (!strings.HasPrefix(e.Start, old.Day) || old.Nth != 1) {
		return "", missing
	}
	return old.Slug, nil
}

// page returns the address of the page that an old address showed.
func (h Handler) page(r *http.Request, old Request, found subject) string {
	switch {
	case found.Resource == "" || found.Resource == "category" && old.narrowsCategory():
		params := old.Calendar()
		maps.Copy(params, h.language(r))
		address := h.API.Env.Deployment.SiteURL + "/"
		if len(params) > 0 {
			address += "?" + params.Encode()
		}
		return address
	case found.Resource == "event" && old.Embed:
		return found.URL + "embed/"
	case found.Resource != "event" && old.Page > 1:
		return found.URL + "?" + old.number().Encode()
	}
	return found.URL
}

// isThere reports whether an address of this site has a page: lists of an old site may have had
// more pages than those here.
func (h Handler) isThere(r *http.Request, address string) bool {
	u, err := url.Parse(strings.TrimPrefix(address, h.API.Env.Deployment.SiteURL))
	if err != nil {
		return false
	}
	asked := r.Clone(r.Context())
	asked.Method, asked.Header, asked.URL, asked.RequestURI = http.MethodGet, http.Header{}, u, u.RequestURI()
	seen := probe{header: http.Header{}, status: http.StatusOK}
	if _, page := h.Pages(u.EscapedPath()); page != nil {
		page.ServeHTTP(&seen, asked)
	}
	return seen.status == http.StatusOK
}

// probe is an http.ResponseWriter that keeps the status code alone.
type probe struct {
	header http.Header
	status int
}

// Header implements http.ResponseWriter.
func (p *probe) Header() http.Header { return p.header }

// Write implements http.ResponseWriter.
func (*probe) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader implements http.ResponseWriter.
func (p *probe) WriteHeader(status int) { p.status = status }

// feed returns the parameters of the list of events that is the feed of an old address.
func (h Handler) feed(r *http.Request, old Request, found subject, longest int64) url.Values {
	params := h.language(r)
	id := strconv.FormatInt(found.ID, 10)
	switch found.Resource {
	case "event":
		return url.Values{"format": {old.Format}, "include": {id}}
	case "category":
		params.Set("categories", id)
	case "tag":
		params.Set("tags", id)
		set(params, "categories", old.Category)
	case "venue", "organizer":
		params.Set(found.Resource, id)
	}
	maps.Copy(params, old.Feed(h.today(), longest))
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

// sitemaps leads the names of a WordPress site's sitemaps to those here.
var sitemaps = strings.NewReplacer(
	"wp-sitemap-posts-tribe_events-", "sitemap-events-",
	"wp-sitemap-taxonomies-tribe_events_cat-", "sitemap-categories-",
	"wp-sitemap-taxonomies-post_tag-", "sitemap-tags-",
	"wp-sitemap.xml", "sitemap.xml", "sitemap_index.xml", "sitemap.xml",
)
