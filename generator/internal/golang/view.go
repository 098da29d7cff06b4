package golang

import (
	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// EmitView writes the representation of a record in responses.
func EmitView(r *model.Resource) *File {
	f := newFile(r.SourceFile, "What clients see of "+r.Plural+".")
	emitViewType(f, r)
	emitNewView(f, r)
	emitJSON(f, r)
	emitBlank(f, r)
	emitFacts(f, r)
	emitEntry(f, r)
	emitPage(f, r)
	emitPageJSON(f, r)
	if r.Post() {
		emitViews(f, r)
	} else {
		emitEmbed(f, r)
	}
	return f
}

// emitViewType writes
//
//	type <Event>View struct {
//		<ID> int64 `json:"<id>" doc:"..."`
//	}
func emitViewType(f *File, r *model.Resource) {
	Docf(f, "%sView is one of %s as answers show it; the members stand in the order of the answer.", r.Go, r.Plural)
	members := responseMembers(r, r.ModelResponseFields)
	if r.Post() && len(r.Backlinks) > 0 {
		members = append(members, Line().Id("part").Index().Byte().Comment("The whole, when it is encoded already."))
	}
	f.Type().Id(r.Go + "View").Struct(members...)
}

// responseMembers writes the members of a view.
func responseMembers(r *model.Resource, fields []model.ResponseField) []Code {
	var members []Code
	for _, o := range fields {
		tag := o.Key
		if o.OmitEmpty {
			tag += ",omitempty"
		}
		members = append(members, Id(o.Go).Add(responseOf(r, o).typ).Tag(map[string]string{"json": tag, "doc": o.Doc}))
	}
	return members
}

// emitNewView writes
//
//	func new<Event>View(v *runtime.View, m runtime.Model) *<Event>View {
//		r := m.(*<Event>)
//		view := &<Event>View{
//			<Title>: v.Human(r.<Title>),
//		}
//		return view
//	}
func emitNewView(f *File, r *model.Resource) {
	Docf(f, "new%sView turns a record into its answer.", r.Go)
	var members, after []Code
	for _, o := range r.ModelResponseFields {
		value := responseValue(r, o)
		set := Id("view").Dot(o.Go).Op("=").Add(value)
		switch {
		case o.Response == model.ResponseJSONLD: // As expensive as all other members.
			after = append(after, If(Id("v").Dot("Single")).Block(set))
		case o.Extension != "":
			after = append(after, If(Id("v").Dot("Env").Dot("Deployment").Dot("HasExtension").Call(Lit(o.Extension))).Block(set))
		default:
			members = append(members, Member(o.Go, value))
		}
	}
	if r.FieldWithBehavior(dsl.Password) != nil {
		after = append(after, If(Id("v").Dot("Blanked").Call(Id(r.KindVar), Op("&").Id("r").Dot("Post"))).Block(Id("view").Dot("blank").Call()))
	}
	lines := []Code{
		Id("r").Op(":=").Id("m").Assert(Op("*").Id(r.Go)),
		Id("view").Op(":=").Add(Literal(Op("&").Id(r.Go+"View"), members...)),
	}
	lines = append(append(lines, after...), Return(Id("view")))
	f.Func().Id("new"+r.Go+"View").Params(Id("v").Add(Op("*").Qual(packages["runtime"], "View")), Id("m").Add(Qual(packages["runtime"], "Model"))).Op("*").Id(r.Go + "View").Block(lines...)
}

// emitBlank writes the method that hides the content of a protected record.
func emitBlank(f *File, r *model.Resource) {
	if r.FieldWithBehavior(dsl.Password) == nil {
		return
	}
	Docf(f, "blank takes away what a password protects.")
	var lines []Code
	for _, o := range r.ModelResponseFields {
		if o.Hidden {
			lines = append(lines, Id("view").Dot(o.Go).Op("=").Add(responseOf(r, o).empty))
		}
	}
	f.Func().Params(Id("view").Op("*").Id(r.Go + "View")).Id("blank").Params().Block(lines...)
}

// pageFields returns the keys of a page of a list. Lists of posts start with the
// records, lists of terms with the totals, as in The Events Calendar.
func pageFields(r *model.Resource) []model.ResponseField {
	records := model.ResponseField{Key: r.Plural, Go: r.GoPlural, Response: model.ResponsePage, Doc: "The records of the page"}
	self := model.ResponseField{Key: "rest_url", Go: "RestURL", Doc: "Address of this page"}
	next := model.ResponseField{Key: "next_rest_url", Go: "NextRestURL", OmitEmpty: true, Doc: "Address of the next page, if there is one"}
	previous := model.ResponseField{Key: "previous_rest_url", Go: "PreviousRestURL", OmitEmpty: true, Doc: "Address of the previous page, if there is one"}
	total := model.ResponseField{Key: "total", Go: "Total", Response: model.ResponseInteger, Doc: "Number of records on all pages"}
	pages := model.ResponseField{Key: "total_pages", Go: "TotalPages", Response: model.ResponseInteger, Doc: "Number of pages"}
	if r.Post() {
		return []model.ResponseField{records, self, next, previous, total, pages}
	}
	return []model.ResponseField{self, total, pages, records, next, previous}
}

// emitPage writes a page of a list.
func emitPage(f *File, r *model.Resource) {
	Docf(f, "%sPage is the answer to GET /%s.", r.Go, r.Plural)
	f.Type().Id(r.Go + "Page").Struct(responseMembers(r, pageFields(r))...)
	Docf(f, "new%sPage turns a page of records into its answer.", r.Go)
	f.Func().Id("new"+r.Go+"Page").Params(Id("v").Add(Op("*").Qual(packages["runtime"], "View")), Id("p").Add(Op("*").Qual(packages["runtime"], "Page"))).Op("*").Id(r.Go+"Page").Block(
		Id("views").Op(":=").Make(Index().Op("*").Id(r.Go+"View"), Lit(0), Len(Id("p").Dot("Records"))),
		For(List(Id("_"), Id("m")).Op(":=").Range().Id("p").Dot("Records")).Block(
			Id("views").Op("=").Append(Id("views"), Id("new"+r.Go+"View").Call(Id("v"), Id("m")))),
		Return(Literal(Op("&").Id(r.Go+"Page"),
			Member(r.GoPlural, Id("views")), Member("RestURL", Id("p").Dot("Self")), Member("NextRestURL", Id("p").Dot("Next")),
			Member("PreviousRestURL", Id("p").Dot("Previous")), Member("Total", Id("p").Dot("Total")), Member("TotalPages", Id("p").Dot("Pages")))),
	)
}

// emitViews writes the view of records that another record links to:
//
//	for _, r := range list {
//		view, ok := v.Part(r).(*<Venue>View)
//		if !ok {
//			view = new<Venue>View(v, r)
//		}
//		views = append(views, view)
//	}
func emitViews(f *File, r *model.Resource) {
	if len(r.Backlinks) == 0 {
		return
	}
	view := Op("*").Id(r.Go + "View")
	Docf(f, "view%s turns linked %s into their answers.", r.GoPlural, r.Plural)
	f.Func().Id("view"+r.GoPlural).Params(Id("v").Add(Op("*").Qual(packages["runtime"], "View")), Id("list").Index().Op("*").Id(r.Go)).Index().Add(view).Block(
		Id("views").Op(":=").Make(Index().Add(view), Lit(0), Len(Id("list"))),
		emitParts("views", "view", view, Id("new"+r.Go+"View").Call(Id("v"), Id("r"))),
		Return(Id("views")),
	)
	emitPart(f, r, Op("&").Id(r.Go+"View").Values(Dict{Id("part"): Id("new"+r.Go+"View").Call(Id("v"), Id("m")).Dot("AppendJSON").Call(Nil())}))
}

// emitParts writes the loop that adds the cached views of linked records to a
// list, and makes those that are not cached.
func emitParts(list, one string, kept, fresh Code) Code {
	return For(List(Id("_"), Id("r")).Op(":=").Range().Id("list")).Block(
		List(Id(one), Id("ok")).Op(":=").Id("v").Dot("Part").Call(Id("r")).Assert(kept),
		If(Op("!").Id("ok")).Block(Id(one).Op("=").Add(fresh)),
		Id(list).Op("=").Append(Id(list), Id(one)))
}

// emitPart writes
//
//	func part<Venue>(v *runtime.View, m runtime.Model) wire.Appender {
//		return &<Venue>View{part: new<Venue>View(v, m).AppendJSON(nil)}
//	}
func emitPart(f *File, r *model.Resource, lines ...Code) {
	Docf(f, "part%s encodes a record as it stands in the answers of those that link to it.", r.Go)
	last := len(lines) - 1
	f.Func().Id("part"+r.Go).Params(Id("v").Add(Op("*").Qual(packages["runtime"], "View")), Id("m").Add(Qual(packages["runtime"], "Model"))).Add(Qual(packages["wire"], "Appender")).Block(
		append(lines[:last:last], Return(lines[last]))...)
}

// emitEmbed does the same for terms, which have another form in other records.
func emitEmbed(f *File, r *model.Resource) {
	if len(r.Backlinks) == 0 {
		return
	}
	description := Lit("")
	if fld := r.FieldNamed("description"); fld != nil {
		description = Id("r").Dot(fld.Go)
	}
	embedded := view("EmbeddedTerm", Id(r.KindVar), Op("&").Id("r").Dot("Term"), Id("r").Dot(r.FieldWithBehavior(dsl.Name).Go), description)
	Docf(f, "embed%s turns linked %s into parts of another answer.", r.GoPlural, r.Plural)
	f.Func().Id("embed"+r.GoPlural).Params(Id("v").Add(Op("*").Qual(packages["runtime"], "View")), Id("list").Index().Op("*").Id(r.Go)).Add(Index().Op("*").Qual(packages["runtime"], "EmbeddedTerm")).Block(
		Id("terms").Op(":=").Make(Index().Op("*").Qual(packages["runtime"], "EmbeddedTerm"), Lit(0), Len(Id("list"))),
		emitParts("terms", "term", Op("*").Qual(packages["runtime"], "EmbeddedTerm"), embedded),
		Return(Id("terms")),
	)
	emitPart(f, r, Id("r").Op(":=").Id("m").Assert(Op("*").Id(r.Go)), Add(embedded).Dot("Encoded").Call())
}
