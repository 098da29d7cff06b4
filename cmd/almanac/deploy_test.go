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
					known[name] = true
				}
			}
		}
		for _, sub := range c.Commands {
			visit(sub)
		}
	}
	visit(command(strings.NewReader(""), io.Discard, io.Discard))
	return known
}

func TestFilesOfDeploymentsNameVariablesThatExist(t *testing.T) {
	root := filepath.Join("..", "..")
	known := variables(t)
	for _, name := range []string{"Dockerfile", "deploy/compose.yaml", "deploy/almanac.service", "docs/operations.md"} {
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
