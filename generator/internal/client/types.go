package client

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/golang"
	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// emitClientTypes writes what the client knows about a resource.
func emitClientTypes(r *model.Resource) *File {
	f := newClientFile(r.SourceFile, "What the client knows about "+r.Plural+".")
	golang.Docf(f, "%sService reads and writes %s.", r.Client, r.Plural)
	service := Id(clientService(r)).Types(clientParameters(r)...)
	if len(r.ModelActions) > 0 {
		f.Type().Id(r.Client + "Service").Struct(service)
	} else {
		f.Type().Id(r.Client + "Service").Op("=").Add(service)
	}
	emitClientEnums(f, r)
	emitClientRecord(f, r)
	emitClientTimes(f, r)
	emitClientParams(f, r)
	emitClientFields(f, r)
	emitClientActions(f, r)
	emitClientRefs(f, r)
	return f
}

// emitClientEnums writes for each enumeration
//
//	type <VenueAccess> string
//	const (
//		// <VenueAccessRamp> is the value "<ramp>".
//		<VenueAccessRamp> <VenueAccess> = "<ramp>"
//	)
func emitClientEnums(f *File, r *model.Resource) {
	for _, fld := range r.ModelFields {
		if fld.Enum == nil {
			continue
		}
		name := enumType(r, fld)
		golang.Docf(f, "%s is a value of the field %s of %s.", name, fld.Name, r.Plural)
		f.Type().Id(name).String()
		var values []Code
		for _, word := range fld.Enum {
			constant := enumConstant(r, fld, word)
			values = append(values, Commentf("%s is the value %q.", constant, word), Id(constant).Id(name).Op("=").Lit(word))
		}
		f.Const().Defs(values...)
	}
}

// emitClientRecord writes
//
//	type <Event> struct {
//		Received `json:"-"`
//		<Title> string `json:"<title>"` // ...
//	}
func emitClientRecord(f *File, r *model.Resource) {
	golang.Docf(f, "%s is one of %s as returned.", r.Client, r.Plural)
	members := []Code{Id("Received").Tag(map[string]string{"json": "-"})}
	for _, o := range r.ModelResponseFields {
		typ, tag := responseType(o), o.Key
		if o.Response == model.ResponseAmount && o.Field.Nullable {
			typ = "Opt[Money]"
		}
		if o.Field != nil {
			typ = valueType(r, o.Field, typ)
		}
		embedded := o.Field != nil && o.Field.Link != nil && len(r.Backlinks) > 0
		if o.OmitEmpty || embedded || strings.HasPrefix(typ, "Opt[") {
			tag += ",omitzero"
		}
		if embedded {
			o.Doc += "; none inside other records"
		}
		code := Id(typ)
		if typ == "" {
			code = Qual("encoding/json", "RawMessage")
		}
		members = append(members, Id(o.Go).Add(code).Tag(map[string]string{"json": tag}).Comment(o.Doc))
	}
	f.Type().Id(r.Client).Struct(members...)
}

// responseTypes are the types of response fields in the client.  What is in none of them
// stays JSON.
var responseTypes = map[model.Response]string{
	model.ResponseText:           "string",
	model.ResponseWallTime:       "WallTime",
	model.ResponseUser:           "UserID",
	model.ResponseInteger:        "int64",
	model.ResponseNumber:         "float64",
	model.ResponseFlag:           "bool",
	model.ResponseTexts:          "[]string",
	model.ResponseOptionalFlag:   "Opt[bool]",
	model.ResponseOptionalNumber: "Opt[float64]",
	model.ResponseOptionalText:   "Opt[string]",
	model.ResponseDecimal:        "string",
	model.ResponseAmount:         "Money",
	model.ResponseDateDetails:    "DateDetails",
	model.ResponseCostDetails:    "CostDetails",
	model.ResponseTextList:       "[]string",
	model.ResponseIntegerList:    "[]int64",
	model.ResponseWords:          "Many[string]",
	model.ResponseImage:          "Image",
	model.ResponseImageOrFalse:   "Image",
	model.ResponseTerms:          "[]LinkedTerm",
	model.ResponseTermURLs:       "TermURLs",
	model.ResponseSeries:         "*Series",
	model.ResponseRecurrenceID:   "WallTime",
}

// responseType returns the type of a field of a response in the client, "" for
// JSON.
func responseType(o model.ResponseField) string {
	if o.Response == model.ResponsePosts || o.Response == model.ResponseOneOrMany {
		return "Many[" + o.Field.Link.To.Client + "]"
	}
	if o.Response == model.ResponseOneOrNull && o.Field.Link.To.Term() {
		return "*LinkedTerm"
	}
	if o.Response == model.ResponseOneOrNull {
		return "*" + o.Field.Link.To.Client
	}
	return responseTypes[o.Response]
}

