package browser_test

import (
	"fmt"
	"strings"
	"testing"
)

// deskPages returns the addresses of the pages of the desk that a user may open: what
// the navigation leads to, the first record of each list, and the form of a new one.
func deskPages(t *testing.T, p *person) []string {
	t.Helper()
	links := func(selector string) []string {
		return evaluate[[]string](t, p.tab, fmt.Sprintf(`[...new Set([...document.querySelectorAll(%q)].map((a) => a.href))]`, selector))
	}
	p.visit(t, p.desk)
	pages := append(links("nav.desk a, .who a"), links(".kinds .button")...)
	for _, list := range links("nav.desk a") {
		p.visit(t, list)
		pages = append(pages, links("tbody tr:first-child th a, tbody tr:first-child td:first-child a, .pictures li:first-child a")...)
	}
	return append(pages, p.desk+"/records/events?status=trash", p.desk+"/records/events?featured=true&search=none", p.desk+"/no-such-page")
}

// TestEveryRoleReadsTheDesk holds that axe finds nothing on any page of the desk that a
// role may open, in light and dark and four widths, and that nothing sticks out.
func TestEveryRoleReadsTheDesk(t *testing.T) {
	program, source := build(t), axe(t)
	s := serve(t, program, "a", "required")
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
				deskLooks(t, p, source, fmt.Sprintf("%s %02d %s", role, n, strings.TrimPrefix(address, p.desk)))
			}
			p.staysHome(t, s)
		})
	}
}

// deskLooks judges the page that is open. All of axe's rules are tried in light and those
// about colours also in dark, where nothing else differs.
func deskLooks(t *testing.T, p *person, source, where string) {
	t.Helper()
	for _, width := range []int64{390, 768, 1280, 1600} {
		for _, scheme := range []string{"light", "dark"} {
			p.show(t, width, 900, scheme)
			at := fmt.Sprintf("desk %s %d %s", where, width, scheme)
			if scheme == "light" {
				accessible(t, p.tab, source, at)
			} else {
				contrasts(t, p.tab, source, at)
			}
			if wide := evaluate[int64](t, p.tab, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%s: the page is %d pixels wide", at, wide)
			}
			p.whole(t, strings.NewReplacer("/", "_", "?", "_").Replace(at))
		}
	}
}
