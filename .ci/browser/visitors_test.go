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
	p := open(t)
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

		p.do(t, chromedp.Navigate(series))
		holds("ten of the dates of a series are shown", `[...document.querySelectorAll(".further li")].filter((e) => e.checkVisibility()).length === 10`)
		p.press(t, ".folded summary", `[...document.querySelectorAll(".further li")].filter((e) => e.checkVisibility()).length === 99`)
		holds("it does not stand below itself", `!document.querySelector(".further").innerText.includes("Choir")`)
		p.keeps(t, everyRule, "a series")
	}
}
