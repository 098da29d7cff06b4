package dsl

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// Position returns where the field is described.
func (f FieldSpec) Position() token.Position { return relative(f.position) }

// Position returns where the parameter is described.
func (p ParamSpec) Position() token.Position { return relative(p.position) }

// Position returns where the action is described.
func (a ActionSpec) Position() token.Position { return relative(a.position) }

// Position returns where the sort option is described.
func (o SortOption) Position() token.Position { return relative(o.position) }

// Position returns where the field is dropped.
func (d DroppedField) Position() token.Position { return relative(d.position) }

// Position returns where the break is accepted.
func (b AcceptedBreak) Position() token.Position { return relative(b.position) }

// Position returns where the resource is described: the line of its name, or of
// its first field if the name is not written out.  Line is 0 if neither is known.
func (r Resource) Position() token.Position { return r.MemberPosition("Name") }

// MemberPosition returns where the first described one of some members of the resource,
// such as Indexes, is described; that of the resource if none is.  It reads
// the source, because a literal does not know where it is written; if there is no
// source it returns the position of the first field.
func (r Resource) MemberPosition(names ...string) token.Position {
	if r.position.IsValid() {
		return relative(r.position)
	}
	first := token.Position{Filename: filepath.Join(moduleOf("."), r.File())}
	if len(r.Fields) > 0 && r.Fields[0].spec.position.IsValid() {
		first = r.Fields[0].spec.position
	}
	members := literalMembers(sourceDir(first), r.Name, func(values map[string]ast.Expr) bool {
		// Other literals with a name have no kind.
		return isText(values["Name"], r.Name) && (values["Kind"] != nil || values["Plural"] != nil)
	})
	for _, name := range append(slices.Clone(names), "Name") {
		if p, ok := members[name]; ok {
			return relative(p)
		}
	}
	return relative(first)
}

// sourceDir returns the directory of a position's file.  A program built with
// -trimpath is taken to run in its module, as the generator does.
func sourceDir(p token.Position) string {
	if filepath.IsAbs(p.Filename) {
		return filepath.Dir(p.Filename)
	}
	return filepath.Join(moduleOf("."), filepath.Dir(relative(p).Filename))
}

// MemberPosition returns where a member of the API, such as Version, is described in
// the directory resources of the module; Line is 0 if it is not found.
func (a API) MemberPosition(name string) token.Position {
	dir := filepath.Join(moduleOf("."), "resources")
	members := literalMembers(dir, a.Namespace, func(values map[string]ast.Expr) bool {
		return isText(values["Namespace"], a.Namespace)
	})
	if p, ok := members[name]; ok {
		return relative(p)
	}
	return token.Position{Filename: "resources/api.go"}
}

// literalMembers returns the positions of the members of the first literal that
// is wanted in a directory of Go files; nil if there is none.  One of its members is the
// text: files without it are not parsed.
func literalMembers(
	dir, text string, wanted func(values map[string]ast.Expr) bool,
) map[string]token.Position {
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	files := token.NewFileSet()
	var found map[string]token.Position
	for _, path := range paths {
		source, err := os.ReadFile(path) //nolint:gosec // A file of the description that is read.
		if err != nil || !bytes.Contains(source, []byte(quoted(text))) {
			continue
		}
		file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok || found != nil || !wanted(keyed(literal)) {
				return found == nil
			}
			found = map[string]token.Position{}
			for name, value := range keyed(literal) {
				found[name] = token.Position{Filename: path, Line: files.Position(value.Pos()).Line}
			}
			return false
		})
	}
	return found
}

// isText reports whether an expression is a text that is written out.
func isText(e ast.Expr, text string) bool {
	literal, ok := e.(*ast.BasicLit)
	return ok && literal.Value == quoted(text)
}

// keyed returns the values of a literal by their keys.
func keyed(literal *ast.CompositeLit) map[string]ast.Expr {
	values := map[string]ast.Expr{}
	for _, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok {
				values[key.Name] = pair.Value
			}
		}
	}
	return values
}

// here returns the position of the call into this package.
func here() token.Position {
	callers := make([]uintptr, 16)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	frame, more := frames.Next() // This function.
	pkg := strings.TrimSuffix(frame.Function, "here")
	for more && strings.HasPrefix(frame.Function, pkg) {
		frame, more = frames.Next()
	}
	return token.Position{Filename: frame.File, Line: frame.Line}
}

// moduleOf returns the root of the module whose source a directory has, ending in a
// slash; "" if there is none, as in a program built with -trimpath.
func moduleOf(dir string) string {
	dir, err := filepath.Abs(dir)
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return strings.TrimSuffix(filepath.ToSlash(dir), "/") + "/"
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	return ""
}

// relative makes a file name relative to the root of its module.  With -trimpath
// the name begins with the path of the module instead of its directory.
func relative(p token.Position) token.Position {
	root := ""
	if filepath.IsAbs(p.Filename) {
		root = moduleOf(filepath.Dir(p.Filename))
	} else if program, ok := debug.ReadBuildInfo(); ok {
		root = program.Main.Path + "/"
	}
	p.Filename = strings.TrimPrefix(filepath.ToSlash(p.Filename), root)
	return p
}
