// Package publicapi_test holds what other modules use of this one: a name that is
// removed or changed breaks their builds.
package publicapi_test

import (
	"flag"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// public are the packages that docs/framework.md names.
var public = []string{
	"almanac/runtime/cli", "almanac/generator", "almanac/resources/dsl", "almanac/runtime/auth", "almanac/runtime/filter",
	"almanac/runtime/mutate", "almanac/runtime/outbox", "almanac/runtime/param", "almanac/runtime/records", "almanac/runtime/service",
	"almanac/runtime/service/servicetest", "almanac/runtime/store", "almanac/runtime/store/storetest",
}

// parts are the names of packages of which other modules use no others.
var parts = map[string][]string{"almanac/runtime/store": {"Reader", "Row", "Statement", "Writer"}}

// update writes the list again.
var update = flag.Bool("update", false, "write testdata/api.txt")

func TestWhatOtherModulesUseStaysAsItIs(t *testing.T) {
	from := importer.ForCompiler(token.NewFileSet(), "gc", exportData(t))
	var lines []string
	for _, path := range public {
		p, err := from.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, exported(p)...)
	}
	slices.Sort(lines)
	got := strings.ReplaceAll(strings.Join(lines, "\n")+"\n", "almanac/", "")
	path := filepath.Join("testdata", "api.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("names that other modules use differ; if that is meant, run go test ./cmd/internal/publicapi -update, and tell a change or removal in CHANGELOG.md (-listed +present):\n%s", diff)
	}
}

// exportData compiles the packages and returns a function that opens what they export,
// and what their imports do.
func exportData(t *testing.T) func(path string) (io.ReadCloser, error) {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}, public...)...)
	list.Dir = filepath.Join("..", "..", "..")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// exported lists the exported names of a package with their types, fields and
// methods.
func exported(p *types.Package) []string {
	var lines []string
	inModule := func(other *types.Package) string {
		if other == p {
			return ""
		}
		return other.Path()
	}
	line := func(o types.Object) {
		if o.Exported() {
			lines = append(lines, p.Path()+": "+types.ObjectString(o, inModule))
		}
	}
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if some := parts[p.Path()]; !o.Exported() || some != nil && !slices.Contains(some, name) {
			continue
		}
		declared, ok := o.Type().(*types.Named)
		if _, isType := o.(*types.TypeName); !ok || !isType {
			line(o)
			continue
		}
		lines = append(lines, p.Path()+": type "+name)
		for m := range declared.Methods() {
			line(m)
		}
		switch under := declared.Underlying().(type) {
		case *types.Struct:
			for f := range under.Fields() {
				if f.Exported() {
					lines = append(lines, p.Path()+": type "+name+", "+types.ObjectString(f, inModule))
				}
			}
		case *types.Interface:
			for m := range under.Methods() {
				line(m)
			}
		default:
			lines = append(lines, p.Path()+": type "+name+" "+types.TypeString(under, inModule))
		}
	}
	return lines
}
