// Package guide_test performs docs/extending.md in a copy of the tree, so that
// the page cannot say what is no longer so.
package guidetest_test

import (
	"bytes"
	"flag"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// applied names the variable that tells the tests of the copy that the guide
// has been followed there.
const applied = "ALMANAC_GUIDE_APPLIED"

// root is the directory of the module.
var root = filepath.Join("..", "..", "..", "..")

// TestTheGuideWorks follows the guide.
func TestTheGuideWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the generator and the service in a copy of the module")
	}
	if os.Getenv(applied) != "" {
		t.Skip("the guide has been followed here")
	}
	dir := t.TempDir()
	for _, part := range []string{"cmd", "docs", "generated", "generator", "resources", "runtime"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(root, part))); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		write(t, filepath.Join(dir, file), read(t, filepath.Join(root, file)))
	}
	describe(t, dir)
	follow(t, dir)
	goTool(t, dir, "run", "./cmd/generate", "-check")
	reaches(t, dir)
	listed(t, dir)
	goTool(t, dir, "test", "./resources/...")
	goTool(t, dir, "test", "-count=1", "./cmd/almanac/internal/guidetest")
}

// update rewrites the fixed descriptions.
var update = flag.Bool("update", false, "copy the descriptions in resources to testdata")

// fixed are the descriptions that the guide is followed on.  Those in resources
// may have been changed by who follows it, so that its changes would not fit.
var fixed = filepath.Join("testdata", "resources")

// describe replaces the descriptions of the copy by the fixed ones, and what was
// generated from others.
func describe(t *testing.T, dir string) {
	t.Helper()
	for _, path := range goFiles(t, filepath.Join(dir, "resources")) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range goFiles(t, fixed) {
		write(t, filepath.Join(dir, "resources", filepath.Base(path)), read(t, path))
	}
	if err := os.RemoveAll(filepath.Join(dir, "generated")); err != nil {
		t.Fatal(err)
	}
	goTool(t, dir, "run", "./cmd/generate")
}

func TestTheFixedDescriptionsAreWritten(t *testing.T) {
	if !*update {
		t.Skip("run go test ./cmd/almanac/internal/guidetest -update -run FixedDescriptions after a change of resources that the guide is to show")
	}
	for _, path := range goFiles(t, fixed) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range goFiles(t, filepath.Join(root, "resources")) {
		write(t, filepath.Join(fixed, filepath.Base(path)), read(t, path))
	}
}

