package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"
)

// variables lists the variables that commands take their flags from.
func variables(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	var visit func(*cli.Command)
	visit = func(c *cli.Command) {
		for _, f := range c.Flags {
			if about, ok := f.(cli.DocGenerationFlag); ok {
				for _, name := range about.GetEnvVars() {
					known["ALMANAC_"+name] = true
				}
			}
		}
		for _, sub := range c.Commands {
			visit(sub)
		}
	}
	visit(commands(strings.NewReader(""), io.Discard, io.Discard))
	return known
}

func TestFilesOfDeploymentsNameVariablesThatExist(t *testing.T) {
	root := filepath.Join("..", "..")
	known := variables(t)
	for _, name := range []string{"Dockerfile", "deploy/compose.yaml", "deploy/almanac.service", "docs/operations.md", "docs/howto/deploy.md"} {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if os.IsNotExist(err) {
			t.Skipf("%s is not in this copy of the tree", name)
		}
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`\bALMANAC_[A-Z_]+`).FindAllString(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s names no variable at all", name)
		}
		for _, variable := range found {
			if !known[variable] {
				t.Errorf("%s names %s, which no flag is set by", name, variable)
			}
		}
	}
}

// TestOperationsListsEveryFlag holds the tables of docs/operations.md against
// the flags of serve: each flag has one row, with its default.
func TestOperationsListsEveryFlag(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if os.IsNotExist(err) {
		t.Skip("docs/operations.md is not in this copy of the tree")
	}
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^`--([a-z-]+)` \\| (.*?) ?\\| ").FindAllStringSubmatch(string(text), -1) {
		if _, twice := rows[m[1]]; twice {
			t.Errorf("--%s has two rows", m[1])
		}
		rows[m[1]] = strings.Trim(m[2], "`")
	}
	// Their defaults depend on other settings, so the table says it in words.
	inWords := map[string]bool{"site-url": true, "media": true, "setup-link-file": true, "site-name": true, "page-languages": true, "per-page": true, "max-connections": true, "max-expensive": true}
	short := strings.NewReplacer("m0s", "m", `"`, "")
	for _, f := range commands(strings.NewReader(""), io.Discard, io.Discard).Command("serve").Flags {
		name := f.Names()[0]
		row, ok := rows[name]
		delete(rows, name)
		if !ok {
			t.Errorf("--%s has no row", name)
			continue
		}
		about, documented := f.(cli.DocGenerationFlag)
		if !documented || inWords[name] {
			continue
		}
		if want := short.Replace(about.GetValue()); row != want {
			t.Errorf("--%s has the default %q in the table, want %q", name, row, want)
		}
	}
	for name := range rows {
		t.Errorf("--%s has a row, and is no flag of serve", name)
	}
}
