package generator_test

import (
	"flag"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

// generate returns what a description makes.
func generate(t *testing.T, described []dsl.Resource) []generator.File {
	t.Helper()
	files, err := generator.Generate(toyAPI(), described, generator.PreviousOutput{})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// texts returns the files by their paths.
func texts(files []generator.File) map[string]string {
	byPath := map[string]string{}
	for _, f := range files {
		byPath[f.Path] = string(f.Content)
	}
	return byPath
}

// tree reads every file below a directory; none when it is not there.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		found[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return found
}

// put writes files below a directory.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for path, text := range files {
		full := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOutputOfToysIsAsInTestdata(t *testing.T) {
	for _, toy := range toys() {
		t.Run(toy.name, func(t *testing.T) {
			dir := filepath.Join("testdata", toy.name)
			got := texts(written(generate(t, toy.resources)))
			if *update {
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
				put(t, dir, got)
			}
			if diff := cmp.Diff(tree(t, dir), got); diff != "" {
				t.Errorf("the output is not that of %s (-want +got); if it is meant to change, run go test ./generator -update:\n%s", dir, diff)
			}
		})
	}
}

// compilable makes a module that has runtime and, in place of what is
// generated for the service, the output of each toy as a package of its own.
func compilable(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	copyModule(t, dir, "go.mod", "go.sum", "runtime")
	for _, toy := range toys() {
		files := map[string]string{}
		for path, text := range texts(generate(t, toy.resources)) {
			if rest, ok := strings.CutPrefix(path, "generated/"); ok {
				files["generated/"+toy.name+"/"+rest] = text
			}
		}
		put(t, dir, files)
	}
	return dir
}

// copyModule copies files and directories of this module.
func copyModule(t *testing.T, to string, names ...string) {
	t.Helper()
	for _, name := range names {
		from := filepath.Join("..", name)
		info, err := os.Stat(from)
		if err != nil {
			t.Fatal(err)
		}
		if !info.IsDir() {
			text, err := os.ReadFile(from)
			if err != nil {
				t.Fatal(err)
			}
			put(t, to, map[string]string{name: string(text)})
			continue
		}
		if err := os.CopyFS(filepath.Join(to, name), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
}

// goTool runs the go command in a directory and returns what it says.
// -trimpath lets it reuse what was built for another directory.
func goTool(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath", "GOWORK=off")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestOutputOfToysHasTheTypesOfRuntime is TestOutputOfToysCompiles without
// compiling.
func TestOutputOfToysHasTheTypesOfRuntime(t *testing.T) {
	packages := runtimeTypes(t)
	for _, toy := range toys() {
		t.Run(toy.name, func(t *testing.T) { checkTypes(t, generate(t, toy.resources), packages) })
	}
}

// exports returns the files with the compiled declarations of runtime, and of
// what it imports, by package.
func exports(t *testing.T) map[string]string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./runtime/...", "embed")
	c.Dir = ".."
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list -export: %v\n%s", err, out)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[name] = file
	}
	return files
}

func TestOutputOfToysCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles runtime in a directory of its own; make test-all does")
	}
	goTool(t, compilable(t), "vet", "./generated/...")
}

func TestOutputIsTheSameEachTime(t *testing.T) {
	runs := 5
	if testing.Short() {
		runs = 1
	}
	for _, toy := range append(toys(), toy{"the service", calendar()}) {
		t.Run(toy.name, func(t *testing.T) {
			t.Parallel()
			want := generate(t, toy.resources)
			for range runs {
				got := generate(t, toy.resources)
				if !reflect.DeepEqual(want, got) { // Fast, unlike cmp.Diff.
					t.Fatalf("another run gives something else (-first +later):\n%s", cmp.Diff(want, got))
				}
			}
		})
	}
}

// goFiles returns the generated Go files of the service and of all toys.
func goFiles(t *testing.T) []generator.File {
	t.Helper()
	var list []generator.File
	for _, toy := range append(toys(), toy{"", calendar()}) {
		for _, f := range generate(t, toy.resources) {
			if strings.HasSuffix(f.Path, ".go") {
				list = append(list, f)
			}
		}
	}
	return list
}

func TestGoFilesAreMarkedAndFormatted(t *testing.T) {
	header := regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.$`) // See go help generate.
	for _, f := range goFiles(t) {
		first, rest, _ := strings.Cut(string(f.Content), "\n")
		if !header.MatchString(first) {
			t.Errorf("%s begins with %q", f.Path, first)
		}
		if !strings.HasPrefix(rest, "// ") {
			t.Errorf("%s does not say what it holds in its second line", f.Path)
		}
		formatted, err := format.Source(f.Content)
		if err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		if diff := cmp.Diff(string(formatted), string(f.Content)); diff != "" {
			t.Errorf("%s is not formatted (-want +got):\n%s", f.Path, diff)
		}
	}
}

func TestExportedDeclarationsAreDocumented(t *testing.T) {
	for _, f := range goFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Path, f.Content, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			for name, doc := range documentation(d) {
				if ast.IsExported(name) && !strings.HasPrefix(doc, name+" ") {
					t.Errorf("%s: the comment of %s is %q, which does not begin with the name", f.Path, name, doc)
				}
			}
		}
	}
}

// documentation returns the names that a declaration makes, each with its
// comment.
func documentation(d ast.Decl) map[string]string {
	docs := map[string]string{}
	switch d := d.(type) {
	case *ast.FuncDecl:
		docs[d.Name.Name] = d.Doc.Text()
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				docs[s.Name.Name] = d.Doc.Text()
			case *ast.ValueSpec:
				doc := s.Doc
				if doc == nil {
					doc = d.Doc
				}
				docs[s.Names[0].Name] = doc.Text()
			}
		}
	}
	return docs
}
