package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPagesFromRightToLeft turns pages around, as a language does that is written from
// right to left: arrows point the other way, and nothing sticks out of any window.
func TestPagesFromRightToLeft(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "open")
	p := open(t)
	p.do(t, chromedp.Navigate(s.at(t, "/?view=list")))
	event := evaluate[string](t, p, `document.querySelector(".events h3 a").href`)
	p.do(t, chromedp.Navigate(s.at(t, "/desk/records/events")))
	record := evaluate[string](t, p, `document.querySelector("tbody th a").href`)
	for name, address := range map[string]string{
		"month": s.at(t, "/"), "week": s.at(t, "/?view=week"), "list": s.at(t, "/?view=list"), "search": s.at(t, "/?view=list&search=jazz&free=true"), "event": event,
		"desk-list": s.at(t, "/desk/records/events"), "desk-form": record, "desk-calendar": s.at(t, "/desk/records/events/calendar"),
	} {
		p.do(t, chromedp.Navigate(address))
		evaluate[bool](t, p, `(document.documentElement.dir = "rtl", true)`)
		if arrows := evaluate[int](t, p, `[...document.querySelectorAll(".icon.arrow")].filter((e) => new DOMMatrix(getComputedStyle(e).transform).a !== -1).length`); arrows > 0 {
			t.Errorf("%s: %d arrows point as in English", name, arrows)
		}
		for _, width := range []int64{320, 390, 768, 1280, 1600} {
			p.show(t, width, 900, "light")
			p.whole(t, fmt.Sprintf("rtl-%s-%d", name, width))
			p.fits(t, name+" from right to left", width)
		}
	}
}
