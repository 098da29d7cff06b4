package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// walk is a visit of the calendar by somebody who has a keyboard and nothing else.
type walk struct {
	t *testing.T
	p *tab
}

// focused describes where the keyboard is: the element, its text, and whether it
// can be seen that it is there; of a long text the window shows the part with the caret.
const focused = `(() => {
	const e = document.activeElement, s = getComputedStyle(e), b = e.getBoundingClientRect();
	const seen = s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2 && b.width > 0 &&
		(e.matches("textarea") ? b.bottom > 0 && b.top < innerHeight : b.top >= 0 && b.bottom <= innerHeight);
	const text = e.getAttribute("aria-label") || e.textContent.trim().replace(/\s+/g, " ") || e.id;
	return e.tagName.toLowerCase() + " " + text.slice(0, 60) + (seen ? "" : " (not seen)");
})()`

// press presses a key and says where it led.
func (w walk) press(key string) string {
	w.t.Helper()
	w.p.do(w.t, chromedp.KeyEvent(key))
	return evaluate[string](w.t, w.p, focused)
}

// tabTo presses Tab until what a selector finds has the focus; everything on the way
// must show that it has it.
func (w walk) tabTo(selector string) {
	w.t.Helper()
	var way []string
	for range 200 {
		at := w.press(kb.Tab)
		way = append(way, at)
		if strings.HasSuffix(at, "(not seen)") {
			w.t.Errorf("the focus cannot be seen: %s", at)
		}
		if evaluate[bool](w.t, w.p, `document.activeElement.matches(`+"`"+selector+"`"+`)`) {
			w.t.Logf("Tab, %d times: %s", len(way), strings.Join(way, " | "))
			return
		}
	}
	w.t.Fatalf("Tab never came to %s: %s", selector, strings.Join(way, " | "))
}

// enter presses Enter on a link or a form and waits for the page that it leads to.
func (w walk) enter(want string) {
	w.t.Helper()
	w.p.do(w.t, chromedp.KeyEvent(kb.Enter))
	w.p.wait(w.t, `document.readyState === "complete" && (`+want+`)`)
	w.t.Logf("Enter: %q at %s", evaluate[string](w.t, w.p, `document.title`), evaluate[string](w.t, w.p, `location.pathname + location.search + location.hash`))
}

func TestAVisitByKeyboardAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "open")
	site := strings.TrimSuffix(s.root, "/calendar/events/v1")
	w := walk{t, open(t)}
	w.p.show(t, 1280, 900, "light")
	w.p.do(t, chromedp.Navigate(site+"/"))
	first := evaluate[string](t, w.p, `document.querySelector("caption").textContent`)

	w.tabTo(".skip")
	w.enter(`location.hash === "#events"`)
	w.tabTo(`#events a`)

	w.p.do(t, chromedp.Navigate(site+"/"))
	w.tabTo(`.months a[rel="next"]`)
	w.enter(`document.querySelector("caption").textContent !== "` + first + `"`)

	w.tabTo(".filters summary")
	w.enter(`document.querySelector(".filters").open`)
	w.tabTo("[name='categories']")
	w.press(kb.ArrowDown)
	chosen := evaluate[string](t, w.p, `document.activeElement.parentElement.textContent.trim()`)
	w.press(kb.ArrowUp)
	t.Logf("ArrowDown chose %q among the categories, ArrowUp took it back", chosen)
	w.p.do(t, chromedp.Reload())
	w.tabTo("#search")
	w.p.do(t, chromedp.KeyEvent("swing"))
	w.tabTo(`.find button`)
	w.enter(`location.search.includes("search=swing")`)

	w.tabTo(`.switch a[href*="view=list"]`)
	w.enter(`document.querySelector(".days") !== null && location.search.includes("search=swing")`)
	w.tabTo(`.events h3 a`)
	w.enter(`document.querySelector("article.record h1") !== null`)
	w.tabTo(`.facts dd a[rel="external"]`)
	w.tabTo(`article summary`)
	w.enter(`document.querySelector("article details").open`)
	w.tabTo(`a[download]`)

	w.p.do(t, chromedp.Navigate(site+"/?view=list"))
	w.tabTo(`header nav summary`)
	w.enter(`document.querySelector("header details").open`)
	w.tabTo(`header nav a[lang="fr"]`)
	w.enter(`document.documentElement.lang === "fr"`)
	w.tabTo(`.events h3 a`)
	w.enter(`document.querySelector("article.record h1") !== null && document.documentElement.lang === "fr"`)
	w.tabTo(`.back a`)
	w.enter(`document.documentElement.lang === "fr" && document.querySelector("caption, .days") !== null`)
}
