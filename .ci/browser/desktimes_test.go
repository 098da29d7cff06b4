package browser_test

import "testing"

// overlapping are the texts of a list that are printed over another one of their row.
const overlapping = `(() => {
	const found = [];
	for (const row of document.querySelectorAll(".rows tbody tr")) {
		const boxes = [...row.querySelectorAll(".name, .below, td:not(.pick, .pic, .more)")].flatMap((e) => {
			const range = document.createRange();
			range.selectNodeContents(e);
			const {left, right, top, bottom} = range.getBoundingClientRect();
			const own = e.getBoundingClientRect(); // What is cut off is not seen.
			return own.width * (right - left) === 0 ? [] : [[e, left, Math.min(right, own.right), top, Math.min(bottom, own.bottom)]];
		});
		for (const [i, [a, l, r, t, b]] of boxes.entries())
			for (const [c, l2, r2, t2, b2] of boxes.slice(i + 1))
				if (l + 1 < r2 && l2 + 1 < r && t + 1 < b2 && t2 + 1 < b) found.push(a.innerText + " and " + c.innerText);
	}
	return found;
})()`

// The lists of this service have one time; those of others may have two, as loans do.
func TestTwoTimesOfAListAreBesideOneAnother(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "open")
	p := newPerson(t, s.at(t, "/desk"))
	p.visit(t, p.desk+"/records/events")
	evaluate[int](t, p.tab, `(() => {
		const all = document.querySelectorAll(".rows tbody tr, .rows thead tr");
		for (const [i, row] of all.entries()) {
			const day = row.querySelector("td.day, th:nth-last-child(3)"), more = day.cloneNode();
			day.textContent = "November 20, 2026 6:30 pm";
			more.textContent = "December 18, 2026 11:30 pm";
			day.after(more);
			if (i % 2) row.querySelector(".below")?.remove(); // As in lists that have no link there.
		}
		return all.length;
	})()`)
	for width := int64(360); width <= 1560; width += 240 {
		p.show(t, width, 800, "light")
		if found := evaluate[[]string](t, p.tab, overlapping); len(found) > 0 {
			t.Errorf("%d px: %d texts are over others: %q", width, len(found), found[0])
		}
		if !evaluate[bool](t, p.tab, `[...document.querySelectorAll("tbody tr:not(:has(.below)) td.day")].every((e) => e.checkVisibility())`) {
			t.Errorf("%d px: a time is hidden that has room", width)
		}
	}
}
