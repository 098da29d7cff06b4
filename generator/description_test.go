package generator_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"almanac/generator"
	"almanac/resources/dsl"
)

// TestRandomDescriptionsGenerateCodeThatCompiles draws valid descriptions;
// DESCRIPTIONS and DESCRIPTION_SEED choose how many and which.  Service and client
// must have the types of runtime.
func TestRandomDescriptionsGenerateCodeThatCompiles(t *testing.T) {
	drawMany(t, "100")
	packages := runtimeTypes(t)
	rapid.Check(t, func(rt *rapid.T) {
		described := drawResources(rt, rapid.IntRange(1, 4).Draw(rt, "resources"))
		files, err := generator.Generate(toyAPI(), described, generator.PreviousOutput{})
		if err != nil {
			rt.Fatalf("dsl accepts what the generator refuses: %v", err)
		}
		checkTypes(rt, files, packages)
	})
}

// faultLine is the form of a fault, whose file is that of a test here.
var faultLine = regexp.MustCompile(`^(generator/[a-z_]+_test\.go:\d+|resources/[a-z0-9_A-Z ]*\.go(:\d+)?): resource "[^\n]*": [^\n]+$`)

// TestChangedDescriptionsAreRefusedOrCompile changes valid descriptions without a
// look at the rules: what is not refused must generate code that compiles.
func TestChangedDescriptionsAreRefusedOrCompile(t *testing.T) {
	drawMany(t, "60")
	packages := runtimeTypes(t)
	refused := 0
	rapid.Check(t, func(rt *rapid.T) {
		d := &describer{t: rt, list: drawResources(rt, 2)}
		for range rapid.IntRange(1, 3).Draw(rt, "faults") {
			d.spoil(rapid.IntRange(0, 1).Draw(rt, "resource"))
		}
		files, err := generator.Generate(toyAPI(), d.list, generator.PreviousOutput{})
		if err == nil {
			checkTypes(rt, files, packages)
			return
		}
		refused++
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if !faultLine.MatchString(line) {
				rt.Fatalf("a fault without file, resource and text: %q", line)
			}
		}
	})
	t.Logf("%d descriptions were refused", refused)
}

// spoil changes a resource in any way.
func (d *describer) spoil(i int) {
	r := &d.list[i]
	if len(r.Fields) == 0 {
		r.Fields = []dsl.Field{d.field(i)}
	}
	field := func() *dsl.Field { return &r.Fields[rapid.IntRange(0, len(r.Fields)-1).Draw(d.t, "field")] }
	text := of(d, "", "id", "Title", "a b", "a__b", "select", "type", "thing", "café", "x\ny", strings.Repeat("long_", 20)+"name", "name", "_fields", "links_cache")
	of(d,
		func() { r.Name = text },
		func() { r.Plural = text },
		func() { r.Doc = text },
		func() { r.Kind = of(d, dsl.KindPost, dsl.KindTerm, dsl.KindRecord, dsl.KindInternal, dsl.Kind(text)) },
		func() { r.PagePath = text },
		func() { r.Taxonomy = text },
		func() { r.IDTable = of(d, text, sharedIDs.Plural) },
		func() { r.ResponseFields, r.Response = "", dsl.Order(text) },
		func() { r.RenamedFrom = text },
		func() { r.SortOptions = append(r.SortOptions, dsl.SortBy(text, of(d, "id", text))) },
		func() { r.Indexes = append(r.Indexes, dsl.Index{Columns: []string{text}, Unique: d.rarely(2)}) },
		func() { r.Fields = append(r.Fields, d.change(d.field(i))) },
		func() { r.Fields = append(r.Fields, dsl.String(text).Doc("Text")) },
		func() { r.Fields = append(r.Fields, dsl.ManyToMany("linked", text).Doc(text)) },
		func() { r.Fields = slices.Delete(slices.Clone(r.Fields), 0, 1) },
		func() { *field() = d.change(*field()) },
		func() {
			*field() = field().As(dsl.Behavior(of(d, "slug", "start", "end", "cost", "link", "parent", "image", text)))
		},
		func() { *field() = field().Backfill(of[any](d, text, 1, 1.5, true)) },
		func() { *field() = field().Fallback(text, text, text) },
		func() { *field() = d.computed(i) },
		func() {
			*field() = field().Computed(of(d, "almanac/computing", text), of(d, "Text", text), rapid.IntRange(-1, 2).Draw(d.t, "version"), of(d, append(d.paths(i), text)...))
		},
		func() { *field() = dsl.Money(text, of(d, "EUR", "KWD", text)).Nullable().Doc("Price") },
		func() { *field() = dsl.Decimal(text, of(d, 0, 9, 20), of(d, 0, 2, 9)).Doc("Length") },
		func() { *field() = dsl.Enum(text, text, "a").Default(text).Doc("Enum") },
		func() { r.Drops = append(r.Drops, dsl.DropField(text, text)) },
		func() { r.AcceptedBreaks = append(r.AcceptedBreaks, dsl.AcceptFieldBreak(text, text)) },
		func() {
			op := of(d, dsl.OpIn, dsl.OpEquals, dsl.OpBoolEquals, dsl.OpLinkedTo, dsl.OpOnOrAfter, dsl.OpIsNull, dsl.OpChildOf, dsl.OpHasUpcoming,
				dsl.OwnOperation(text, text), dsl.Operation(text))
			p := dsl.QueryParam(of(d, "asked", text), of(d, dsl.TypeString, dsl.TypeInteger, dsl.TypeIntegers, dsl.TypeBoolean, dsl.TypeAny, dsl.Type(text)), op)
			r.Params = append(r.Params, p.Field(of(d, append(d.paths(i), "", text)...)).References(of(d, append(d.others(), "", text)...)).Doc("Asked"))
		},
	)()
}

