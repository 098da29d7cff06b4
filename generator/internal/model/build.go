package model

import (
	"errors"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// Model is the whole description with every name and type decided. Emitters
// read it and decide no names.
type Model struct {
	API       dsl.API
	Resources []*Resource
}

// Resource is one described resource.
type Resource struct {
	dsl.Resource
	Go                  string // Name of the record type, Event.
	GoPlural            string // Events.
	Client              string // Name of the record type in the Go client, Event.
	ResourceVar         string // Variable of the resource, eventResource.
	View                string // Name of the type of responses, EventView.
	SourceFile          string // File of the description.
	FormerPlural        string // Of what it was renamed from, which nothing else has now; "" for none.
	ModelFields         []*Field
	Columns             []Column
	ModelResponseFields []ResponseField
	ModelLinks          []*Link
	ModelActions        []Action
	Backlinks           []*Link // Links of other resources to this one.
	ByName              map[string]*Resource
}

// Field is one field with its Go types.
type Field struct {
	dsl.FieldSpec
	Go         string // Name in structs.
	Shape      Shape
	RecordType string // Type of the stored struct member; "" if it has none, or holds linked records.
	InputType  string // Type inside param.Opt in the request body.
	Response   Response
	Link       *Link
	Of         *Resource // Whose field it is.
}

// Action is one action with its Go names.
type Action struct {
	dsl.ActionSpec
	Go     string   // Name in Go, MarkLate for mark-late.
	Var    string   // Variable of the action, orderMarkLateAction.
	Body   string   // Type of what requests send, OrderMarkLateBody.
	Fields []*Field // That the request may send.
}

// Argument returns a field as requests of the action send it: none has a default, and those that are
// needed are a value.
func (a Action) Argument(f *Field) *Field {
	sent := *f
	if sent.Default.Kind != dsl.DefaultNull {
		sent.Default = dsl.Default{}
	}
	if sent.Required = slices.Contains(a.Needed, f.Name); sent.Required {
		sent.Nullable, sent.Default = false, dsl.Default{}
	}
	return &sent
}

// Words returns the name in words, with a capital.
func (a Action) Words() string {
	return strings.ToUpper(a.Name[:1]) + strings.ReplaceAll(a.Name[1:], "-", " ")
}

// Sentence says for readers what the action does and where it is possible.
func (a Action) Sentence(r *Resource) string {
	text := strings.TrimSuffix(a.Doc, ".") + "."
	for _, value := range a.Values {
		f := r.FieldNamed(value.Field)
		if f == nil || len(f.Transitions) == 0 {
			continue
		}
		var from []string
		for _, word := range f.Enum {
			if slices.Contains(f.Next()[word], value.Value.(string)) {
				from = append(from, word)
			}
		}
		text += fmt.Sprintf(" Possible while %s is %s.", f.Name, strings.Join(from, " or "))
	}
	return text
}

// Link is a many-to-many relation between two resources.
type Link struct {
	Field              dsl.FieldSpec
	Var                string // Variable with the link, eventVenueLink.
	Table              string
	SourceColumn       string // ID of the record with the field.
	TargetColumn       string // ID of the target.
	DenormalizedColumn string // Column of From that is copied to the table; "" for none.
	From               *Resource
	To                 *Resource
}

// Build decides every name and type of a description. An invalid one is built as
// far as it can be compared with the release, so that all its errors are reported
// at once; the error has those of the keys of responses.
func Build(described []dsl.Resource) (*Model, error) {
	m := &Model{}
	byName := map[string]*Resource{}
	for _, d := range described {
		r := &Resource{Resource: d, Go: GoName(d.Name), GoPlural: GoName(d.Plural), SourceFile: d.File(), ByName: byName}
		r.ResourceVar, r.View = LowerFirst(r.Go)+"Resource", r.Go+"View"
		byName[d.Name] = r
		m.Resources = append(m.Resources, r)
	}
	for _, r := range m.Resources {
		r.buildFields()
	}
	var errs []error
	for _, r := range m.Resources {
		r.buildColumns()
		if r.Kind != dsl.KindInternal {
			outputs, err := r.buildResponseFields()
			r.ModelResponseFields, errs = outputs, append(errs, err)
		}
	}
	return m, errors.Join(errs...)
}

// Records returns the resources that have routes.
func (m *Model) Records() []*Resource {
	return slices.DeleteFunc(slices.Clone(m.Resources), func(r *Resource) bool { return r.Kind == dsl.KindInternal })
}

// Post reports whether the resource has author, status and dates.
func (r *Resource) Post() bool { return r.Kind == dsl.KindPost }

// Term reports whether the resource has counts and a taxonomy.
func (r *Resource) Term() bool { return r.Kind == dsl.KindTerm }

// Named reports whether the resource has a name, a slug, an author and a language.
func (r *Resource) Named() bool { return r.Post() || r.Term() }

// WrittenFields returns the fields that writes send: all but computed ones.
func (r *Resource) WrittenFields() []*Field {
	return slices.DeleteFunc(slices.Clone(r.ModelFields), func(f *Field) bool { return f.Computed != nil })
}

// IDSequence returns the table that assigns the IDs of a resource with routes.
func (r *Resource) IDSequence() string {
	switch {
	case r.Post():
		return "post_id_sequence"
	case r.Term():
		return "term_id_sequence"
	case r.IDTable != "":
		return r.IDTable
	}
	return r.Name + "_id_sequence"
}

// buildFields decides names and types of the fields.
func (r *Resource) buildFields() {
	for _, d := range r.FieldSpecs() {
		f := &Field{FieldSpec: d, Go: GoName(d.Name), Of: r}
		f.Shape = r.shapeOf(d)
		types := shapes[f.Shape]
		f.RecordType, f.InputType, f.Response = types.record, types.input, types.response
		if d.Nullable {
			f.RecordType, f.Response = "*"+f.RecordType, optional[f.Response]
		}
		if (f.Shape == ShapePosts || f.Shape == ShapeTerms) && r.ByName[d.Target] != nil {
			f.Link = r.buildLink(d)
		}
		r.ModelFields = append(r.ModelFields, f)
	}
	for _, spec := range r.ActionSpecs() {
		name := GoName(strings.ReplaceAll(spec.Name, "-", "_"))
		a := Action{ActionSpec: spec, Go: name, Var: LowerFirst(r.Go) + name + "Action", Body: r.Go + name + "Body"}
		for _, input := range spec.Input {
			if f := r.FieldNamed(input); f != nil {
				a.Fields = append(a.Fields, f)
			}
		}
		r.ModelActions = append(r.ModelActions, a)
	}
}

// optional are the forms in responses of fields that may be null.
var optional = map[Response]Response{
	ResponseNumber: ResponseOptionalNumber, ResponseText: ResponseOptionalText,
	ResponseDecimal: ResponseOptionalText, ResponseAmount: ResponseAmount,
}

// buildLink decides the names of a relation.
func (r *Resource) buildLink(d dsl.FieldSpec) *Link {
	to := r.ByName[d.Target]
	table := r.Name + "_" + to.Plural
	for _, other := range r.ModelLinks {
		if other.To == to {
			table = r.Name + "_" + d.Name
		}
	}
	l := &Link{
		Field: d, Var: LowerFirst(r.Go) + GoName(d.Name) + "Link", Table: table,
		SourceColumn: r.Name + "_id", TargetColumn: to.Name + "_id", DenormalizedColumn: d.Denormalize, From: r, To: to,
	}
	r.ModelLinks = append(r.ModelLinks, l)
	to.Backlinks = append(to.Backlinks, l)
	return l
}

// FieldWithBehavior returns the field with a behavior, nil if there is none.
func (r *Resource) FieldWithBehavior(role dsl.Behavior) *Field {
	for _, f := range r.ModelFields {
		if f.Behavior == role {
			return f
		}
	}
	return nil
}

// FieldWithProperty returns the field with a schema.org property, nil if there is
// none.
func (r *Resource) FieldWithProperty(property string) *Field {
	for _, f := range r.ModelFields {
		if f.SchemaOrg == property {
			return f
		}
	}
	return nil
}

// FieldNamed returns the field with a wire name, nil if there is none.
func (r *Resource) FieldNamed(name string) *Field {
	for _, f := range r.ModelFields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Compared returns the field that a list parameter compares, nil if there is none, and
// the link that leads to its record, nil for the resource itself.
func (r *Resource) Compared(p dsl.ParamSpec) (*Field, *Link) {
	name, linked, isPath := strings.Cut(p.Field, ".")
	f := r.FieldNamed(name)
	if !isPath {
		return f, nil
	}
	if f == nil || f.Link == nil {
		return nil, nil // dsl refuses the path.
	}
	return f.Link.To.FieldNamed(linked), f.Link
}

// EnumOf returns the values of a list parameter, nil for any of its type.
func (r *Resource) EnumOf(p dsl.ParamSpec) []string {
	f, _ := r.Compared(p)
	if f == nil {
		return r.Resource.EnumOf(p, dsl.FieldSpec{})
	}
	return r.Resource.EnumOf(p, f.FieldSpec)
}

// OwnColumns returns the columns of the members that the record declares
// itself, without those of the embedded struct.
func (r *Resource) OwnColumns() []Column {
	var list []Column
	for _, c := range r.Columns {
		if c.GoField != "" {
			list = append(list, c)
		}
	}
	return list
}

// Errorf returns an error at the position of the resource. The text says what is
// wrong and what would be right.
func (r *Resource) Errorf(format string, args ...any) error {
	return errorAt(r.Position(), r.Resource, format, args...)
}

// MemberErrorf returns an error at the position of a member of the resource, such
// as Indexes.
func (r *Resource) MemberErrorf(member, format string, args ...any) error {
	return errorAt(r.MemberPosition(member), r.Resource, format, args...)
}

// FieldErrorf returns an error at the position of a field.
func (r *Resource) FieldErrorf(f *Field, format string, args ...any) error {
	return errorAt(f.Position(), r.Resource, "field %q: %w", f.Name, fmt.Errorf(format, args...))
}

func errorAt(p token.Position, r dsl.Resource, format string, args ...any) error {
	return &dsl.ValidationError{Resource: r, Position: p, Text: fmt.Errorf(format, args...).Error()}
}
