package frame

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"almanac/cmd/almanac/internal/pages/visit"
	"almanac/runtime/apierror"
	"almanac/runtime/httpapi"
	"almanac/runtime/locale"
	"almanac/runtime/param"
	"almanac/runtime/theme"
)

// RespondError sends an error as the API does.
func (p *Page) RespondError(f *apierror.Error) {
	for name, value := range f.Header {
		p.W.Header().Set(name, value)
	}
	body, _ := json.Marshal(f) // Made of texts and numbers.
	p.Send(f.Status, "application/json; charset=UTF-8", body)
}

// Page is a page that is made for one request.
type Page struct {
	Site     *Site
	API      *httpapi.API
	W        http.ResponseWriter
	R        *http.Request
	Visit    *visit.Visit
	Query    url.Values
	Now      time.Time
	Today    time.Time // Day of the site, as if in UTC, as all days are here.
	Midnight time.Time // When today began.
	Root     string    // Leads from the page to "/", so that pages may lie below any path.
	Notes    []string  // What of the address was not understood.
	shown    *look     // Nil before it was read.
	passing  bool      // The page is not to be cached.
	Preview  bool      // The record of the page is not stored; the address of the page is another one.

	Colors []theme.Color // Of categories on the page.

	T        *Translation
	texts    string // Language of the texts that the address names, "" for none.
	Language string // Of the page; "" where the deployment knows none.
	home     string // Language that addresses of the page need not name.
	Named    bool   // The address names a language.
}

// NewPage reads the language of the page from the request.
func NewPage(h *Site, w http.ResponseWriter, r *http.Request) *Page {
	d, now := h.API.Env.Deployment, h.API.Env.Clock()
	p := &Page{
		Site: h, API: h.API, W: w, R: r, Visit: visit.New(h.API, w, r), Query: param.ParseQuery(r.URL.RawQuery),
		Now: now, Today: d.Zone.Day(now), Midnight: d.Zone.StartOfDay(now),
		Root: cmp.Or(strings.Repeat("../", max(strings.Count(r.URL.EscapedPath(), "/")-1, 0)), "./"),
	}
	if sent := p.Query.Get(paramTexts); sent != "" {
		if slices.Contains(p.Site.languages, sent) {
			p.texts = sent
		} else {
			defer func() { p.Note(p.T.Text("“%s” isn’t an available language.", Printable(sent))) }()
		}
	}
	p.home = d.DefaultLanguage()
	p.SetLanguage(p.home)
	if sent := p.Query.Get(d.LanguageParam); d.LanguageParam != "" && sent != "" {
		if p.Named = d.HasLanguage(sent); p.Named {
			p.SetLanguage(sent)
		} else {
			p.Note(p.T.Text("“%s” isn’t an available language.", Printable(sent)))
		}
	}
	return p
}

// paramTexts is the parameter with the language of the texts around the records.
const paramTexts = "page_language"

// SetLanguage sets the language of the page, and that of its texts unless the address
// names one.
func (p *Page) SetLanguage(language string) {
	p.Language = language
	p.T = NewTranslation(cmp.Or(p.texts, p.Site.textsFor(language)), p.Site.messages, p.Today.Year())
}

// Speak sets the language of the page of a record, which its address need not name.
func (p *Page) Speak(language string) {
	if !p.API.Env.Deployment.HasLanguage(language) {
		return // The record may be from a time when others were spoken.
	}
	p.home = language
	if !p.Named {
		p.SetLanguage(language)
	}
}

// textsFor returns the language of texts around records of a language: the same, else the
// first one.
func (h *Site) textsFor(language string) string {
	for _, texts := range h.languages {
		if texts == language || locale.Has(language) && texts == locale.For(language).Tag.String() {
			return texts
		}
	}
	return append(h.languages, language)[0]
}

// WithTexts adds the language of the texts to the parameters of an address, which may be
// changed, where the address has to name it.
func (p *Page) WithTexts(params url.Values) url.Values {
	if p.texts != "" && p.texts != p.Site.textsFor(p.Language) {
		params.Set(paramTexts, p.texts)
	}
	return params
}

// Note adds a sentence about the address.
func (p *Page) Note(sentence string) { p.Notes = append(p.Notes, sentence) }

// Printable cuts what was sent for use in a sentence.
func Printable(sent string) string { return shorten(strings.ToValidUTF8(sent, "�"), 60) }

