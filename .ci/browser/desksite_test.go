package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// shades are the colors of links and of buttons in the two samples of an accent.
const shades = `[...document.querySelectorAll(".sample .link, .sample .filled")].map((e) => { const s = getComputedStyle(e); return e.className === "link" ? s.color : s.backgroundColor; })`

// TestAdministratorsSeeHowTheirSiteIsSet reads what the operator has set, and picks a color, on a
// phone and on a computer.
func TestAdministratorsSeeHowTheirSiteIsSet(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "a", "required", "--currency", "€")
	p := newPerson(t, s.at(t, "/desk"))
	p.arrives(user)
	for _, tt := range []struct {
		width       int64
		scheme      string
		text, yours string // What is typed, and how it is written.
		want        [2]string
	}{
		{390, "light", "#ffcc00", "#ffcc00", [2]string{"rgb(133, 106, 0)", "rgb(255, 204, 0)"}},
		{1280, "dark", "#FF00AA", "#ff00aa", [2]string{"rgb(204, 0, 136)", "rgb(255, 36, 182)"}},
	} {
		p.show(t, tt.width, 900, tt.scheme)
		p.visit(t, p.desk+"/site")
		rows := evaluate[string](t, p.tab, `document.querySelector("table").innerText.replace(/\s+/g, " ")`)
		for _, want := range []string{"Time zone", "America/Moncton", "Default with --demo", "€12", "Flag --currency", "Default, can be set by --site-url", "English, Français"} {
			if !strings.Contains(rows, want) {
				t.Errorf("at %d px the settings do not have %q: %s", tt.width, want, rows)
			}
		}
		walk{t, p.tab}.tabTo("#accent")
		p.do(t, chromedp.KeyEvent(tt.text))
		shown := fmt.Sprintf(`String(%s) === %q`, shades, strings.Join([]string{tt.want[0], tt.want[0], tt.want[1], tt.want[1]}, ","))
		p.wait(t, shown+fmt.Sprintf(` && document.querySelector("#accent-picker").value === %q`, tt.yours))
		p.keeps(t, everyRule, "the site")
		p.fits(t, "the site", tt.width)
		p.whole(t, fmt.Sprintf("the site %d", tt.width))
		p.clicks(`form[action$="/site"] button`, "Saved.")
		p.wait(t, shown)
		p.visit(t, strings.TrimSuffix(p.desk, "/desk")+"/?view=list")
		link := tt.want[0]
		if tt.scheme == "dark" {
			link = tt.want[1]
		}
		p.wait(t, fmt.Sprintf(`[...document.querySelectorAll("main a")].some((e) => getComputedStyle(e).color === %q)`, link))

		p.visit(t, p.desk+"/site")
		evaluate[bool](t, p.tab, `((picker) => { picker.value = "#1d5c4f"; return picker.dispatchEvent(new Event("input", {bubbles: true})); })(document.querySelector("#accent-picker"))`)
		p.wait(t, `document.querySelector("#accent").value === "#1d5c4f" && `+shades+`[0] === "rgb(29, 92, 79)"`)
		p.fills("#accent", "")
		p.clicks(`form[action$="/site"] button`, "Saved.")
		p.wait(t, `document.querySelector("#accent").value === "" && `+shades+`[0] === "rgb(29, 92, 79)"`)
	}
	p.staysHome(t, s)
}
