package pages

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/locale"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/recurrence"
	"almanac/runtime/theme"
)

// pageRequest is one request for a page.
type pageRequest struct {
	*Handler
	w        http.ResponseWriter
	r        *http.Request
	visit    *visit
	query    url.Values
	now      time.Time
	today    time.Time                    // Day of the site, as if in UTC, as all days are here.
	midnight time.Time                    // When today began.
	root     string                       // Leads from the page to "/", so that pages may lie below any path.
	notes    []string                     // What of the address was not understood.
	shown    *look                        // Nil before it was read.
	passing  bool                         // The page is not to be cached.
	preview  bool                         // The record of the page is not stored; the address of the page is another one.
	meaning  *meaning                     // Of the search, nil before it was looked up.
	center   *center                      // Of the distances, nil before it was looked up.
	venues   []Record                     // To choose from; nil before they are read.
	patterns map[int64]recurrence.Pattern // Of the series that a list has once, by their IDs.
	longest  *int64                       // Seconds that the longest event lasts, nil before it was asked for.

	categories     []records.Record       // Of the language of the page; nil before they are read.
	categoryColors map[string]theme.Color // By slug; nil before they are read.
	colored        map[int64]Record       // The categories that have one.
	legend         []choice               // Categories whose colors the page shows.
	usedColors     []theme.Color          // On the page.

	t        *translation
	texts    string // Language of the texts that the address names, "" for none.
	language string // Of the page; "" where the deployment knows none.
	home     string // Language that addresses of the page need not name.
	named    bool   // The address names a language.
}

// newPageRequest reads the language of the page from the request.
func newPageRequest(h *Handler, w http.ResponseWriter, r *http.Request) *pageRequest {
	d, now := h.api.Env.Deployment, h.api.Env.Clock()
	p := &pageRequest{
		Handler: h, w: w, r: r, visit: newVisit(h.api, w, r), query: param.ParseQuery(r.URL.RawQuery),
		now: now, today: d.Zone.Day(now), midnight: d.Zone.StartOfDay(now),
		root: cmp.Or(strings.Repeat("../", max(strings.Count(r.URL.EscapedPath(), "/")-1, 0)), "./"),
	}
	if sent := p.query.Get(paramTexts); sent != "" {
		if slices.Contains(p.languages, sent) {
			p.texts = sent
		} else {
			defer func() { p.note(p.t.Text("“%s” isn’t an available language.", printable(sent))) }()
		}
	}
	p.home = d.DefaultLanguage()
	p.setLanguage(p.home)
	if sent := p.query.Get(d.LanguageParam); d.LanguageParam != "" && sent != "" {
		if p.named = d.HasLanguage(sent); p.named {
			p.setLanguage(sent)
		} else {
			p.note(p.t.Text("“%s” isn’t an available language.", printable(sent)))
		}
	}
	return p
}

// paramTexts is the parameter with the language of the texts around the records.
const paramTexts = "page_language"

// setLanguage sets the language of the page, and that of its texts unless the address
// names one.
func (p *pageRequest) setLanguage(language string) {
	p.language = language
	p.t = &translation{locale.For(cmp.Or(p.texts, p.textsFor(language))), p.messages, p.today.Year()}
}

// textsFor returns the language of texts around records of a language: the same, else the
// first one.
func (h *Handler) textsFor(language string) string {
	for _, texts := range h.languages {
		if texts == language || locale.Has(language) && texts == locale.For(language).Tag.String() {
			return texts
		}
	}
	return append(h.languages, language)[0]
}

// withTexts adds the language of the texts to the parameters of an address, which may be
// changed, where the address has to name it.
func (p *pageRequest) withTexts(params url.Values) url.Values {
	if p.texts != "" && p.texts != p.textsFor(p.language) {
		params.Set(paramTexts, p.texts)
	}
	return params
}

// note adds a sentence about the address.
func (p *pageRequest) note(sentence string) { p.notes = append(p.notes, sentence) }

// printable cuts what was sent for use in a sentence.
func printable(sent string) string { return shorten(strings.ToValidUTF8(sent, "�"), 60) }

// link returns an address on the site, given by its path without the slash in
// front.  It has the language unless that is the one of the deployment.
func (p *pageRequest) link(path string, params url.Values) string {
	params = cloned(params)
	if p.language != p.api.Env.Deployment.DefaultLanguage() {
		params.Set(p.api.Env.Deployment.LanguageParam, p.language)
	}
	return p.root + path + search(p.withTexts(params))
}

