package browser_test

import (
	"fmt"
	"testing"
)

// brokenWords are those of the site's name that are on two lines.
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

// coveredTexts are those of a list whose end, where the actions of a row are, is below something else.
const coveredTexts = `(() => {
	const covered = [];
	for (const text of document.querySelectorAll(".rows :is(.name, .below, td:not(.pick, .pic, .more))")) {
		const range = document.createRange(), own = text.getBoundingClientRect();
		range.selectNodeContents(text);
		for (const line of range.getClientRects()) {
			const y = (line.top + line.bottom) / 2;
			if (line.width * own.width === 0 || y < 0 || y > innerHeight) continue;
			const above = document.elementFromPoint(Math.min(line.right, own.right) - 2, y);
			if (!above?.closest("tr > :not(.more)")) covered.push(text.innerText);
		}
	}
	return covered;
})()`

// TestEditorsStumbleOverNothing walks through what editors do all day, on a phone and on a computer.
func TestEditorsStumbleOverNothing(t *testing.T) {
	t.Parallel()
	program := build(t)
	s := serve(t, program, "a", "required", "--site-name", "Harborough Community Neighbourhood Calendar")
	name := "wilhelmina.featherstone"
	s.addUser(t, program, name, "editor")
	p := newPerson(t, s.at(t, "/desk"))
	p.arrives(name)
	for _, width := range []int64{390, 1280} {
		p.show(t, width, 900, "light")
		for _, step := range []struct {
			name string
			take func(*person)
		}{
			{"the header", readsTheHeader},
			{"the list", readsTheList},
			{"bulk categories", addsACategoryToSeveral},
		} {
			t.Run(fmt.Sprintf("%s at %d px", step.name, width), func(t *testing.T) {
				at := *p
				at.t = t
				step.take(&at)
				p.picture(t, fmt.Sprintf("%s %d", step.name, width))
				p.fits(t, step.name, width)
				p.keeps(t, everyRule, step.name)
			})
		}
	}
	p.staysHome(t, s)
}

func readsTheHeader(p *person) {
	p.visit(p.t, p.desk)
	if broken := evaluate[[]string](p.t, p.tab, brokenWords); len(broken) > 0 {
		p.t.Errorf("the words %q of the site's name are broken", broken)
	}
}

func readsTheList(p *person) {
	p.visit(p.t, p.desk+"/records/events?per_page=25")
	if covered := evaluate[[]string](p.t, p.tab, coveredTexts); len(covered) > 0 {
		p.t.Errorf("%q are covered", covered)
	}
}

func addsACategoryToSeveral(p *person) {
	evaluate[bool](p.t, p.tab, `[...document.querySelectorAll(".pick input[name=id]")].slice(0, 2).every((box) => box.checked = true)`)
	evaluate[string](p.t, p.tab, `document.querySelector("#change").value = "add:categories"`)
	p.clicks(`.act button[value="change"]`, "Choose a value")
	p.links("value", "jaz", "Jazz")
	p.clicks(".card > button", "Review the changes")
	p.wait(p.t, `[...document.querySelectorAll("td:nth-child(3)")].every((after) => after.innerText.includes("Jazz"))`)
}