// emitClientTimes writes, for records with a start and an end,
//
//	func (r *<Event>) StartTime() (time.Time, error) { return instant(r.UTCStartDate, r.<Timezone>) }
func emitClientTimes(f *File, r *model.Resource) {
	zone := r.FieldWithBehavior(dsl.TimeZone)
	if zone == nil || !shows(r, zone.Name) {
		return
	}
	for _, m := range []struct{ name, key, field, what string }{
		{"StartTime", "utc_start_date", "UTCStartDate", "start"}, {"EndTime", "utc_end_date", "UTCEndDate", "end"},
	} {
		if !shows(r, m.key) ||
			slices.ContainsFunc(r.ModelResponseFields, func(o model.ResponseField) bool { return o.Go == m.name }) {
			continue
		}
		golang.Docf(f, "%s returns the %s in the time zone of the record.", m.name, m.what)
		f.Func().Params(Id("r").Op("*").Id(r.Client)).Id(m.name).Params().Params(Qual("time", "Time"), Error()).Block(
			Return(Id("instant").Call(Id("r").Dot(m.field), Id("r").Dot(zone.Go))))
	}
}

func shows(r *model.Resource, key string) bool {
	return slices.ContainsFunc(r.ModelResponseFields, func(o model.ResponseField) bool { return o.Key == key })
}

// emitClientParams writes
//
//	type <Event>Params struct {
//		<Featured> Opt[bool] `json:"<featured>,omitzero"` // ...
//	}
func emitClientParams(f *File, r *model.Resource) {
	golang.Docf(f, "%sParams are the parameters of a list of %s.", r.Client, r.Plural)
	var members []Code
	for _, p := range r.ParamSpecs() {
		typ := golang.ParamType(r, p)
		if p.Operation == dsl.OpLinkedTo && r.ByName[p.Target].Term() {
			typ = "[]" + r.ByName[p.Target].Client + "Ref"
		}
		fld, owner := comparedValue(r, p)
		switch {
		case p.Type == dsl.TypeDecimal:
			typ = ownTypes[p.Type]
		case typ == "decimal.Amount":
			typ = "string"
		case fld != nil && fld.Type != dsl.TypeMoney:
			typ = valueType(owner, fld, typ)
		}
		text := p.Doc
		if values := r.EnumOf(p); len(values) > 0 {
			text += ": " + strings.Join(values, ", ")
		}
		members = append(members, clientMember(p.Name, typ, text, p.Extension, p.Default, p.Deprecation)...)
	}
	f.Type().Id(r.Client + "Params").Struct(members...)
}

// comparedValue returns the field with whose values a parameter is compared, nil if it
// is none, and the resource of the field.
func comparedValue(r *model.Resource, p dsl.ParamSpec) (*model.Field, *model.Resource) {
	switch p.Operation {
	case dsl.OpEquals, dsl.OpIn, dsl.OpAtLeast, dsl.OpAtMost:
		f, link := r.Compared(p)
		if link != nil {
			r = link.To
		}
		return f, r
	default:
		return nil, nil
	}
}

// emitClientFields writes the fields of writes in the same form.
func emitClientFields(f *File, r *model.Resource) {
	golang.Docf(f, "%sFields are what writes of %s take.", r.Client, r.Plural)
	f.Type().Id(r.Client + "Fields").Struct(clientFields(r, r.WrittenFields(), "required on create")...)
}

// clientFields writes members for fields that writes take; required says when some are needed.
func clientFields(r *model.Resource, fields []*model.Field, required string) []Code {
	var members []Code
	for _, fld := range fields {
		text := fld.Doc
		if limits := fld.Limits(); limits != "" {
			text += "; " + limits
		}
		if fld.Required {
			text += "; " + required
		}
		members = append(members,
			clientMember(fld.Name, clientType(r, fld), text, fld.Extension, fld.Default, fld.Deprecation)...)
	}
	return members
}

