package golang

import (
	"fmt"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// maxPlain is the most characters of a plain text field, maxURL of an address.
const (
	maxPlain = 10000
	maxURL   = 2000
)

// EmitBody writes the body of writes: its fields, how they are read, checked
// and applied.
func EmitBody(r *model.Resource) *File {
	f := newFile(r.SourceFile, "The body of writes to "+r.Plural+".")
	Docf(f, "%sBody is what a write to %s sends: each field is absent, null or a value.", r.Go, r.Plural)
	var members []Code
	for _, fld := range r.ModelFields {
		members = append(members, Id(fld.Go).Add(GoText("param.Opt["+fld.InputType+"]")).Comment(fld.Name))
	}
	f.Type().Id(r.Go + "Body").Struct(members...)
	emitDecode(f, r)
	emitCheck(f, r)
	emitApply(f, r)
	emitRepeats(f, r)
	return f
}

// emitDecode writes
//
//	func (b *<Event>Body) Decode(d *param.Decoder, create bool) {
//		if create {
//			d.Missing("<title>", ...)
//		}
//		b.<Title> = d.String("<title>", param.NonEmpty())
//	}
func emitDecode(f *File, r *model.Resource) {
	Docf(f, "Decode reads the fields; on create those that are required must be there.")
	var required []Code
	var lines []Code
	for _, fld := range r.ModelFields {
		if fld.Required {
			required = append(required, Lit(fld.Name))
		}
		lines = append(lines, Id("b").Dot(fld.Go).Op("=").Add(GoText(decode(fld))))
	}
	lines = append([]Code{If(Id("create")).Block(Id("d").Dot("Missing").Call(required...))}, lines...)
	f.Func().Params(Id("b").Op("*").Id(r.Go+"Body")).Id("Decode").Params(Id("d").Add(GoText("*param.Decoder")), Id("create").Bool()).Block(lines...)
}

// decode returns the expression that reads a field.
func decode(f *model.Field) string {
	name := fmt.Sprintf("%q", f.Name)
	rules := []string{name}
	add := func(list ...string) { rules = append(rules, list...) }
	// Null is refused where a value cannot be cleared, unless the contract
	// names null as the default: it then means the same as nothing.
	if f.Default.Kind != dsl.DefaultNull {
		switch f.Shape {
		case model.ShapeFlag, model.ShapeAllDay, model.ShapeAuthor, model.ShapeStatus, model.ShapePublished, model.ShapeSlug, model.ShapeStart, model.ShapeEnd, model.ShapeName:
			add("param.NotNull()")
		case model.ShapeInteger, model.ShapeNumber:
			if !f.Nullable {
				add("param.NotNull()")
			}
		default: // Null clears text, costs, images and links.
		}
	}
	switch f.Shape {
	case model.ShapeFlag, model.ShapeAllDay:
		return "d.Boolean(" + strings.Join(rules, ", ") + ")"
	case model.ShapeAuthor, model.ShapeInteger:
		return "d.Integer(" + strings.Join(rules, ", ") + ")"
	case model.ShapeParent, model.ShapePostParent:
		return "d.Integer(" + name + ", param.Min(0))"
	case model.ShapeNumber:
		return "d.Number(" + strings.Join(rules, ", ") + ")"
	case model.ShapeMoney, model.ShapeWords:
		return "d.Any(" + name + ")"
	case model.ShapePosts, model.ShapeTerms:
		return "d.List(" + name + ")"
	case model.ShapeImage:
		add("param.FalseClears()", "param.ObjectByID()", fmt.Sprintf("param.MaxLength(%d)", maxURL))
	case model.ShapeURL:
		add(fmt.Sprintf("param.MaxLength(%d)", maxURL))
	case model.ShapeStart, model.ShapeEnd, model.ShapePublished, model.ShapeStatus:
		add("param.NonEmpty()")
	case model.ShapeName, model.ShapeSlug:
		add("param.NonEmpty()", fmt.Sprintf("param.MaxLength(%d)", maxPlain))
	case model.ShapePlain, model.ShapePassword, model.ShapeZone:
		add(fmt.Sprintf("param.MaxLength(%d)", maxPlain))
	default: // Form.HTML knows how long HTML may be.
	}
	return "d.String(" + strings.Join(rules, ", ") + ")"
}

// emitCheck writes the checks that need no record.
func emitCheck(f *File, r *model.Resource) {
	Docf(f, "Check notes values that no record could take.")
	var lines []Code
	for _, fld := range r.ModelFields {
		for _, line := range check(fld) {
			lines = append(lines, GoText(line))
		}
	}
	receiver := Id("b").Op("*").Id(r.Go + "Body")
	if len(lines) == 0 {
		f.Func().Params(Op("*").Id(r.Go + "Body")).Id("Check").Params(GoText("*runtime.Form")).Block()
		return
	}
	f.Func().Params(receiver).Id("Check").Params(Id("f").Add(GoText("*runtime.Form"))).Block(lines...)
}

// check returns the statements that check a field.
func check(f *model.Field) []string {
	call := func(method string) string { return fmt.Sprintf("f.%s(%q, b.%s)", method, f.Name, f.Go) }
	var lines []string
	if f.Extension != "" {
		lines = append(lines, fmt.Sprintf("f.Extension(%q, %q, b.%s.Sent())", f.Name, f.Extension, f.Go))
	}
	switch f.Shape {
	case model.ShapeStart, model.ShapeEnd, model.ShapePublished:
		lines = append(lines, call("Date"))
	case model.ShapeZone:
		lines = append(lines, call("TimeZone"))
	case model.ShapeStatus:
		lines = append(lines, call("Status"))
	case model.ShapeURL:
		lines = append(lines, call("URL"))
	case model.ShapeImage:
		lines = append(lines, call("Image"))
	case model.ShapeHTML:
		lines = append(lines, call("HTML"))
	case model.ShapeMoney:
		lines = append(lines, call("Money"))
	case model.ShapeWords:
		lines = append(lines, call("Words"))
	case model.ShapeNumber:
		if f.Min != f.Max {
			lines = append(lines, fmt.Sprintf("f.Range(%q, b.%s, %g, %g)", f.Name, f.Go, f.Min, f.Max))
		}
	case model.ShapePosts:
		lines = append(lines, fmt.Sprintf("f.Posts(%q, %s, b.%s)", f.Name, f.Link.To.KindVar, f.Go))
	case model.ShapeTerms:
		lines = append(lines, fmt.Sprintf("f.Terms(%q, %s, b.%s)", f.Name, f.Link.To.KindVar, f.Go))
	default: // Decode has checked all that can be.
	}
	return lines
}

// emitApply writes
//
//	func (b *<Event>Body) Apply(c *runtime.Change, m runtime.Model) {
//		r := m.(*<Event>)
//		c.Name("<title>", &r.<Title>, b.<Title>)
//		...
//	}
//
// Plain fields come first, then the behaviours that need them, then links.
func emitApply(f *File, r *model.Resource) {
	Docf(f, "Apply changes the record; what was not sent stays as it is.")
	lines := []Code{Id("r").Op(":=").Id("m").Assert(Op("*").Id(r.Go))}
	for _, fld := range r.ModelFields {
		if line := assign(fld); line != "" {
			lines = append(lines, GoText(line))
		}
	}
	lines = append(lines, behaviours(r)...)
	for _, fld := range r.ModelFields {
		switch fld.Shape {
		case model.ShapePosts:
			lines = append(lines, GoText(fmt.Sprintf("c.LinkPosts(%s, b.%s)", fld.Link.Var, fld.Go)))
		case model.ShapeTerms:
			lines = append(lines, GoText(fmt.Sprintf("c.LinkTerms(%s, b.%s)", fld.Link.Var, fld.Go)))
		default: // Applied above.
		}
	}
	f.Func().Params(Id("b").Op("*").Id(r.Go+"Body")).Id("Apply").
		Params(Id("c").Add(GoText("*runtime.Change")), Id("m").Add(GoText("runtime.Model"))).Block(lines...)
}

// assign returns the statement that applies a field by itself, "" for fields
// of a behaviour that takes several.
func assign(f *model.Field) string {
	target := "&r." + f.Go
	source := "b." + f.Go
	if f.Fallback.Func != "" {
		source = fmt.Sprintf("c.Unshown(r.%s, %s, %s)", f.Go, source, f.FallbackOf("c.View()", "r"))
	}
	if f.Setter != "" {
		return fmt.Sprintf("runtime.%s(c, %q, %s, %s)", f.Setter, f.Name, target, source)
	}
	switch f.Shape {
	case model.ShapeName:
		return fmt.Sprintf("c.Name(%q, %s, %s)", f.Name, target, source)
	case model.ShapePlain:
		if f.Text == dsl.TextEscaped {
			return fmt.Sprintf("runtime.SetHuman(%s, %s)", target, source)
		}
		return fmt.Sprintf("runtime.SetPlain(%s, %s)", target, source)
	case model.ShapeHTML:
		return fmt.Sprintf("c.HTML(%s, %s)", target, source)
	case model.ShapeURL:
		return fmt.Sprintf("runtime.SetText(%s, %s)", target, source)
	case model.ShapePassword:
		return fmt.Sprintf("runtime.SetText(&r.Password, %s)", source)
	case model.ShapeFlag:
		return flag(f, target, source)
	case model.ShapeInteger:
		return fmt.Sprintf("runtime.SetValue(%s, %s)", target, source)
	case model.ShapeNumber:
		if f.Nullable {
			return fmt.Sprintf("runtime.SetNullable(%s, %s)", target, source)
		}
		return fmt.Sprintf("runtime.SetValue(%s, %s)", target, source)
	case model.ShapeMoney:
		return fmt.Sprintf("c.Money(%s, %s)", target, source)
	case model.ShapeWords:
		return fmt.Sprintf("runtime.SetWords(%s, %s)", target, source)
	case model.ShapePostParent:
		return fmt.Sprintf("c.PostParent(%q, %s, %s)", f.Name, target, source)
	case model.ShapeImage:
		return fmt.Sprintf("c.Image(&r.Post, %q, %s)", f.Name, source)
	default:
		return ""
	}
}

// flag returns the statement that applies a boolean; one that is on until it
// is written is set on create.
func flag(f *model.Field, target, source string) string {
	if f.InitialValue || f.Default.Value == true {
		return fmt.Sprintf("c.Flag(%s, %s)", target, source)
	}
	return fmt.Sprintf("runtime.SetValue(%s, %s)", target, source)
}

// behaviours returns the statements of the behaviours that take several
// fields.
func behaviours(r *model.Resource) []Code {
	opt := func(role dsl.Behavior, typ string) string {
		if f := r.FieldWithBehavior(role); f != nil {
			return "b." + f.Go
		}
		return "param.Opt[" + typ + "]{}"
	}
	var lines []Code
	if r.Post() {
		lines = append(lines, Id("c").Dot("Publish").Call(Op("&").Id("r").Dot("Post"), Literal(GoText("runtime.Publication"),
			Member("Author", GoText(opt(dsl.Author, "int64"))), Member("Status", GoText(opt(dsl.Status, "string"))),
			Member("Date", GoText(opt(dsl.PublishDate, "string"))), Member("DateUTC", GoText(opt(dsl.PublishDateUTC, "string"))))))
	}
	if r.FieldWithBehavior(dsl.Start) != nil {
		lines = append(lines, Id("c").Dot("Schedule").Call(Id("r").Dot("schedule").Call(), Literal(GoText("runtime.ScheduleWrite"),
			Member("Start", GoText(opt(dsl.Start, "string"))), Member("End", GoText(opt(dsl.End, "string"))),
			Member("TimeZone", GoText(opt(dsl.TimeZone, "string"))), Member("AllDay", GoText(opt(dsl.AllDay, "bool"))))))
	}
	name := r.FieldWithBehavior(dsl.Name).Go
	if !r.Post() {
		lines = append(lines, GoText("c.Own(&r.Base)"))
		if f := r.FieldWithBehavior(dsl.Parent); f != nil {
			lines = append(lines, GoText("c.Parent(&r.Term, b."+f.Go+")"))
		}
		lines = append(lines, GoText("c.DistinctName(&r.Term, r."+name+")"))
	}
	return append(lines, GoText(fmt.Sprintf("c.Slug(&r.Base, r.%s, %s)", name, opt(dsl.Slug, "string"))))
}

// emitRepeats writes the comparison that finds a record which a create would
// only repeat: every field that was sent equals the stored one.
func emitRepeats(f *File, r *model.Resource) {
	Docf(f, "Repeats reports whether every field that was sent, but for name, author, date and status, equals the stored record's, letter case aside.")
	params := []Code{Id("fresh").Op(",").Id("stored").Add(GoText("runtime.Model"))}
	if !r.FindOrCreate || len(comparisons(r)) == 0 { // Where nothing is compared, nothing differs.
		f.Func().Params(Op("*").Id(r.Go + "Body")).Id("Repeats").Params(Op("_, _").Add(GoText("runtime.Model"))).Bool().Block(Return(Lit(r.FindOrCreate)))
		return
	}
	lines := []Code{List(Id("x"), Id("y")).Op(":=").List(Id("fresh").Assert(Op("*").Id(r.Go)), Id("stored").Assert(Op("*").Id(r.Go)))}
	condition := &Statement{}
	for i, line := range comparisons(r) {
		if i > 0 {
			condition.Op("&&").Line()
		}
		condition.Add(GoText(line))
	}
	lines = append(lines, Return(condition))
	f.Func().Params(Id("b").Op("*").Id(r.Go + "Body")).Id("Repeats").Params(params...).Bool().Block(lines...)
}

// comparisons returns the conditions of emitRepeats.
func comparisons(r *model.Resource) []string {
	var list []string
	for _, f := range r.ModelFields {
		x, y := "x."+f.Go, "y."+f.Go
		switch f.Shape {
		case model.ShapeName, model.ShapeAuthor, model.ShapePublished, model.ShapeStatus, model.ShapePosts, model.ShapeTerms:
			continue
		case model.ShapeImage:
			x, y = "x.ImageID", "y.ImageID"
		case model.ShapePassword:
			x, y = "x.Password", "y.Password"
		default: // Stored under the field's own name.
		}
		if f.Shape == model.ShapeNumber && f.Nullable {
			list = append(list, fmt.Sprintf("(!b.%s.Sent() || runtime.Equal(%s, %s))", f.Go, x, y))
			continue
		}
		if f.RecordType == "string" {
			list = append(list, fmt.Sprintf("(!b.%s.Sent() || strings.EqualFold(%s, %s))", f.Go, x, y))
			continue
		}
		list = append(list, fmt.Sprintf("(!b.%s.Sent() || %s == %s)", f.Go, x, y))
	}
	return list
}
