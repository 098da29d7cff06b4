package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"

	"golang.org/x/text/language"

	"almanac/runtime/messages"
)

//go:embed templates messages assets
var ownFiles embed.FS

// policy is the Content-Security-Policy of every page (CSP level 3): scripts, styles and
// forms of this host only, nothing inline, no frames. Pictures of records may be anywhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Page is one page.
type Page struct {
	Status  int      // 0 for 200.
	Title   string   // Of the document, and its first heading.
	Section string   // Link.Section of the entry of the navigation that is current.
	Name    string   // Of the template in the bundle, such as "users.html".
	Data    any      // What the template gets.
	Bare    bool     // Without navigation, for people who are not signed in.
	Scripts []string // Files of the bundle's assets.
	Styles  []string // The same, beside the style sheet of all pages.
	Shared  []string // Style sheets of package theme, beside the one of all pages.
}

// layoutData is what layout.html gets.
type layoutData struct {
	*Frame
	Page
	Flash     *Flash
	Content   template.HTML
	Direction string
	Bundle    *Bundle
	Languages []language.Tag
}

// Render sends a page. A page that cannot be rendered is an error of the program: it
// panics before anything is sent, so that the response is a 500.
func (b *Bundle) Render(w http.ResponseWriter, r *http.Request, p Page) {
	f := FrameOf(r.Context())
	content := b.execute(f, p.Name, p.Data)
	//nolint:gosec // html/template has made it.
	data := layoutData{
		Frame: f, Page: p, Flash: takeFlash(w, r), Content: template.HTML(content), Direction: messages.Direction(f.Language),
		Bundle: b, Languages: messages.Languages(),
	}
	whole := b.layout.execute(f, "layout.html", data)
	Headers(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if p.Status != 0 {
		w.WriteHeader(p.Status)
	}
	_, _ = w.Write(whole) // The client may be gone.
}

// execute runs a template in the language of the frame.
func (b *Bundle) execute(f *Frame, name string, data any) []byte {
	var out bytes.Buffer
	if err := b.sets[f.Language.String()].ExecuteTemplate(&out, name, data); err != nil {
		panic(fmt.Errorf("render %s: %w", name, err))
	}
	return out.Bytes()
}

// Headers sets what every response of the desk has: its policy, and that nobody stores
// it. With the referrer of the same origin only, a one-time link does not leave the desk,
// and browsers still send the Origin of forms.
func Headers(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Add("Vary", "Cookie, Accept-Language")
}
