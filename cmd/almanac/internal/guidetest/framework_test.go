package guidetest_test

import (
	"bufio"
	"context"
	"net/http"
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

// TestTheTutorialMakesAService follows docs/framework.md in an empty directory, and
// asks the service that it starts.
func TestTheTutorialMakesAService(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a service in a module of its own")
	}
	dir := t.TempDir()
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	lines, commands := 0, []string(nil)
	for _, b := range blocks(read(t, filepath.Join(root, "docs", "framework.md"))) {
		if b.kind == "sh" {
			commands = append(commands, b.lines...)
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(b.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, strings.ReplaceAll(b.text(), "../almanac", absolute))
		lines += len(b.lines)
	}
	if lines > maxTutorialLines || len(commands) > maxTutorialCommands {
		t.Errorf("%d lines and %d commands, want %d and %d at most", lines, len(commands), maxTutorialLines, maxTutorialCommands)
	}
	last := len(commands) - 1
	for _, line := range commands[:last] {
		goTool(t, dir, strings.Fields(line)[1:]...)
	}
	goTool(t, dir, "build", "-o", "recipes", ".")
	asksRecipes(t, dir)

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

// asksRecipes starts the service of the tutorial and makes a recipe.
func asksRecipes(t *testing.T, dir string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	server := exec.CommandContext(ctx, filepath.Join(dir, "recipes"), "serve", "--listen", "127.0.0.1:0", "--admin-listen", "none")
	server.Dir = dir
	log, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { stop(); _ = server.Wait() }()
	said := bufio.NewScanner(log)
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+/recipes/v1`)
	for said.Scan() {
		if url := address.FindString(said.Text()); url != "" {
			response, err := http.Post(url+"/recipes", "application/json", strings.NewReader(`{"name": "Soup", "minutes": 20}`))
			if err != nil {
				t.Fatal(err)
			}
			if _ = response.Body.Close(); response.StatusCode != http.StatusCreated {
				t.Errorf("POST /recipes answers %d", response.StatusCode)
			}
			return
		}
	}
	t.Error("the service says no address")
}
