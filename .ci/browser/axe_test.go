package browser_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// axe returns the source of axe-core, the program that judges accessibility.  It
// comes from npm, in the version that package-lock.json pins.
func axe(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json"} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Fatal("axe-core comes from npm, which is not on the PATH: apt-get install npm")
	}
	run(t, "", "npm", "--prefix", folder, "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
	source, err := os.ReadFile(filepath.Join(folder, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// violation is a rule of axe-core that a page breaks.
type violation struct {
	ID    string   `json:"id"`
	Help  string   `json:"help"`
	Nodes []string `json:"nodes"`
}

// accessible holds that the page breaks no rule of axe-core, best practices
// included.
func accessible(t *testing.T, p *tab, source, where string) {
	t.Helper()
	keeps(t, p, source, where, "{}")
}

// contrasts holds that the colours of the page are far enough apart: a scheme changes
// nothing but colours.
func contrasts(t *testing.T, p *tab, source, where string) {
	t.Helper()
	keeps(t, p, source, where, `{runOnly: ["color-contrast", "link-in-text-block"]}`)
}

// keeps holds that the page breaks none of the rules that some options of axe.run select.
func keeps(t *testing.T, p *tab, source, where, options string) {
	t.Helper()
	if !evaluate[bool](t, p, `typeof axe !== "undefined"`) {
		evaluate[bool](t, p, source+";true")
	}
	evaluate[bool](t, p, `window.broken = null; axe.run(document, `+options+`).then((r) => {
		window.broken = JSON.stringify(r.violations.map((v) => ({id: v.id, help: v.help, nodes: v.nodes.map((n) => n.html + " " + n.failureSummary)})))
	}); true`)
	p.wait(t, `window.broken !== null`)
	var broken []violation
	if err := json.Unmarshal([]byte(evaluate[string](t, p, `window.broken`)), &broken); err != nil {
		t.Fatal(err)
	}
	for _, v := range broken {
		t.Errorf("%s: %s: %s %.600q", where, v.ID, v.Help, v.Nodes)
	}
}
