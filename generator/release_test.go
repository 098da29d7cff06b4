package generator_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestADatabaseMovesAlongWithARelease releases a copy of the module, fills a
// database, changes the description and runs the new service on it: data stays
// under new names, computed columns that are new are filled, and a record with a value
// that is too long now can still be changed.  With an added field the databases of
// earlier releases are upgraded too.
func TestADatabaseMovesAlongWithARelease(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	dir := t.TempDir()
	copyModule(t, dir, parts...)
	program, err := os.ReadFile(filepath.Join("testdata", "released", "released_test.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, map[string]string{"cmd/internal/released/released_test.go": string(program)})
	t.Setenv("RELEASED_DATABASE", "sqlite:"+filepath.Join(t.TempDir(), "test.db"))
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "run", "./cmd/generate", "-release")
	goTool(t, dir, "run", "./cmd/generate", "-check")
	frozen := tree(t, filepath.Join(dir, "generated", "migrations"))
	t.Setenv("RELEASED_STEP", "before")
	goTool(t, dir, "test", "-count=1", "./cmd/internal/released")

	venue := filepath.Join(dir, "resources", "venue.go")
	replace(t, venue, `dsl.String("phone")`, `dsl.String("fax").Doc("Fax"), dsl.String("phone")`,
		`dsl.String("website").Text(dsl.TextHTTPURL)`, `dsl.String("website").Text(dsl.TextHTTPURL).Searchable()`)
	goTool(t, dir, "run", "./cmd/generate")

	replace(t, venue, `dsl.String("fax").Doc("Fax"), dsl.String("phone")`, `dsl.String("telephone").RenamedFrom("phone")`,
		`dsl.String("zip")`, `dsl.String("zip").MaxLength(5)`)
	replace(t, filepath.Join(dir, "resources", "schemaorg.go"), `"phone":         "telephone"`, `"telephone":     "telephone"`)
	goTool(t, dir, "run", "./cmd/generate")
	now := tree(t, filepath.Join(dir, "generated", "migrations"))
	for path, text := range frozen {
		if diff := cmp.Diff(text, now[path]); diff != "" {
			t.Errorf("%s was released (-before +after):\n%s", path, diff)
		}
	}
	if got, want := len(now), len(frozen)+4; got != want {
		t.Errorf("%d migration files, want %d", got, want)
	}
	t.Setenv("RELEASED_STEP", "after")
	goTool(t, dir, "test", "-count=1", "./cmd/internal/released")
}

// replace changes a file: pairs of old and new text, each of which stands
// there.
func replace(t *testing.T, path string, pairs ...string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(string(text), pairs[i]) {
			t.Fatalf("%s has no %q", path, pairs[i])
		}
		text = []byte(strings.ReplaceAll(string(text), pairs[i], pairs[i+1]))
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
