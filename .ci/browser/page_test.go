// Package browser_test opens the documentation page and the calendar in headless
// Chromium and uses them as a reader would.  It is a module of its own, since nothing else
// needs the library that talks to the browser; make browser runs it.
package browser_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"
)

func TestDocumentationPage(t *testing.T) {
	t.Parallel()
	program := build(t)
	for _, tt := range []struct{ name, deployment, auth, accent string }{
		{"deployment A where users sign in", "a", "required", ""},
		{"deployment B for everybody, with a color that no text can have on white", "b", "open", "#ffcc00"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, program, tt.deployment, tt.auth, "--accent", tt.accent)
			p := open(t)
			p.show(t, 1280, 900, "light")
			p.do(t, chromedp.Navigate(s.root+"/doc"))
			listsEveryOperation(t, p, s)
			filterFinds(t, p)
			if tt.auth == "required" {
				signIn(t, p)
			}
			listRuns(t, p, tt.deployment)
			createRuns(t, p, tt.deployment)
			fitsEveryWindow(t, p, s, tt.deployment)
			p.quiet(t, s)
		})
	}
}

// listsEveryOperation compares the page with the document: aliases are places inside of
// the operation that does the same.
func listsEveryOperation(t *testing.T, p *tab, s service) {
	t.Helper()
	got := evaluate[[]string](t, p, `[...document.querySelectorAll(".operation, .operation > span[id]")].map((o) => o.id)`)
	want := s.operations(t)
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("operations of the page (-want +got)\n%s", diff)
	}
	if first := evaluate[string](t, p, `document.querySelector(".tag h2").textContent`); first != "events" {
		t.Errorf("the page begins with %q, want events", first)
	}
	evaluate[bool](t, p, `(location.hash = "#/events/update-event-put", true)`)
	p.wait(t, `document.getElementById("update-event").open`)
}

// filterFinds types into the filter, which leaves operations that have all words.
func filterFinds(t *testing.T, p *tab) {
	t.Helper()
	const shown = `[...document.querySelectorAll(".operation")].filter((o) => o.checkVisibility()).map((o) => o.id).join()`
	p.do(t, chromedp.SendKeys(chromedp.CSS("#filter"), "venue create"))
	p.wait(t, shown+` === "create-venue" && document.querySelector("#found").textContent === "1 operation"`)
	p.do(t, chromedp.SendKeys(chromedp.CSS("#filter"), strings.Repeat(kb.Backspace, len("venue create"))))
	p.wait(t, shown+`.includes("list-tags")`)
}

// signIn chooses a name and a password for the requests of the page.
func signIn(t *testing.T, p *tab) {
	t.Helper()
	evaluate[bool](t, p, `(document.querySelector("#how").value = "basic", document.querySelector("#how").dispatchEvent(new Event("change")))`)
	p.do(t, chromedp.SendKeys(chromedp.CSS("#user"), user), chromedp.SendKeys(chromedp.CSS("#password"), password))
}

// listRuns asks for events by clicking.
func listRuns(t *testing.T, p *tab, name string) {
	t.Helper()
	evaluate[bool](t, p, `(document.querySelector("#list-events [name='query.per_page']").value = "2", true)`)
	body := execute(t, p, "list-events", 200)
	p.picture(t, name+"-list")
	for _, want := range []string{`"events": [`, `"total"`, `"start_date_details"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the response that the page shows has no %s: %.300s", want, body)
		}
	}
}

// createRuns makes a record of each kind by clicking, as the page proposes it.
func createRuns(t *testing.T, p *tab, name string) {
	t.Helper()
	for _, operation := range []string{"create-event", "create-venue", "create-organizer", "create-category", "create-tag"} {
		if body := execute(t, p, operation, 201); !strings.Contains(body, `"id": `) {
			t.Errorf("the page shows no new record for %s: %.300s", operation, body)
		}
		p.picture(t, name+"-"+operation)
	}
}

// execute opens an operation, sends it with what the page has filled in, and returns the
// body of the response that the page shows.
func execute(t *testing.T, p *tab, operation string, status int) string {
	t.Helper()
	block := "#" + operation + " "
	p.press(t, "#"+operation+" > summary", fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, block+"form button"))
	p.press(t, block+"form button", fmt.Sprintf(`document.querySelector(%q) !== null`, block+".result .body"))
	got := evaluate[string](t, p, fmt.Sprintf(`document.querySelector(%q).textContent`, block+".result .status"))
	body := evaluate[string](t, p, fmt.Sprintf(`document.querySelector(%q).textContent`, block+".result .body"))
	if !strings.HasPrefix(got, strconv.Itoa(status)+" ") {
		t.Fatalf("%s was responded to with %s, want %d:\n%.1000s", operation, got, status, body)
	}
	return body
}

// fitsEveryWindow holds that nothing sticks out of the window of a telephone or of a
// computer, in light and in dark, and that axe-core finds nothing, with all folded and
// with some open.
func fitsEveryWindow(t *testing.T, p *tab, s service, name string) {
	t.Helper()
	for _, width := range []int64{390, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			where := fmt.Sprintf("%s-%d-%s", name, width, scheme)
			p.show(t, width, 900, scheme)
			p.do(t, chromedp.Navigate(s.root+"/doc?"+where+"#list-categories"))
			p.wait(t, `document.getElementById("list-categories").open`)
			evaluate[bool](t, p, `(document.getElementById("create-event").open = document.getElementById("schema-EventView").open = true)`)
			execute(t, p, "list-tags", 200)
			p.picture(t, where+"-response")
			switch { // The page has thousands of elements, on which axe-core takes seconds.
			case width == 390 && scheme == "light":
				p.keeps(t, everyRule, where)
			case width == 1280 && scheme == "dark":
				p.keeps(t, colorRules, where)
			}
			p.fits(t, where, width)
		}
	}
}

// click scrolls to an element and clicks on it.
func click(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.ScrollIntoView(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}
