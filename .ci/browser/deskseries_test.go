package browser_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
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
			p.cancels(title)
			p.moves(title)
			p.renames(title)
			p.copies(fmt.Sprint("Gala of last year at ", width))
			p.staysHome(t, s)
		})
	}
}

// repeats makes an event of the same weekday until June, from the first page of the desk. It
// begins tomorrow, so that the first page has it then.
func (p *person) repeats(title string) {
	p.t.Helper()
	tomorrow := time.Now().UTC().AddDate(0, 0, 1)
	p.clicks(`.kinds a[href$="/events/new"]`, "Publishing")
	p.fills("#f-title", title)
	p.fills("#f-start-date", tomorrow.Format("2006-01-02")+"T19:00")
	p.chooses("#f-recurrence-how", "WEEKLY")
	p.chooses("#f-recurrence-ends", "until")
	p.fills("#f-recurrence-until", tomorrow.AddDate(0, 0, 30*7).Format("2006-01-02"))
	p.wait(p.t, `document.querySelector("[data-part=next]").innerText.includes("31 dates in all")`)
	p.sees("series form")
	p.clicks(`.save button[value="publish"]`, "Published.")
	p.within(12, "a weekly event for seven months")
	p.wait(p.t, `document.querySelector("#f-recurrence-how").value === "WEEKLY"`)
}

// named marks the first element that a selector finds with a text, and returns a selector for it.
func (p *person) named(selector, text string) string {
	p.t.Helper()
	if !evaluate[bool](p.t, p.tab, fmt.Sprintf(`(() => { const e = [...document.querySelectorAll(%q)].find((e) => e.textContent.trim() === %q); if (e) e.id ||= "found"; window.found = e && e.id; return !!e })()`, selector, text)) {
		p.t.Fatalf("no %s with %q", selector, text)
	}
	return "#" + evaluate[string](p.t, p.tab, `window.found`)
}

// cancels cancels tomorrow's date of a series.
func (p *person) cancels(title string) {
	p.t.Helper()
	p.visit(p.t, p.desk)
	p.acts(title, `[value^="set:event_status=canceled"]`, "Event status: Canceled")
	p.within(2, "to cancel one date")
}

// acts does something with a record of the week on the first page, by its menu.
func (p *person) acts(title, action, text string) {
	p.t.Helper()
	button := fmt.Sprintf(".week li:has(%s) button[popovertarget]", p.named(".week li > span > a", title))
	p.opens(button)
	p.sees("menu of a date")
	p.clicks(".week :popover-open "+action, text)
}

// copies finds an event of last year by the first page, and copies it to another date.
func (p *person) copies(title string) {
	p.t.Helper()
	p.visit(p.t, p.desk+"/records/events/new")
	p.fills("#f-title", title)
	p.fills("#f-start-date", time.Now().UTC().AddDate(-1, 0, 0).Format("2006-01-02")+"T19:00")
	p.clicks(`.save button[value="publish"]`, "Published.")
	p.visit(p.t, p.desk)
	p.actions = 0
	p.fills("#search", title)
	p.clicks(`form[role="search"] button`, "1–1 of 1")
	p.sees("search")
	p.clicks(`a.mark[href$="/duplicate"]`, "New date")
	p.wait(p.t, `document.activeElement.id === "day"`)
	p.fills("#day", time.Now().UTC().AddDate(0, 0, 30).Format("2006-01-02"))
	p.clicks("main form.day button", "Published.")
	p.within(5, "to copy a past event to a date")

	p.visit(p.t, p.desk)
	p.actions = 0
	p.fills("#search", title)
	p.clicks(`form[role="search"] button`, "1–2 of 2")
	p.clicks(`tbody tr:has(a.mark) .name > a`, "Publish copy")
	p.sees("form of a past event")
	p.fills("#day", time.Now().UTC().AddDate(0, 0, 40).Format("2006-01-02"))
	p.clicks(`form[action$="/duplicate"] button`, "Published.")
	p.within(5, "to copy a past event to a date from its form")
	p.clicks(".top a", "1–3 of 3") // Back to the list as it was.
}

// moves moves a date of a series and all later ones by an hour.
func (p *person) moves(title string) {
	p.t.Helper()
	p.visit(p.t, p.desk)
	p.acts(title, `a[href$="/move"]`, "New date")
	p.wait(p.t, `document.activeElement.id === "day"`)
	p.fills("#time", "20:00")
	p.clicks("main form.day button", "What do you want to move?")
	p.sees("series move")
	p.clicks(`.scopes button[value="following"]`, "dates moved")
	p.within(5, "to move one date and all later ones")
	p.clicks("[data-flash] button", "changes undone.")
	p.actions = 0
}

