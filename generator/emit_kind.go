package generator

import (
	"fmt"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/resources/dsl"
)

// emitKind writes the facts about a resource that the engine reads.
func emitKind(r *resource) *File {
	f := newFile(r.Source, "What the engine knows about "+r.Plural+".")
	docf(f, "%s holds the facts about %s.", r.Kind, r.Plural)
	name := r.role(dsl.Name)
	members := []Code{
		member("Name", Lit(r.Name)), member("Plural", Lit(r.Plural)), member("Doc", Lit(r.Doc)), member("URLPath", Lit(r.URLPath)),
		member("Sequence", Lit(map[bool]string{true: "post_ids", false: "term_ids"}[r.post()])),
		member("NameField", Lit(name.Name)), member("NameSort", Lit(name.Name+"_sort")),
	}
	flag := func(name string, on bool) {
		if on {
			members = append(members, member(name, True()))
		}
	}
	flag("Post", r.post())
	flag("Slugged", r.post() && r.role(dsl.Slug) != nil)
	flag("Protected", r.role(dsl.Password) != nil)
	flag("Descending", r.post() && r.role(dsl.Start) == nil)
	flag("Nested", r.Nested)
	flag("FindSame", r.FindSame)
	members = append(members, member("Access", r.access()))
	if r.Taxonomy != "" {
		members = append(members, member("Taxonomy", Lit(r.Taxonomy)))
	}
	members = append(members, member("Columns", stringList(r.columnNames())), member("Loaded", stringList(r.loadedNames())), member("Derived", stringList(r.derivations())), member("Search", stringList(r.searched())), member("Orders", r.orders()))
	if len(r.links) > 0 {
		var vars []Code
		for _, l := range r.links {
			vars = append(vars, Id(l.Var))
		}
		members = append(members, member("Links", code("[]*runtime.Link").Values(vars...)))
	}
	if start, end := r.role(dsl.Start), r.role(dsl.End); start != nil && end != nil {
		members = append(members, member("Start", Lit(start.Name)), member("End", Lit(end.Name)))
	}
	if r.Deprecation.IsSet() {
		members = append(members, member("Deprecated", deprecation(r.Deprecation)))
	}
	members = append(members,
		member("Args", r.writeArgs()), member("ListArgs", r.listArgs()),
		member("New", Func().Params().Add(code("runtime.Model")).Block(Return(New(Id(r.Go))))),
		member("NewBody", Func().Params().Add(code("runtime.Body")).Block(Return(New(Id(r.Go+"Body"))))),
	)
	if r.feeds() {
		members = append(members, member("Entry", Id("new"+r.Go+"Entry")))
	}
	f.Var().Id(r.Kind).Op("=").Add(literal(code("&runtime.Kind"), members...))
	for _, l := range r.links {
		docf(f, "%s is the relation behind the field %s.", l.Var, l.Field.Name)
		f.Var().Id(l.Var).Op("=").Add(code(fmt.Sprintf("&runtime.Link{Name: %q, Table: %q, Source: %q, Column: %q, %sTarget: %s}",
			l.Field.Name, l.Table, l.Source, l.Column, l.carry(), l.To.Kind)))
	}
	return f
}

// carry writes the member Carry of a relation with what follows it; "" where it
// carries nothing.
func (l *link) carry() string {
	if l.Carry == "" {
		return ""
	}
	return fmt.Sprintf("Carry: %q, ", l.Carry)
}

// access writes who may do what with records.
func (r *resource) access() Code {
	var members []string
	for _, right := range r.Access.Rights(r.Resource.Kind) {
		members = append(members, right.Word+": auth."+goName(string(right.Who)))
	}
	return code("auth.Access{" + strings.Join(members, ", ") + "}")
}

// columnNames lists the columns in the order of the table.
func (r *resource) columnNames() []string {
	var names []string
	for _, c := range r.columns {
		names = append(names, c.Name)
	}
	return names
}

