package browser_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
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

// newAtTheDesk starts a new deployment, sets its first administrator, ada, up by the
// link in the file for it, and adds the editor ed and the contributor con.
func newAtTheDesk(t *testing.T, program, deployment string) (s service, ada *person) {
	t.Helper()
	s, link := serveNew(t, program, deployment)
	site, _, _ := strings.Cut(link, "/desk/")
	ada = newPerson(t, site+"/desk")
	ada.visit(t, link)
	ada.fills("[name=name]", "ada")
	ada.fills("[name=password]", password)
	ada.fills("[name=repeat]", password)
	ada.clicks("main form button", "Welcome. Your password is set.")
	s.addUser(t, program, "ed", "editor")
	s.addUser(t, program, "con", "contributor")
	ada.clicks(".who button", "You are signed out.")
	return s, ada
}

func TestPeopleWorkOnEventsAtTheDesk(t *testing.T) {
	t.Parallel()
	program := build(t)
	for _, deployment := range []string{"a", "b"} {
		t.Run("deployment "+deployment, func(t *testing.T) {
			t.Parallel()
			s, ada := newAtTheDesk(t, program, deployment)
			ada.judges = deployment == "a" // The pages of the other one differ in nothing that axe sees.
			event := publishes(t, ada)
			ed := newPerson(t, ada.desk)
			ed.judges = ada.judges
			ed.arrives("ed")
			meet(t, ada, ed, event)
			ada.trashesAndRestores(ada.duplicates(event))
			decides(t, ed, newPerson(t, ada.desk))
			ada.visit(t, ada.desk)
			ada.clicks(".who button", "You are signed out.")
			ada.visit(t, event)
			ada.wait(t, `location.pathname.endsWith("/sign-in")`)
			ada.staysHome(t, s)
			ed.staysHome(t, s)
		})
	}
}

// publishes signs in and makes an event with a new venue and a picture, and returns the
// address of its form.
func publishes(t *testing.T, ada *person) string {
	t.Helper()
	ada.actions = 0
	ada.signsIn("ada")
	ada.clicks(`.kinds a[href$="/events/new"]`, "Publishing")
	ada.fills("#f-title", "Lantern walk")
	ada.fills("#f-start-date", "2027-03-01T18:00")
	ada.uploads("#f-image-file")
	ada.fills("#f-image-alt", "A barn at night")
	ada.links("venue", "Lantern Barn", "Create “Lantern Barn”")
	ada.clicks(`.save button[value="publish"]`, "Published.")
	if ada.actions > 12 {
		t.Errorf("from the sign-in to the published event it takes %d actions, want 12 at most", ada.actions)
	}
	t.Logf("from the sign-in to the published event: %d actions", ada.actions)
	ada.wait(t, `document.querySelector("#f-venue").innerText.includes("Lantern Barn")`)
	ada.wait(t, `document.querySelector("#f-image img").naturalWidth > 0 && document.querySelector("#f-image-alt").value === "A barn at night"`)
	ada.sees("published event")
	return evaluate[string](t, ada.tab, `location.href`)
}

// meet has two editors change one event: the second sees what the first has saved.
func meet(t *testing.T, ada, ed *person, event string) {
	t.Helper()
	ed.visit(t, event)
	ed.fills("#f-cost", "$7")
	ed.clicks(`.save button[value="save"]`, "Saved.")
	ada.fills("#f-title", "Lantern walk by night")
	ada.clicks(`.save button[value="save"]`, "Someone else saved this")
	ada.wait(t, `document.querySelector("section.warn").innerText.includes("$7")`)
	ada.sees("conflict")
	ada.clicks(`.save button[value="save"]`, "Saved.")
	ada.wait(t, `document.querySelector("#f-cost").value === "$7" && document.querySelector("#f-title").value === "Lantern walk by night"`)
	// A form that was changed is not left without a question, unlike one with an open library.
	const asks = `(() => { const e = new Event("beforeunload", {cancelable: true}); window.dispatchEvent(e); return e.defaultPrevented })()`
	look := func() {
		ada.opens(`#f-image .pair [name="look"]`)
		ada.wait(t, `document.querySelector(".library [type=search]") !== null`)
		evaluate[bool](t, ada.tab, `(document.querySelector(".library").remove(), true)`)
	}
	if look(); evaluate[bool](t, ada.tab, asks) {
		t.Error("a form in which only the library was opened asks before it is left")
	}
	ada.fills("#f-cost", "$8")
	if look(); !evaluate[bool](t, ada.tab, asks) {
		t.Error("a changed form is left without a question")
	}
	ada.clicks(`.save button[value="save"]`, "Saved.")
}