// renames gives all dates of a series another title.
func (p *person) renames(title string) {
	p.t.Helper()
	p.visit(p.t, p.desk+"/records/events?search="+url.QueryEscape(title))
	p.clicks("tbody th a", "Publishing")
	p.fills("#f-title", title+", renamed")
	p.clicks(`.save button[value="save"]`, "What do you want to change?")
	p.sees("series question")
	p.clicks(`.scopes button[value="all"]`, "saved.")
	p.wait(p.t, `document.querySelector("#typed").hidden`)
	p.clicks(`form[action$="/trash"] button`, "What do you want to move to the trash?")
	p.sees("series trash")
	p.clicks(`.scopes button[value="all"]`, "Moved to trash")
	p.clicks(`[data-flash] button`, "changes undone.")

	p.visit(p.t, p.desk+"/records/events?search="+url.QueryEscape(title))
	p.clicks(p.named("a.chip", "Show each series once"), "dates")
	p.wait(p.t, `document.querySelectorAll("tbody tr").length <= 2`)
	p.sees("series once")
	p.do(p.t, click(`tbody input[name="id"]`))
	if part := evaluate[float64](p.t, p.tab, `document.querySelector(".act").offsetHeight / innerHeight`); part > .25 {
		p.t.Errorf("the actions of a list cover %.2f of the window, want a quarter at most", part)
	}
	if evaluate[bool](p.t, p.tab, `document.querySelector(".brand a").scrollWidth > document.querySelector(".brand a").clientWidth`) {
		p.t.Error("the name of the site is cut")
	}
	p.clicks(`.act button[value="trash"]`, "The changes apply to every date in each series.")
	p.sees("series all")
	p.visit(p.t, p.desk+"/records/events?collapse=series&search="+url.QueryEscape(title))
	p.clicks("tbody th a.mark", "Dates of one series.")
	p.sees("series dates")
}

func TestAnEventRepeatsByKeyboardAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "required")
	p := newPerson(t, s.at(t, "/desk"))
	p.arrives(user)
	w := walk{t, p.tab}
	p.visit(t, p.desk+"/records/events/new")
	p.wait(t, `document.activeElement.id === "f-title"`)
	p.do(t, chromedp.KeyEvent("Jazz by keyboard"))
	w.tabTo("#f-start-date")
	p.do(t, chromedp.KeyEvent("03022027"+kb.Tab+"0700PM"))
	w.tabTo("#f-recurrence-how")
	p.do(t, chromedp.KeyEvent("Every w"))
	p.wait(t, `document.activeElement.value === "WEEKLY"`)
	p.wait(t, `document.querySelector("[name='recurrence.day'][value=TU]").checked`) // The day of the start.
	w.tabTo(`[name="recurrence.day"][value="TH"]`)
	p.do(t, chromedp.KeyEvent(" "))
	w.tabTo(`[name="recurrence.ends"]`)
	p.do(t, chromedp.KeyEvent("After"))
	w.tabTo("#f-recurrence-count")
	p.do(t, chromedp.KeyEvent("4"))
	p.wait(t, `document.querySelector("[data-part=next]").innerText.includes("Every Tuesday and Thursday, 4 times")`)
	w.tabTo(`.save button[value="publish"]`)
	p.do(t, chromedp.KeyEvent(" "))
	p.wait(t, `document.readyState === "complete" && document.body.innerText.includes("Published.")`)

	w.tabTo("#f-title")
	p.do(t, chromedp.KeyEvent(", renamed"))
	w.tabTo(`.save button[value="save"]`)
	w.enter(`document.activeElement.matches(".scopes button[value=this]")`)
	w.tabTo(`.scopes button[value="all"]`)
	w.enter(`document.body.innerText.includes("saved.")`)
	p.staysHome(t, s)
}

func TestAnEventRepeatsWithoutScript(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "required")
	p := newPerson(t, s.at(t, "/desk"))
	p.withoutScript(t)
	p.arrives(user)
	p.visit(t, p.desk+"/records/events/new")
	p.fills("#f-title", "Mill walk")
	p.fills("#f-start-date", "2027-03-12T18:00")
	p.fills("#f-end-date", "2027-03-12T20:00")
	seen := func(selector string) bool {
		return evaluate[bool](t, p.tab, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector))
	}
	if seen("#f-recurrence-month") || seen("[data-dates]") {
		t.Error("an event that does not repeat has inputs for its dates")
	}
	p.chooses("#f-recurrence-how", "MONTHLY")
	if !seen("#f-recurrence-month") || seen(`[name="recurrence.day"]`) {
		t.Error("what repeats by months has other inputs than these")
	}
	p.clicks("[data-dates]", "On the second Friday")
	p.chooses("#f-recurrence-month", "nth")
	p.clicks("[data-dates]", "Fri 9 Apr 2027 · 6 pm")
	p.sees("series without script")
	p.clicks(`.save button[value="publish"]`, "Published.")
	p.fills("#f-title", "Mill walk by night")
	p.clicks(`.save button[value="save"]`, "What do you want to change?")
	p.clicks(`.scopes button[value="all"]`, "saved.")
	p.staysHome(t, s)
}
