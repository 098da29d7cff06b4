package browser_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// deskPages returns the addresses of the pages of the desk that a user may open: what
// the navigation leads to, the first record of each list and what is done to it, the form
// of a new one, and the calendar with the form that moves a record.
func deskPages(t *testing.T, p *person) []string {
	t.Helper()
	links := func(selector string) []string {
		return evaluate[[]string](t, p.tab, fmt.Sprintf(`[...new Set([...document.querySelectorAll(%q)].map((a) => a.href))]`, selector))
	}
	p.visit(t, p.desk)
	pages := append(links("nav.desk a, .who a"), links(".kinds .button")...)
	for _, list := range links("nav.desk a") {
		p.visit(t, list)
		pages = append(pages, links("tbody tr:first-child th a, tbody tr:first-child td:first-child a, .pictures li:first-child a, tbody tr:first-child div[popover] a")...)
	}
	calendar := p.desk + "/records/events/calendar"
	p.visit(t, calendar)
	moves := links(`.month [popover] a[href$="/move"]`)
	pages = append(append(pages, calendar), moves[:min(1, len(moves))]...)
	return append(pages, p.desk+"/records/events?status=trash", p.desk+"/records/events?featured=true&search=none", p.desk+"/no-such-page")
}

// shownMain is what a page shows, without what is made anew for each page.
const shownMain = `(() => {
	const main = document.querySelector("main").cloneNode(true);
	for (const e of main.querySelectorAll("[type=hidden]")) e.remove();
	return document.body.className + main.innerHTML;
})()`

// TestEveryRoleReadsTheDesk holds that every page of the desk that a role may open looks
// as it should.  What another role has seen already is not looked at again.
func TestEveryRoleReadsTheDesk(t *testing.T) {
	t.Parallel()
	program := build(t)
	s := serve(t, program, "a", "required")
	var seen sync.Map
	for _, role := range []string{"administrator", "editor", "author", "contributor", "subscriber"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			name := "the-" + role
			s.addUser(t, program, name, role)
			p := newPerson(t, s.at(t, "/desk"))
			p.arrives(name)
			pages := deskPages(t, p)
			t.Logf("%d pages", len(pages))
			for n, address := range pages {
				p.visit(t, address)
				if _, known := seen.LoadOrStore(evaluate[string](t, p.tab, shownMain), true); !known {
					p.looks(t, fmt.Sprintf("desk-%s-%02d%s", role, n, strings.NewReplacer("/", "_", "?", "_").Replace(strings.TrimPrefix(address, p.desk))))
				}
			}
			p.staysHome(t, s)
		})
	}
}
