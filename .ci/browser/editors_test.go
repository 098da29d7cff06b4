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
	p.staysHome(t, s)
}
