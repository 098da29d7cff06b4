package generator

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"almanac/generator/internal/golang"
	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// CheckFunctions checks that the functions which a description names exist, in the
// module at root or in one that it requires, and take what generated code passes; the
// error joins values of type [dsl.ValidationError]. It compares the source, without
// its types, because it must also work while generated code is missing or does not
// compile. A root that is no module, as tests have, is not checked.
func CheckFunctions(root string, described []dsl.Resource) error {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	m, _ := model.Build(slices.DeleteFunc(dsl.API{}.Complete(described), func(r dsl.Resource) bool {
		return r.Kind == dsl.KindDropped
	}))
	calls := map[*model.Resource][]namedCall{}
	packages := map[string]map[string]*declaredFunction{}
	for _, r := range m.Records() {
		calls[r] = callsOf(r)
		for _, call := range calls[r] {
			packages[call.importPath] = nil
		}
	}
	dirs, err := packageDirs(root, slices.Sorted(maps.Keys(packages)))
	if err != nil {
		return err
	}
	for importPath := range packages {
		packages[importPath] = declaredFunctions(root, dirs[importPath])
	}
	var errs []error
	for _, r := range m.Records() {
		for _, call := range calls[r] {
			text := call.problem(packages[call.importPath])
			if reason := notImportable(root, call.importPath); reason != "" {
				text = fmt.Sprintf("%s: generated code cannot import the package, because it %s; move the function",
					call.word, reason)
			}
			if text != "" {
				errs = append(errs, &dsl.ValidationError{Resource: r.Resource, Position: call.position, Text: text})
			}
		}
	}
	return errors.Join(errs...)
}

// packageDirs returns the directories of packages as the module at root imports them;
// none for a package that is not found.
func packageDirs(root string, importPaths []string) (map[string]string, error) {
	dirs := map[string]string{}
	if len(importPaths) == 0 {
		return dirs, nil
	}
	args := append([]string{"list", "-find", "-e", "-f", "{{.ImportPath}}\t{{.Dir}}", "--"}, importPaths...)
	list := exec.Command("go", args...)
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		importPath, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		dirs[importPath] = dir
	}
	return dirs, nil
}

// namedCall is a call that generated code makes to a function which the
// description names.
type namedCall struct {
	position   token.Position
	word       string // What names it: field "tag": Setter("bookshop/rules", "SetTag").
	importPath string
	name       string   // Name of the function.
	params     []string // Names and types, "name string".
	result     string   // "(int64, string)" for several; "" for any number of results, which are ignored.
}

// callsOf returns the calls for the fields and parameters of a resource.
func callsOf(r *model.Resource) []namedCall {
	var calls []namedCall
	for _, f := range r.ModelFields {
		if s := f.Setter; s.Func != "" {
			word := fmt.Sprintf("field %q: Setter(%q, %q)", f.Name, s.ImportPath, s.Func)
			params := []string{"c *mutate.Mutation", "name string", "field *" + f.RecordType, "o param.Opt[" + f.InputType + "]"}
			calls = append(calls, namedCall{f.Position(), word, s.ImportPath, s.Func, params, ""})
		}
		if s := f.Fallback; s.Func != "" {
			word := fmt.Sprintf("field %q: Fallback(%q, %q)", f.Name, s.ImportPath, s.Func)
			calls = append(calls, namedCall{f.Position(), word, s.ImportPath, s.Func, fallbackParams(r, f), "string"})
		}
	}
	for _, f := range r.ModelFields {
		if f.Computed == nil {
			continue
		}
		word := fmt.Sprintf("field %q: Computed(%q, %q)", f.Name, f.Computed.ImportPath, f.Computed.Func)
		calls = append(calls, namedCall{
			f.Position(), word, f.Computed.ImportPath, f.Computed.Func, computedParams(r, f), computedResult(f),
		})
	}
	calls = append(calls, calendarCalls(r)...)
	for _, own := range golang.OwnFunctions(r) {
		word := fmt.Sprintf("list parameter %q: OwnFilter(%q, %q)", own.Param.Name, own.ImportPath, own.Name)
		params := strings.Split(strings.TrimSuffix(strings.TrimPrefix(own.Signature, "func("), ")"), ", ")
		calls = append(calls, namedCall{own.Param.Position(), word, own.ImportPath, own.Name, params, ""})
	}
	return calls
}