// Link returns an address on the site, given by its path without the slash in
// front.  It has the language unless that is the one of the deployment.
func (p *Page) Link(path string, params url.Values) string {
	params = cloned(params)
	if p.Language != p.API.Env.Deployment.DefaultLanguage() {
		params.Set(p.API.Env.Deployment.LanguageParam, p.Language)
	}
	return p.Root + path + Query(p.WithTexts(params))
}

// LinkTo is link for an absolute address of the site.
func (p *Page) LinkTo(address string) string {
	return p.Link(strings.TrimPrefix(strings.TrimPrefix(address, p.API.Env.Deployment.SiteURL), "/"), nil)
}

// APILink returns an address of the API.
func (p *Page) APILink(path string, params url.Values) string {
	return p.Root + strings.TrimPrefix(p.API.Env.Deployment.APIPath(), "/") + path + Query(params)
}

// cloned returns a copy that may be changed; of nil, an empty one.
func cloned(params url.Values) url.Values {
	all := url.Values{}
	maps.Copy(all, params)
	return all
}

// Query writes parameters as the end of an address, "" when there are none.
func Query(params url.Values) string {
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

// Policy returns the policy of a page with frames from some origins.
func (p *Page) Policy(frames ...string) string {
	policy := policyStart + p.ImageSources() + policyEnd
	if len(frames) > 0 {
		policy += "; frame-src " + strings.Join(frames, " ")
	}
	return policy
}

// ImageSources returns where images may come from.  A site on https shows none that anybody
// on the way can change.
func (p *Page) ImageSources() string {
	if strings.HasPrefix(p.API.Env.Deployment.SiteURL, "https:") {
		return "https:"
	}
	return "http: https:"
}

// Respond sends a page, which the template of a name writes.
func (p *Page) Respond(status int, name string, f *Frame) {
	if style := theme.StyleName(p.Colors); style != "" {
		f.Colors = p.Root + style
	}
	var page bytes.Buffer
	if err := p.Site.templates[name].ExecuteTemplate(&page, "layout", f); err != nil {
		p.API.Env.Log.ErrorContext(p.R.Context(), "writing the page failed", "page", name, "error", err)
		http.Error(p.W, p.T.Text("The calendar is unavailable right now"), http.StatusInternalServerError)
		return
	}
	h := p.W.Header()
	h.Set("Content-Security-Policy", cmp.Or(f.Policy, p.Policy()))
	h.Set("Content-Language", f.T.Tag.String())
	f.Discovery.setHeaders(h)
	p.Send(status, "text/html; charset=utf-8", page.Bytes())
}

// Send sends a page or what else is made of records.
func (p *Page) Send(status int, media string, body []byte) {
	h := p.W.Header()
	h.Set("Content-Type", media)
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache") // Stored, and asked for with its tag.
	}
	if status == http.StatusOK && !p.passing {
		p.Visit.Share()
	}
	p.W.WriteHeader(status)
	_, _ = p.W.Write(body) // Templates escape pages, encoders the others; the client may be gone.
}

// RespondXML sends a document of structs, which can be encoded.
func (p *Page) RespondXML(media string, document any) {
	body, err := xml.Marshal(document)
	if err != nil {
		p.Fail(err)
		return
	}
	p.Send(http.StatusOK, media, append([]byte(xml.Header), body...))
}

// message sends a page that only says something.
func (p *Page) message(status int, title, text string) {
	f := p.Frame(title)
	f.Description, f.Body, f.NoIndex = cmp.Or(text, title), text, true
	p.Respond(status, "message", f)
}

// NotFound sends the page that says that there is no such page.
func (p *Page) NotFound() {
	p.message(http.StatusNotFound, p.T.Text("Page not found"),
		p.T.Text("The page may have moved, or the link may be incomplete. See what’s on in the calendar."))
}

// Fail sends a page that says why there is no other.
func (p *Page) Fail(err error) {
	f := apierror.As(err)
	title := p.T.Text("The calendar is unavailable right now")
	text := p.T.Text("Something went wrong on our end. Try again in a moment.")
	switch {
	case f == nil:
		p.message(http.StatusInternalServerError, title, text)
	case f.Status == http.StatusNotFound || f.Status == http.StatusForbidden:
		p.NotFound() // What a visitor may not see does not exist.
	default:
		for name, value := range f.Header {
			p.W.Header().Set(name, value)
		}
		p.message(max(f.Status, http.StatusBadRequest), title, text)
	}
}
