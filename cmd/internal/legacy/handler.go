package legacy

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/httpapi"
	"almanac/runtime/param"
	"almanac/runtime/store"
	"almanac/runtime/views"
)

// Lookup returns what answers an escaped path, and its pattern; nil for none
// (httpapi.API.Pages).
type Lookup = func(path string) (pattern string, page http.Handler)

// Handler redirects old addresses, and leaves all others to Pages.
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
		return pattern, page
	}
	_, missing := h.Pages("/event/-/-/") // A page that says that there is no such address.
	if page == nil {
		page = missing
	}
	return pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			switch to, old := h.target(r); {
			case to != "":
				w.Header().Set("Location", to)
				w.WriteHeader(http.StatusMovedPermanently)
				return
			case old:
				page = missing
			}
		}
		page.ServeHTTP(w, r)
	})
}

// target returns where an address leads, and whether it is an old one; "" for any other,
// and for one of a record that visitors do not see.
func (h Handler) target(r *http.Request) (to string, isOld bool) {
	d := h.API.Env.Deployment
	now := time.Unix(d.Zone.At(h.API.Env.Clock()).Unix(), 0).UTC()
	today := now.Truncate(24 * time.Hour)
	sent := param.ParseQuery(r.URL.RawQuery)
	old, ok := Parse(r.URL.EscapedPath(), sent, today)
	if !ok {
		return "", false
	}
	if old.Kind != "" {
		return h.record(r, old), true
	}
	language := url.Values{}
	if d.LanguageParam != "" {
		set(language, d.LanguageParam, sent.Get(d.LanguageParam))
	}
	if old.Format != "" {
		return address(d.APIURL()+"/events", old.Feed(today), language), true
	}
	if kind, slug := old.Term(); kind != "" {
		return h.record(r, Request{Kind: kind, Slug: slug}), true
	}
	return address(d.SiteURL+"/", old.Calendar(today), language), true
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

// record returns the address of a record's page, or of its feed.
func (h Handler) record(r *http.Request, old Request) string {
	visit, kinds := h.API.Visit(r), []string{old.Kind}
	if old.Kind == "post" {
		kinds = []string{"event", "venue", "organizer"}
	}
	for _, kind := range kinds {
		seen, err := h.read(visit, kind, old)
		if err != nil {
			continue
		}
		view, ok := seen.View.(views.PageRecord)
		if !ok {
			continue
		}
		page, d := view.PageData(), h.API.Env.Deployment
		switch {
		case old.Format == "":
			return page.URL
		case kind == "event":
			return address(d.RecordURL("events", page.ID), url.Values{"format": {old.Format}})
		default:
			return address(d.APIURL()+"/events", url.Values{"format": {old.Format}, kind: {strconv.FormatInt(page.ID, 10)}})
		}
	}
	return ""
}

// read finds the record.
func (h Handler) read(visit *httpapi.Visit, kind string, old Request) (*httpapi.Seen, error) {
	if old.ID != 0 {
		return visit.ReadID(kind, old.ID)
	}
	return visit.Read(kind, old.Slug)
}

// Setting is the name of the setting of a deployment that turns old addresses on:
// "on", "off", or "auto" for where a site was imported.
const Setting = "legacy_routes"

// importedSite is the name under which the database remembers the address of an
// imported site.
const importedSite = "imported_site"

// Remember notes in the database that a site was imported.
func Remember(ctx context.Context, s *store.Store, site string) error {
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{
			SQL:  "INSERT INTO schema_metadata (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
			Args: []any{importedSite, site},
		})
		return err
	})
}

// IsOn reports whether a service answers old addresses.  It asks the database once, when
// the service starts.
func IsOn(ctx context.Context, api *httpapi.API) bool {
	if word := api.Env.Deployment.Settings[Setting]; word == "on" || word == "off" {
		return word == "on"
	}
	found := false
	err := api.Env.Store.Reader().Query(ctx, store.Statement{
		SQL: "SELECT value FROM schema_metadata WHERE name = $1", Args: []any{importedSite},
		ScanRow: func(row store.Row) error {
			var site string
			found = true
			return row.Scan(&site)
		},
	})
	if err != nil {
		api.Env.Log.WarnContext(ctx, "cannot see whether a site was imported: its addresses are not answered", "error", err)
		return false
	}
	return found
}
