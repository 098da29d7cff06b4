package golang

import (
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
)

// emitJSON writes how a view appends itself to JSON text:
//
//	func (view *<Event>View) AppendJSON(b []byte) []byte {
//		if view == nil {
//			return wire.Null(b)
//		}
//		b = wire.Int(append(b, `{"<id>":`...), view.<ID>)
//		b = append(b, ',')
//		return wire.End(b)
//	}
func emitJSON(f *File, r *model.Resource) {
	Docf(f, "AppendJSON appends the record to JSON text (wire.Appender).")
	lines := []Code{
		If(Id("view").Op("==").Nil()).Block(Return(Qual(packages["wire"], "Null").Call(Id("b")))),
	}
	if r.Post() && len(r.Backlinks) > 0 {
		lines = append(lines, If(Id("view").Dot("part").Op("!=").Nil()).Block(Return(Append(Id("b"), Id("view").Dot("part").Op("...")))))
	}
	lines = append(lines,
		Id("b").Op("=").Append(Id("b"), LitRune('{')),
	)
	for _, o := range r.ModelResponseFields {
		lines = append(lines, appendMember(o)...)
	}
	lines = append(lines, Return(Qual(packages["wire"], "End").Call(Id("b"))))
	f.Func().Params(Id("view").Op("*").Id(r.Go + "View")).Id("AppendJSON").Params(Id("b").Index().Byte()).Index().Byte().Block(lines...)
}

// appendMember appends a member and a comma, unless the member is omitted.
func appendMember(o model.ResponseField) []Code {
	key := Append(Id("b"), Lit(`"`+o.Key+`":`).Op("..."))
	write := Id("b").Op("=").Append(appendValue(o.Type, "view."+o.Go, key), LitRune(','))
	if !o.OmitEmpty {
		return []Code{write}
	}
	empty := map[string]Code{"string": Lit(""), "bool": False(), "int64": Lit(0), "float64": Lit(0)}[o.Type]
	if empty == nil {
		empty = Nil()
	}
	return []Code{If(Id("view").Dot(o.Go).Op("!=").Add(empty)).Block(write)}
}

// appendValue appends a value of a Go type to b.
func appendValue(typ, value string, b Code) Code {
	helper := map[string]string{"string": "String", "int64": "Int", "bool": "Bool", "*bool": "OptionalBool", "[]string": "Strings"}[typ]
	switch {
	case helper != "":
		return Qual(packages["wire"], helper).Call(b, GoText(value))
	case strings.HasPrefix(typ, "[]"):
		return Qual(packages["wire"], "List").Call(b, GoText(value))
	case typ == "*float64", typ == "float64", strings.HasSuffix(typ, "LD"):
		return Qual(packages["runtime"], "AppendAny").Call(b, GoText(value))
	}
	return GoText(value).Dot("AppendJSON").Call(b)
}

// emitPageJSON writes the encoding of a page of a list.
func emitPageJSON(f *File, r *model.Resource) {
	records := model.ResponseField{Key: r.Plural, Go: r.GoPlural, Type: "[]*" + r.Go + "View"}
	self := model.ResponseField{Key: "rest_url", Go: "RestURL", Type: "string"}
	next := model.ResponseField{Key: "next_rest_url", Go: "NextRestURL", Type: "string", OmitEmpty: true}
	previous := model.ResponseField{Key: "previous_rest_url", Go: "PreviousRestURL", Type: "string", OmitEmpty: true}
	total := model.ResponseField{Key: "total", Go: "Total", Type: "int64"}
	pages := model.ResponseField{Key: "total_pages", Go: "TotalPages", Type: "int64"}
	order := []model.ResponseField{records, self, next, previous, total, pages}
	if !r.Post() {
		order = []model.ResponseField{self, total, pages, records, next, previous}
	}
	Docf(f, "AppendJSON appends the page to JSON text (wire.Appender).")
	lines := []Code{
		If(Id("view").Op("==").Nil()).Block(Return(Qual(packages["wire"], "Null").Call(Id("b")))), // The response is a feed.
		Id("b").Op("=").Append(Id("b"), LitRune('{')),
	}
	for _, o := range order {
		lines = append(lines, appendMember(o)...)
	}
	lines = append(lines, Return(Qual(packages["wire"], "End").Call(Id("b"))))
	f.Func().Params(Id("view").Op("*").Id(r.Go + "Page")).Id("AppendJSON").Params(Id("b").Index().Byte()).Index().Byte().Block(lines...)
}
