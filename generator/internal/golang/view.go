package golang

import (
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// emitView writes the representation of a record in responses, and of a page of
// them.
func emitView(f *File, r *model.Resource) {
	emitViewForm(f, r)
	if e := r.Embedded(); e != r && isEmbedded(e) {
		emitViewForm(f, e)
	}
	emitJSONLD(f, r)
	emitEntry(f, r)
	emitPage(f, r)
	emitPageJSON(f, r)
	if r.Term() {
		emitEmbed(f, r)
	}
}

// emitViewForm writes one form of a record in responses: its own, or that in
// responses about others.
func emitViewForm(f *File, r *model.Resource) {
	emitViewType(f, r)
	emitNewView(f, r)
	emitJSON(f, r)
	emitBlank(f, r)
	emitPageData(f, r)
	if isEmbedded(r) {
		emitEncoded(f, r)
	}
}

// isEmbedded reports whether responses about other records have this form.
func isEmbedded(r *model.Resource) bool {
	return !r.Term() && len(r.Backlinks) > 0 && r.View == r.Embedded().View
}

// emitViewType writes
//
//	type <Event>View struct {
//		<ID> int64 `json:"<id>" doc:"..."`
//	}
func emitViewType(f *File, r *model.Resource) {
	where := ""
	if r.View != r.Go+"View" {
		where = " inside other records"
	}
	Docf(f, "%s is one of %s as returned%s; the members stand in the order of the response.", r.View, r.Plural, where)
	members := responseMembers(r, r.ModelResponseFields)
	if isEmbedded(r) {
		members = append(members, Line().Id("part").Index().Byte().Comment("The whole, when it is encoded already."))
	}
	f.Type().Id(r.View).Struct(members...)
}

func responseMembers(r *model.Resource, fields []model.ResponseField) []Code {
	var members []Code
	for _, o := range fields {
		tag := o.Key
		if o.OmitEmpty {
			tag += ",omitempty"
		}
		tags := map[string]string{"json": tag, "doc": o.Doc}
		if o.Field != nil && o.Field.Enum != nil {
			tags["enum"] = strings.Join(o.Field.Enum, ",")
		}
		if o.Response == model.ResponseAmount && o.Field.Nullable {
			tags["nullable"] = "true"
		}
		if o.Field != nil && o.Field.Computed != nil {
			tags["readOnly"] = "true"
		}
		if o.Field != nil && o.Field.Type.Format() != "" {
			tags["format"] = o.Field.Type.Format()
		}
		members = append(members, Id(o.Go).Add(responseOf(r, o).typ).Tag(tags))
	}
	return members
}

// emitNewView writes
//
//	func new<Event>View(v *views.View, r *<Event>) *<Event>View {
//		view := &<Event>View{
//			<Title>: v.EscapedText(r.<Title>),
//		}
//		return view
//	}
func emitNewView(f *File, r *model.Resource) {
	Docf(f, "new%s turns a record into its response.", r.View)
	var members, after []Code
	for _, o := range r.ModelResponseFields {
		value := responseValue(r, o)
		set := Id("view").Dot(o.Go).Op("=").Add(value)
		switch {
		case o.Key == "global_id_lineage" && shows(r, "global_id"): // Made once for both.
			after = append(after, Id("view").Dot(o.Go).Op("=").Index().String().Values(Id("view").Dot("GlobalID")))
		case o.Response == model.ResponseJSONLD: // As expensive as all other members.
			after = append(after, If(Id("v").Dot("Single")).Block(set))
		case o.Extension != "":
			after = append(after, If(Id("v").Dot("Env").Dot("Deployment").Dot("HasExtension").Call(Lit(o.Extension))).Block(set))
		default:
			members = append(members, Member(o.Go, value))
		}
	}
	if r.FieldWithBehavior(dsl.Password) != nil {
		hidden := Id("v").Dot("ContentHidden").Call(Id(r.ResourceVar), Op("&").Id("r").Dot("Post"))
		after = append(after, If(hidden).Block(Id("view").Dot("hideContent").Call()))
	}
	lines := []Code{
		Id("view").Op(":=").Add(Literal(Op("&").Id(r.View), members...)),
	}
	lines = append(append(lines, after...), Return(Id("view")))
	params := []Code{Id("v").Add(Op("*").Qual(packages["views"], "View")), Id("r").Op("*").Id(r.Go)}
	f.Func().Id("new" + r.View).Params(params...).Op("*").Id(r.View).Block(lines...)
}

// emitBlank writes the method that hides the content of a protected record.
func emitBlank(f *File, r *model.Resource) {
	if r.FieldWithBehavior(dsl.Password) == nil {
		return
	}
	Docf(f, "hideContent takes away what a password protects.")
	var lines []Code
	for _, o := range r.ModelResponseFields {
		if o.Hidden {
			lines = append(lines, Id("view").Dot(o.Go).Op("=").Add(responseOf(r, o).empty))
		}
	}
	f.Func().Params(Id("view").Op("*").Id(r.View)).Id("hideContent").Params().Block(lines...)
}

// pageFields returns the keys of a page of a list. Lists of posts start with the
// records, lists of terms with the totals, as in The Events Calendar.
func pageFields(r *model.Resource) []model.ResponseField {
	records := model.ResponseField{
		Key: r.Plural, Go: r.GoPlural, Response: model.ResponsePage, Doc: "The records of the page",
	}
	self := model.ResponseField{Key: "rest_url", Go: "RestURL", Doc: "URL of this page"}
	next := model.ResponseField{
		Key: "next_rest_url", Go: "NextRestURL", OmitEmpty: true, Doc: "URL of the next page, if any",
	}
	previous := model.ResponseField{
		Key: "previous_rest_url", Go: "PreviousRestURL", OmitEmpty: true,
		Doc: "URL of the previous page, if any",
	}
	total := model.ResponseField{
		Key: "total", Go: "Total", Response: model.ResponseInteger, Doc: "Number of records on all pages",
	}
	pages := model.ResponseField{
		Key: "total_pages", Go: "TotalPages", Response: model.ResponseInteger, Doc: "Number of pages",
	}
	if r.Post() {
		return []model.ResponseField{records, self, next, previous, total, pages}
	}
	return []model.ResponseField{self, total, pages, records, next, previous}
}

// emitPage writes a page of a list.
func emitPage(f *File, r *model.Resource) {
	Docf(f, "%sPage is the response to GET /%s.", r.Go, r.Plural)
	f.Type().Id(r.Go + "Page").Struct(responseMembers(r, pageFields(r))...)
	Docf(f, "new%sPage turns a page of records into its response.", r.Go)
	page := Id("p").Add(Op("*").Qual(packages["records"], "Page"))
	f.Func().Id("new" + r.Go + "Page").Params(page).Op("*").Id(r.Go + "Page").Block(
		Return(Literal(Op("&").Id(r.Go+"Page"),
			Member(r.GoPlural, Qual(packages["records"], "Views").Types(Op("*").Id(r.View)).Call(Id("p"))),
			Member("RestURL", Id("p").Dot("Self")), Member("NextRestURL", Id("p").Dot("Next")),
			Member("PreviousRestURL", Id("p").Dot("Previous")), Member("Total", Id("p").Dot("Total")),
			Member("TotalPages", Id("p").Dot("Pages")))),
	)
}

// emitEncoded writes the method by which a view stands in the responses about
// other records.
func emitEncoded(f *File, r *model.Resource) {
	view := r.View
	Docf(f, "Encoded returns the view in its encoded form, which is all that it keeps (views.Encodable).")
	f.Func().Params(Id("view").Op("*").Id(view)).Id("Encoded").Params().Op("*").Id(view).Block(
		Return(Op("&").Id(view).Values(Dict{Id("part"): Id("view").Dot("AppendJSON").Call(Nil())})))
}

// emitEmbed writes the form that terms have in the responses about other records.
func emitEmbed(f *File, r *model.Resource) {
	if len(r.Backlinks) == 0 {
		return
	}
	description := Lit("")
	if fld := r.FieldWithProperty("description"); fld != nil {
		description = Id("r").Dot(fld.Go)
	}
	Docf(f, "embed%s turns a linked %s into a part of another response.", r.Go, r.Name)
	params := []Code{Id("v").Op("*").Add(ofViews("View")), Id("r").Op("*").Id(r.Go)}
	name := Id("r").Dot(r.FieldWithBehavior(dsl.Name).Go)
	f.Func().Id("embed" + r.Go).Params(params...).Op("*").Add(ofViews("EmbeddedTerm")).Block(
		Return(view("EmbeddedTerm", Id(r.ResourceVar), Op("&").Id("r").Dot("Term"), name, description)))
}

// shows reports whether responses about a resource have a key.
func shows(r *model.Resource, key string) bool {
	return slices.ContainsFunc(r.ModelResponseFields, func(o model.ResponseField) bool { return o.Key == key })
}