// calendarFunctions are the functions of a package that [dsl.Resource.Calendar] names, by
// what calls them: a behavior, or a type of schema.org.
var calendarFunctions = map[string][]namedCall{
	string(dsl.Start): {
		{name: "SetSchedule", params: []string{"c *mutate.Mutation", "s Schedule", "w ScheduleInput"}},
	},
	string(dsl.TimeZone): {
		{name: "Zone", params: []string{"v *views.View", "name string"}, result: "dates.Zone"},
	},
	string(dsl.Cost): {
		{name: "CheckCost", params: []string{"f *validate.Validator", "name string", "o param.Opt[any]"}},
		{name: "SetCost", params: []string{"c *mutate.Mutation", "field *string", "o param.Opt[any]"}},
		{name: "Cost", params: []string{"v *views.View", "column string"}, result: "string"},
		{name: "CostInput", params: []string{"column string"}, result: "any"},
		{name: "CostDetails", params: []string{"v *views.View", "column string"}},
	},
	string(dsl.SchemaOrgEvent): {
		{name: "NewEventLD", params: []string{"v *views.View", "m model.PostRecord", "d EventData"}},
		{name: "FeedEntry", params: []string{"v *views.View", "m model.PostRecord", "f FeedData"}},
		{name: "FeedFormats", result: "[]model.FeedFormat"},
	},
	string(dsl.SchemaOrgPlace): {
		{name: "NewPlaceLD", params: []string{"v *views.View", "m model.PostRecord", "d PlaceData"}},
	},
	string(dsl.SchemaOrgPerson): {
		{name: "NewPersonLD", params: []string{"v *views.View", "m model.PostRecord", "d PersonData"}},
	},
	string(dsl.SchemaOrgOrganization): {
		{name: "NewOrganizationLD", params: []string{"v *views.View", "m model.PostRecord", "d OrganizationData"}},
	},
}

// calendarCalls returns the calls to the package that the resource names as Calendar.
func calendarCalls(r *model.Resource) []namedCall {
	if r.Calendar == "" {
		return nil // Validation reports it where it is needed.
	}
	uses := []string{string(r.SchemaOrgType)}
	for _, f := range r.ModelFields {
		uses = append(uses, string(f.Behavior))
	}
	var calls []namedCall
	for _, use := range uses {
		for _, call := range calendarFunctions[use] {
			call.position, call.importPath = r.MemberPosition("Calendar"), r.Calendar
			call.word = fmt.Sprintf("Calendar: %q", r.Calendar)
			calls = append(calls, call)
		}
	}
	return calls
}

// computedParams returns the parameters of the function of a computed field.
func computedParams(r *model.Resource, f *model.Field) []string {
	var params []string
	for _, name := range f.Computed.Fields {
		other := r.FieldNamed(name)
		if other == nil {
			continue // Validation reports it.
		}
		params = append(params, model.LowerFirst(other.Go)+" "+other.RecordType)
		if other.Shape == model.ShapeAmount {
			params = append(params, model.LowerFirst(other.Go)+"Currency string")
		}
	}
	return params
}

// computedResult returns what the function of a computed field returns.
func computedResult(f *model.Field) string {
	if f.Shape == model.ShapeAmount {
		return "(" + f.RecordType + ", string)"
	}
	return f.RecordType
}

// fallbackParams returns the parameters of the function of a Fallback.
func fallbackParams(r *model.Resource, f *model.Field) []string {
	record := map[dsl.Kind]string{dsl.KindPost: "PostRecord", dsl.KindTerm: "TermRecord"}[r.Kind]
	params := []string{"v *views.View", "m model." + cmp.Or(record, "Record"), "own string"}
	for _, name := range f.Fallback.Fields {
		if other := r.FieldNamed(name); other != nil {
			params = append(params, model.LowerFirst(other.Go)+" "+cmp.Or(other.RecordType, other.InputType))
		}
	}
	return params
}

// problem says what is wrong with the function of a call, and what would be right;
// "" if generated code can call it.
func (c namedCall) problem(declared map[string]*declaredFunction) string {
	found, ok := declared[c.name]
	if ok && found.takes(c) {
		return ""
	}
	var fitting []string
	for name, f := range declared {
		if f.takes(c) && !slices.Contains(append(f.params, f.results...), "") {
			fitting = append(fitting, name)
		}
	}
	slices.Sort(fitting)
	hint := ""
	if len(fitting) > 0 {
		hint = "; or name one of: " + strings.Join(fitting, ", ")
	}
	wanted := strings.TrimSpace(fmt.Sprintf("func %s(%s) %s", c.name, strings.Join(c.params, ", "), c.result))
	switch {
	case declared == nil:
		return fmt.Sprintf("%s: package %s is neither in this module nor in a required one; write %s there",
			c.word, c.importPath, wanted)
	case ok:
		return fmt.Sprintf("%s is %s in %s:%d; write %s%s", c.word, found.text, found.file, found.line, wanted, hint)
	case !token.IsIdentifier(c.name) || !token.IsExported(c.name):
		return fmt.Sprintf("%s: the name of a function that generated code calls must begin with a capital letter%s",
			c.word, hint)
	default:
		return fmt.Sprintf("%s: package %s has no such function; write %s%s", c.word, c.importPath, wanted, hint)
	}
}

