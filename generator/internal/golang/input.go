package golang

import (
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// EmitInput writes the input of creates and updates: its fields, and how they
// are validated and applied.
func EmitInput(r *model.Resource) *File {
	f := newFile(r.SourceFile, "The body of writes to "+r.Plural+".")
	Docf(f, "%sBody is what a write to %s sends: each field is absent, null or a value.", r.Go, r.Plural)
	var members []Code
	for _, fld := range r.WrittenFields() {
		members = append(members, fieldArgument(fld).member())
	}
	f.Type().Id(r.Go + "Body").Struct(members...)
	emitValidate(f, r)
	emitApply(f, r)
	if r.FindOrCreate {
		emitMatches(f, r)
	}
	emitActions(f, r)
	return f
}

// optional writes the type param.Opt[<type>].
func optional(typ string) *Statement {
	value := Op(typ)
	if pkg, name, ok := strings.Cut(typ, "."); ok {
		value = Qual(packages[pkg], name)
	}
	return Qual(packages["param"], "Opt").Types(value)
}

// emitValidate writes the validation that needs no record:
//
//	func (b *<Event>Body) Validate(f *validate.Validator) {
//		f.Date("<start_date>", b.<StartDate>)
//	}
func emitValidate(f *File, r *model.Resource) {
	Docf(f, "Validate notes values that no record could take.")
	var lines []Code
	for _, fld := range r.WrittenFields() {
		lines = append(lines, validateField(fld)...)
	}
	start, end := r.FieldWithBehavior(dsl.Start), r.FieldWithBehavior(dsl.End)
	if start != nil && end != nil {
		lines = append(lines, Id("f").Dot("Span").Call(Lit(start.Name), Lit(end.Name),
			Literal(Qual(packages["validate"], "Span"), scheduleMembers(r)...)))
	}
	form := Op("*").Qual(packages["validate"], "Validator")
	if len(lines) == 0 {
		f.Func().Params(Op("*").Id(r.Go + "Body")).Id("Validate").Params(form).Block()
		return
	}
	f.Func().Params(Id("b").Op("*").Id(r.Go + "Body")).Id("Validate").Params(Id("f").Add(form)).Block(lines...)
}

// emitApply writes
//
//	func (b *<Event>Body) Apply(c *mutate.Mutation, r *<Event>) {
//		mutate.SetName(c, "<title>", &r.<Title>, b.<Title>)
//		...
//	}
//
// Single fields come first, then the behaviors that need them, then links.
func emitApply(f *File, r *model.Resource) {
	Docf(f, "Apply changes the record; what was not sent stays as it is.")
	var lines []Code
	for _, fld := range r.WrittenFields() {
		if line := applyField(fld); line != nil {
			lines = append(lines, line)
		}
	}
	lines = append(lines, behaviors(r)...)
	for _, fld := range r.WrittenFields() {
		if fld.Link != nil {
			lines = append(lines, setLinks(fld))
		}
	}
	f.Func().Params(Id("b").Op("*").Id(r.Go+"Body")).Id("Apply").
		Params(Id("c").Op("*").Qual(packages["mutate"], "Mutation"), Id("r").Op("*").Id(r.Go)).Block(lines...)
}

// setLinks writes the statement that sets a link.
func setLinks(fld *model.Field) Code {
	function := "SetTermLinks"
	if fld.Shape == model.ShapePosts {
		function = "SetPostLinks"
	}
	return Qual(packages["mutate"], function).Call(Id("c"), Id(fld.Link.Var), Id("b").Dot(fld.Go))
}

// inputOf returns what the body has for a behavior: nothing where no field has it.
func inputOf(r *model.Resource, b dsl.Behavior, typ string) Code {
	if f := r.FieldWithBehavior(b); f != nil {
		return Id("b").Dot(f.Go)
	}
	return optional(typ).Values()
}

// scheduleMembers returns what the body says about when a record takes place.
func scheduleMembers(r *model.Resource) []Code {
	return []Code{
		Member("Start", inputOf(r, dsl.Start, "string")), Member("End", inputOf(r, dsl.End, "string")),
		Member("TimeZone", inputOf(r, dsl.TimeZone, "string")), Member("AllDay", inputOf(r, dsl.AllDay, "bool")),
	}
}

// behaviors writes the statements of the behaviors that set several fields.
func behaviors(r *model.Resource) []Code {
	input := func(b dsl.Behavior, typ string) Code { return inputOf(r, b, typ) }
	var lines []Code
	if r.Post() {
		lines = append(lines, Qual(packages["mutate"], "SetPublication").Call(Id("c"), Op("&").Id("r").Dot("Post"),
			Literal(Qual(packages["mutate"], "PublicationInput"),
				Member("Author", input(dsl.Author, "int64")), Member("Status", input(dsl.Status, "string")),
				Member("Date", input(dsl.PublishDate, "string")), Member("DateUTC", input(dsl.PublishDateUTC, "string")))))
	}
	if r.FieldWithBehavior(dsl.Start) != nil {
		lines = append(lines, ofCalendar(r, "SetSchedule").Call(Id("c"), Id("r").Dot("schedule").Call(),
			Literal(ofCalendar(r, "ScheduleInput"), scheduleMembers(r)...)))
	}
	if f := r.FieldWithBehavior(dsl.Repeats); f != nil {
		lines = append(lines, Qual(packages["mutate"], "SetRecurrence").Call(Id("c"), Id("b").Dot(f.Go)))
	}
	if !r.Named() {
		return lines
	}
	name := Id("r").Dot(r.FieldWithBehavior(dsl.Name).Go)
	named, term := Op("&").Id("r").Dot("Named"), Op("&").Id("r").Dot("Term")
	if r.Term() {
		lines = append(lines, Qual(packages["mutate"], "SetAuthorToCaller").Call(Id("c"), named))
		if f := r.FieldWithBehavior(dsl.Parent); f != nil {
			lines = append(lines, Qual(packages["mutate"], "SetParent").Call(Id("c"), term, Id("b").Dot(f.Go)))
		}
		lines = append(lines, Qual(packages["mutate"], "CheckUniqueName").Call(Id("c"), term, name))
	}
	return append(lines, Qual(packages["mutate"], "SetSlug").Call(Id("c"), named, name, input(dsl.Slug, "string")))
}

// emitMatches writes the comparison of find-or-create: every field that was
// sent equals the stored one.
//
//	func (b *<Venue>Body) Matches(x, y *<Venue>) bool {
//		return (!b.<City>.IsPresent() || strings.EqualFold(x.<City>, y.<City>)) && ...
//	}
func emitMatches(f *File, r *model.Resource) {
	Docf(f, "Matches reports whether every field that was sent, but for name, author, date and status, "+
		"equals the stored record's, letter case aside.")
	condition := &Statement{}
	for _, fld := range r.WrittenFields() {
		line := comparison(fld)
		if line == nil {
			continue
		}
		if len(*condition) > 0 {
			condition.Op("&&").Line()
		}
		condition.Add(line)
	}
	record := Op("*").Id(r.Go)
	if len(*condition) == 0 { // Without fields to compare, all records are equal.
		f.Func().Params(Op("*").Id(r.Go + "Body")).Id("Matches").Params(Op("_, _").Add(record)).Bool().Block(
			Return(True()))
		return
	}
	records := List(Id("x"), Id("y")).Add(record)
	f.Func().Params(Id("b").Op("*").Id(r.Go + "Body")).Id("Matches").Params(records).Bool().Block(Return(condition))
}
