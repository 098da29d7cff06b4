package generator

import (
	. "github.com/dave/jennifer/jen"

	"almanac/resources/dsl"
)

// emitModel writes the record of a resource and what the engine asks of it.
func emitModel(r *resource) *File {
	f := newFile(r.Source, "The record of "+r.Plural+" as the table "+r.Plural+" holds it.")
	emitRecord(f, r)
	emitKindMethod(f, r)
	emitTargets(f, r)
	emitValues(f, r)
	emitDerive(f, r)
	emitAttach(f, r)
	emitLinking(f, r)
	emitSchedule(f, r)
	return f
}

// embedded returns the name of the runtime struct that the record embeds.
func (r *resource) embedded() string {
	if r.post() {
		return "Post"
	}
	return "Term"
}

// emitRecord writes
//
//	type <Event> struct {
//		bun.BaseModel `bun:"table:<events>,alias:<event>"`
//		runtime.Post
//		<Title> string `bun:"<title>"`
//	}
func emitRecord(f *File, r *resource) {
	docf(f, "%s is one row of %s, with the records that it links to.", r.Go, r.Plural)
	members := []Code{
		code("bun.BaseModel").Tag(map[string]string{"bun": "table:" + r.Plural + ",alias:" + r.Name}),
		code("runtime." + r.embedded()),
		Line(),
	}
	for _, c := range r.own() {
		members = append(members, Id(c.GoField).Add(code(r.goType(c))).Tag(map[string]string{"bun": c.Name}))
	}
	for _, fld := range r.fields {
		if fld.link != nil {
			members = append(members, Id(fld.Go).Add(code(fld.Stored)).Tag(map[string]string{"bun": "-"}))
		}
	}
	f.Type().Id(r.Go).Struct(members...)
}

// goType returns the Go type of a column.
func (r *resource) goType(c column) string {
	t := map[columnType]string{textColumn: "string", integerColumn: "int64", booleanColumn: "bool", numberColumn: "float64"}[c.Type]
	if c.Null {
		return "*" + t
	}
	return t
}

// emitKindMethod writes the methods that tell the kind and the name.
func emitKindMethod(f *File, r *resource) {
	name := r.role(dsl.Name)
	docf(f, "Kind returns the facts about %s.", r.Plural)
	f.Func().Params(Op("*").Id(r.Go)).Id("Kind").Params().Add(code("*runtime.Kind")).Block(Return(Id(r.Kind)))
	docf(f, "DisplayName points to the field %s.", name.Name)
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("DisplayName").Params().Op("*").String().Block(Return(Op("&").Id("r").Dot(name.Go)))
}

// emitTargets writes
//
//	func (r *<Event>) Targets(list []any) []any {
//		return append(r.PostTargets(list), &r.<Title>, ...)
//	}
func emitTargets(f *File, r *resource) {
	docf(f, "Targets appends pointers to the columns that reads load, in the order of the table.")
	before := Id("r").Dot(r.embedded() + "Targets").Call(Id("list"))
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("Targets").Params(Id("list").Index().Any()).Index().Any().Block(
		Return(Append(r.appended(before, "&", func(c column) bool { return c.Derived == "" })...)))
}

// emitValues writes the same for values.
func emitValues(f *File, r *resource) {
	docf(f, "Values returns the columns, in the order of the table.")
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("Values").Params().Index().Any().Block(
		Return(Append(r.appended(Id("r").Dot(r.embedded()+"Values").Call(), "", func(column) bool { return true })...)))
}

// appended lists the arguments of append for Targets and Values: what comes
// before, and the wanted columns.
func (r *resource) appended(before Code, operator string, wanted func(column) bool) []Code {
	args := []Code{before}
	for _, c := range r.own() {
		if !wanted(c) {
			continue
		}
		args = append(args, Line().Op(operator).Id("r").Dot(c.GoField))
	}
	return append(args, Line())
}

// emitDerive writes
//
//	func (r *<Event>) Derive() {
//		r.<TitleSearch> = text.Fold(r.<Title>)
//	}
func emitDerive(f *File, r *resource) {
	docf(f, "Derive computes the columns that follow from others: those that searches and orders compare, and times in UTC.")
	var lines []Code
	if r.role(dsl.Start) != nil {
		lines = append(lines, Id("r").Dot("schedule").Call().Dot("Derive").Call())
	}
	for _, c := range r.columns {
		if c.Derived != "" {
			lines = append(lines, Id("r").Dot(c.GoField).Op("=").Add(code(c.Derived)))
		}
	}
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("Derive").Params().Block(lines...)
}

// emitAttach writes
//
//	func (r *<Event>) Attach(link string, m runtime.Model) {
//		switch link {
//		case "<venue>":
//			r.<Venue> = append(r.<Venue>, m.(*<Venue>))
//		}
//	}
func emitAttach(f *File, r *resource) {
	docf(f, "Attach adds a linked record to the field of the link.")
	if len(r.links) == 0 {
		f.Func().Params(Op("*").Id(r.Go)).Id("Attach").Params(String(), code("runtime.Model")).Block()
		return
	}
	var cases []Code
	for _, fld := range r.fields {
		if fld.link != nil {
			cases = append(cases, Case(Lit(fld.Name)).Block(
				Id("r").Dot(fld.Go).Op("=").Append(Id("r").Dot(fld.Go), Id("m").Assert(Op("*").Id(fld.link.To.Go)))))
		}
	}
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("Attach").Params(Id("link").String(), Id("m").Add(code("runtime.Model"))).Block(
		Switch(Id("link")).Block(cases...))
}

// emitLinking writes
//
//	func (r *<Event>) Linking() *string { return &r.LinkedIDs }
func emitLinking(f *File, r *resource) {
	if len(r.links) == 0 {
		return
	}
	docf(f, "Linking points to the column that tells where the links lead.")
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("Linking").Params().Op("*").String().Block(Return(Op("&").Id("r").Dot("LinkedIDs")))
}

// emitSchedule writes the role value that the behaviour about dates works on.
func emitSchedule(f *File, r *resource) {
	start, end, zone, day := r.role(dsl.Start), r.role(dsl.End), r.role(dsl.TimeZone), r.role(dsl.AllDay)
	if start == nil || end == nil || zone == nil || day == nil {
		return
	}
	docf(f, "schedule points to the columns that say when it takes place.")
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("schedule").Params().Add(code("runtime.Schedule")).Block(Return(literal(code("runtime.Schedule"),
		member("Start", code("&r."+start.Go)), member("End", code("&r."+end.Go)),
		member("StartUTC", code("&r.UTCStartDate")), member("EndUTC", code("&r.UTCEndDate")),
		member("TimeZone", code("&r."+zone.Go)), member("AllDay", code("&r."+day.Go)), member("Duration", code("&r.Duration")),
	)))
}
