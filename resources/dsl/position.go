package dsl

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"runtime"
	"strings"
)

// Position returns where the field is described.
func (f FieldSpec) Position() token.Position { return relative(f.position) }

// Position returns where the parameter is described.
func (p ParamSpec) Position() token.Position { return relative(p.position) }

// Position returns where the sort option is described.
func (o SortOption) Position() token.Position { return relative(o.position) }

// Position returns where the field is dropped.
func (d DroppedField) Position() token.Position { return relative(d.position) }

// Position returns where the break is accepted.
func (b AcceptedBreak) Position() token.Position { return relative(b.position) }

// Position returns where the resource is described: the line of its name, or of
// its first field if the name is not written out.  Line is 0 if neither is known.
func (r Resource) Position() token.Position { return r.MemberPosition("Name") }

// MemberPosition returns where a member of the resource, such as Indexes, is
// described; that of the resource if the description does not have it.  It reads
// the source, because a literal does not know where it is written; in a program
// built with -trimpath it returns the position of the first field.
func (r Resource) MemberPosition(name string) token.Position {
	if r.position.IsValid() {
		return relative(r.position)
	}
	first := token.Position{Filename: filepath.Join(moduleRoot(), r.File())}
	if len(r.Fields) > 0 && r.Fields[0].spec.position.IsValid() {
		first = r.Fields[0].spec.position
	}
	members := literalMembers(filepath.Dir(first.Filename), func(values map[string]ast.Expr) bool {
		// Other literals with a name have no kind.
		return isText(values["Name"], r.Name) && (values["Kind"] != nil || values["Plural"] != nil)
	})
	for _, name := range []string{name, "Name"} {
		if p, ok := members[name]; ok {
			return relative(p)
		}
	}
	return relative(first)
}

// MemberPosition returns where a member of the API, such as Version, is described;
// Line is 0 if it is not found.
func (a API) MemberPosition(name string) token.Position {
	dir := filepath.Join(moduleRoot(), "resources")
	members := literalMembers(dir, func(values map[string]ast.Expr) bool { return isText(values["Namespace"], a.Namespace) })
	if p, ok := members[name]; ok {
		return relative(p)
	}
	return token.Position{Filename: "resources/api.go"}
}

// literalMembers returns the positions of the members of the first literal that
// is wanted in a directory of Go files; nil if there is none.
func literalMembers(dir string, wanted func(values map[string]ast.Expr) bool) map[string]token.Position {
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	files := token.NewFileSet()
	var found map[string]token.Position
	for _, path := range paths {
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
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
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "almanac/resources/dsl.") || !more {
			return token.Position{Filename: frame.File, Line: frame.Line}
		}
	}
}

// moduleRoot returns the directory of the module's source.
func moduleRoot() string {
	_, file, _, _ := runtime.Caller(0)
	return strings.TrimSuffix(file, "resources/dsl/position.go")
}

// relative makes a file name relative to the root of the module.
func relative(p token.Position) token.Position {
	p.Filename = strings.TrimPrefix(filepath.ToSlash(p.Filename), moduleRoot())
	return p
}
