package page_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"almanac/runtime/dates"
	"almanac/runtime/desk/page"
	"almanac/runtime/messages/messagestest"
)

// files are those of a part.
var files = fstest.MapFS{
	"templates/count.html": {Data: []byte(`<p title="{{.Name}}">{{t "%d records" .Count}}, {{url "/users"}}, {{asset "a.js"}}</p>`)},
	"messages/en.json":     {Data: []byte(`{"%d records": {"one": "one record", "other": "%d records"}}`)},
	"messages/fr.json":     {Data: []byte(`{"%d records": {"one": "%d fiche", "other": "%d fiches"}}`)},
	"messages/de.json":     {Data: []byte(`{"%d records": {"one": "ein Eintrag", "other": "%d Einträge"}}`)},
	"assets/a.js":          {Data: []byte(`"use strict";`)},
}

// record is what the template of the part gets.
type record struct {
	Name  string
	Count int
}

// render renders the page of the part, for a browser with some fields of a header.
func render(t *testing.T, f *page.Frame, data record, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/desk/count", http.NoBody)
	r.Header = header
	w := httptest.NewRecorder()
	page.NewBundle("/site/desk", files, nil, dates.Zone{}).Render(w, page.WithFrame(r, f), page.Page{Title: "Count", Section: "two", Name: "count.html", Data: data, Scripts: []string{"a.js"}})
	return w
}

func TestPagesAreInTheLanguageOfTheBrowserUnlessOneWasChosen(t *testing.T) {
	for _, tt := range []struct {
		name, accept, cookie string
		count                int
		want                 []string
	}{
		{"English when nothing is said", "", "", 1, []string{`lang="en" dir="ltr"`, "one record", "Skip to content"}},
		{"plural forms", "", "", 1234, []string{"1,234 records"}},
		{"the language of the browser", "de-CH, en;q=0.5", "", 1234, []string{`lang="de"`, "1.234 Einträge", "Zum Inhalt"}},
		{"each language has its own rule for plurals", "fr", "", 0, []string{`lang="fr"`, "0 fiche"}},
		{"the language that was chosen", "de", "fr", 2, []string{`lang="fr"`, "2 fiches"}},
		{"a language that the desk does not have", "ja", "xx", 2, []string{`lang="en"`, "2 records"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := render(t, &page.Frame{}, record{Count: tt.count}, http.Header{"Accept-Language": {tt.accept}, "Cookie": {"desk_language=" + tt.cookie}}).Body.String()
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("the page does not have %q: %s", want, got)
				}
			}
		})
	}
}

func TestLayoutEscapesWhatItShowsAndMarksTheCurrentEntry(t *testing.T) {
	f := &page.Frame{Name: "<b>Shop", User: "<i>Ada", Groups: [][]page.Link{{{Section: "one", Label: "One", URL: "/1"}, {Section: "two", Label: "Two", URL: "/2"}}}}
	w := render(t, f, record{Name: `"><script>`}, http.Header{})
	got := w.Body.String()
	for _, want := range []string{
		"Count – &lt;b&gt;Shop</title>", "&lt;i&gt;Ada", `title="&#34;&gt;&lt;script&gt;"`, `<a href="/2" aria-current="page">Two</a>`, `<a href="/1">One</a>`,
		`/site/desk/users, /site/desk/assets/`, `/a.js" defer>`, `/desk.css">`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page does not have %q: %s", want, got)
		}
	}
	policy := w.Header().Get("Content-Security-Policy")
	if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "form-action 'self'") {
		t.Errorf("policy %q", policy)
	}
	if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "same-origin" {
		t.Errorf("header %v", w.Header())
	}
}

func TestAFlashIsShownOnce(t *testing.T) {
	w := httptest.NewRecorder()
	page.SetFlash(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/desk", http.NoBody), page.Flash{Text: "<Saved>", Error: true})
	cookie, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
	shown := render(t, &page.Frame{}, record{}, http.Header{"Cookie": {cookie}})
	if !strings.Contains(shown.Body.String(), `<p class="note bad" role="alert" data-flash>&lt;Saved&gt;</p>`) {
		t.Errorf("the page does not have the message: %s", shown.Body)
	}
	if cookie := shown.Header().Get("Set-Cookie"); !strings.Contains(cookie, "Max-Age=0") {
		t.Errorf("the cookie stays: %s", cookie)
	}
	if broken := render(t, &page.Frame{}, record{}, http.Header{"Cookie": {"desk_flash=%%%"}}); strings.Contains(broken.Body.String(), `class="note`) {
		t.Error("a cookie that is none of the desk's is shown")
	}
}

func TestAssetsAreServedByTheirDigestOnly(t *testing.T) {
	b := page.NewBundle("/desk", files, nil, dates.Zone{})
	for path, want := range map[string]bool{
		strings.TrimPrefix(b.Asset("a.js"), "/desk/assets/"):                    true,
		strings.TrimPrefix(b.Asset("../templates/count.html"), "/desk/assets/"): false,
		strings.TrimPrefix(b.Asset(""), "/desk/assets/"):                        false,
		"00000000/a.js": false,
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/desk/assets/"+path, http.NoBody)
		if got := b.ServeAsset(w, r, path); got != want {
			t.Errorf("%s is served: %v", path, got)
		}
	}
}

func TestMessagesAreComplete(t *testing.T) { messagestest.Check(t, ".") }
