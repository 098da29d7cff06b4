package golang

import (
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// responseForm is how values of one form stand in a view.
type responseForm struct {
	typ    *Statement
	encode string     // Function of package jsonenc that appends one; "" for the method AppendJSON.
	empty  *Statement // What is omitted, and stands for what is hidden.
	append string     // Function of package views that appends one; "" for jsonenc.
}

// responseForms has the forms that are the same for every resource; the others
// are in responseOf.
var responseForms = map[model.Response]responseForm{
	model.ResponseText:           {typ: String(), encode: "AppendString", empty: Lit("")},
	model.ResponseOptionalText:   {typ: Op("*").String(), append: "AppendAny", empty: Nil()},
	model.ResponseDecimal:        {typ: String(), encode: "AppendString", empty: Lit("")},
	model.ResponseAmount:         {typ: Op("*").Add(ofViews("Money")), empty: Nil()},
	model.ResponseWallTime:       {typ: String(), encode: "AppendString", empty: Lit("")},
	model.ResponseUser:           {typ: String(), encode: "AppendString", empty: Lit("")},
	model.ResponseInteger:        {typ: Int64(), encode: "AppendInt", empty: Lit(0)},
	model.ResponseFlag:           {typ: Bool(), encode: "AppendBool", empty: False()},
	model.ResponseOptionalFlag:   {typ: Op("*").Bool(), encode: "AppendOptionalBool", empty: Nil()},
	model.ResponseNumber:         {typ: Float64(), encode: "AppendNumber", empty: Lit(0)},
	model.ResponseOptionalNumber: {typ: Op("*").Float64(), encode: "AppendOptionalNumber", empty: Nil()},
	model.ResponseTexts:          {typ: Index().String(), encode: "AppendStrings", empty: Nil()},
	model.ResponseTextList:       {typ: listType(true), empty: Lit("")},
	model.ResponseIntegerList:    {typ: listType(false), empty: Lit("")},
	model.ResponseWords:          {typ: Op("*").Add(ofViews("ValueOrFalse")).Types(Index().String()), empty: Nil()},
	model.ResponseImage:          {typ: Op("*").Add(ofViews("ImageView")), empty: Nil()},
	model.ResponseImageOrFalse:   {typ: imageOrFalse, empty: Add(imageOrFalse).Values()},
	model.ResponseTerms:          {typ: embeddedTerms, encode: "AppendList", empty: Add(embeddedTerms).Values()},
	model.ResponseDateDetails:    {typ: Qual(packages["dates"], "Details")},
	model.ResponseSeries:         {typ: Op("*").Add(ofViews("SeriesView")), append: "AppendAny", empty: Nil()},
	model.ResponseRecurrenceID:   {typ: String(), encode: "AppendString", empty: Lit("")},
	model.ResponseTermURLs:       {typ: ofViews("TermURLs")},
	model.ResponseNone:           {typ: ofViews("EmptyList")},
}

var (
	imageOrFalse  = ofViews("ValueOrFalse").Types(ofViews("ImageView"))
	embeddedTerms = Index().Op("*").Add(ofViews("EmbeddedTerm"))
)

// ofViews writes a name of package views.
func ofViews(name string) *Statement { return Qual(packages["views"], name) }

// ofCalendar writes a name of the package that the description of a resource names
// as its Calendar.
func ofCalendar(r *model.Resource, name string) *Statement { return Qual(r.Calendar, name) }

// responseOf returns how a key of a response stands in the view of a resource.
func responseOf(r *model.Resource, o model.ResponseField) responseForm {
	switch o.Response {
	case model.ResponsePosts:
		views := Index().Op("*").Id(o.Field.Link.To.Embedded().View)
		return responseForm{typ: views, encode: "AppendList", empty: Add(views).Values()}
	case model.ResponseOneOrMany:
		return responseForm{typ: ofViews("OneOrMany").Types(Op("*").Id(o.Field.Link.To.Embedded().View)), empty: Nil()}
	case model.ResponseOneOrNull:
		embedded := Op("*").Id(o.Field.Link.To.Embedded().View)
		if o.Field.Link.To.Term() {
			embedded = Op("*").Add(ofViews("EmbeddedTerm"))
		}
		return responseForm{typ: ofViews("OneOrNull").Types(embedded), empty: Nil()}
	case model.ResponsePage:
		return responseForm{typ: Index().Op("*").Id(r.View), encode: "AppendList"}
	case model.ResponseCostDetails:
		return responseForm{typ: ofCalendar(r, "CostParts"), empty: ofCalendar(r, "CostDetails").Call(Nil(), Lit(""))}
	case model.ResponseJSONLD:
		typ := Op("*").Add(ofCalendar(r, schemaOrgNames[r.SchemaOrgType]+"LD"))
		return responseForm{typ: typ, append: "AppendAny", empty: Nil()}
	default:
		return responseForms[o.Response]
	}
}

// schemaOrgNames are the types of schema.org in names of package calendar.
var schemaOrgNames = map[dsl.SchemaOrgType]string{
	dsl.SchemaOrgEvent: "Event", dsl.SchemaOrgPlace: "Place",
	dsl.SchemaOrgPerson: "Person", dsl.SchemaOrgOrganization: "Organization",
}

// responseValue writes the value of a key of a response; v is the view and r the
// record.
func responseValue(r *model.Resource, o model.ResponseField) Code {
	f := o.Field
	if f == nil {
		return computedValue(r, o)
	}
	stored := Id("r").Dot(f.Go)
	shown := inputShapes[f.Shape].shown
	switch {
	case f.Fallback.Func != "":
		return fallback(f, Id("v"), Id("r"))
	case o.Response == model.ResponseOptionalFlag:
		return Op("&").Add(stored)
	case o.Response == model.ResponseImageOrFalse:
		return Add(imageOrFalse).Values(Id("Value").Op(":").Add(view("Image", Op("&").Id("r").Dot("Post"))))
	case shown != nil:
		return shown(f, stored)
	case f.OmitDefault && f.Enum != nil:
		return ofViews("UnlessDefault").Call(stored, Lit(f.Default.Value))
	}
	return stored
}

// view writes the call of a method of views.View.
func view(method string, args ...Code) *Statement { return Id("v").Dot(method).Call(args...) }

// wall writes a wall time of the record.
func wall(field string) *Statement {
	return Qual(packages["dates"], "WallTime").Call(Id("r").Dot(field))
}

// computedValue writes the value of a key that is no field.
func computedValue(r *model.Resource, o model.ResponseField) Code {
	id, resource, term := Id("r").Dot("ID"), Id(r.ResourceVar), Op("&").Id("r").Dot("Term")
	switch o.Response {
	case model.ResponseDateDetails:
		return wall(strings.TrimSuffix(o.Go, "Details")).Dot("Details").Call()
	case model.ResponseCostDetails:
		return ofCalendar(r, "CostDetails").Call(Id("v"), Id("r").Dot(r.FieldWithBehavior(dsl.Cost).Go))
	case model.ResponseSeries:
		return view("Series", resource, Op("&").Id("r").Dot("Occurrence"))
	case model.ResponseTermURLs:
		return view("TermURLs", resource, term)
	case model.ResponseNone:
		return ofViews("EmptyList").Values()
	case model.ResponseJSONLD:
		data := Id("r").Dot("jsonLDData").Call()
		if r.SchemaOrgType == dsl.SchemaOrgEvent {
			data = Id("r").Dot("jsonLDData").Call(Id("v"))
		}
		return ofCalendar(r, "New"+schemaOrgNames[r.SchemaOrgType]+"LD").Call(Id("v"), Id("r"), data)
	default: // The key says it.
	}
	switch o.Key {
	case "global_id":
		return view("GlobalID", id)
	case "global_id_lineage": // Of the forms of the record: it has one.
		return Index().String().Values(view("GlobalID", id))
	case "rest_url":
		return view("RestURL", resource, id)
	case "url":
		if r.Post() {
			return view("PageURL", resource, Id("r").Dot("Slug"))
		}
		return view("TermURL", resource, term)
	case "taxonomy":
		return Add(resource).Dot("Taxonomy")
	case "timezone_abbr":
		zone := ofCalendar(r, "Zone").Call(Id("v"), Id("r").Dot(r.FieldWithBehavior(dsl.TimeZone).Go))
		return zone.Dot("AbbreviationAt").Call(wall("UTCStartDate"))
	}
	return Id("r").Dot(o.Go)
}
