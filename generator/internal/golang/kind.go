package golang

import (
	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// EmitKind writes the descriptor of a resource, which package runtime reads.
func EmitKind(r *model.Resource) *File {
	f := newFile(r.SourceFile, "What the engine knows about "+r.Plural+".")
	Docf(f, "%s holds the facts about %s.", r.KindVar, r.Plural)
	name := r.FieldWithBehavior(dsl.Name)
	members := []Code{
		Member("Name", Lit(r.Name)), Member("Plural", Lit(r.Plural)), Member("Doc", Lit(r.Doc)), Member("URLPath", Lit(r.PagePath)),
		Member("Sequence", Lit(map[bool]string{true: "post_ids", false: "term_ids"}[r.Post()])),
		Member("NameField", Lit(name.Name)), Member("NameSort", Lit(name.Name+"_sort")),
	}
	flag := func(name string, on bool) {
		if on {
			members = append(members, Member(name, True()))
		}
	}
	flag("Post", r.Post())
	flag("Slugged", r.Post() && r.FieldWithBehavior(dsl.Slug) != nil)
	flag("Protected", r.FieldWithBehavior(dsl.Password) != nil)
	flag("Descending", r.Post() && r.FieldWithBehavior(dsl.Start) == nil)
	flag("Nested", r.Hierarchical)
	flag("FindSame", r.FindOrCreate)
	members = append(members, Member("Access", access(r)))
	if r.Taxonomy != "" {
		members = append(members, Member("Taxonomy", Lit(r.Taxonomy)))
	}
	members = append(members, Member("Columns", stringList(columnNames(r))), Member("Loaded", stringList(loadedNames(r))), Member("Derived", stringList(derivations(r))), Member("Search", stringList(searched(r))), Member("Orders", orders(r)))
	if len(r.ModelLinks) > 0 {
		var vars []Code
		for _, l := range r.ModelLinks {
			vars = append(vars, Id(l.Var))
		}
		members = append(members, Member("Links", Index().Op("*").Qual(packages["runtime"], "Link").Values(vars...)))
	}
	if start, end := r.FieldWithBehavior(dsl.Start), r.FieldWithBehavior(dsl.End); start != nil && end != nil {
		members = append(members, Member("Start", Lit(start.Name)), Member("End", Lit(end.Name)))
	}
	if zone := r.FieldWithBehavior(dsl.TimeZone); zone != nil {
		members = append(members, Member("Zone", Lit(zone.Name)))
	}
	if r.Deprecation.IsSet() {
		members = append(members, Member("Deprecated", deprecation(r.Deprecation)))
	}
	members = append(members,
		Member("Args", writeArgs(r)), Member("ListArgs", listArgs(r)),
		Member("New", Func().Params().Add(Qual(packages["runtime"], "Model")).Block(Return(New(Id(r.Go))))),
		Member("NewBody", Func().Params().Add(Qual(packages["runtime"], "Body")).Block(Return(New(Id(r.Go+"Body"))))),
	)
	if HasFeeds(r) {
		members = append(members, Member("Entry", Id("new"+r.Go+"Entry")))
	}
	f.Var().Id(r.KindVar).Op("=").Add(Literal(Op("&").Qual(packages["runtime"], "Kind"), members...))
	for _, l := range r.ModelLinks {
		Docf(f, "%s is the relation behind the field %s.", l.Var, l.Field.Name)
		f.Var().Id(l.Var).Op("=").Op("&").Add(linkLiteral(l))
	}
	return f
}

// linkLiteral writes a runtime.Link.
func linkLiteral(l *model.Link) Code {
	members := []Code{Member("Name", Lit(l.Field.Name)), Member("Table", Lit(l.Table)), Member("Source", Lit(l.SourceColumn)), Member("Column", Lit(l.TargetColumn))}
	if l.DenormalizedColumn != "" {
		members = append(members, Member("Carry", Lit(l.DenormalizedColumn)))
	}
	return Qual(packages["runtime"], "Link").Values(append(members, Member("Target", Id(l.To.KindVar)))...)
}

// access writes the minimum role of each action.
func access(r *model.Resource) Code {
	var members []Code
	for _, p := range r.Permissions.List(r.Kind) {
		members = append(members, Member(p.Name, Qual(packages["auth"], model.GoName(string(p.Role)))))
	}
	return Qual(packages["auth"], "Access").Values(members...)
}

// columnNames lists the columns in the order of the table.
func columnNames(r *model.Resource) []string {
	var names []string
	for _, c := range r.Columns {
		names = append(names, c.Name)
	}
	return names
}

// loadedNames lists the columns that reads load.
func loadedNames(r *model.Resource) []string {
	var names []string
	for _, c := range r.Columns {
		if c.Computed == "" {
			names = append(names, c.Name)
		}
	}
	return names
}

// derivations lists the computed columns, each with its expression. The server
// recomputes a column whose expression has changed.
func derivations(r *model.Resource) []string {
	var list []string
	for _, c := range r.Columns {
		switch {
		case c.Computed != "":
			list = append(list, c.Name+" = "+c.Computed)
		case c.Name == "utc_start_date" || c.Name == "utc_end_date" || c.Name == "duration":
			if r.FieldWithBehavior(dsl.End) != nil {
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

// orders writes the sort options.
func orders(r *model.Resource) Code {
	var items []Code
	for _, o := range r.SortOptions {
		items = append(items, Values(Member("Name", Lit(o.Name)), Member("Column", Lit(o.Column))))
	}
	return Literal(Index().Qual(packages["filter"], "Order"), items...)
}

// writeArgs describes the fields of writes.
func writeArgs(r *model.Resource) Code {
	var items []Code
	for _, fld := range r.ModelFields {
		items = append(items, arg(argFacts{
			name: fld.Name, typ: fld.Type, def: fld.Default, doc: fld.Doc, required: fld.Required, extension: fld.Extension, nonstandard: fld.Nonstandard,
			deprecation: fld.Deprecation, html: fld.Shape == model.ShapeHTML, target: target(fld.Link), image: fld.Shape == model.ShapeImage,
		}))
	}
	return Literal(Index().Qual(packages["runtime"], "Arg"), items...)
}

// target returns the variable of the resource that a field links to, "" for a
// field that is not a link.
func target(l *model.Link) string {
	if l == nil {
		return ""
	}
	return l.To.KindVar
}

// listArgs describes the parameters of lists.
func listArgs(r *model.Resource) Code {
	var items []Code
	for _, p := range r.ParamSpecs() {
		var link *model.Link
		if p.Operation == dsl.OpLinkedTo { // Other operations would make an initialization cycle.
			link = r.FieldNamed(p.Field).Link
		}
		items = append(items, arg(argFacts{
			name: p.Name, typ: p.Type, def: p.Default, doc: p.Doc, enum: r.EnumOf(p), extension: p.Extension, nonstandard: p.Nonstandard,
			deprecation: p.Deprecation, target: target(link),
		}))
	}
	return Literal(Index().Qual(packages["runtime"], "Arg"), items...)
}

// argFacts is the documentation of one argument.
type argFacts struct {
	name, doc, extension  string
	typ                   dsl.Type
	def                   dsl.Default
	required, nonstandard bool
	html                  bool
	enum                  []string
	deprecation           dsl.Deprecation
	target                string // Variable of a resource.
	image                 bool
}

// deprecation writes a runtime.Deprecation.
func deprecation(d dsl.Deprecation) Code {
	return Qual(packages["runtime"], "Deprecation").Values(Member("Since", Lit(d.Since)), Member("Use", Lit(d.Replacement)))
}

// arg writes the description of one argument on one line.
func arg(a argFacts) Code {
	members := []Code{Member("Name", Lit(a.name)), Member("Type", Lit(string(a.typ)))}
	if a.required {
		members = append(members, Member("Required", True()))
	}
	if a.html {
		members = append(members, Member("HTML", True()))
	}
	switch a.def.Kind {
	case dsl.DefaultNull:
		members = append(members, Member("HasDefault", True()))
	case dsl.DefaultValue:
		members = append(members, Member("HasDefault", True()), Member("Default", Lit(a.def.Value)))
	case dsl.DefaultComputed:
		members = append(members, Member("Computed", Lit(a.def.Text)))
	default: // No default.
	}
	if len(a.enum) > 0 {
		members = append(members, Member("Enum", stringList(a.enum)))
	}
	members = append(members, Member("Doc", Lit(a.doc)))
	if a.extension != "" {
		members = append(members, Member("Extension", Lit(a.extension)))
	}
	if a.nonstandard {
		members = append(members, Member("Beyond", True()))
	}
	if a.deprecation.IsSet() {
		members = append(members, Member("Deprecated", deprecation(a.deprecation)))
	}
	if a.target != "" {
		members = append(members, Member("Target", Id(a.target)))
	}
	if a.image {
		members = append(members, Member("Image", True()))
	}
	return Values(members...)
}
