package generator_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// bookshop is a module that imports this one.
var bookshop = map[string]string{
	"cmd/generate/main.go": `package main

import (
	"almanac/generator"

	"bookshop/resources"
)

func main() { generator.Main(resources.API, resources.All()) }
`,
	"resources/shop.go": `package resources

import "almanac/resources/dsl"

var API = dsl.API{Namespace: "bookshop", Version: 1}

func All() []dsl.Resource { return []dsl.Resource{Book} }

var Book = dsl.Resource{
	Name: "book", Plural: "books", Kind: dsl.KindRecord, Doc: "Books.",
	Fields: []dsl.Field{
		dsl.String("title").As(dsl.Name).Required().Sortable().Doc("Title"),
		dsl.String("isbn").Setter("bookshop/rules", "SetISBN").Doc("ISBN"),
		dsl.Money("price", "EUR").Required().Doc("Price"),
	},
	Params: []dsl.Param{
		dsl.QueryParam("page", dsl.TypeInteger, dsl.OpPage).Default(1).Doc("Page"),
		dsl.QueryParam("per_page", dsl.TypeInteger, dsl.OpPerPage).Doc("Books a page"),
	},
	SortOptions:    []dsl.SortOption{dsl.SortBy("id")},
	ResponseFields: "id *",
}
`,
	"rules/rules.go": `package rules

import (
	"almanac/runtime/mutate"
	"almanac/runtime/param"
)

func SetISBN(_ *mutate.Mutation, _ string, field *string, o param.Opt[string]) { *field = o.Value }
`,
}

// TestAnotherModuleGeneratesItsService makes a module in a directory of its own, which
// requires this one.
func TestAnotherModuleGeneratesItsService(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the generator and a service")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	required, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	path := strings.Fields(string(required))[1]
	dir := t.TempDir()
	copyModule(t, dir, "go.sum")
	program := map[string]string{
		"go.mod": strings.Replace(string(required), "module "+path, "module bookshop", 1) + "\nrequire " + path + " v0.0.0\n\nreplace " + path + " => " + root + "\n",
	}
	for name, text := range bookshop {
		program[name] = strings.ReplaceAll(text, `"almanac/`, `"`+path+"/")
	}
	put(t, dir, program)
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "run", "./cmd/generate", "-check")
	goTool(t, dir, "vet", "./...")
	input, err := os.ReadFile(filepath.Join(dir, "generated", "book_input.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"from resources/shop.go; DO NOT EDIT.", `"bookshop/rules"`, "rules.SetISBN(c, "} {
		if !strings.Contains(string(input), want) {
			t.Errorf("generated/book_input.go has no %s", want)
		}
	}
	for _, path := range []string{"docs/reference.md", "docs/permissions.md", "generated/client/book_types.go"} {
		if _, err := os.Stat(filepath.Join(dir, path)); err != nil {
			t.Error(err)
		}
	}

	standard := regexp.MustCompile(`(?i)event-stream|server-sent[- ]events|last-event-id`) // Of any service.
	ofCalendar := regexp.MustCompile(`(?i)\b(event|calendar|venue|organizer)s?\b.*`)
	for _, path := range []string{"docs", "generated"} {
		for name, text := range tree(t, filepath.Join(dir, path)) {
			if line := ofCalendar.FindString(standard.ReplaceAllString(text, "")); line != "" {
				t.Errorf("%s speaks of calendars: %s", name, line)
			}
		}
	}

	replace(t, filepath.Join(dir, "resources", "shop.go"), `"SetISBN"`, `"SetIBAN"`)
	replace(t, filepath.Join(dir, "resources", "shop.go"), `Name: "book", Plural: "books"`, `Name: "image", Plural: "images"`)
	faults := fails(t, dir, "run", "./cmd/generate")
	for _, want := range []string{
		`resources/shop.go:10: resource "image": the service has a "image" with the table "images" itself; choose another name and plural`,
		`resources/shop.go:13: resource "image": field "isbn": Setter("bookshop/rules", "SetIBAN"): package bookshop/rules has no such function; ` +
			"write func SetIBAN(c *mutate.Mutation, name string, field *string, o param.Opt[string]); or name one of: SetISBN",
	} {
		if !strings.Contains(faults, want) {
			t.Errorf("the generator says\n%s\nwant %s", faults, want)
		}
	}
}

// fails runs the go command in a directory, which must fail, and returns what it says.
func fails(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off")
	out, err := c.CombinedOutput()
	if err == nil {
		t.Fatalf("go %s does not fail:\n%s", strings.Join(args, " "), out)
	}
	return string(out)
}

// TestTheModuleTakesAnotherPath renames a copy of the module, resolves its imports and generates it.
func TestTheModuleTakesAnotherPath(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a copy of the module under another path")
	}
	if _, err := exec.LookPath("perl"); err != nil {
		t.Skip("perl is not installed")
	}
	dir := t.TempDir()
	copyModule(t, dir, append([]string{".ci", ".golangci.yml", "Dockerfile", "Makefile", "examples"}, parts...)...)
	c := exec.CommandContext(t.Context(), filepath.Join(dir, ".ci", "rename-module"), "git.example/team/calendar-service")
	c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// Each import is there.  To compile all would take minutes: the generator and its tests,
	// which import most of runtime, are compiled below.
	goTool(t, dir, "list", "-deps", "-test", "./...")
	goTool(t, filepath.Join(dir, "cmd", "bench"), "list", "-deps", "-test", "./...")
	goTool(t, dir, "run", "./cmd/generate", "-check")
	goTool(t, dir, "test", "-short", "-run", "Golden|OutputOfToysIsAs|Function|PackagesStand|Fault|Position|File", "./generator", "./resources/...")
	left := regexp.MustCompile(`(?m)(^|[^\w./$-])almanac/(\(|cmd|generated|generator|resources|runtime)\b.*`)
	for name, text := range tree(t, dir) {
		if line := left.FindString(text); line != "" && !strings.HasSuffix(name, "module_test.go") {
			t.Errorf("%s: %s", name, line)
		}
	}
}
