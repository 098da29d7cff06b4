package browser_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestWhatVisitorsStumbleOver is a walk past what visitors have stumbled over, on a phone and on a
// computer.
func TestWhatVisitorsStumbleOver(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "open")
	site := strings.TrimSuffix(s.root, "/calendar/events/v1")
	for i := range 6 {
		s.addEvent(t, fmt.Sprintf("Number %d", i), nil)
	}
	tomorrow := time.Now().AddDate(0, 0, 1).Format(time.DateOnly)
	choir := map[string]any{
		"recurrence": "FREQ=DAILY;COUNT=100", "venue": map[string]any{"venue": "Song hall"},
		"start_date": tomorrow + " 05:00", "end_date": tomorrow + " 05:30",
	}
	series := s.addEvent(t, "Choir", choir)
	station := map[string]any{"venue": "Bus station", "city": "Lunenburg", "geo_lat": 44.38, "geo_lng": -64.31}
	p := open(t)
	p.do(t, chromedp.Navigate(site+"/?when=weekend"))
	last := evaluate[string](t, p, `document.querySelector("#until").value || document.querySelector("link[rel=canonical]").href.match(/end_date=([^&]+)/)[1]`)
	s.addEvent(t, "Free jazz", map[string]any{
		"venue": station, "cost": "0", "categories": "Jazz", "start_date": last + " 22:00", "end_date": last + " 23:00",
	})
	for _, width := range []int64{390, 1280} {
		p.show(t, width, 844, "light")
		at := func(query url.Values) {
			t.Helper()
			p.do(t, chromedp.Navigate(site+"/?"+query.Encode()))
		}
		holds := func(promise, condition string) {
			t.Helper()
			if !evaluate[bool](t, p, condition) {
				t.Errorf("at %d: not so: %s", width, promise)
			}
		}
		p.media(t, "print")
		at(url.Values{"month": {"2036-05"}})
		holds("a printed month has every event", `[0, 1, 2, 3, 4, 5].every((n) => document.querySelector("table").innerText.includes("Number " + n)) && !document.body.innerText.includes("more")`)
		holds("it is printed in landscape", `getComputedStyle(document.body).page === "wide"`)
		p.media(t, "")

		at(url.Values{"month": {"2035-01"}})
		holds("an empty month leads to the next event", `document.querySelector(".empty [href*='event/number-']").checkVisibility() && document.querySelector(".empty [href*='month=2036-05']").checkVisibility()`)

		at(nil)
		const filters = ".filters > summary"
		p.press(t, filters, `document.querySelector(".filters .known").checkVisibility()`)
		p.keeps(t, everyRule, "the sheet of filters")
		p.fits(t, "the sheet of filters", width)
		choices := []string{`[name="when"][value="weekend"]`, `[name="categories"][value="jazz"]`, `label:has([name="near"])`, `[name="free"][value="true"]`}
		for _, choice := range choices {
			isStation := strings.HasPrefix(choice, "label")
			if isStation {
				evaluate[bool](t, p, `([...document.querySelectorAll('label:has([name="near"])')].find((e) => e.textContent === "Bus station").control.id = "station", true)`)
				choice = "#station"
			}
			p.press(t, choice, `document.querySelector('`+choice+`').checked`)
		}
		holds("the number is that of the page, until something is changed", `!document.querySelector(".filters .known").checkVisibility()`)
		p.press(t, ".filters .act button", `document.readyState === "complete" && location.search.includes("when=weekend") && document.querySelector(".events h3") !== null`)
		holds("free jazz this weekend near the station takes six presses and two pages", `[...document.querySelectorAll(".events h3")].map((e) => e.textContent).join() === "Free jazz"`)
		p.do(t, chromedp.Navigate(site+"/?view=list&free=true"))
		evaluate[bool](t, p, `(scrollTo(0, 2000), true)`)
		holds("the filters stay in sight on a phone", `innerWidth > 700 || document.querySelector(".filters").getBoundingClientRect().top >= 0`)
		holds("what is set stands beside them", `document.querySelector(".removals a").getBoundingClientRect().left > document.querySelector(".filters").getBoundingClientRect().right`)
		holds("no name has a blank before a colon", `[...document.querySelectorAll("[aria-label]")].every((e) => !/\s:/.test(e.getAttribute("aria-label"))) && [...document.querySelectorAll(".out")].every((e) => !e.textContent.startsWith(":"))`)
		holds("a list leads to past events", `document.querySelector(".chips [href*='view=past']").checkVisibility()`)
		holds("subscribing stands beside the heading", `document.querySelector(".toolbar .subscribe").checkVisibility()`)

		p.do(t, chromedp.Navigate(series))
		holds("ten of the dates of a series are shown", `[...document.querySelectorAll(".further li")].filter((e) => e.checkVisibility()).length === 10`)
		p.press(t, ".folded summary", `[...document.querySelectorAll(".further li")].filter((e) => e.checkVisibility()).length === 99`)
		holds("it does not stand below itself", `!document.querySelector(".further").innerText.includes("Choir")`)
		p.keeps(t, everyRule, "a series")
	}
}
