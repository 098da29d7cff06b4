package docs

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite docs/errors.md")

func TestErrorReferenceIsUpToDate(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	want, err := Errors(os.DirFS(filepath.Join(root, "runtime")))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"- 400 `rest_invalid_json`", "- 401 `incorrect_password`", "- 404 `rest-{kind}-not-found`", "- 503 `rest_service_unavailable`"} {
		if !strings.Contains(string(want), line) {
			t.Errorf("Errors does not find %q in the sources of runtime", line)
		}
	}
	path := filepath.Join(root, "docs", "errors.md")
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("run go test ./generator/internal/docs -update (-want +got):\n%s", diff)
	}
}
