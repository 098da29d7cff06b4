package browser_test

import (
	"fmt"
	"testing"
)

// phoneAndDesk are the widths of the windows of those who work at the desk.
var phoneAndDesk = []int64{390, 1280}

// Words of the site's name stay whole beside the menu and the user.
const brokenWords = `(() => {
	const name = document.querySelector(".brand a").firstChild, broken = [];
	for (const word of name.data.matchAll(/\S+/g)) {
		const range = document.createRange();
		range.setStart(name, word.index);
		range.setEnd(name, word.index + word[0].length);
		if (range.getClientRects().length > 1) broken.push(word[0]);
	}
	return broken;
})()`

// Texts of a list under something else, at their end, where the actions of their row are.
const coveredTexts = `(() => {
	const covered = [];
	for (const text of document.querySelectorAll(".rows :is(.name, .below, td:not(.pick, .pic, .more))")) {
		const range = document.createRange(), own = text.getBoundingClientRect();
		range.selectNodeContents(text);
		for (const line of range.getClientRects()) {
			const above = document.elementFromPoint(Math.min(line.right, own.right) - 2, (line.top + line.bottom) / 2);
			if (line.width * own.width > 0 && !above?.closest("tr > :not(.more)")) covered.push(text.innerText);
		}
	}
	return covered;
})()`

func TestEditorsStumbleOverNothing(t *testing.T) {
	t.Parallel()
	program := build(t)
	s := serve(t, program, "a", "required", "--site-name", "Harborough Community Neighbourhood Calendar")
	p := newPerson(t, s.at(t, "/desk"))
	s.addUser(t, program, "wilhelmina.featherstone", "editor")
	p.arrives("wilhelmina.featherstone")
	for _, width := range phoneAndDesk {
		p.show(t, width, 800, "light")
		p.picture(t, fmt.Sprintf("header-%d", width))
		if broken := evaluate[[]string](t, p.tab, brokenWords); len(broken) > 0 {
			t.Errorf("%d px: the words %q of the site's name are broken", width, broken)
		}
		p.fits(t, "the overview", width)
	}
	p.visit(t, p.desk+"/records/events")
	for _, width := range phoneAndDesk {
		p.show(t, width, 4000, "light")
		p.picture(t, fmt.Sprintf("list-%d", width))
		if covered := evaluate[[]string](t, p.tab, coveredTexts); len(covered) > 0 {
			t.Errorf("%d px: actions cover %q", width, covered)
		}
		p.keeps(t, everyRule, fmt.Sprintf("the list at %d px", width))
	}
	p.staysHome(t, s)
}
