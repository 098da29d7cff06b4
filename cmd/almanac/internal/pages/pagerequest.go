package pages

import (
	"bytes"
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/cmd/almanac/internal/pages/locale"
	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/param"
	"almanac/runtime/text"
)

// pageRequest is one request for a page.
type pageRequest struct {
	*Handler
	w       http.ResponseWriter
	r       *http.Request
	visit   *visit
	query   url.Values
	now     dates.WallTime // In the zone of the site.
	root    string         // Leads from the page to "/", so that pages may lie below any path.
	notes   []string       // What of the address was not understood.
	shown   *look          // Nil before it was read.
	passing bool           // The page is not to be kept.
	longest *int64         // Seconds that the longest event lasts, nil before it was asked for.

	palette  palette
	t        *translation
	texts    string // Language of the texts that the address names, "" for none.
	language string // Of the page; "" where the deployment knows none.
	home     string // Language that addresses of the page need not name.
	named    bool   // The address names a language.
}

// newPageRequest reads the language of the page from the request.
func newPageRequest(s *Handler, w http.ResponseWriter, r *http.Request) *pageRequest {
	d := s.api.Env.Deployment
	v := &pageRequest{
		Handler: s, w: w, r: r, visit: newVisit(s.api, w, r), query: param.ParseQuery(r.URL.RawQuery), now: d.Zone.At(s.api.Env.Clock()),
		root: strings.Repeat("../", max(strings.Count(r.URL.EscapedPath(), "/")-1, 0)),
	}
	if v.root == "" {
		v.root = "./"
	}
	v.palette.page = v
	if sent := v.query.Get(paramTexts); sent != "" {
		if slices.Contains(v.languages, sent) {
			v.texts = sent
		} else {
			defer func() { v.note(v.t.Text("There is no language %q here.", printable(sent))) }()
		}
	}
	v.home = d.DefaultLanguage()
	v.setLanguage(v.home)
	if sent := v.query.Get(d.LanguageParam); d.LanguageParam != "" && sent != "" {
		if v.named = d.HasLanguage(sent); v.named {
			v.setLanguage(sent)
		} else {
			v.note(v.t.Text("There is no language %q here.", printable(sent)))
		}
	}
	return v
}

// paramTexts is the parameter with the language of the texts around the records.
const paramTexts = "page_language"

// setLanguage sets the language of the page, and that of its texts unless the address
// names one.
func (v *pageRequest) setLanguage(language string) {
	v.language = language
	v.t = &translation{locale.For(cmp.Or(v.texts, v.textsFor(language))), v.messages}
}

// textsFor returns the language of texts around records of a language: the same, else the
// first one.
func (s *Handler) textsFor(language string) string {
	for _, texts := range s.languages {
		if texts == language || locale.Has(language) && texts == locale.For(language).Tag.String() {
			return texts
		}
	}
	return append(s.languages, language)[0]
}

// withTexts adds the language of the texts to the parameters of an address, which may be
// changed, where the address has to name it.
func (v *pageRequest) withTexts(params url.Values) url.Values {
	if v.texts != "" && v.texts != v.textsFor(v.language) {
		params.Set(paramTexts, v.texts)
	}
	return params
}

// note adds a sentence about the address.
func (v *pageRequest) note(sentence string) { v.notes = append(v.notes, sentence) }

// printable cuts what was sent for use in a sentence.
func printable(sent string) string { return shorten(strings.ToValidUTF8(sent, "�"), 60) }

// link returns an address on the site, given by its path without the slash in
// front.  It carries the language unless that is the one of the deployment.
func (v *pageRequest) link(path string, params url.Values) string {
	params = cloned(params)
	if v.language != v.api.Env.Deployment.DefaultLanguage() {
		params.Set(v.api.Env.Deployment.LanguageParam, v.language)
	}
	return v.root + path + search(v.withTexts(params))
}

// pathOf returns the path of an absolute address of the site, without the slash
// in front.
func pathOf(siteURL, address string) string {
	return strings.TrimPrefix(strings.TrimPrefix(address, siteURL), "/")
}

// rest returns an address of the interface.
func (v *pageRequest) rest(path string, params url.Values) string {
	return v.root + strings.TrimPrefix(v.api.Env.Deployment.APIPath(), "/") + path + search(params)
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
const policy = "default-src 'none'; style-src 'self'; img-src 'self' http: https:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

var policyRecords = "default-src 'none'; style-src 'self'; img-src 'self' http: https:; connect-src 'self'; frame-src " + strings.Join(text.VideoOrigins(), " ") +
	"; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// answer sends a page.
func (v *pageRequest) answer(status int, name string, f *frame) {
	if colors := v.palette.style(); colors != "" {
		f.Colors = v.root + colors
	}
	var page bytes.Buffer
	if err := v.templates[name].ExecuteTemplate(&page, "layout", f); err != nil {
		v.api.Env.Log.ErrorContext(v.r.Context(), "writing the page failed", "page", name, "error", err)
		http.Error(v.w, v.t.Text("The calendar cannot be shown now"), http.StatusInternalServerError)
		return
	}
	h := v.w.Header()
	h.Set("Content-Security-Policy", cmp.Or(f.Policy, policy))
	h.Set("Content-Language", f.T.Tag.String())
	f.Discovery.announce(h)
	v.send(status, "text/html; charset=utf-8", page.Bytes())
}

// send sends a page or what else is made of records.
func (v *pageRequest) send(status int, media string, body []byte) {
	h := v.w.Header()
	h.Set("Content-Type", media)
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache") // Kept, and asked for with its tag.
	}
	if status == http.StatusOK && !v.passing {
		v.visit.share()
	}
	v.w.WriteHeader(status)
	_, _ = v.w.Write(body) // Templates escape pages, and encoders the others. The client may be gone.
}

// document sends what was encoded, or the page that says that it was not.
func (v *pageRequest) document(media string, body []byte, err error) {
	if err != nil {
		v.fail(err)
		return
	}
	v.send(http.StatusOK, media, body)
}

// messageView is the content of a page that only says something.
type messageView struct {
	Text   string
	Search *form // Nil where there is nothing to search.
}

// message answers with a page that only says something.
func (v *pageRequest) message(status int, title, text string) {
	f := v.frame(title)
	said := messageView{Text: text}
	if status == http.StatusNotFound {
		said.Search = &form{Action: v.root, Hidden: append(formRequest{v}.language(), field{paramView, viewList})}
	}
	f.Description, f.Body, f.NoIndex = text, said, true
	v.answer(status, "message", f)
}

// notFound answers with the page that says that there is no such page.
func (v *pageRequest) notFound() {
	v.message(http.StatusNotFound, v.t.Text("There is no such page"), v.t.Text("The event may be over and gone, or the address is not complete. The calendar has what is planned."))
}

// fail answers with a page that says why there is no other.
func (v *pageRequest) fail(err error) {
	f := apierror.As(err)
	title, text := v.t.Text("The calendar cannot be shown now"), v.t.Text("Something went wrong on our side. Try again in a moment.")
	switch {
	case f == nil:
		v.message(http.StatusInternalServerError, title, text)
	case f.Status == http.StatusNotFound || f.Status == http.StatusForbidden:
		v.notFound() // What a visitor may not see does not exist.
	default:
		for name, value := range f.Header {
			v.w.Header().Set(name, value)
		}
		v.message(max(f.Status, http.StatusBadRequest), title, text)
	}
}