// emitClientActions writes for each action
//
//	type <Order><Pay>Fields struct { ... }
//	func (s *<Order>Service) <Pay>(
//		ctx context.Context, id int64, fields <Order><Pay>Fields, options ...RequestOption,
//	) (*<Order>, error) {
//		return s.one(ctx, http.MethodPost, s.byID(id)+"/<pay>", fields, options)
//	}
func emitClientActions(f *File, r *model.Resource) {
	for _, a := range r.ModelActions {
		params := []Code{Id("ctx").Qual("context", "Context"), Id("id").Int64()}
		sent := Nil()
		if len(a.Fields) > 0 {
			fields := r.Client + a.Go + "Fields"
			golang.Docf(f, "%s are what the action %s of %s takes.", fields, a.Name, r.Plural)
			var taken []*model.Field
			for _, fld := range a.Fields {
				taken = append(taken, a.Argument(fld))
			}
			f.Type().Id(fields).Struct(clientFields(r, taken, "required")...)
			params, sent = append(params, Id("fields").Id(fields)), Id("fields")
		}
		params = append(params, Id("options").Op("...").Id("RequestOption"))
		golang.Docf(f, "%s performs the action %s. %s", a.Go, a.Name, a.Sentence(r))
		f.Func().Params(Id("s").Op("*").Id(r.Client+"Service")).Id(a.Go).Params(params...).
			Params(Op("*").Id(r.Client), Error()).Block(Return(Id("s").Dot("one").Call(
			Id("ctx"), Qual("net/http", "MethodPost"), Id("s").Dot("byID").Call(Id("id")).Op("+").Lit("/"+a.Name), sent,
			Id("options"))))
	}
}

// clientType returns the type of a field in what the client sends.
func clientType(r *model.Resource, f *model.Field) string {
	switch {
	case f.IsToOne():
		return "Ref[" + f.Link.To.Client + "Fields]"
	case f.Link != nil:
		return "[]Ref[" + f.Link.To.Client + "Fields]" // The compiler fails at a circle of its alias.
	case f.Shape == model.ShapeRecurrence:
		return "Recurrence"
	case f.InputType == "any":
		return "[]string"
	}
	return valueType(r, f, f.InputType)
}

// ownTypes are the types of dates and exact numbers in the client.
var ownTypes = map[dsl.Type]string{
	dsl.TypeDate: "Date", dsl.TypeTime: "TimeOfDay", dsl.TypeTimestamp: "Timestamp",
	dsl.TypeDecimal: "Decimal", dsl.TypeMoney: "Money",
}

// valueType returns the type of a value of a field in the client: one of its own, or
// typ, which may be optional or a list.
func valueType(r *model.Resource, f *model.Field, typ string) string {
	own := ownTypes[f.Type]
	if f.Enum != nil {
		own = enumType(r, f)
	}
	switch {
	case own == "":
		return typ
	case strings.HasPrefix(typ, "Opt["):
		return "Opt[" + own + "]"
	case strings.HasPrefix(typ, "[]"):
		return "[]" + own
	default:
		return own
	}
}

// clientMember writes a parameter or field, with what the documentation says
// about it.
func clientMember(name, typ, text, extension string, def dsl.Default, deprecated dsl.Deprecation) []Code {
	if def.Kind == dsl.DefaultValue || def.Kind == dsl.DefaultComputed {
		text += fmt.Sprintf("; by default %s", model.DefaultText(def))
	}
	if extension != "" {
		text += "; needs the " + extension + " extension"
	}
	var lines []Code
	if deprecated.IsSet() {
		lines = append(lines, Comment("Deprecated: since "+deprecated.Since+", "+deprecated.Replacement+"."))
	}
	return append(lines,
		Id(model.GoName(name)).Op("Opt").Types(Op(typ)).Tag(map[string]string{"json": name + ",omitzero"}).Comment(text))
}

// emitClientRefs writes the functions that name a record in links of others.
func emitClientRefs(f *File, r *model.Resource) {
	if len(r.Backlinks) == 0 {
		return
	}
	ref := r.Client + "Ref"
	golang.Docf(f, "%s names %s in links of other records.", ref, model.Article(r.Name))
	f.Type().Id(ref).Op("=").Id("Ref").Types(Id(r.Client + "Fields"))
	golang.Docf(f, "%sID names %s by its ID.", r.Client, model.Article(r.Name))
	f.Func().Id(r.Client + "ID").Params(Id("id").Int64()).Id(ref).Block(Return(Id(ref).Values(Id("id"))))
	if !r.Term() {
		golang.Docf(f, "New%s describes %s that is made together with the link.", r.Client, model.Article(r.Name))
		f.Func().Id("New" + r.Client).Params(Id("fields").Id(r.Client + "Fields")).Id(ref).
			Block(Return(Id(ref).Values(Id("fields"))))
		return
	}
	golang.Docf(f, "%sNamed names %s by its slug or name; a write makes one of a name that is unknown.",
		r.Client, model.Article(r.Name))
	f.Func().Id(r.Client + "Named").Params(Id("name").String()).Id(ref).Block(Return(Id(ref).Values(Id("name"))))
}