// declaredFunction is an exported function of a package.
type declaredFunction struct {
	file    string // Path, below the root of the module if it is there.
	line    int
	text    string   // Its type, "func(c *mutate.Mutation, name string)".
	params  []string // Types; "" for one that only the compiler knows.
	results []string
	dots    bool // The last parameter is variadic.
}

// takes reports whether generated code can call the function.
func (d *declaredFunction) takes(c namedCall) bool {
	params := slices.Clone(d.params)
	if last := len(params) - 1; d.dots {
		elem := params[last]
		for params = params[:last]; len(params) < len(c.params); {
			params = append(params, elem)
		}
	}
	if len(params) != len(c.params) {
		return false
	}
	for i, param := range c.params {
		if _, wanted, _ := strings.Cut(param, " "); !accepts(params[i], wanted) {
			return false
		}
	}
	results := strings.Split(strings.Trim(c.result, "()"), ", ")
	return c.result == "" || slices.EqualFunc(d.results, results, func(declared, wanted string) bool {
		return declared == "" || declared == wanted
	})
}

// accepts reports whether a parameter of a type takes a value of another.
func accepts(declared, wanted string) bool {
	switch declared {
	case "", "any", "interface{}", wanted:
		return true
	case "model.Record": // Of which all records are.
		return strings.HasPrefix(wanted, "model.")
	default:
		return false
	}
}

// declaredFunctions reads the exported functions of the package in a directory, nil
// for none. Files that do not parse count as far as they do.
func declaredFunctions(root, dir string) map[string]*declaredFunction {
	if dir == "" {
		return nil
	}
	base, _ := filepath.Abs(root)
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	declared := map[string]*declaredFunction{}
	files := token.NewFileSet()
	for _, path := range paths {
		file, _ := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if file == nil || strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() {
				d := declaration(file, f)
				d.file = filepath.ToSlash(strings.TrimPrefix(path, base+string(filepath.Separator)))
				d.line = files.Position(f.Pos()).Line
				declared[f.Name.Name] = d
			}
		}
	}
	return declared
}

// declaration reads the type of a function.
func declaration(file *ast.File, f *ast.FuncDecl) *declaredFunction {
	d := &declaredFunction{
		params: typesOf(file, f.Type.Params, f.Type.TypeParams), results: typesOf(file, f.Type.Results, f.Type.TypeParams),
		text: types.ExprString(f.Type),
	}
	if n := f.Type.Params.NumFields(); n > 0 {
		_, d.dots = f.Type.Params.List[len(f.Type.Params.List)-1].Type.(*ast.Ellipsis)
	}
	return d
}

// typesOf returns a type for each parameter, with the names of packages as they
// are without an alias; "" for one that names a type of the package itself.
func typesOf(file *ast.File, params, generic *ast.FieldList) []string {
	var list []string
	if params == nil {
		return nil
	}
	for _, p := range params.List {
		expr := p.Type
		if dots, ok := expr.(*ast.Ellipsis); ok {
			expr = dots.Elt
		}
		text := ""
		if isComplete(file, expr) && generic == nil {
			text = types.ExprString(expr)
		}
		for range max(1, len(p.Names)) {
			list = append(list, text)
		}
	}
	return list
}

// isComplete reports whether the names of a type say which it is: those of Go
// and of imported packages, which it replaces by the packages' own.
func isComplete(file *ast.File, expr ast.Expr) bool {
	complete := true
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				id.Name = packageName(file, id.Name)
			}
			return false
		case *ast.Ident:
			complete = complete && types.Universe.Lookup(n.Name) != nil
		}
		return true
	})
	return complete
}

// packageName returns the last element of the path that a file imports by a name.
func packageName(file *ast.File, name string) string {
	for _, spec := range file.Imports {
		if spec.Name != nil && spec.Name.Name == name {
			return path.Base(strings.Trim(spec.Path.Value, `"`))
		}
	}
	return name
}
