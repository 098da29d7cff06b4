package browser_test

import (
	"fmt"
	"net/url"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// at returns the URL of a path of the site that a service belongs to.
func (s service) at(t *testing.T, path string) string {
	t.Helper()
	root, err := url.Parse(s.root)
	if err != nil {
		t.Fatal(err)
	}
	return root.Scheme + "://" + root.Host + path
}

// visit opens a page of the desk.
func (p *tab) visit(t *testing.T, address string) {
	t.Helper()
	p.do(t, chromedp.Navigate(address))
	p.wait(t, `document.readyState === "complete"`)
}

// types enters a value into an input, as a keyboard does.
func (p *tab) types(t *testing.T, id, value string) {
	t.Helper()
	evaluate[bool](t, p, fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %q; e.dispatchEvent(new Event("input", {bubbles: true})); return true })()`, id, value))
}

// sends presses a button and waits for the page that it leads to.
func (p *tab) sends(t *testing.T, selector, want string) {
	t.Helper()
	p.press(t, selector, `document.readyState === "complete" && document.body.innerText.includes(`+fmt.Sprintf("%q", want)+`)`)
}

func TestPeopleWorkOnEventsAtTheDesk(t *testing.T) {
	program := build(t)
	source := axe(t)
	for _, deployment := range []string{"a", "b"} {
		t.Run("deployment "+deployment, func(t *testing.T) {
			s := serve(t, program, deployment, "open")
			p := open(t)
			p.show(t, 1280, 900, "light")
			desk := s.at(t, "/desk")

			// An event with a venue that is made with it; what is typed is suggested.
			p.visit(t, desk+"/records/events/new")
			p.types(t, "f-title", "Lantern walk")
			p.types(t, "f-start-date", "2027-03-01T18:00")
			p.types(t, "f-end-date", "2027-03-01T20:00")
			evaluate[bool](t, p, `(document.querySelector("#f-venue details").open = true)`)
			p.types(t, "f-venue-new-venue", "Lantern Barn")
			p.types(t, "f-tags-find", "lan")
			p.sends(t, `.save button[value="publish"]`, "Everybody sees it")
			event := evaluate[string](t, p, `location.href`)
			p.wait(t, `document.body.innerText.includes("Lantern Barn")`)

			// Two editors of one event: the second sees what the first has saved.
			evaluate[bool](t, p, `(window.other = new FormData(document.querySelector("form.record")), other.set("cost", "$7"), other.set("do", "save"), window.stored = false,
				fetch(location.href, {method: "POST", body: new URLSearchParams(other)}).then(() => { window.stored = true }), true)`)
			p.wait(t, `window.stored`)
			p.types(t, "f-title", "Lantern walk by night")
			p.sends(t, `.save button[value="save"]`, "Somebody else saved this record")
			p.whole(t, "desk-conflict-"+deployment)
			accessible(t, p, source, "a conflict")
			p.sends(t, `.save button[value="save"]`, "Everybody sees it")
			p.wait(t, `document.querySelector("#f-cost").value === "$7" && document.querySelector("#f-title").value === "Lantern walk by night"`)

			// A form that was changed is not left without a question.
			p.types(t, "f-title", "Lost")
			if !evaluate[bool](t, p, `(() => { const e = new Event("beforeunload", {cancelable: true}); window.dispatchEvent(e); return e.defaultPrevented })()`) {
				t.Error("a changed form is left without a question")
			}
			p.types(t, "f-title", "Lantern walk by night")

			// The trash and back, both confirmed.
			p.visit(t, desk+"/records/events?search=Lantern")
			evaluate[bool](t, p, `(document.querySelector("tbody input[name=id]").checked = true, document.querySelector("#action").value = "trash", true)`)
			p.sends(t, ".act button", "Nothing has changed yet")
			p.whole(t, "desk-bulk-"+deployment)
			accessible(t, p, source, "the preview of a bulk action")
			p.sends(t, `button[name="confirm"]`, "1 done, 0 not")
			p.visit(t, desk+"/records/events?status=trash")
			evaluate[bool](t, p, `(document.querySelector("tbody input[name=id]").checked = true, document.querySelector("#action").value = "restore", true)`)
			p.sends(t, ".act button", "Nothing has changed yet")
			p.sends(t, `button[name="confirm"]`, "1 done, 0 not")

			// A decision about what waits takes one step.
			p.visit(t, event)
			evaluate[bool](t, p, `(window.other = new FormData(document.querySelector("form.record")), other.set("do", "pending"), window.stored = false,
				fetch(location.href, {method: "POST", body: new URLSearchParams(other)}).then(() => { window.stored = true }), true)`)
			p.wait(t, `window.stored`)
			p.visit(t, desk)
			accessible(t, p, source, "the first page")
			p.sends(t, `article:has(a[href$="`+event[len(event)-3:]+`"]) button[value="publish"]`, "is published")

			deskLooks(t, p, source, desk, event, deployment)
		})
	}
}

// deskLooks holds that the pages of the desk are accessible in light and dark, on phones
// and wide windows, and takes their pictures.
func deskLooks(t *testing.T, p *tab, source, desk, event, deployment string) {
	t.Helper()
	pages := map[string]string{
		"first page": desk, "events": desk + "/records/events", "event": event, "new event": desk + "/records/events/new", "venues": desk + "/records/venues",
		"new category": desk + "/records/categories/new", "filters": desk + "/records/events?featured=true",
	}
	widths := []int64{390, 1280}
	if os.Getenv("SCREENSHOTS") != "" {
		widths = []int64{390, 768, 1280, 1600}
	}
	for name, address := range pages {
		for _, width := range widths {
			for _, scheme := range []string{"light", "dark"} {
				p.show(t, width, 900, scheme)
				p.visit(t, address)
				where := fmt.Sprintf("desk %s %d %s %s", name, width, scheme, deployment)
				p.whole(t, where)
				accessible(t, p, source, where)
				if wide := evaluate[int](t, p, `document.documentElement.scrollWidth`); int64(wide) > width {
					t.Errorf("%s: the page is %d pixels wide", where, wide)
				}
			}
		}
	}
}
