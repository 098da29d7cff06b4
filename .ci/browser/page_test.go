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
	"github.com/google/go-cmp/cmp"
)

func TestDocumentationPage(t *testing.T) {
	program := build(t)
	for _, tt := range []struct{ name, deployment, auth string }{
		{"deployment A where users sign in", "a", "required"},
		{"deployment B for everybody", "b", "open"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, program, tt.deployment, tt.auth)
			p := open(t)
			p.show(t, 1280, 900, "light")
			p.do(t, chromedp.Navigate(s.root+"/doc"))
			p.wait(t, `document.querySelectorAll(".opblock").length > 0`)
			if tt.auth == "required" {
				authorize(t, p, tt.deployment)
			}
			listsEveryOperation(t, p, s)
			runsAtOnce(t, p)
			listRuns(t, p, tt.deployment)
			createRuns(t, p, tt.deployment)
			fitsEveryWindow(t, p, s, tt.deployment)
			p.quiet(t, s)
		})
	}
}

// listsEveryOperation compares the page with the document.
func listsEveryOperation(t *testing.T, p *tab, s service) {
	t.Helper()
	got := evaluate[[]string](t, p, `[...document.querySelectorAll(".opblock")].map((o) => o.id.replace(/^operations-/, ""))`)
	want := s.operations(t)
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("operations of the page (-want +got)\n%s", diff)
	}
}

// authorize signs in by the dialog of the page.
func authorize(t *testing.T, p *tab, name string) {
	t.Helper()
	const dialog = ".modal-ux "
	p.press(t, ".auth-wrapper .authorize", fmt.Sprintf(`document.querySelector(%q) !== null`, dialog+`input[type="password"]`))
	p.picture(t, name+"-authorize")
	p.do(t,
		chromedp.SendKeys(chromedp.CSS(dialog+`input[name="username"]`), user),
		chromedp.SendKeys(chromedp.CSS(dialog+`input[name="password"]`), password),
		click(dialog+`button[type="submit"].authorize`),
	)
	p.wait(t, `[...document.querySelectorAll(".modal-ux button")].some((b) => b.textContent === "Logout")`)
	p.do(t, click(dialog+".close-modal"), chromedp.WaitNotPresent(chromedp.CSS(".modal-ux")))
}

// runsAtOnce clicks on Execute in the moment in which it is drawn.
func runsAtOnce(t *testing.T, p *tab) {
	t.Helper()
	const block = "#operations-categories-list-categories "
	evaluate[bool](t, p, fmt.Sprintf(`(new MutationObserver((_, observer) => {
		const execute = document.querySelector(%q);
		if (execute) { observer.disconnect(); execute.click(); }
	}).observe(document.body, { childList: true, subtree: true }), document.querySelector(%q).click(), true)`,
		block+".execute", block+".opblock-summary-control"))
	p.wait(t, fmt.Sprintf(`document.querySelector(%q) !== null`, block+".live-responses-table .response-col_status"))
}

// listRuns asks for events by clicking.
func listRuns(t *testing.T, p *tab, name string) {
	t.Helper()
	body := execute(t, p, "operations-events-list-events", 200)
	p.picture(t, name+"-list")
	for _, want := range []string{`"events": [`, `"total"`, `"start_date_details"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the answer that the page shows has no %s: %.300s", want, body)
		}
	}
}

// createRuns makes a record of each kind by clicking, as the page proposes it.
func createRuns(t *testing.T, p *tab, name string) {
	t.Helper()
	for _, operation := range []string{
		"events-create-event", "venues-create-venue", "organizers-create-organizer", "categories-create-category", "tags-create-tag",
	} {
		body := execute(t, p, "operations-"+operation, 201)
		if !strings.Contains(body, `"id": `) {
			t.Errorf("the page shows no new record for %s: %.300s", operation, body)
		}
		p.picture(t, name+"-"+operation)
	}
}

// execute opens an operation, sends it with what the page has filled in, and
// returns the body of the answer that the page shows.
func execute(t *testing.T, p *tab, operation string, status int) string {
	t.Helper()
	block := "#" + operation + " "
	there := func(part string) string { return fmt.Sprintf(`document.querySelector(%q) !== null`, block+part) }
	p.press(t, block+".opblock-summary-control", there(".execute"))
	p.press(t, block+".execute", there(".live-responses-table .response-col_status"))
	p.wait(t, fmt.Sprintf(`document.querySelector(%q) !== null`, block+".live-responses-table .response-col_description"))
	got := evaluate[string](t, p, fmt.Sprintf(`document.querySelector(%q).innerText`, block+".live-responses-table tbody .response-col_status"))
	body := evaluate[string](t, p, fmt.Sprintf(`document.querySelector(%q).innerText`, block+".live-responses-table tbody .response-col_description"))
	if !strings.HasPrefix(got, strconv.Itoa(status)) {
		t.Fatalf("%s was answered %s, want %d:\n%.1000s", operation, got, status, body)
	}
	return body
}

// fitsEveryWindow holds that nothing sticks out of the window of a telephone or
// of a computer, in light and in dark.
func fitsEveryWindow(t *testing.T, p *tab, s service, name string) {
	t.Helper()
	for _, width := range []int64{390, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			p.show(t, width, 900, scheme)
			p.do(t, chromedp.Navigate(s.root+"/doc?"+scheme))
			p.wait(t, `document.querySelectorAll(".opblock").length > 0`)
			p.wait(t, fmt.Sprintf(`document.documentElement.classList.contains("dark-mode") === %t`, scheme == "dark"))
			p.picture(t, fmt.Sprintf("%s-%d-%s-top", name, width, scheme))
			execute(t, p, "operations-categories-list-categories", 200)
			p.picture(t, fmt.Sprintf("%s-%d-%s-answer", name, width, scheme))
			if wide := evaluate[int64](t, p, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%s: the page is %d pixels wide in a window of %d", scheme, wide, width)
			}
		}
	}
}

// click scrolls to an element and clicks on it.
func click(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.ScrollIntoView(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}
