package browser_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// withoutScript lets the pages run no script.
func (p *tab) withoutScript(t *testing.T) {
	t.Helper()
	p.do(t, func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return chromedp.Void{}, err
	})
}

// prints shows the page as it is printed.
func (p *tab) prints(t *testing.T) {
	t.Helper()
	p.do(t, func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return chromedp.Void{}, err
	})
}

func TestTheDeskWorksWithoutScript(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "required")
	p := newPerson(t, s.at(t, "/desk"))
	p.withoutScript(t)
	p.arrives(user)
	p.clicks(`.kinds a[href$="/events/new"]`, "Publishing")
	if evaluate[bool](t, p.tab, `document.querySelector(".tools") !== null`) {
		t.Fatal("a script has run")
	}
	p.fills("#f-title", "Mill walk")
	p.fills("#f-start-date", "2027-03-01T18:00")
	p.fills("#f-end-date", "2027-03-01T20:00")
	p.fills("#f-venue-find", "old station")
	p.clicks(`button[name="look"][value="venue"]`, "The Old Station")
	p.do(t, click(`#f-venue input[name="venue"]`))
	p.clicks(`.save button[value="publish"]`, "Published.")
	p.wait(t, `document.querySelector("#f-venue input[name=venue]:checked").parentElement.innerText.includes("The Old Station")`)
	p.fills("#f-title", "Mill walk by night")
	p.clicks(`.save button[value="save"]`, "Saved.")
	p.visit(t, p.desk+"/records/events?search=Mill+walk+by+night")
	p.do(t, click(`tbody input[name="id"]`))
	p.clicks(`.act button[value="trash"]`, "Moved to trash")
	p.staysHome(t, s)
}

func TestAnEventIsPublishedByKeyboardAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "required")
	p := newPerson(t, s.at(t, "/desk"))
	p.visit(t, p.desk)
	w := walk{t, p.tab}
	p.wait(t, `document.activeElement.matches("#name")`)
	p.do(t, chromedp.KeyEvent(user))
	w.tabTo("#password")
	p.do(t, chromedp.KeyEvent(password))
	w.enter(`document.querySelector(".kinds") !== null`)
	w.tabTo(`.kinds a[href$="/events/new"]`)
	w.enter(`document.querySelector("form.record") !== null`)
	p.wait(t, `document.activeElement.id === "f-title"`)
	p.do(t, chromedp.KeyEvent("Lantern walk"))
	for _, date := range []struct{ selector, hour, want string }{{"#f-start-date", "06", "2027-03-01T18:00"}, {"#f-end-date", "08", "2027-03-01T20:00"}} {
		w.tabTo(date.selector)
		p.do(t, chromedp.KeyEvent("03012027"+kb.Tab+date.hour+"00PM"))
		if got := evaluate[string](t, p.tab, `document.activeElement.value`); got != date.want {
			t.Fatalf("%s is %q, want %q", date.selector, got, date.want)
		}
	}
	w.tabTo("#f-venue-find")
	p.do(t, chromedp.KeyEvent("Lantern Barn"))
	p.wait(t, `document.querySelector("#f-venue-find-options [aria-selected=true]")?.textContent === "Create “Lantern Barn”"`)
	p.do(t, chromedp.KeyEvent(kb.Enter))
	p.wait(t, `document.activeElement.id === "f-venue-new-venue" && document.activeElement.value === "Lantern Barn"`)
	w.tabTo(`.save button[value="publish"]`)
	p.do(t, chromedp.KeyEvent(" "))
	p.wait(t, `document.readyState === "complete" && document.body.innerText.includes("Published.")`)
	p.wait(t, `document.querySelector("#f-venue").innerText.includes("Lantern Barn")`)

	p.visit(t, p.desk+"/records/events")
	w.tabTo(`a[href="#rows"]`)
	w.enter(`location.hash === "#rows"`)
	if at := w.press(kb.Tab); !evaluate[bool](t, p.tab, `document.querySelector("#rows").contains(document.activeElement)`) {
		t.Errorf("after the link over the filters Tab leads to %s", at)
	}
	p.staysHome(t, s)
}

func TestListsAndFormsArePrintedWithoutNavigation(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "open")
	p := newPerson(t, s.at(t, "/desk"))
	p.visit(t, p.desk+"/records/events")
	list := evaluate[string](t, p.tab, `document.querySelector("tbody th a").href`)
	for address, shown := range map[string]string{p.desk + "/records/events": "tbody th a", list: "#f-title"} {
		p.visit(t, address)
		p.prints(t)
		p.whole(t, "desk print "+shown[:5])
		if visible := evaluate[bool](t, p.tab, `document.querySelector("`+shown+`").checkVisibility()`); !visible {
			t.Errorf("%s prints nothing of %s", address, shown)
		}
		for _, selector := range []string{"nav", ".banner", "button", ".button", ".find"} {
			if evaluate[bool](t, p.tab, `[...document.querySelectorAll("`+selector+`")].some((e) => e.checkVisibility())`) {
				t.Errorf("%s prints %s", address, selector)
			}
		}
	}
}