// linkTo is link for an absolute address of the site.
func (p *pageRequest) linkTo(address string) string {
	return p.link(strings.TrimPrefix(strings.TrimPrefix(address, p.api.Env.Deployment.SiteURL), "/"), nil)
}

// rest returns an address of the API.
func (p *pageRequest) rest(path string, params url.Values) string {
	return p.root + strings.TrimPrefix(p.api.Env.Deployment.APIPath(), "/") + path + search(params)
}

// cloned returns a copy that may be changed; of nil, an empty one.
func cloned(params url.Values) url.Values {
	all := url.Values{}
	maps.Copy(all, params)
	return all
}

// search writes parameters as the end of an address, "" when there are none.
func search(params url.Values) string {
	if len(params) == 0 {
		return ""
	}
	return "?" + params.Encode()
}

// The policies of pages: no script, nothing from other hosts, but for the images and
// videos that somebody put into a record.  Audits of a page, such as Lighthouse's of
// robots.txt, may read files of the site; nothing else on a page could.
const (
	policyStart = "default-src 'none'; style-src 'self'; img-src 'self' "
	policyEnd   = "; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// policy returns the policy of a page with frames from some origins.
func (p *pageRequest) policy(frames ...string) string {
	policy := policyStart + p.imageSources() + policyEnd
	if len(frames) > 0 {
		policy += "; frame-src " + strings.Join(frames, " ")
	}
	return policy
}

// imageSources returns where images may come from.  A site on https shows none that anybody
// on the way can change.
func (p *pageRequest) imageSources() string {
	if strings.HasPrefix(p.api.Env.Deployment.SiteURL, "https:") {
		return "https:"
	}
	return "http: https:"
}

func (p *pageRequest) respond(status int, name string, f *frame) {
	if style := theme.StyleName(p.usedColors); style != "" {
		f.Colors = p.root + style
	}
	var page bytes.Buffer
	if err := p.templates[name].ExecuteTemplate(&page, "layout", f); err != nil {
		p.api.Env.Log.ErrorContext(p.r.Context(), "writing the page failed", "page", name, "error", err)
		http.Error(p.w, p.t.Text("The calendar is unavailable right now"), http.StatusInternalServerError)
		return
	}
	h := p.w.Header()
	h.Set("Content-Security-Policy", cmp.Or(f.Policy, p.policy()))
	h.Set("Content-Language", f.T.Tag.String())
	f.Discovery.setHeaders(h)
	p.send(status, "text/html; charset=utf-8", page.Bytes())
}

// send sends a page or what else is made of records.
func (p *pageRequest) send(status int, media string, body []byte) {
	h := p.w.Header()
	h.Set("Content-Type", media)
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache") // Stored, and asked for with its tag.
	}
	if status == http.StatusOK && !p.passing {
		p.visit.share()
	}
	p.w.WriteHeader(status)
	_, _ = p.w.Write(body) //nolint:gosec // Templates escape pages, encoders the others; the client may be gone.
}

// respondXML sends a document of structs, which can be encoded.
func (p *pageRequest) respondXML(media string, document any) {
	body, err := xml.Marshal(document)
	if err != nil {
		p.fail(err)
		return
	}
	p.send(http.StatusOK, media, append([]byte(xml.Header), body...))
}

// message sends a page that only says something.
func (p *pageRequest) message(status int, title, text string) {
	f := p.frame(title)
	f.Description, f.Body, f.NoIndex = cmp.Or(text, title), text, true
	p.respond(status, "message", f)
}

// notFound sends the page that says that there is no such page.
func (p *pageRequest) notFound() {
	p.message(http.StatusNotFound, p.t.Text("Page not found"),
		p.t.Text("The page may have moved, or the link may be incomplete. See what’s on in the calendar."))
}

// fail sends a page that says why there is no other.
func (p *pageRequest) fail(err error) {
	f := apierror.As(err)
	title := p.t.Text("The calendar is unavailable right now")
	text := p.t.Text("Something went wrong on our end. Try again in a moment.")
	switch {
	case f == nil:
		p.message(http.StatusInternalServerError, title, text)
	case f.Status == http.StatusNotFound || f.Status == http.StatusForbidden:
		p.notFound() // What a visitor may not see does not exist.
	default:
		for name, value := range f.Header {
			p.w.Header().Set(name, value)
		}
		p.message(max(f.Status, http.StatusBadRequest), title, text)
	}
}
