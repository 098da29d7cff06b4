package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// chooses chooses an option of a list.
func (p *person) chooses(selector, value string) {
	p.t.Helper()
	p.actions++
	p.do(p.t, chromedp.ScrollIntoView(chromedp.CSS(selector)))
	evaluate[bool](p.t, p.tab, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.focus(); e.value = %q; for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, {bubbles: true})); return e.value === %q })()`, selector, value, value))
}

// within holds that what somebody does takes no more actions than it may, and counts anew.
func (p *person) within(most int, what string) {
	p.t.Helper()
	if p.actions > most {
		p.t.Errorf("%s takes %d actions, want %d at most", what, p.actions, most)
	}
	p.t.Logf("%s: %d actions", what, p.actions)
	p.actions = 0
}

func TestAnEditorsWeekWithEventsThatRepeat(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "required")
	for _, width := range []int64{1280, 390} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, s.at(t, "/desk"))
			p.show(t, width, 900, "light")
			p.judges = width == 1280 // At which looks has every width.
			title := fmt.Sprint("Jazz at ", width)
			p.arrives(user)
			p.actions = 0
			p.repeats(title)
			p.staysHome(t, s)
		})
	}
}

// repeats makes an event of every Tuesday until June, from the first page of the desk.
func (p *person) repeats(title string) {
	p.t.Helper()
	p.clicks(`.kinds a[href$="/events/new"]`, "Publishing")
	p.fills("#f-title", title)
	p.fills("#f-start-date", "2027-03-02T19:00")
	p.chooses("#f-recurrence-how", "WEEKLY")
	p.chooses("#f-recurrence-ends", "until")
	p.fills("#f-recurrence-until", "2027-06-30")
	p.wait(p.t, `document.querySelector("[data-part=next]").innerText.includes("18 dates in all")`)
	p.sees("series form")
	p.clicks(`.save button[value="publish"]`, "Published.")
	p.within(12, "a weekly event until June")
	p.wait(p.t, `document.querySelector("#f-recurrence-until").value === "2027-06-30"`)
}