// drawMany sets how many descriptions are drawn, of which rapid draws a fifth in
// short.
func drawMany(t *testing.T, count string) {
	t.Helper()
	if testing.Short() {
		count = "20"
	}
	setRapid(t, "rapid.checks", "DESCRIPTIONS", count)
	setRapid(t, "rapid.seed", "DESCRIPTION_SEED", "20261123")
	setRapid(t, "rapid.nofailfile", "", "true")
}

// runtimeTypes imports the compiled packages of runtime, each once.
func runtimeTypes(t *testing.T) types.Importer {
	t.Helper()
	exported := exports(t)
	compiled := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exported[path]) })
	files := token.NewFileSet()
	source, err := parser.ParseFile(files, "computing.go", computing(t), parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	functions, err := (&types.Config{Importer: compiled}).Check("almanac/computing", files, []*ast.File{source}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return withPackage{compiled, functions}
}

// computing returns the source of the functions of computed fields.
func computing(t *testing.T) string {
	t.Helper()
	return read(t, filepath.Join("testdata", "computing", "computing.go.txt"))
}

// withPackage imports a package beside others.
type withPackage struct {
	types.Importer
	another *types.Package
}

// Import returns a package.
func (w withPackage) Import(path string) (*types.Package, error) {
	if path == w.another.Path() {
		return w.another, nil
	}
	return w.Importer.Import(path)
}

// checkTypes checks the types of generated Go code, and returns the packages by directory.
func checkTypes(t failer, files []generator.File, packages types.Importer) map[string]*types.Package {
	fset := token.NewFileSet()
	byDir := map[string][]*ast.File{}
	for _, f := range files {
		if !strings.HasSuffix(f.Path, ".go") || strings.HasSuffix(f.Path, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(fset, f.Path, f.Content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%v", err)
		}
		byDir[path.Dir(f.Path)] = append(byDir[path.Dir(f.Path)], parsed)
	}
	checked := map[string]*types.Package{}
	for dir, files := range byDir {
		pkg, err := (&types.Config{Importer: packages}).Check("almanac/"+dir, fset, files, nil)
		if err != nil {
			t.Fatalf("generated code does not compile: %v", err)
		}
		checked[dir] = pkg
	}
	return checked
}

// TestNamesOfGeneratedMembersAreRefused describes fields and list parameters with the names
// of the methods and embedded structs of generated code.
func TestNamesOfGeneratedMembersAreRefused(t *testing.T) {
	packages := runtimeTypes(t)
	for _, toy := range toys() {
		pkg := checkTypes(t, generate(t, toy.resources), packages)["generated"]
		for i, r := range toy.resources {
			if r.Kind == dsl.KindInternal {
				continue
			}
			name := strings.ToUpper(r.Name[:1]) + r.Name[1:]
			refused := func(word, want string, change func(r *dsl.Resource)) {
				list := slices.Clone(toy.resources)
				change(&list[i])
				if err := dsl.Validate(list); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %s may be called %s: %v", toy.name, r.Name, word, err)
				}
			}
			for _, suffix := range []string{"", "Body", "View"} {
				for _, word := range membersOf(pkg.Scope().Lookup(name + suffix).Type()) {
					refused(word, `field "`+word+`" has the name of`, func(r *dsl.Resource) {
						r.Fields = append(slices.Clone(r.Fields), dsl.String(word).Doc("Text"))
					})
				}
			}
			for _, word := range membersOf(pkg.Scope().Lookup(name + "List").Type()) {
				refused(word, `list parameter "`+word+`" has the name of`, func(r *dsl.Resource) {
					r.Params = append(slices.Clone(r.Params), dsl.QueryParam(word, dsl.TypeBoolean, dsl.OpHideEmpty).Doc("Flag"))
				})
			}
		}
	}
}

// membersOf lists the exported methods and embedded structs of a generated type in lower
// case.
func membersOf(t types.Type) []string {
	var names []string
	methods := types.NewMethodSet(types.NewPointer(t))
	for m := range methods.Methods() {
		if m.Obj().Exported() {
			names = append(names, strings.ToLower(m.Obj().Name()))
		}
	}
	for f := range t.Underlying().(*types.Struct).Fields() {
		if f.Embedded() {
			names = append(names, strings.ToLower(f.Name()))
		}
	}
	return names
}

func TestResourcesThatLinkToEachOtherCompile(t *testing.T) {
	near, far := note(), loan()
	near.Fields = append(slices.Clone(near.Fields), dsl.ManyToMany("loans", "loan").Doc("Loans"))
	far.Fields = append(slices.Clone(far.Fields), dsl.ManyToMany("notes", "note").Doc("Notes"))
	files, err := generator.Generate(toyAPI(), []dsl.Resource{near, far, book(), label()}, generator.PreviousOutput{})
	if err != nil {
		t.Fatal(err)
	}
	checkTypes(t, files, runtimeTypes(t))
}

func TestAPathThatLeadsNowhereIsAFault(t *testing.T) {
	for _, path := range []string{"title.color", "nothing.color", "labels.nothing", "labels.title.color"} {
		r := book()
		r.Params = []dsl.Param{dsl.QueryParam("color", dsl.TypeString, dsl.OpEquals).Field(path).Doc("Color")}
		_, err := generator.Generate(toyAPI(), []dsl.Resource{r, note(), label()}, generator.PreviousOutput{})
		if err == nil || !strings.Contains(err.Error(), `names the field "`+path+`", which does not exist`) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
