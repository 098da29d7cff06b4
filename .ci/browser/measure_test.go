package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestEventsAreSeenAtOnce measures where the first event stands in a window: the median of
// lists and searches from five days on, and the first week of the month.
func TestEventsAreSeenAtOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "open", "--page-languages", "en,de,fr")
	site := strings.TrimSuffix(s.root, "/calendar/events/v1")
	p := open(t)
	for _, window := range []struct{ width, height, most int64 }{{390, 844, 330}, {1280, 800, 260}} {
		p.show(t, window.width, window.height, "light")
		top := func(address, selector string) int64 {
			p.do(t, chromedp.Navigate(site+address))
			return evaluate[int64](t, p, fmt.Sprintf(`Math.round(document.querySelector(%q).getBoundingClientRect().top)`, selector))
		}
		for _, search := range []string{"", "&search=jazz"} {
			var tops []int64
			for days := range 5 {
				from := time.Now().AddDate(0, 0, 7*days).Format(time.DateOnly)
				tops = append(tops, top("/?view=list&start_date="+from+search, ".events > li"))
			}
			slices.Sort(tops)
			if t.Logf("%d pixels wide: the first event of lists%s is at %v", window.width, search, tops); tops[2] > window.most {
				t.Errorf("the first event of lists%s is at %v in a window of %d, want %d at most", search, tops, window.width, window.most)
			}
			p.picture(t, fmt.Sprintf("first-%d%s", window.width, strings.ReplaceAll(search, "&", "-")))
		}
		if got := top("/", "tbody tr"); got > window.most {
			t.Errorf("the first week is at %d in a window of %d, want %d at most", got, window.width, window.most)
		}
		for _, language := range []string{"de", "fr"} {
			p.do(t, chromedp.Navigate(site+"/?view=list&page_language="+language))
			p.press(t, ".filters summary", `document.querySelector("[name='categories']").checkVisibility()`)
			p.picture(t, fmt.Sprintf("filters-%d-%s", window.width, language))
			if got := evaluate[[]string](t, p, `[...document.querySelectorAll("select")].filter((e) => e.checkVisibility()).filter((e) => {
				const text = document.createElement("span");
				text.append(e.options[0].textContent);
				e.after(text);
				const cut = text.getBoundingClientRect().width > e.clientWidth - 32;
				text.remove();
				return cut;
			}).map((e) => e.id)`); len(got) > 0 {
				t.Errorf("the choices of %v are cut in %s, %d pixels wide", got, language, window.width)
			}
		}
	}
}