// goFiles returns the Go files of a directory.
func goFiles(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// follow does what the blocks of the guide say, and counts lines.
func follow(t *testing.T, dir string) {
	t.Helper()
	byHand := map[string]int{}
	all := blocks(read(t, filepath.Join(root, "docs", "extending.md")))
	for i, b := range all {
		switch {
		case b.kind == "sh" && b.lines[0] == "make freeze":
			goTool(t, dir, "run", "./cmd/generate", "-release", "-day", "2026-03-01")
			goTool(t, dir, "run", "./cmd/documents", "-release")
		case b.kind == "sh" && b.lines[0] == "make check" && all[i+1].kind == "text":
			refused(t, dir, all[i+1].lines)
		case b.kind == "sh" && b.lines[0] == "make check":
			goTool(t, dir, "run", "./cmd/generate", "-check")
		case b.kind == "sh" && b.lines[0] == "make generate":
			before := generatedLines(t, dir)
			goTool(t, dir, "run", "./cmd/generate")
			if byHand[b.section] == 0 {
				continue // What the page begins with.
			}
			t.Logf("%s: %d lines by hand, %d more by the generator", b.section, byHand[b.section], generatedLines(t, dir)-before)
		case b.kind == "go" || b.kind == "diff":
			if err := b.apply(dir); err != nil {
				t.Fatalf("%s: %v", b.section, err)
			}
			byHand[b.section] += b.added()
			formatted(t, dir, b)
		}
	}
	if n := byHand["A resource"] + byHand["A link"]; n == 0 || n >= 60 {
		t.Errorf("the resource takes %d lines, want less than 60", n)
	}
	if n := byHand["A field and a filter"]; n != 3 {
		t.Errorf("a field with two filters takes %d lines, want 3", n)
	}
}

// refused wants the check to fail and to say every line.
func refused(t *testing.T, dir string, lines []string) {
	t.Helper()
	c := command(t, dir, "run", "./cmd/generate", "-check")
	out, err := c.CombinedOutput()
	if err == nil {
		t.Error("make check accepts what clients notice")
	}
	for _, line := range lines {
		if !fits(string(out), "…"+line+"…") {
			t.Errorf("make check does not say %q but\n%s", line, out)
		}
	}
}

// described are the sections that change the description and nothing else.
var described = []string{"A field and a filter", "A resource", "A link"}

// formatted wants Go files in the one format, and no hand-written Go outside of
// resources where the description is enough.
func formatted(t *testing.T, dir string, b block) {
	t.Helper()
	for _, path := range b.paths() {
		text := []byte(read(t, filepath.Join(dir, path)))
		if pretty, err := format.Source(text); err != nil || !bytes.Equal(pretty, text) {
			t.Errorf("%s: %s is not formatted: %v", b.section, path, err)
		}
		if slices.Contains(described, b.section) && !strings.HasPrefix(path, "resources/") {
			t.Errorf("%s: changes %s, outside of resources", b.section, path)
		}
	}
}

// reaches wants the new field and the new resource wherever the description
// leads.
func reaches(t *testing.T, dir string) {
	t.Helper()
	for _, store := range []string{"postgres", "sqlite"} {
		var sql strings.Builder
		err := filepath.WalkDir(filepath.Join(dir, "generated", "migrations", store), func(path string, _ fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".up.sql") {
				sql.WriteString(read(t, path))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"performers", "event_performers", `"access"`} {
			if !strings.Contains(strings.ReplaceAll(sql.String(), "`", `"`), word) { // SQLite quotes by backticks.
				t.Errorf("the migrations of %s have no %s", store, word)
			}
		}
	}
	reference := read(t, filepath.Join(dir, "docs", "reference.md"))
	for _, line := range []string{"## Performers", "\naccess | one of step-free, ramp, stairs", "`/performers/by-slug/{slug}`", "\nmembers_from | integer |"} {
		if !strings.Contains(reference, line) {
			t.Errorf("docs/reference.md does not have %q", line)
		}
	}
}

// listed wants the changes of the second release in the changelog, and its
// document beside the lock.
func listed(t *testing.T, dir string) {
	t.Helper()
	_, second, _ := strings.Cut(read(t, filepath.Join(dir, "generated", "CHANGELOG.md")), "## Release 2, 2026-03-01, calendar/events/v1\n")
	want := `
### Breaking

- list parameter touring of performer was removed: lists ignore it (nobody asks for it)

### Deprecating

- field hashtag of performer is deprecated since 2026-03-01: use website

## Release 1, 2026-03-01, calendar/events/v1

The first one, with events, venues, organizers, categories, tags, performers, shifts.
`
	if second != want {
		t.Errorf("the changelog says about the second release:\n%s\nwant:\n%s", second, want)
	}
	if !strings.Contains(read(t, filepath.Join(dir, "generated", "released.openapi.b.json")), "Deprecated since 2026-03-01") {
		t.Error("the released document of deployment B is not that of the second release")
	}
}

// generatedLines counts the lines of what the generator writes.
func generatedLines(t *testing.T, dir string) int {
	t.Helper()
	n := strings.Count(read(t, filepath.Join(dir, "docs", "reference.md")), "\n")
	err := filepath.WalkDir(filepath.Join(dir, "generated"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n += strings.Count(read(t, path), "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// goTool runs the go command in a directory.
func goTool(t *testing.T, dir string, args ...string) {
	t.Helper()
	if out, err := command(t, dir, args...).CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// command makes a call of the go command in a directory.  -trimpath lets it
// reuse what was built for another directory.
func command(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), applied+"=1", "PWD="+dir, "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath")
	return c
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