// loadedNames lists the columns that reads load.
func (r *resource) loadedNames() []string {
	var names []string
	for _, c := range r.columns {
		if c.Derived == "" {
			names = append(names, c.Name)
		}
	}
	return names
}

// derivations lists the computed columns, each with what it is computed from.
func (r *resource) derivations() []string {
	var list []string
	for _, c := range r.columns {
		switch {
		case c.Derived != "":
			list = append(list, c.Name+" = "+c.Derived)
		case c.Name == "utc_start_date" || c.Name == "utc_end_date" || c.Name == "duration":
			if r.role(dsl.End) != nil {
				list = append(list, c.Name)
			}
		}
	}
	return list
}

// stringList writes a slice of strings.
func stringList(list []string) Code {
	var items []Code
	for _, s := range list {
		items = append(items, Lit(s))
	}
	return Index().String().Values(items...)
}

// orders writes what lists can be sorted by.
func (r *resource) orders() Code {
	var items []Code
	for _, o := range r.Orders {
		items = append(items, code(fmt.Sprintf("{Name: %q, Column: %q}", o.Name, o.Column)))
	}
	return literal(code("[]filter.Order"), items...)
}

// writeArgs describes what writes take.
func (r *resource) writeArgs() Code {
	var items []Code
	for _, fld := range r.fields {
		items = append(items, arg(argFacts{
			name: fld.Name, typ: fld.Type, def: fld.Default, doc: fld.Meaning, required: fld.Must, extension: fld.Extension, beyond: fld.Beyond,
			deprecation: fld.Deprecation,
		}))
	}
	return literal(code("[]runtime.Arg"), items...)
}

// listArgs describes what lists take.
func (r *resource) listArgs() Code {
	var items []Code
	for _, p := range r.Params {
		items = append(items, arg(argFacts{
			name: p.Name, typ: p.Type, def: p.Default, doc: p.Meaning, enum: r.enumOf(p), extension: p.Extension, beyond: p.Beyond,
			deprecation: p.Deprecation,
		}))
	}
	return literal(code("[]runtime.Arg"), items...)
}

// enumOf lists the values that a parameter takes.
func (r *resource) enumOf(p dsl.Param) []string {
	if p.Op != dsl.OrderBy {
		return p.Enum
	}
	var names []string
	for _, o := range r.Orders {
		names = append(names, o.Name)
	}
	return names
}

// argFacts is what the documentation says about one argument.
type argFacts struct {
	name, doc, extension string
	typ                  dsl.Type
	def                  dsl.Default
	required, beyond     bool
	enum                 []string
	deprecation          dsl.Deprecation
}

// deprecation writes since when something is deprecated.
func deprecation(d dsl.Deprecation) Code {
	return code("runtime.Deprecation").Values(member("Since", Lit(d.Since)), member("Use", Lit(d.Use)))
}

// arg writes the description of one argument on one line.
func arg(a argFacts) Code {
	members := []Code{member("Name", Lit(a.name)), member("Type", Lit(string(a.typ)))}
	if a.required {
		members = append(members, member("Required", True()))
	}
	switch a.def.Kind {
	case dsl.NullDefault:
		members = append(members, member("HasDefault", True()))
	case dsl.ValueDefault:
		members = append(members, member("HasDefault", True()), member("Default", Lit(a.def.Value)))
	case dsl.ComputedDefault:
		members = append(members, member("Computed", Lit(a.def.Text)))
	default: // Nothing to tell.
	}
	if len(a.enum) > 0 {
		members = append(members, member("Enum", stringList(a.enum)))
	}
	members = append(members, member("Doc", Lit(a.doc)))
	if a.extension != "" {
		members = append(members, member("Extension", Lit(a.extension)))
	}
	if a.beyond {
		members = append(members, member("Beyond", True()))
	}
	if a.deprecation.IsSet() {
		members = append(members, member("Deprecated", deprecation(a.deprecation)))
	}
	return Values(members...)
}
