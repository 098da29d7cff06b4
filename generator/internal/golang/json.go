package golang

import (
	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
)

// emitJSON writes how a view appends itself to JSON text:
//
//	func (view *<Event>View) AppendJSON(b []byte) []byte {
//		if view == nil {
//			return jsonenc.AppendNull(b)
//		}
//		b = jsonenc.AppendInt(append(b, `{"<id>":`...), view.<ID>)
//		b = append(b, ',')
//		return jsonenc.EndObject(b)
//	}
func emitJSON(f *File, r *model.Resource) {
	Docf(f, "AppendJSON appends the record to JSON text (jsonenc.Appender).")
	lines := []Code{
		If(Id("view").Op("==").Nil()).Block(Return(Qual(packages["jsonenc"], "AppendNull").Call(Id("b")))),
	}
	if isEmbedded(r) {
		lines = append(lines, If(Id("view").Dot("part").Op("!=").Nil()).Block(
			Return(Append(Id("b"), Id("view").Dot("part").Op("...")))))
	}
	lines = append(lines,
		Id("b").Op("=").Append(Id("b"), LitRune('{')),
	)
	for _, o := range r.ModelResponseFields {
		lines = append(lines, appendMember(r, o)...)
	}
	lines = append(lines, Return(Qual(packages["jsonenc"], "EndObject").Call(Id("b"))))
	appendJSON(f, r.View, lines)
}

// appendMember appends a member and a comma, unless the member is omitted.
func appendMember(r *model.Resource, o model.ResponseField) []Code {
	form, value := responseOf(r, o), Id("view").Dot(o.Go)
	appended := Append(Id("b"), Lit(`"`+o.Key+`":`).Op("..."))
	switch {
	case form.encode != "":
		appended = Qual(packages["jsonenc"], form.encode).Call(appended, value)
	case form.append != "":
		appended = ofViews(form.append).Call(appended, value)
	default:
		appended = Add(value).Dot("AppendJSON").Call(appended)
	}
	write := Id("b").Op("=").Append(appended, LitRune(','))
	if !o.OmitEmpty {
		return []Code{write}
	}
	return []Code{If(Add(value).Op("!=").Add(omitted(o, form))).Block(write)}
}

// omitted writes the value of a member that is omitted.
func omitted(o model.ResponseField, form responseForm) Code {
	switch o.Response {
	case model.ResponseTerms, model.ResponsePosts, model.ResponseOneOrMany, model.ResponseOneOrNull:
		return Nil() // Lists are set, if the deployment has the extension.
	case model.ResponseImageOrFalse:
		return Parens(form.empty)
	default:
		return form.empty
	}
}

// emitPageJSON writes the encoding of a page of a list.
func emitPageJSON(f *File, r *model.Resource) {
	Docf(f, "AppendJSON appends the page to JSON text (jsonenc.Appender).")
	lines := []Code{
		If(Id("view").Op("==").Nil()).Block( // The response is a feed.
			Return(Qual(packages["jsonenc"], "AppendNull").Call(Id("b")))),
		Id("b").Op("=").Append(Id("b"), LitRune('{')),
	}
	for _, o := range pageFields(r) {
		lines = append(lines, appendMember(r, o)...)
	}
	lines = append(lines, Return(Qual(packages["jsonenc"], "EndObject").Call(Id("b"))))
	appendJSON(f, r.Go+"Page", lines)
}

// appendJSON writes the method AppendJSON of a type.
func appendJSON(f *File, typ string, lines []Code) {
	f.Func().Params(Id("view").Op("*").Id(typ)).Id("AppendJSON").Params(Id("b").Index().Byte()).Index().Byte().Block(
		lines...)
}
