package guidetest_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Bounds of docs/framework.md.
const (
	maxTutorialLines    = 60
	maxTutorialCommands = 3
)

// TestTheTutorialMakesAService follows docs/framework.md in an empty directory: it asks the
// service of the tutorial, and what the sections below make of it.
func TestTheTutorialMakesAService(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a service in a module of its own")
	}
	dir := t.TempDir()
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, filepath.Join(root, "docs", "framework.md"))
	lines, commands := 0, []string(nil)
	for _, b := range blocks(page) {
		switch {
		case b.section == "" && b.kind == "sh":
			commands = append(commands, b.lines...)
		case b.section == "" && b.path != "":
			path := filepath.Join(dir, filepath.FromSlash(b.path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, path, strings.ReplaceAll(b.text(), "../almanac", absolute))
			lines += len(b.lines)
		}
	}
	if lines > maxTutorialLines || len(commands) > maxTutorialCommands {
		t.Errorf("%d lines and %d commands, want %d and %d at most", lines, len(commands), maxTutorialLines, maxTutorialCommands)
	}
	last := len(commands) - 1
	for _, line := range commands[:last] {
		goTool(t, dir, strings.Fields(line)[1:]...)
	}
	goTool(t, dir, "build", "-o", "recipes", ".")
	api := servesRecipes(t, dir, "recipes.db")
	if got := curl(t, api, "$ curl $API/recipes -d name=Soup -d minutes=20"); !strings.HasPrefix(got, `{"id":1,`) {
		t.Errorf("POST /recipes responds with %s", got)
	}

	for _, b := range blocks(page) {
		if b.section == "" || b.kind != "go" && b.kind != "diff" {
			continue
		}
		if err := b.apply(dir); err != nil {
			t.Fatalf("%s: %v", b.section, err)
		}
		formatted(t, dir, b)
	}
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "build", "-o", "recipes", ".")
	answerAsSaid(t, servesRecipes(t, dir, "guide.db"), "framework.md")
	goTool(t, dir, "test", ".")

	// The other way to say where the framework lies.
	write(t, filepath.Join(dir, "go.mod"), "module recipes\n\ngo 1.26\n\ntool almanac/cmd/dev\n")
	goTool(t, dir, "work", "init", ".", absolute)
	for _, line := range commands[:last] {
		if line != "go mod tidy" {
			goTool(t, dir, strings.Fields(strings.Replace(line, "-mod=mod ", "", 1))[1:]...)
		}
	}
	goTool(t, dir, "build", "-o", "recipes", ".")
	goTool(t, dir, "vet", "almanac/cmd/dev")
}

// servesRecipes starts the service of the tutorial on a database file, until the test ends, and
// returns the URL of its API.
func servesRecipes(t *testing.T, dir, database string) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	server := exec.CommandContext(ctx, filepath.Join(dir, "recipes"), "serve", "--listen", "127.0.0.1:0", "--admin-listen", "none",
		"--database", "sqlite:"+database)
	server.Dir = dir
	log, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); _ = server.Wait() })
	said := bufio.NewScanner(log)
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+/recipes/v1`)
	for said.Scan() {
		if url := address.FindString(said.Text()); url != "" {
			go func() { _, _ = io.Copy(io.Discard, log) }() // A server whose log nobody reads would wait.
			return url
		}
	}
	t.Fatal("the service says no address")
	return ""
}
