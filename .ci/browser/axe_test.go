package browser_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// axe returns the source of axe-core, the program that judges accessibility.  It
// comes from npm, in the version that package-lock.json pins.
var axe = sync.OnceValues(func() (string, error) {
	for _, name := range []string{"package.json", "package-lock.json"} {
		content, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			return "", err
		}
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return "", fmt.Errorf("axe-core comes from npm, which is not on the PATH (apt-get install npm): %w", err)
	}
	npm := exec.Command("npm", "--prefix", folder, "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	source, err := os.ReadFile(filepath.Join(folder, "node_modules", "axe-core", "axe.min.js"))
	return string(source), err
})

// Rules of axe-core that a page keeps: all of them, best practices included, and those
// about colors.
const (
	everyRule  = `{resultTypes: ["violations"]}`
	colorRules = `{resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"]}`
)

// keeps holds that the page that is open breaks no rule of axe-core.
func (p *tab) keeps(t *testing.T, rules, where string) {
	t.Helper()
	if !evaluate[bool](t, p, `typeof axe !== "undefined"`) {
		source, err := axe()
		if err != nil {
			t.Fatal(err)
		}
		evaluate[bool](t, p, source+";true")
	}
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	broken, err := chromedp.Run(ctx, chromedp.Evaluate[[]struct {
		ID    string   `json:"id"`
		Help  string   `json:"help"`
		Nodes []string `json:"nodes"`
	}](`axe.run(document, `+rules+`).then((r) => r.violations.map((v) => ({id: v.id, help: v.help, nodes: v.nodes.map((n) => n.html + " " + n.failureSummary)})))`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	for _, v := range broken {
		t.Errorf("%s: %s: %s %.600q", where, v.ID, v.Help, v.Nodes)
	}
}

// looks holds that the page that is open is accessible and that nothing sticks out of any
// window.  Where widths show the same elements and schemes differ by colors alone, axe has
// no more to say: it judges all of a phone and of a computer in light, and colors in dark.
func (p *tab) looks(t *testing.T, name string) {
	t.Helper()
	for _, window := range []struct {
		width         int64
		scheme, rules string
	}{
		{320, "light", ""}, {390, "light", everyRule}, {390, "dark", colorRules}, {768, "light", ""},
		{1600, "light", ""}, {1280, "dark", colorRules}, {1280, "light", everyRule},
	} {
		p.show(t, window.width, 900, window.scheme)
		where := fmt.Sprintf("%s-%d-%s", name, window.width, window.scheme)
		p.whole(t, where)
		p.fits(t, where, window.width)
		if window.rules != "" {
			p.keeps(t, window.rules, where)
		}
	}
}

// fits holds that nothing sticks out of a window, and no row out of a list of the desk.
func (p *tab) fits(t *testing.T, where string, width int64) {
	t.Helper()
	if wide := evaluate[int64](t, p, `document.documentElement.scrollWidth`); wide > width {
		t.Errorf("%s: the page is %d pixels wide in a window of %d", where, wide, width)
	}
	if wide := evaluate[int64](t, p, `Math.max(0, ...[...document.querySelectorAll(".rows")].map((e) => e.scrollWidth - e.clientWidth))`); wide > 0 {
		t.Errorf("%s: rows stick out of their list by %d pixels in a window of %d", where, wide, width)
	}
}

// looksAt opens a page, which looks as it should.
func (p *tab) looksAt(t *testing.T, address, name string) {
	t.Helper()
	p.do(t, chromedp.Navigate(address))
	p.looks(t, name)
}
