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
	s.addEvent(t, "Trio", map[string]any{
		"venue":     []any{map[string]any{"venue": "Hall"}, map[string]any{"venue": "Barn"}, map[string]any{"venue": "Club"}},
		"organizer": map[string]any{"organizer": "Harbor Swing Society"},
	})
	town, err := time.LoadLocation("America/Moncton") // That of the demo.
	if err != nil {
		t.Fatal(err)
	}
	today := time.Now().In(town).Format(time.DateOnly)
	for i := range 6 {
		at := map[bool][2]string{true: {" 00:00", " 00:01"}, false: {" 23:58", " 23:59"}}[i < 3]
		s.addEvent(t, fmt.Sprintf("Hour %d", i), map[string]any{"start_date": today + at[0], "end_date": today + at[1]})
	}
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
		holds("today has as many entries as other days", `(() => { const all = [...document.querySelectorAll("td")].map((e) => e.querySelectorAll("li").length); return document.querySelectorAll("#today li").length === Math.max(...all); })()`)
		at(url.Values{"view": {"day"}})
		holds("today begins with what is on or comes next", `document.querySelector(".over").innerText !== "" && [...document.querySelectorAll(".over h3")].some((e) => e.textContent === "Hour 0") && ![...document.querySelectorAll("h3")].find((e) => !e.closest(".over")).textContent.match(/Hour [012]/)`)
		at(url.Values{"view": {"list"}, "search": {"Three evenings"}})
		holds("a play of three evenings is three dates", `(() => { const all = [...document.querySelectorAll(".events h3")].map((e) => e.textContent); return all.length > new Set(all).size; })()`)
		at(url.Values{"view": {"list"}, "search": {"harbor swing society"}})
		holds("a hit says why it is one", `document.querySelector(".why").innerText.toLowerCase().includes("organizer: harbor swing society")`)
		holds("a row of three venues says how many more there are", `document.querySelector(".events").innerText.includes("Hall and 2 more")`)
		p.press(t, ".events h3 a", `document.querySelector("article.record h1")?.textContent === "Trio"`)
		holds("calendar programs get all venues", `[...document.querySelectorAll("a[href*='location=']")].every((e) => ["Hall", "Barn", "Club"].every((name) => decodeURIComponent(e.href).includes(name))) && document.querySelector("a[href*='location=']") !== null`)

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
		holds("a weekend has its dates in its heading", `/^(This weekend|Today), \d/.test(document.querySelector("h1").innerText)`)
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
