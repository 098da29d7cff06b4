package golang

import (
	"fmt"
	"slices"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// emitResource writes the variable that describes a resource to the engine.
func emitResource(f *File, r *model.Resource) {
	Docf(f, "%s holds the facts about %s.", r.ResourceVar, r.Plural)
	name := r.FieldWithBehavior(dsl.Name)
	members := []Code{
		Member("Name", Lit(r.Name)), Member("Plural", Lit(r.Plural)), Member("Doc", Lit(r.Doc)),
	}
	if r.PagePath != "" {
		members = append(members, Member("PagePath", Lit(r.PagePath)))
	}
	if r.FormerPlural != "" {
		members = append(members, Member("FormerPlural", Lit(r.FormerPlural)))
	}
	members = append(members, Member("IDTable", Lit(r.IDSequence())))
	if name != nil {
		members = append(members, Member("NameField", Lit(name.Name)), Member("NameSort", Lit(name.Name+"_sort")))
	}
	flag := func(name string, on bool) {
		if on {
			members = append(members, Member(name, True()))
		}
	}
	flag("Post", r.Post())
	flag("Term", r.Term())
	flag("SlugWritable", r.Post() && r.FieldWithBehavior(dsl.Slug) != nil)
	flag("Descending", r.Post() && r.FieldWithBehavior(dsl.Start) == nil)
	flag("Hierarchical", r.Hierarchical)
	if HasFeeds(r) {
		members = append(members, Member("Feeds", ofCalendar(r, "FeedFormats").Call()))
	}
	flag("FindOrCreate", r.FindOrCreate)
	members = append(members, Member("Permissions", permissions(r)))
	if r.Taxonomy != "" {
		members = append(members, Member("Taxonomy", Lit(r.Taxonomy)))
	}
	members = append(members, columnMembers(r)...)
	if len(r.ModelLinks) > 0 {
		var vars []Code
		for _, l := range r.ModelLinks {
			vars = append(vars, Id(l.Var))
		}
		members = append(members, Member("Links", Index().Op("*").Qual(packages["model"], "Link").Values(vars...)))
	}
	members = append(members, uniqueIndexes(r)...)
	members = append(members, behaviorMembers(r)...)
	members = append(members, hiddenValuesMember(r)...)
	flag("NoHistory", r.NoHistory)
	flag("NoAgents", r.NoAgents)
	if list := r.SecretColumns(); len(list) > 0 {
		members = append(members, Member("SecretColumns", stringList(list)))
	}
	members = append(members, stateMembers(r)...)
	if r.Deprecation.IsSet() {
		members = append(members, Member("Deprecated", deprecation(r.Deprecation)))
	}
	members = append(members,
		Member("Args", argsOf(r.Go+"Body")), Member("ListArgs", argsOf(r.Go+"List")),
		Member("New", Func().Params().Add(Qual(packages["model"], "Record")).Block(Return(New(Id(r.Go))))),
	)
	f.Var().Id(r.ResourceVar).Op("=").Add(Literal(Op("&").Qual(packages["model"], "Resource"), members...))
	emitLinks(f, r)
}

// behaviorMembers writes the members that name the fields with some behaviors.
func behaviorMembers(r *model.Resource) []Code {
	var members []Code
	if start, end := r.FieldWithBehavior(dsl.Start), r.FieldWithBehavior(dsl.End); start != nil && end != nil {
		members = append(members, Member("StartColumn", Lit(start.Name)), Member("EndColumn", Lit(end.Name)))
	}
	for _, named := range []struct {
		member   string
		behavior dsl.Behavior
	}{
		{"ZoneColumn", dsl.TimeZone},
		{"AllDayColumn", dsl.AllDay},
		{"RecurrenceField", dsl.Repeats},
		{"HiddenColumn", dsl.HideFromLists},
		{"PasswordField", dsl.Password},
		{"ParentField", dsl.PostParent},
		{"ParentField", dsl.Parent},
	} {
		if f := r.FieldWithBehavior(named.behavior); f != nil {
			members = append(members, Member(named.member, Lit(f.Name)))
		}
	}
	if f := r.FieldWithBehavior(dsl.Repeats); f != nil {
		members = append(members, Member("SeriesRoute", Lit(f.Route)))
	}
	if f := r.FieldWithProperty("identifier"); f != nil {
		members = append(members, Member("IdentifierColumn", Lit(f.Name)))
	}
	latitude, longitude := r.FieldWithProperty("latitude"), r.FieldWithProperty("longitude")
	if latitude != nil && longitude != nil {
		members = append(members,
			Member("LatitudeColumn", Lit(latitude.Name)), Member("LongitudeColumn", Lit(longitude.Name)))
	}
	return members
}

// columnMembers writes the members about columns and sort options.
func columnMembers(r *model.Resource) []Code {
	members := []Code{
		Member("Columns", stringList(columnNames(r))), Member("ReadColumns", stringList(loadedNames(r))),
		Member("ComputedColumns", stringList(derivations(r))), Member("SearchColumns", stringList(searched(r))),
		Member("Orders", orders(r)),
	}
	if list := functionColumns(r); len(list) > 0 {
		members = append(members, Member("FunctionColumns", stringList(list)))
	}
	return members
}

// emitLinks writes the variables that describe the links of a resource.
func emitLinks(f *File, r *model.Resource) {
	var ends []Code
	for _, l := range r.ModelLinks {
		Docf(f, "%s is the relation behind the field %s.", l.Var, l.Field.Name)
		f.Var().Id(l.Var).Op("=").Op("&").Add(linkLiteral(l))
		both := List(Id(l.Var).Dot("Source"), Id(l.Var).Dot("Target"))
		ends = append(ends, both.Op("=").List(Id(l.From.ResourceVar), Id(l.To.ResourceVar)))
	}
	if len(ends) > 0 {
		Docf(f, "The ends of links are set after all variables, because resources and links name each other.")
		f.Func().Id("init").Params().Block(ends...)
	}
}

// uniqueIndexes writes the member with the unique indexes of the description; none if
// there are none.
func uniqueIndexes(r *model.Resource) []Code {
	var list []Code
	for _, ix := range r.Indexes {
		if ix.Unique {
			list = append(list, uniqueIndex(r, ix, false))
		}
	}
	for _, f := range r.ModelFields {
		if f.Unique {
			list = append(list, uniqueIndex(r, dsl.Index{Columns: []string{f.Name}, Unique: true}, f.ExceptEmpty()))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return []Code{Member("Unique", Index().Qual(packages["model"], "UniqueIndex").Values(list...))}
}

// uniqueIndex writes a model.UniqueIndex without its type.
func uniqueIndex(r *model.Resource, ix dsl.Index, exceptEmpty bool) Code {
	members := Dict{Id("Columns"): stringList(r.IndexColumns(ix)), Id("Fields"): stringList(ix.Columns)}
	if exceptEmpty {
		members[Id("ExceptEmpty")] = True()
	}
	return Values(members)
}

// linkLiteral writes a model.Link:
//
//	model.Link{Name: "<venue>", ..., AddLinked: model.AddingTo(func(r *<Event>) *[]*<Venue> { return &r.<Venue> })}
func linkLiteral(l *model.Link) Code {
	members := []Code{
		Member("Name", Lit(l.Field.Name)), Member("Table", Lit(l.Table)),
		Member("SourceColumn", Lit(l.SourceColumn)), Member("TargetColumn", Lit(l.TargetColumn)),
	}
	if l.Field.Required {
		members = append(members, Member("Required", True()))
	}
	if l.DenormalizedColumn != "" {
		members = append(members, Member("DenormalizedColumn", Lit(l.DenormalizedColumn)))
	}
	if l.Field.SchemaOrg != "" {
		members = append(members, Member("SchemaOrg", Lit(l.Field.SchemaOrg)))
	}
	list := Func().Params(Id("r").Op("*").Id(l.From.Go)).Op("*").Index().Op("*").Id(l.To.Go).Block(
		Return(Op("&").Id("r").Dot(model.GoName(l.Field.Name))))
	attach := Qual(packages["model"], "AddingTo").Call(list)
	return Literal(Qual(packages["model"], "Link"), append(members, Member("AddLinked", attach))...)
}

// permissions writes the minimum role of each action.
func permissions(r *model.Resource) Code {
	var members []Code
	for _, p := range r.Permissions.List(r.Kind) {
		members = append(members, Member(p.Name, Qual(packages["auth"], "Role"+model.GoName(string(p.Role)))))
	}
	if owner := r.FieldWithBehavior(dsl.Owner); owner != nil {
		members = append(members, Member("Owner", Lit(owner.Name)))
	}
	return Qual(packages["auth"], "Permissions").Values(members...)
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
	for _, f := range r.ModelFields {
		if f.Computed != nil {
			list = append(list, fmt.Sprintf("%s = %s, version %d", f.Name, f.Function(), f.Computed.Version))
		}
	}
	for _, c := range r.Columns {
		switch {
		case c.Computed != "":
			list = append(list, c.Name+" = "+computed(c).GoString())
		case c.Name == "utc_start_date" || c.Name == "utc_end_date" || c.Name == "duration":
			if r.FieldWithBehavior(dsl.End) != nil {
				list = append(list, c.Name)
			}
		}
	}
	return list
}

// functionColumns lists the columns of computed fields.
func functionColumns(r *model.Resource) []string {
	var list []string
	for _, f := range r.ModelFields {
		if f.Computed == nil {
			continue
		}
		if list = append(list, f.Name); f.Shape == model.ShapeAmount {
			list = append(list, f.CurrencyColumn())
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
		members := []Code{Member("Name", Lit(o.Name)), Member("Column", Lit(o.Column))}
		if slices.ContainsFunc(r.Columns, func(c model.Column) bool { return c.Name == o.Column && c.Null }) {
			members = append(members, Member("Nullable", True()))
		}
		items = append(items, Values(members...))
	}
	return Literal(Index().Qual(packages["model"], "SortOption"), items...)
}

func deprecation(d dsl.Deprecation) Code {
	return Qual(packages["model"], "Deprecation").Values(
		Member("Since", Lit(d.Since)), Member("Replacement", Lit(d.Replacement)))
}

// argsOf writes the arguments of an input type.
func argsOf(input string) Code { return Qual(packages["model"], "ArgsOf").Types(Id(input)).Call() }
