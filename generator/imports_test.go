package generator_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestPackagesStandOnWhatTheyMay holds the table of docs/architecture.md where
// a linter cannot, which sees only what a package imports itself and leaves
// generated files out.
func TestPackagesStandOnWhatTheyMay(t *testing.T) {
	tests := []struct {
		name, pkg, never string
	}{
		{"the vocabulary stands on the standard library", "./resources/dsl", `^(almanac/(generator|generated|runtime|cmd)|almanac/resources$|\w+(\.\w+)+/)`},
		{"descriptions stand on the vocabulary", "./resources", `^(almanac/(generator|generated|runtime|cmd)|\w+(\.\w+)+/)`},
		{"the generator gets its description as an argument", "./generator", `^(almanac/resources$|almanac/(generated|runtime|cmd)|github.com/(danielgtaylor|uptrace))`},
		{"cmd/generate builds while generated and runtime are broken", "./cmd/generate", `^(almanac/(generated|runtime|cmd/internal)|github.com/(danielgtaylor|uptrace))`},
		{"generated code carries no description", "./generated/...", `^(almanac/(resources|generator|cmd)|github.com/dave/jennifer)`},
		{"the client stands on the standard library", "./generated/client", `^(almanac/(resources|generator|cmd|runtime)|almanac/generated$|\w+(\.\w+)+/)`},
		{"runtime knows no resource", "./runtime/...", `^(almanac/(resources|generator|generated|cmd)|github.com/dave/jennifer)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			never := regexp.MustCompile(tt.never)
			for _, path := range dependencies(t, tt.pkg) {
				if never.MatchString(path) {
					t.Errorf("%s depends on %s", tt.pkg, path)
				}
			}
		})
	}
}

// TestTestsOfTheGeneratorBuildWithoutItsOutput holds the same for tests, which
// must tell what is wrong while generated code does not compile.  The databases
// that migrations are tried on come from a package that stands on no other.
func TestTestsOfTheGeneratorBuildWithoutItsOutput(t *testing.T) {
	never := regexp.MustCompile(`^almanac/(generated|runtime|cmd/internal)`)
	for _, path := range dependencies(t, "-test", "./generator", "./resources/...", "./cmd/generate") {
		if never.MatchString(path) && path != "almanac/runtime/store/storetest" {
			t.Errorf("a test depends on %s", path)
		}
	}
}

// dependencies lists the packages that others are built of, themselves
// included.
func dependencies(t *testing.T, args ...string) []string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", append([]string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}"}, args...)...)
	c.Dir = ".."
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list -deps: %v\n%s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
