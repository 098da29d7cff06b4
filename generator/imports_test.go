package generator_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestPackagesStandOnWhatTheyMay checks which packages may depend on which where the
// linter (.golangci.yml) cannot, which sees only what a package imports itself and
// leaves generated files out.
func TestPackagesStandOnWhatTheyMay(t *testing.T) {
	tests := []struct {
		name, pkg, never string
	}{
		{"the vocabulary stands on the standard library", "./resources/dsl", `^(/(generator|generated|runtime|cmd)|/resources$|\w+(\.\w+)+/)`},
		{"descriptions stand on the vocabulary", "./resources", `^(/(generator|generated|runtime|cmd)|\w+(\.\w+)+/)`},
		{"the generator gets its description as an argument", "./generator", `^(/resources$|/(generated|runtime|cmd)|github.com/(danielgtaylor|uptrace))`},
		{"cmd/generate builds while generated and runtime are broken", "./cmd/generate", `^(/(generated|runtime|cmd/(almanac|internal))|github.com/(danielgtaylor|uptrace))`},
		{"generated code carries no description", "./generated/...", `^(/(resources|generator|cmd)|github.com/dave/jennifer)`},
		{"the client stands on the standard library", "./generated/client", `^(/(resources|generator|cmd|runtime)|/generated$|\w+(\.\w+)+/)`},
		{"runtime knows no resource", "./runtime/...", `^(/(resources|generator|generated|cmd)|github.com/dave/jennifer)`},
		{"the engine knows no calendar", "./runtime/httpapi ./runtime/mutate ./runtime/maintain ./runtime/outbox", `^/runtime/(calendar|feed|cost)$`},
		{"code of a description without calendar parts neither", "./generator/testdata/records/generated", `^/runtime/(calendar|feed|cost)$`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			never := regexp.MustCompile(tt.never)
			for _, path := range dependencies(t, strings.Fields(tt.pkg)...) {
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
	never := regexp.MustCompile(`^/(generated|runtime|cmd/(almanac|internal))`)
	for _, path := range dependencies(t, "-test", "./generator", "./resources/...", "./cmd/generate") {
		if never.MatchString(path) && path != "/runtime/store/storetest" {
			t.Errorf("a test depends on %s", path)
		}
	}
}

// dependencies lists the packages that others are built of, themselves
// included: those of this module without its path.
func dependencies(t *testing.T, args ...string) []string {
	t.Helper()
	const form = "{{if not .Standard}}{{if .Module.Main}}{{.Module.Path}}{{end}} {{.ImportPath}}{{end}}"
	c := exec.CommandContext(t.Context(), "go", append([]string{"list", "-deps", "-f", form}, args...)...)
	c.Dir = ".."
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list -deps: %v\n%s", err, out)
	}
	var paths []string
	for line := range strings.Lines(string(out)) {
		module, path, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		if module != "" {
			path = strings.TrimPrefix(path, module)
		}
		paths = append(paths, path)
	}
	return paths
}
