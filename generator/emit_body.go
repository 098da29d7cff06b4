package generator

import (
	"fmt"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/resources/dsl"
)

// maxPlain is the most characters of a plain text field, maxURL of an address.
const (
	maxPlain = 10000
	maxURL   = 2000
)

// emitBody writes the body of writes: its fields, how they are read, checked
// and applied.
func emitBody(r *resource) *File {
	f := newFile(r.Source, "The body of writes to "+r.Plural+".")
	docf(f, "%sBody is what a write to %s sends: each field is absent, null or a value.", r.Go, r.Plural)
	var members []Code
	for _, fld := range r.fields {
		members = append(members, Id(fld.Go).Add(code("param.Opt["+fld.Written+"]")).Comment(fld.Name))
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
func emitDecode(f *File, r *resource) {
	docf(f, "Decode reads the fields; on create those that are required must be there.")
	var required []Code
	var lines []Code
	for _, fld := range r.fields {
		if fld.Must {
			required = append(required, Lit(fld.Name))
		}
		lines = append(lines, Id("b").Dot(fld.Go).Op("=").Add(code(fld.decode())))
	}
	lines = append([]Code{If(Id("create")).Block(Id("d").Dot("Missing").Call(required...))}, lines...)
	f.Func().Params(Id("b").Op("*").Id(r.Go+"Body")).Id("Decode").Params(Id("d").Add(code("*param.Decoder")), Id("create").Bool()).Block(lines...)
}

// decode returns the expression that reads a field.
func (f *field) decode() string {
	name := fmt.Sprintf("%q", f.Name)
	rules := []string{name}
	add := func(list ...string) { rules = append(rules, list...) }
	// Null is refused where a value cannot be cleared, unless the contract
	// names null as the default: it then means the same as nothing.
	if f.Default.Kind != dsl.NullDefault {
		switch f.shape {
		case shapeFlag, shapeAllDay, shapeAuthor, shapeStatus, shapePublished, shapeSlug, shapeStart, shapeEnd, shapeName:
			add("param.NotNull()")
		case shapeInteger, shapeNumber:
			if !f.Null {
				add("param.NotNull()")
			}
		default: // Null clears text, costs, images and links.
		}
	}
	switch f.shape {
	case shapeFlag, shapeAllDay:
		return "d.Boolean(" + strings.Join(rules, ", ") + ")"
	case shapeAuthor, shapeInteger:
		return "d.Integer(" + strings.Join(rules, ", ") + ")"
	case shapeParent, shapePostParent:
		return "d.Integer(" + name + ", param.Min(0))"
	case shapeNumber:
		return "d.Number(" + strings.Join(rules, ", ") + ")"
	case shapeMoney, shapeWords:
		return "d.Any(" + name + ")"
	case shapePosts, shapeTerms:
		return "d.List(" + name + ")"
	case shapeImage:
		add("param.FalseClears()", fmt.Sprintf("param.MaxLength(%d)", maxURL))
	case shapeURL:
		add(fmt.Sprintf("param.MaxLength(%d)", maxURL))
	case shapeStart, shapeEnd, shapePublished, shapeStatus:
		add("param.NonEmpty()")
	case shapeName, shapeSlug:
		add("param.NonEmpty()", fmt.Sprintf("param.MaxLength(%d)", maxPlain))
	case shapePlain, shapePassword, shapeZone:
		add(fmt.Sprintf("param.MaxLength(%d)", maxPlain))
	default: // HTML is as long as a body may be.
	}
	return "d.String(" + strings.Join(rules, ", ") + ")"
}

// emitCheck writes the checks that need no record.
func emitCheck(f *File, r *resource) {
	docf(f, "Check notes values that no record could take.")
	var lines []Code
	for _, fld := range r.fields {
		for _, line := range fld.check() {
			lines = append(lines, code(line))
		}
	}
	receiver := Id("b").Op("*").Id(r.Go + "Body")
	if len(lines) == 0 {
		f.Func().Params(Op("*").Id(r.Go + "Body")).Id("Check").Params(code("*runtime.Form")).Block()
		return
	}
	f.Func().Params(receiver).Id("Check").Params(Id("f").Add(code("*runtime.Form"))).Block(lines...)
}

// check returns the statements that check a field.
func (f *field) check() []string {
	call := func(method string) string { return fmt.Sprintf("f.%s(%q, b.%s)", method, f.Name, f.Go) }
	var lines []string
	if f.Extension != "" {
		lines = append(lines, fmt.Sprintf("f.Extension(%q, %q, b.%s.Sent())", f.Name, f.Extension, f.Go))
	}
	switch f.shape {
	case shapeStart, shapeEnd, shapePublished:
		lines = append(lines, call("Date"))
	case shapeZone:
		lines = append(lines, call("TimeZone"))
	case shapeStatus:
		lines = append(lines, call("Status"))
	case shapeURL:
		lines = append(lines, call("URL"))
	case shapeImage:
		lines = append(lines, call("Image"))
	case shapeMoney:
		lines = append(lines, call("Money"))
	case shapeWords:
		lines = append(lines, call("Words"))
	case shapeNumber:
		if f.Low != f.High {
			lines = append(lines, fmt.Sprintf("f.Range(%q, b.%s, %g, %g)", f.Name, f.Go, f.Low, f.High))
		}
	case shapePosts:
		lines = append(lines, fmt.Sprintf("f.Posts(%q, %s, b.%s)", f.Name, f.link.To.Kind, f.Go))
	case shapeTerms:
		lines = append(lines, fmt.Sprintf("f.Terms(%q, %s, b.%s)", f.Name, f.link.To.Kind, f.Go))
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
func emitApply(f *File, r *resource) {
	docf(f, "Apply changes the record; what was not sent stays as it is.")
	lines := []Code{Id("r").Op(":=").Id("m").Assert(Op("*").Id(r.Go))}
	for _, fld := range r.fields {
		if line := fld.assign(); line != "" {
			lines = append(lines, code(line))
		}
	}
	lines = append(lines, r.behaviours()...)
	for _, fld := range r.fields {
		switch fld.shape {
		case shapePosts:
			lines = append(lines, code(fmt.Sprintf("c.LinkPosts(%s, b.%s)", fld.link.Var, fld.Go)))
		case shapeTerms:
			lines = append(lines, code(fmt.Sprintf("c.LinkTerms(%s, b.%s)", fld.link.Var, fld.Go)))
		default: // Applied above.
		}
	}
	f.Func().Params(Id("b").Op("*").Id(r.Go+"Body")).Id("Apply").
		Params(Id("c").Add(code("*runtime.Change")), Id("m").Add(code("runtime.Model"))).Block(lines...)
}

// assign returns the statement that applies a field by itself, "" for fields
// of a behaviour that takes several.
func (f *field) assign() string {
	target := "&r." + f.Go
	source := "b." + f.Go
	if f.Setter != "" {
		return fmt.Sprintf("runtime.%s(c, %q, %s, %s)", f.Setter, f.Name, target, source)
	}
	switch f.shape {
	case shapeName:
		return fmt.Sprintf("c.Name(%q, %s, %s)", f.Name, target, source)
	case shapePlain:
		if f.Text == dsl.Human {
			return fmt.Sprintf("runtime.SetHuman(%s, %s)", target, source)
		}
		return fmt.Sprintf("runtime.SetPlain(%s, %s)", target, source)
	case shapeHTML:
		return fmt.Sprintf("runtime.SetHTML(%s, %s)", target, source)
	case shapeURL:
		return fmt.Sprintf("runtime.SetText(%s, %s)", target, source)
	case shapePassword:
		return fmt.Sprintf("runtime.SetText(&r.Password, %s)", source)
	case shapeFlag:
		return f.flag(target, source)
	case shapeInteger:
		return fmt.Sprintf("runtime.SetValue(%s, %s)", target, source)
	case shapeNumber:
		if f.Null {
			return fmt.Sprintf("runtime.SetNullable(%s, %s)", target, source)
		}
		return fmt.Sprintf("runtime.SetValue(%s, %s)", target, source)
	case shapeMoney:
		return fmt.Sprintf("c.Money(%s, %s)", target, source)
	case shapeWords:
		return fmt.Sprintf("runtime.SetWords(%s, %s)", target, source)
	case shapePostParent:
		return fmt.Sprintf("c.PostParent(%q, %s, %s)", f.Name, target, source)
	case shapeImage:
		return fmt.Sprintf("c.Image(&r.Post, %q, %s)", f.Name, source)
	default:
		return ""
	}
}

// flag returns the statement that applies a boolean; one that is on until it
// is written is set on create.
func (f *field) flag(target, source string) string {
	if f.On || f.Default.Value == true {
		return fmt.Sprintf("c.Flag(%s, %s)", target, source)
	}
	return fmt.Sprintf("runtime.SetValue(%s, %s)", target, source)
}

// behaviours returns the statements of the behaviours that take several
// fields.
func (r *resource) behaviours() []Code {
	opt := func(role dsl.Role, typ string) string {
		if f := r.role(role); f != nil {
			return "b." + f.Go
		}
		return "param.Opt[" + typ + "]{}"
	}
	var lines []Code
	if r.post() {
		lines = append(lines, Id("c").Dot("Publish").Call(Op("&").Id("r").Dot("Post"), literal(code("runtime.Publication"),
			member("Author", code(opt(dsl.Author, "int64"))), member("Status", code(opt(dsl.Status, "string"))),
			member("Date", code(opt(dsl.Published, "string"))), member("DateUTC", code(opt(dsl.PublishedUTC, "string"))))))
	}
	if r.role(dsl.Start) != nil {
		lines = append(lines, Id("c").Dot("Schedule").Call(Id("r").Dot("schedule").Call(), literal(code("runtime.ScheduleWrite"),
			member("Start", code(opt(dsl.Start, "string"))), member("End", code(opt(dsl.End, "string"))),
			member("TimeZone", code(opt(dsl.TimeZone, "string"))), member("AllDay", code(opt(dsl.AllDay, "bool"))))))
	}
	name := r.role(dsl.Name).Go
	if !r.post() {
		lines = append(lines, code("c.Own(&r.Base)"))
		if f := r.role(dsl.Parent); f != nil {
			lines = append(lines, code("c.Parent(&r.Term, b."+f.Go+")"))
		}
		lines = append(lines, code("c.DistinctName(&r.Term, r."+name+")"))
	}
	return append(lines, code(fmt.Sprintf("c.Slug(&r.Base, r.%s, %s)", name, opt(dsl.Slug, "string"))))
}

// emitRepeats writes the comparison that finds a record which a create would
// only repeat: every field that was sent equals the stored one.
func emitRepeats(f *File, r *resource) {
	docf(f, "Repeats reports whether every field that was sent, but for name, author, date and status, equals the stored record's.")
	params := []Code{Id("fresh").Op(",").Id("stored").Add(code("runtime.Model"))}
	if !r.FindSame || len(r.comparisons()) == 0 { // Where nothing is compared, nothing differs.
		f.Func().Params(Op("*").Id(r.Go + "Body")).Id("Repeats").Params(Op("_, _").Add(code("runtime.Model"))).Bool().Block(Return(Lit(r.FindSame)))
		return
	}
	lines := []Code{List(Id("x"), Id("y")).Op(":=").List(Id("fresh").Assert(Op("*").Id(r.Go)), Id("stored").Assert(Op("*").Id(r.Go)))}
	condition := &Statement{}
	for i, line := range r.comparisons() {
		if i > 0 {
			condition.Op("&&").Line()
		}
		condition.Add(code(line))
	}
	lines = append(lines, Return(condition))
	f.Func().Params(Id("b").Op("*").Id(r.Go + "Body")).Id("Repeats").Params(params...).Bool().Block(lines...)
}

// comparisons returns the conditions of emitRepeats.
func (r *resource) comparisons() []string {
	var list []string
	for _, f := range r.fields {
		x, y := "x."+f.Go, "y."+f.Go
		switch f.shape {
		case shapeName, shapeAuthor, shapePublished, shapeStatus, shapePosts, shapeTerms:
			continue
		case shapeImage:
			x, y = "x.ImageID", "y.ImageID"
		case shapePassword:
			x, y = "x.Password", "y.Password"
		default: // Stored under the field's own name.
		}
		if f.shape == shapeNumber && f.Null {
			list = append(list, fmt.Sprintf("(!b.%s.Sent() || runtime.Equal(%s, %s))", f.Go, x, y))
			continue
		}
		list = append(list, fmt.Sprintf("(!b.%s.Sent() || %s == %s)", f.Go, x, y))
	}
	return list
}
