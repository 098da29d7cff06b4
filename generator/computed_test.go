package generator_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestComputedFieldsAreServed adds a resource with computed fields to a copy of the
// module, generates, and runs testdata/computed_service there, on both stores.
func TestComputedFieldsAreServed(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	dir := t.TempDir()
	copyModule(t, dir, parts...)
	from := filepath.Join("testdata", "computed_service")
	all := filepath.Join(dir, "resources", "resources.go")
	put(t, dir, map[string]string{
		"resources/loan.go":                             read(t, filepath.Join(from, "loan.go.txt")),
		"resources/resources.go":                        strings.Replace(read(t, all), "Category, Tag,", "Category, Tag, Loan,", 1),
		"rules/rules.go":                                read(t, filepath.Join(from, "rules.go.txt")),
		"cmd/almanac/internal/app/computedloan_test.go": read(t, filepath.Join(from, "computed_test.go.txt")),
	})
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "build", "./...")
	goTool(t, dir, "test", "./cmd/almanac/internal/app", "-run", "Computed|VerifyFinds|ServiceAnswersAsSpecified", "-short")
}