// duplicates publishes a copy of an event, and returns the title of both.
func (p *person) duplicates(event string) string {
	p.t.Helper()
	p.visit(p.t, event)
	p.clicks(`.top a[href*="/duplicate"]`, "New date")
	p.sees("a copy to a date")
	p.clicks(`main form.day button`, "Published.")
	if evaluate[string](p.t, p.tab, `location.href`) == event {
		p.t.Error("the copy is the event itself")
	}
	return evaluate[string](p.t, p.tab, `document.querySelector("#f-title").value`)
}

// trashesAndRestores moves two events of a title to the trash, takes that back by a button, and
// does the same by the tab of the trash; then it moves one in the calendar by its form.
func (p *person) trashesAndRestores(title string) {
	p.t.Helper()
	for _, at := range []struct{ list, action string }{{"?search=" + url.QueryEscape(title), "trash"}, {"?status=trash", "restore"}} {
		p.visit(p.t, p.desk+"/records/events"+at.list)
		for n := range 2 {
			p.do(p.t, click(fmt.Sprintf("tbody tr:nth-child(%d) input[name=id]", n+1)))
		}
		p.clicks(fmt.Sprintf(".act button[value=%q]", at.action), "Undo")
		p.sees("bulk " + at.action)
		if at.action == "trash" {
			p.clicks(`[data-flash] button`, "2 changes undone.")
			for n := range 2 {
				p.do(p.t, click(fmt.Sprintf("tbody tr:nth-child(%d) input[name=id]", n+1)))
			}
			p.clicks(`.act button[value="trash"]`, "Undo")
		}
	}
	p.visit(p.t, p.desk+"/records/events/calendar?month=2027-03")
	p.drags("2027-03-17")
	p.actions = 0
	p.opens(".month button[popovertarget]")
	p.clicks(`.month :popover-open a[href$="/move"]`, "New date")
	p.clicks(`main form.day button[value="next"]`, "moved to")
	p.within(3, "to move an event to the next day")
	p.visit(p.t, p.desk+"/records/events?search="+url.QueryEscape(title))
	p.wait(p.t, `document.querySelectorAll("tbody tr").length === 2`)
}

// drags drags the first record of the calendar that is open to another day, and takes that
// back.
func (p *person) drags(day string) {
	p.t.Helper()
	at := func() string {
		return evaluate[string](p.t, p.tab, `document.querySelector("li[data-move]").closest("[data-day]").dataset.day`)
	}
	before, title := at(), evaluate[string](p.t, p.tab, `document.querySelector("li[data-move] > a").textContent`)
	evaluate[bool](p.t, p.tab, `(window.before = true)`)
	p.do(p.t, chromedp.DragAndDrop(chromedp.CSS("li[data-move]"), chromedp.CSS(fmt.Sprintf("[data-day=%q]", day))))
	p.wait(p.t, `window.before === undefined && document.readyState === "complete"`)
	if got := evaluate[[]string](p.t, p.tab, fmt.Sprintf(`[...document.querySelectorAll('[data-day=%q] li[data-move] > a')].map((e) => e.textContent)`, day)); !slices.Contains(got, title) {
		p.t.Errorf("after %q was dragged from %s to %s, that day has %q", title, before, day, got)
	}
	p.clicks("[data-flash] button", "Undone")
	if got := at(); got != before {
		p.t.Errorf("the move is undone, and the record is at %s, want %s", got, before)
	}
}

// decides has a contributor submit an event, which an editor gives back with a reason,
// and publishes when it comes again.
func decides(t *testing.T, ed, con *person) {
	t.Helper()
	con.arrives("con")
	con.clicks(`.kinds a[href$="/events/new"]`, "Submit for review")
	con.fills("#f-title", "Barn dance")
	con.fills("#f-start-date", "2027-04-01T18:00")
	con.fills("#f-end-date", "2027-04-01T20:00")
	con.clicks(`.save button[value="pending"]`, "Submitted for review.")
	event := evaluate[string](t, con.tab, `location.href`)

	ed.visit(t, ed.desk)
	ed.fills(`.queue input[name="reason"]`, "Where is it?")
	ed.clicks(`.queue button[value="draft"]`, "Sent back")
	ed.wait(t, `document.querySelector(".queue") === null`)
	con.visit(t, event)
	con.wait(t, `document.body.innerText.includes("Where is it?")`)
	con.judges = ed.judges
	con.sees("reason")
	con.clicks(`.save button[value="pending"]`, "Submitted for review.")

	ed.actions = 0
	ed.clicks("nav.desk li:first-child a", "Barn dance")
	ed.clicks(`.queue button[value="publish"]`, "is published")
	if ed.actions > 3 {
		t.Errorf("to publish what waits takes %d actions, want 3 at most", ed.actions)
	}
	t.Logf("to publish what waits: %d actions", ed.actions)
	con.visit(t, event)
	con.wait(t, `document.body.innerText.includes("Visible to visitors.")`)
}
