package generator

import (
	"strings"

	. "github.com/dave/jennifer/jen"
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
func emitJSON(f *File, r *resource) {
	docf(f, "AppendJSON appends the record to JSON text (wire.Appender).")
	lines := []Code{
		If(Id("view").Op("==").Nil()).Block(Return(code("wire.Null(b)"))),
	}
	if r.post() && len(r.backs) > 0 {
		lines = append(lines, If(code("view.part != nil")).Block(Return(code("append(b, view.part...)"))))
	}
	lines = append(lines,
		Id("b").Op("=").Append(Id("b"), LitRune('{')),
	)
	for _, o := range r.outputs {
		lines = append(lines, appendMember(o)...)
	}
	lines = append(lines, Return(code("wire.End(b)")))
	f.Func().Params(Id("view").Op("*").Id(r.Go + "View")).Id("AppendJSON").Params(Id("b").Index().Byte()).Index().Byte().Block(lines...)
}

// appendMember appends a member and a comma, unless the member is to be left
// out.
func appendMember(o output) []Code {
	key := Append(Id("b"), Lit(`"`+o.Key+`":`).Op("..."))
	write := Id("b").Op("=").Append(appendValue(o.Type, "view."+o.Go, key), LitRune(','))
	if !o.OmitNone {
		return []Code{write}
	}
	empty := map[string]Code{"string": Lit(""), "bool": False(), "int64": Lit(0), "float64": Lit(0)}[o.Type]
	if empty == nil {
		empty = Nil()
	}
	return []Code{If(code("view." + o.Go).Op("!=").Add(empty)).Block(write)}
}

// appendValue appends a value of a Go type after what b is.
func appendValue(typ, value string, b Code) Code {
	helper := map[string]string{"string": "String", "int64": "Int", "bool": "Bool", "*bool": "OptionalBool", "[]string": "Strings"}[typ]
	switch {
	case helper != "":
		return code("wire."+helper).Call(b, code(value))
	case strings.HasPrefix(typ, "[]"):
		return code("wire.List").Call(b, code(value))
	case typ == "*float64", typ == "float64", strings.HasSuffix(typ, "LD"):
		return code("runtime.AppendAny").Call(b, code(value))
	}
	return code(value).Dot("AppendJSON").Call(b)
}

// emitPageJSON writes how the envelope of a list appends itself.
func emitPageJSON(f *File, r *resource) {
	records := output{Key: r.Plural, Go: r.GoPlural, Type: "[]*" + r.Go + "View"}
	self := output{Key: "rest_url", Go: "RestURL", Type: "string"}
	next := output{Key: "next_rest_url", Go: "NextRestURL", Type: "string", OmitNone: true}
	previous := output{Key: "previous_rest_url", Go: "PreviousRestURL", Type: "string", OmitNone: true}
	total := output{Key: "total", Go: "Total", Type: "int64"}
	pages := output{Key: "total_pages", Go: "TotalPages", Type: "int64"}
	order := []output{records, self, next, previous, total, pages}
	if !r.post() {
		order = []output{self, total, pages, records, next, previous}
	}
	docf(f, "AppendJSON appends the page to JSON text (wire.Appender).")
	lines := []Code{
		If(Id("view").Op("==").Nil()).Block(Return(code("wire.Null(b)"))), // A feed goes in the place of the list.
		Id("b").Op("=").Append(Id("b"), LitRune('{')),
	}
	for _, o := range order {
		lines = append(lines, appendMember(o)...)
	}
	lines = append(lines, Return(code("wire.End(b)")))
	f.Func().Params(Id("view").Op("*").Id(r.Go + "Page")).Id("AppendJSON").Params(Id("b").Index().Byte()).Index().Byte().Block(lines...)
}
