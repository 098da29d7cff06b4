package golang

import (
	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// EmitRecord writes the record of a resource, its description for the engine, and
// its representation in responses.
func EmitRecord(r *model.Resource) *File {
	f := newFile(r.SourceFile, "Records of the table "+r.Plural+", and how responses show them.")
	emitResource(f, r)
	emitRecord(f, r)
	emitResourceMethods(f, r)
	emitScanTargets(f, r)
	emitColumnValues(f, r)
	emitComputeColumns(f, r)
	emitLinksCache(f, r)
	emitSchedule(f, r)
	emitHiddenValues(f, r)
	emitView(f, r)
	return f
}

// embedded returns the name of the runtime struct that the record embeds.
func embedded(r *model.Resource) string {
	switch {
	case r.Post():
		return "Post"
	case r.Term():
		return "Term"
	}
	return "Base"
}

// emitRecord writes
//
//	type <Event> struct {
//		bun.BaseModel `bun:"table:<events>,alias:<event>"`
//		model.Post
//		<Title> string `bun:"<title>"`
//	}
func emitRecord(f *File, r *model.Resource) {
	Docf(f, "%s is one row of %s, with the records that it links to.", r.Go, r.Plural)
	members := []Code{
		Qual(packages["bun"], "BaseModel").Tag(map[string]string{"bun": "table:" + r.Plural + ",alias:" + r.Name}),
		Qual(packages["model"], embedded(r)),
	}
	if r.FieldWithBehavior(dsl.Repeats) != nil {
		members = append(members, Qual(packages["model"], "Occurrence"))
	}
	members = append(members, Line())
	for _, c := range r.OwnColumns() {
		if c.IsOfOccurrence() {
			continue
		}
		members = append(members, Id(c.GoField).Add(goType(c)).Tag(map[string]string{"bun": c.Name}))
	}
	for _, fld := range r.ModelFields {
		if fld.Link != nil {
			members = append(members, Id(fld.Go).Index().Op("*").Id(fld.Link.To.Go).Tag(map[string]string{"bun": "-"}))
		}
	}
	f.Type().Id(r.Go).Struct(members...)
}

func goType(c model.Column) Code {
	if c.Type.IsList() {
		return listType(c.Type == model.TextListColumn)
	}
	t := map[model.ColumnType]Code{
		model.TextColumn: String(), model.IntegerColumn: Int64(), model.BooleanColumn: Bool(), model.NumberColumn: Float64(),
	}[c.Type.Stored()]
	if c.Null {
		return Op("*").Add(t)
	}
	return t
}

// listType writes the type of a list of texts, or of whole numbers.
func listType(texts bool) *Statement {
	return Qual(packages["model"], "List").Types(Id(map[bool]string{true: "string", false: "int64"}[texts]))
}

func computed(c model.Column) *Statement {
	value := Id("r").Dot(c.Of.Go)
	if c.Of.Shape == model.ShapeHTML {
		value = Qual(packages["text"], "StripTags").Call(value)
	}
	function := map[string]string{model.ComputedSearch: "Fold", model.ComputedSort: "SortKey"}[c.Computed]
	return Qual(packages["text"], function).Call(value)
}

// result writes the members that a computed field has the results of its function in.
func result(f *model.Field) *Statement {
	member := Id("r").Dot(f.Go)
	if f.Shape == model.ShapeAmount {
		return List(member, Id("r").Dot(f.Go+"Currency"))
	}
	return member
}

// computedField writes the call of the function of a computed field:
// <rules>.<Total>(r.<Price>, r.<Copies>).
func computedField(r *model.Resource, f *model.Field) Code {
	var args []Code
	for _, name := range f.Computed.Fields {
		other := r.FieldNamed(name)
		args = append(args, Id("r").Dot(other.Go))
		if other.Shape == model.ShapeAmount {
			args = append(args, Id("r").Dot(other.Go+"Currency"))
		}
	}
	return Qual(f.Computed.ImportPath, f.Computed.Func).Call(args...)
}

// emitResourceMethods writes the methods that return the resource, the owner and the name.
func emitResourceMethods(f *File, r *model.Resource) {
	name, owner := r.FieldWithBehavior(dsl.Name), r.FieldWithBehavior(dsl.Owner)
	Docf(f, "Resource returns the facts about %s.", r.Plural)
	f.Func().Params(Op("*").Id(r.Go)).Id("Resource").Params().Add(Op("*").Qual(packages["model"], "Resource")).Block(
		Return(Id(r.ResourceVar)))
	if owner != nil {
		Docf(f, "RecordOwner returns the field %s.", owner.Name)
		f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("RecordOwner").Params().Int64().Block(Return(Id("r").Dot(owner.Go)))
	}
	if name == nil {
		return
	}
	Docf(f, "DisplayName points to the field %s.", name.Name)
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("DisplayName").Params().Op("*").String().Block(
		Return(Op("&").Id("r").Dot(name.Go)))
}

// emitScanTargets writes
//
//	func (r *<Event>) ScanTargets(list []any) []any {
//		return append(r.PostScanTargets(list), &r.<Title>, ...)
//	}
func emitScanTargets(f *File, r *model.Resource) {
	Docf(f, "ScanTargets appends pointers to the columns that reads load, in the order of the table.")
	before := Id("r").Dot(embedded(r) + "ScanTargets").Call(Id("list"))
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("ScanTargets").Params(Id("list").Index().Any()).Index().Any().Block(
		Return(Append(appended(r, before, scanTarget, func(c model.Column) bool { return c.Computed == "" })...)))
}

func emitColumnValues(f *File, r *model.Resource) {
	Docf(f, "ColumnValues returns the columns, in the order of the table.")
	all := func(model.Column) bool { return true }
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("ColumnValues").Params().Index().Any().Block(
		Return(Append(appended(r, Id("r").Dot(embedded(r)+"ColumnValues").Call(), columnValue, all)...)))
}

// scanTarget writes the pointer that a read fills, columnValue the value of a column.
func scanTarget(c model.Column) *Statement {
	target := Op("&").Id("r").Dot(c.GoField)
	if c.Type.IsList() {
		return Parens(Op("*").String()).Parens(target)
	}
	return target
}

func columnValue(c model.Column) *Statement {
	value := Id("r").Dot(c.GoField)
	if c.Type.IsList() {
		return value.Dot("Column").Call()
	}
	return value
}

// appended lists the arguments of append for ScanTargets and ColumnValues: the first
// argument, and what is written of the wanted columns.
func appended(
	r *model.Resource, before Code, write func(model.Column) *Statement, wanted func(model.Column) bool,
) []Code {
	args := []Code{before}
	for _, c := range r.OwnColumns() {
		if !wanted(c) {
			continue
		}
		args = append(args, Line().Add(write(c)))
	}
	return append(args, Line())
}

// emitComputeColumns writes
//
//	func (r *<Event>) ComputeColumns() {
//		r.<TitleSearch> = text.Fold(r.<Title>)
//	}
func emitComputeColumns(f *File, r *model.Resource) {
	Docf(f, "ComputeColumns computes the columns that follow from others: "+
		"those that searches and orders compare, and times in UTC.")
	var lines []Code
	if r.FieldWithBehavior(dsl.Start) != nil {
		lines = append(lines, Id("r").Dot("schedule").Call().Dot("Derive").Call())
	}
	for _, fld := range r.ModelFields {
		if fld.Computed != nil {
			lines = append(lines, result(fld).Op("=").Add(computedField(r, fld)))
		}
	}
	for _, c := range r.Columns {
		if c.Computed != "" {
			lines = append(lines, Id("r").Dot(c.GoField).Op("=").Add(computed(c)))
		}
	}
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("ComputeColumns").Params().Block(lines...)
}

// emitLinksCache writes
//
//	func (r *<Event>) LinksCache() *string { return &r.LinkedIDs }
func emitLinksCache(f *File, r *model.Resource) {
	if len(r.ModelLinks) == 0 {
		return
	}
	Docf(f, "LinksCache points to the column with the IDs of linked records.")
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("LinksCache").Params().Op("*").String().Block(
		Return(Op("&").Id("r").Dot("LinkedIDs")))
}

// emitSchedule writes the method with the columns of the behaviors start, end,
// time zone and all day.
func emitSchedule(f *File, r *model.Resource) {
	start, end := r.FieldWithBehavior(dsl.Start), r.FieldWithBehavior(dsl.End)
	zone, day := r.FieldWithBehavior(dsl.TimeZone), r.FieldWithBehavior(dsl.AllDay)
	if start == nil || end == nil || zone == nil || day == nil {
		return
	}
	Docf(f, "schedule points to the columns with its times.")
	f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("schedule").Params().Add(ofCalendar(r, "Schedule")).Block(
		Return(Literal(ofCalendar(r, "Schedule"),
			Member("Start", Op("&").Id("r").Dot(start.Go)), Member("End", Op("&").Id("r").Dot(end.Go)),
			Member("StartUTC", Op("&").Id("r").Dot("UTCStartDate")), Member("EndUTC", Op("&").Id("r").Dot("UTCEndDate")),
			Member("TimeZone", Op("&").Id("r").Dot(zone.Go)), Member("AllDay", Op("&").Id("r").Dot(day.Go)),
			Member("Duration", Op("&").Id("r").Dot("Duration")),
		)))
}
