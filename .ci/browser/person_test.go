package browser_test

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// person is somebody who uses the desk in a browser of their own. What they do is
// counted: each field that is filled in and each click.
type person struct {
	*tab
	t       *testing.T
	desk    string // Address of the desk.
	judges  bool   // Whether the pages that they see must look as they should.
	actions int
}

// sees holds that the page that is open looks as it should, for somebody who judges.
func (p *person) sees(name string) {
	p.t.Helper()
	if p.judges {
		p.looks(p.t, "desk-"+name)
	}
}

// newPerson opens a browser for somebody.
func newPerson(t *testing.T, desk string) *person {
	t.Helper()
	p := &person{tab: open(t), t: t, desk: desk}
	p.show(t, 1280, 900, "light")
	return p
}

// fills enters a value into a field.
func (p *person) fills(selector, value string) {
	p.t.Helper()
	p.actions++
	p.do(p.t, chromedp.ScrollIntoView(chromedp.CSS(selector)))
	evaluate[bool](p.t, p.tab, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.focus(); e.value = %q; e.dispatchEvent(new Event("input", {bubbles: true})); return true })()`, selector, value))
}

// uploads chooses a picture for a field.
func (p *person) uploads(selector string) {
	p.t.Helper()
	p.actions++
	path := filepath.Join(p.t.TempDir(), "barn.png")
	file, err := os.Create(path)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := png.Encode(file, image.NewRGBA(image.Rect(0, 0, 64, 48))); err != nil {
		p.t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		p.t.Fatal(err)
	}
	p.do(p.t, chromedp.SetUploadFiles(chromedp.CSS(selector), []string{path}))
}

// opens clicks on what shows more of the page.
func (p *person) opens(selector string) {
	p.t.Helper()
	p.actions++
	p.do(p.t, click(selector))
}

// clicks clicks once, and waits for another page, which has a text.
func (p *person) clicks(selector, text string) {
	p.t.Helper()
	p.actions++
	evaluate[bool](p.t, p.tab, `(window.before = true)`)
	p.do(p.t, click(selector))
	if !p.becomes(p.t, fmt.Sprintf(`window.before === undefined && document.readyState === "complete" && document.body.innerText.includes(%q)`, text), 30*time.Second) {
		p.t.Fatalf("clicked on %s in vain for %q: %.3000s", selector, text, evaluate[string](p.t, p.tab, `document.querySelector("main").innerText`))
	}
}

// signsIn signs in at the page that asks for it.
func (p *person) signsIn(name string) {
	p.t.Helper()
	p.fills("#name", name)
	p.fills("#password", password)
	p.clicks("main form button", "Sign out")
}

// arrives opens the desk and signs in.
func (p *person) arrives(name string) {
	p.t.Helper()
	p.visit(p.t, p.desk)
	p.signsIn(name)
}
