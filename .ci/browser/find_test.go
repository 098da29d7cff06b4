package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAVisitorFindsAnEvent searches by what events belong to, goes to what is near, reads
// an event on a phone and subscribes to a category, with as many presses as it should take.
func TestAVisitorFindsAnEvent(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "open")
	site := strings.TrimSuffix(s.root, "/calendar/events/v1")
	hall := map[string]any{"venue": "Hall of Paris", "city": "Paris", "address": "1 Rue", "geo_lat": 48.8566, "geo_lng": 2.3522}
	picture := s.root + "/missing.png"
	event := s.addEvent(t, "Quartet", map[string]any{"venue": hall, "categories": "Bebop", "cost": "$20", "website": "https://tickets.example/1", "image": picture})
	s.addEvent(t, "Far away", map[string]any{"venue": map[string]any{"venue": "Hall of Fiji", "city": "Suva", "geo_lat": -17.8, "geo_lng": 179.9}})
	p := open(t)
	p.show(t, 390, 844, "light")

	p.do(t, chromedp.Navigate(site+"/?view=list&start_date=2036-05-01&search=bebop"))
	if titles := evaluate[string](t, p, `[...document.querySelectorAll(".events h3")].map((e) => e.textContent).join()`); titles != "Quartet" {
		t.Errorf("a search by category finds %q", titles)
	}
	p.press(t, ".offers a", `location.search.includes("categories=bebop") && location.search.includes("start_date=2036-05-01")`)

	const sheet = `document.querySelector(".chips [open] .close")`
	for _, at := range []string{".chips [open] .close", ".chips [open] > summary"} {
		p.press(t, ".chips .filters > summary", sheet+`?.checkVisibility()`)
		p.keeps(t, everyRule, "open filters")
		p.press(t, at, sheet+` === null`)
	}
	p.press(t, ".chips .filters > summary", sheet+`?.checkVisibility()`)
	p.do(t, chromedp.MouseClickXY(20, 20)) // What is behind closes it.
	p.wait(t, sheet+` === null`)

	for _, width := range []int64{390, 720, 1000, 1280} {
		p.show(t, width, 844, "light")
		for range evaluate[int](t, p, `document.querySelectorAll(".chips details").length`) {
			open := evaluate[string](t, p, `(() => {
				const all = [...document.querySelectorAll(".chips details")];
				const next = all[(all.findIndex((e) => e.open) + 1) % all.length];
				all.forEach((e) => { e.open = e === next; });
				return next.innerText;
			})()`)
			p.fits(t, "with "+open, width)
			const isBelow = `(() => { const e = document.querySelector(".chips [open]"); return e.children[1].getBoundingClientRect().top > e.children[0].getBoundingClientRect().bottom; })()`
			if width > 390 && !evaluate[bool](t, p, isBelow) {
				t.Errorf("in a window of %d a menu is not below its chip: %s", width, open)
			}
		}
	}
	p.show(t, 390, 844, "light")

	p.do(t, chromedp.Navigate(site+"/?view=list&start_date=2036-05-01&near=Paris&within=5"))
	if titles := evaluate[string](t, p, `[...document.querySelectorAll(".events h3")].map((e) => e.textContent).join()`); titles != "Quartet" {
		t.Errorf("within 5 km of Paris is %q", titles)
	}
	p.looksAt(t, site+"/?view=list&start_date=2036-05-01&near=Paris&within=5", "find-near")

	p.show(t, 390, 844, "light")
	p.do(t, chromedp.Navigate(event))
	order := evaluate[string](t, p, `["h1", ".facts .when", ".facts dt:nth-of-type(2)", ".actions", ".text"].map((s) => document.querySelector(s).getBoundingClientRect().top).every((y, i, all) => i === 0 || y > all[i - 1]) ? "" : document.querySelector("article").innerText`)
	if order != "" {
		t.Errorf("the event on a phone is in another order: %s", order)
	}
	p.press(t, ".share summary", `document.querySelector("#address").checkVisibility() && document.querySelector("#address").value === location.href`)
	p.looksAt(t, event, "find-event")

	p.do(t, chromedp.Navigate(site+"/events/category/bebop/"))
	p.press(t, ".subscribe summary", `[...document.querySelectorAll('a[href^="webcal:"]')].some((e) => e.checkVisibility())`)
	if top := evaluate[int64](t, p, `document.querySelector(".subscribe").getBoundingClientRect().top | 0`); top > 330 {
		t.Errorf("the button to subscribe is %d pixels from the top", top)
	}
}
