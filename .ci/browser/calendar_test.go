package browser_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// calendarPages returns the pages that are looked at, by name.
func calendarPages(t *testing.T, p *tab, site string) map[string]string {
	t.Helper()
	p.do(t, chromedp.Navigate(site+"/?view=list"))
	pages := map[string]string{
		"month": site + "/", "list": site + "/?view=list",
		"event":     evaluate[string](t, p, `document.querySelectorAll(".events h3 a")[1].href`),
		"mistake":   site + "/?month=2026-13&categories=nothing",
		"month-few": site + "/?search=swing", "month-empty": site + "/?month=2031-01", "month-next": site + "/?month=" + time.Now().AddDate(0, 2, 0).Format("2006-01"),
		"month-fr": site + "/?translation_language=fr", "list-fr": site + "/?translation_language=fr&view=list",
	}
	p.do(t, chromedp.Navigate(pages["event"]))
	pages["embed"] = pages["event"] + "embed/"
	for name, link := range map[string]string{"venue": "/venue/", "organizer": "/organizer/", "category": "/events/category/", "tag": "/tag/"} {
		pages[name] = evaluate[string](t, p, fmt.Sprintf(`document.querySelector('a[href*=%q]').href`, link))
	}
	p.do(t, chromedp.Navigate(pages["list-fr"]))
	pages["event-fr"] = evaluate[string](t, p, `document.querySelectorAll(".events h3 a")[1].href`)
	return pages
}

// TestCalendarPages looks at one deployment: the other one has less, and other tests look
// at it.
func TestCalendarPages(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "required")
	site := strings.TrimSuffix(s.root, "/calendar/events/v1")
	p := open(t)
	p.show(t, 1280, 900, "light")
	for name, address := range calendarPages(t, p, site) {
		p.looksAt(t, address, "calendar-"+name)
	}
	keyboard(t, p, site)
	withoutScripts(t, p, site)
	p.staysHome(t, s)
}

// keyboard goes through a page by Tab alone: everything that can be used is
// reached, in the order in which it stands, and is seen to be.
func keyboard(t *testing.T, p *tab, site string) {
	t.Helper()
	const usable = `[...document.querySelectorAll('a[href], input:not([type="hidden"]), select, button, summary')].filter((e) => e.checkVisibility())`
	for _, address := range []string{site + "/", site + "/?view=week", site + "/?view=day", site + "/?view=list", site + "/?view=photo"} {
		p.show(t, 1280, 900, "light")
		p.do(t, chromedp.Navigate(address))
		all := evaluate[int64](t, p, usable+`.length`)
		reached := int64(0)
		for presses := int64(0); presses < all+20 && reached < all; presses++ {
			p.do(t, chromedp.KeyEvent(kb.Tab))
			at := evaluate[int64](t, p, usable+`.indexOf(document.activeElement)`)
			if at == reached-1 {
				continue // Dates have parts of their own.
			}
			if at != reached {
				t.Fatalf("%s: Tab went to the element %d, want %d", address, at, reached)
			}
			reached++
			if seen := evaluate[bool](t, p, `(() => {
				const e = document.activeElement, s = getComputedStyle(e), b = e.getBoundingClientRect();
				const ring = parseFloat(s.outlineWidth), around = Math.max(0, ring + parseFloat(s.outlineOffset));
				return s.outlineStyle !== "none" && ring >= 2 && b.top >= around && b.bottom + around <= innerHeight && b.width > 0;
			})()`); !seen {
				t.Errorf("%s: the focus on %s is not seen", address, evaluate[string](t, p, `document.activeElement.outerHTML`))
			}
			if reached == 1 {
				p.picture(t, "skip-link")
			}
		}
		if reached != all {
			t.Errorf("%s: Tab reached %d of %d elements", address, reached, all)
		}
		p.do(t, chromedp.Navigate(address), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Tab))
		if at := evaluate[string](t, p, `document.querySelector("#events").contains(document.activeElement) ? "" : document.activeElement.outerHTML`); at != "" {
			t.Errorf("%s: after the skip link Tab leads to %s, and not to an event", address, at)
		}
	}
}

// withoutScripts uses the calendar in a browser that runs no script, by the
// keyboard.
func withoutScripts(t *testing.T, p *tab, site string) {
	t.Helper()
	p.do(t, func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return chromedp.Void{}, err
	})
	p.do(t, chromedp.Navigate(site+"/"), click(`a[rel="next"]`), chromedp.WaitVisible(chromedp.CSS(`a[rel="prev"]`)))
	p.do(t, click(`.switch a[href*="view=list"]`), chromedp.WaitVisible(chromedp.CSS(`.events`)))
	p.do(t, chromedp.SendKeys(chromedp.CSS("#search"), "swing"+kb.Enter))
	p.wait(t, `location.search.includes("search=swing") && document.readyState === "complete"`)
	if got := evaluate[bool](t, p, `[...document.querySelectorAll(".events h3")].length > 0 && [...document.querySelectorAll(".events h3")].every((h) => h.textContent.includes("Swing"))`); !got {
		t.Errorf("the search has not found the swing nights alone at %s", evaluate[string](t, p, `location.href`))
	}
	p.do(t, click(`.events h3 a`), chromedp.WaitVisible(chromedp.CSS(`article.record h1`)))
	if calendar := evaluate[string](t, p, `document.querySelector("a[download]").href`); !strings.Contains(calendar, "format=ics") {
		t.Errorf("the event is added to a calendar by %s", calendar)
	}
	p.do(t, click(`.back a`), chromedp.WaitVisible(chromedp.CSS(`table.grid`)))
}
