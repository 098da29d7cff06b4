package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// Model is the whole description with every name and type decided.  Emitters
// read it and compute no names.
type Model struct {
	API       dsl.API
	Resources []*Resource
}

// Resource is one kind of record.
type Resource struct {
	dsl.Resource
	Go          string // Name of the record type, Event.
	GoPlural    string // Events.
	Client      string // Name of the record type in the Go client, Event.
	Kind        string // Variable that holds the kind, eventKind.
	Source      string // File of the description.
	ModelFields []*Field
	Columns     []Column
	Outputs     []Output
	ModelLinks  []*Link
	Backs       []*Link // Links of other resources that lead here.
	ByName      map[string]*Resource
}

// Field is one field with its types.
type Field struct {
	dsl.FieldSpec
	Go      string // Name in structs.
	Shape   shape
	Stored  string // Type of the stored struct member, "" when it has none.
	Written string // Type inside param.Opt in the request body.
	Link    *Link
}

// shape is how a field is read, stored and shown.
type shape int

// The shapes of fields.
const (
	ShapePlain shape = iota
	ShapeName
	ShapeHTML
	ShapeURL
	ShapeFlag
	ShapeInteger
	ShapeNumber
	ShapeMoney
	ShapeWords
	ShapeStart
	ShapeEnd
	ShapeZone
	ShapeAllDay
	ShapeAuthor
	ShapeStatus
	ShapePublished
	ShapeSlug
	ShapeImage
	ShapeParent
	ShapePostParent
	ShapePassword
	ShapePosts
	ShapeTerms
)

// Link is a relation between two resources.
type Link struct {
	Field  dsl.FieldSpec
	Var    string // Variable that holds it, eventVenueLink.
	Table  string
	Source string // Column with the id of the resource that has the field.
	Column string // Column with the id of the target.
	Carry  string // Column of From that the table holds too; "" for none.
	From   *Resource
	To     *Resource
}

// Column is one database column.
type Column struct {
	Name    string
	Type    ColumnType
	Null    bool
	Key     bool // Primary key.
	Serial  bool // Given by the database.
	GoField string
	Derived string // Go expression with %s for the record; "" for what is written.
}

// ColumnType is the type of a column on either store.
type ColumnType string

// The types of columns.
const (
	TextColumn    ColumnType = "text"
	IntegerColumn ColumnType = "integer"
	BooleanColumn ColumnType = "boolean"
	NumberColumn  ColumnType = "number"
)

// Validate returns every fault of a description, each with the file that it is
// in.
func Validate(described []dsl.Resource) error {
	joined, ok := dsl.Validate(described).(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var faults []error
	for _, err := range joined.Unwrap() {
		if fault := (*dsl.ValidationError)(nil); errors.As(err, &fault) {
			err = faultOf(fault.Resource, "%s", fault.Text)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// Build decides every name and type of a valid description.
func Build(described []dsl.Resource) (*Model, error) {
	m := &Model{}
	byName := map[string]*Resource{}
	for _, d := range described {
		r := &Resource{Resource: d, Go: GoName(d.Name), GoPlural: GoName(d.Plural), Source: d.File(), ByName: byName}
		r.Kind = lowerFirst(r.Go) + "Kind"
		byName[d.Name] = r
		m.Resources = append(m.Resources, r)
	}
	for _, r := range m.Resources {
		r.buildFields()
	}
	var faults []error
	for _, r := range m.Resources {
		r.buildColumns()
	}
	for _, r := range m.Records() {
		outputs, err := r.buildOutputs()
		r.Outputs, faults = outputs, append(faults, err)
	}
	return m, errors.Join(faults...)
}

// Records returns the resources that have routes.
func (m *Model) Records() []*Resource {
	return slices.DeleteFunc(slices.Clone(m.Resources), func(r *Resource) bool { return r.Resource.Kind == dsl.KindInternal })
}

// Post reports whether the resource has author, status and dates.
func (r *Resource) Post() bool { return r.Resource.Kind == dsl.KindPost }

// buildFields decides names and types of the fields.
func (r *Resource) buildFields() {
	for _, d := range r.FieldSpecs() {
		f := &Field{FieldSpec: d, Go: GoName(d.Name)}
		f.Shape = r.shapeOf(d)
		f.Stored, f.Written = typesOf(f.Shape, d)
		if f.Shape == ShapePosts || f.Shape == ShapeTerms {
			f.Link = r.buildLink(d)
			f.Stored = "[]*" + f.Link.To.Go
		}
		r.ModelFields = append(r.ModelFields, f)
	}
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
		Field: d, Var: lowerFirst(r.Go) + GoName(d.Name) + "Link", Table: table,
		Source: r.Name + "_id", Column: to.Name + "_id", Carry: d.Denormalize, From: r, To: to,
	}
	r.ModelLinks = append(r.ModelLinks, l)
	to.Backs = append(to.Backs, l)
	return l
}

// roleShapes maps roles to shapes.
var roleShapes = map[dsl.Behavior]shape{
	dsl.Name: ShapeName, dsl.Slug: ShapeSlug, dsl.Status: ShapeStatus, dsl.Author: ShapeAuthor,
	dsl.PublishDate: ShapePublished, dsl.PublishDateUTC: ShapePublished, dsl.Start: ShapeStart, dsl.End: ShapeEnd,
	dsl.TimeZone: ShapeZone, dsl.AllDay: ShapeAllDay, dsl.Cost: ShapeMoney, dsl.Image: ShapeImage,
	dsl.Parent: ShapeParent, dsl.PostParent: ShapePostParent, dsl.Password: ShapePassword, dsl.StringList: ShapeWords,
}

// shapeOf decides how a field is read, stored and shown.
func (r *Resource) shapeOf(d dsl.FieldSpec) shape {
	if d.Behavior == dsl.Link {
		if r.ByName[d.Target].Post() {
			return ShapePosts
		}
		return ShapeTerms
	}
	if s, ok := roleShapes[d.Behavior]; ok {
		return s
	}
	switch {
	case d.StoredAsBool || d.Type == dsl.TypeBoolean:
		return ShapeFlag
	case d.Type == dsl.TypeInteger:
		return ShapeInteger
	case d.Type == dsl.TypeNumber:
		return ShapeNumber
	case d.Text == dsl.TextHTML:
		return ShapeHTML
	case d.Text == dsl.TextHTTPURL:
		return ShapeURL
	}
	return ShapePlain
}

// typesOf returns the Go types of a field in the record and in a body.  Roles
// that every record of the kind shares are stored in the embedded struct.
func typesOf(s shape, d dsl.FieldSpec) (stored, written string) {
	switch s {
	case ShapeFlag, ShapeAllDay:
		return "bool", "bool"
	case ShapeInteger:
		return "int64", "int64"
	case ShapeNumber:
		if d.Nullable {
			return "*float64", "float64"
		}
		return "float64", "float64"
	case ShapeMoney, ShapeWords:
		return "string", "any"
	case ShapeAuthor, ShapeParent:
		return "", "int64"
	case ShapePostParent:
		return "int64", "int64"
	case ShapeStatus, ShapePublished, ShapeSlug, ShapeImage, ShapePassword:
		return "", "string"
	case ShapePosts, ShapeTerms:
		return "", "[]any"
	default:
		return "string", "string"
	}
}

// postColumns are the columns that runtime.Post has, in its order.
var postColumns = []Column{
	{Name: "id", Type: IntegerColumn, Key: true},
	{Name: "version", Type: IntegerColumn},
	{Name: "language", Type: TextColumn},
	{Name: "author", Type: IntegerColumn},
	{Name: "slug", Type: TextColumn},
	{Name: "created_utc", Type: TextColumn},
	{Name: "modified_utc", Type: TextColumn},
	{Name: "status", Type: TextColumn},
	{Name: "date", Type: TextColumn},
	{Name: "date_utc", Type: TextColumn},
	{Name: "modified", Type: TextColumn},
	{Name: "wanted_slug", Type: TextColumn},
	{Name: "password", Type: TextColumn},
	{Name: "image_id", Type: IntegerColumn},
	{Name: "made_inline", Type: BooleanColumn},
}

// termColumns are the columns that runtime.Term has, in its order.
var termColumns = append(slices.Clone(postColumns[:7]), Column{Name: "parent", Type: IntegerColumn})

// buildColumns decides the columns of the table, the derived ones last.
func (r *Resource) buildColumns() {
	switch r.Resource.Kind {
	case dsl.KindDropped:
		return
	case dsl.KindInternal:
		for _, f := range r.ModelFields {
			r.Columns = append(r.Columns, Column{
				Name: f.Name, Type: columnTypeOf(f.Stored), Null: f.Nullable,
				Key: f.PrimaryKey || f.Behavior == dsl.AutoID, Serial: f.Behavior == dsl.AutoID, GoField: f.Go,
			})
		}
		return
	case dsl.KindPost:
		r.Columns = slices.Clone(postColumns)
	case dsl.KindTerm:
		r.Columns = slices.Clone(termColumns)
	}
	for _, f := range r.ModelFields {
		if f.Stored != "" && f.Link == nil {
			r.Columns = append(r.Columns, Column{Name: f.Name, Type: columnTypeOf(f.Stored), Null: f.Nullable, GoField: f.Go})
		}
		if f.Shape == ShapeEnd {
			r.Columns = append(r.Columns,
				Column{Name: "utc_start_date", Type: TextColumn, GoField: "UTCStartDate"},
				Column{Name: "utc_end_date", Type: TextColumn, GoField: "UTCEndDate"},
				Column{Name: "duration", Type: IntegerColumn, GoField: "Duration"})
		}
	}
	r.Columns = append(r.Columns, r.derived()...)
	if len(r.ModelLinks) > 0 {
		r.Columns = append(r.Columns, Column{Name: LinksColumn, Type: TextColumn, GoField: "LinkedIDs"})
	}
}

// LinksColumn is the column of a record with links that tells where they lead.
// The engine writes it (runtime/linktext.go), and can do without: it is empty in
// rows that others write.
const LinksColumn = "linked_ids"

// derived returns the columns that are computed from others.
func (r *Resource) derived() []Column {
	var list []Column
	for _, f := range r.ModelFields {
		value := "r." + f.Go
		if f.Shape == ShapeHTML {
			value = "text.StripTags(" + value + ")"
		}
		if f.Searchable {
			list = append(list, Column{Name: f.Name + "_search", Type: TextColumn, GoField: f.Go + "Search", Derived: "text.Fold(" + value + ")"})
		}
		if f.Sortable {
			list = append(list, Column{Name: f.Name + "_sort", Type: TextColumn, GoField: f.Go + "Sort", Derived: "text.SortKey(" + value + ")"})
		}
	}
	return list
}

// columnTypeOf returns the column type of a Go type.
func columnTypeOf(goType string) ColumnType {
	switch strings.TrimPrefix(goType, "*") {
	case "bool":
		return BooleanColumn
	case "int64":
		return IntegerColumn
	case "float64":
		return NumberColumn
	}
	return TextColumn
}

// FieldWithBehavior returns the field with a role, nil when there is none.
func (r *Resource) FieldWithBehavior(role dsl.Behavior) *Field {
	for _, f := range r.ModelFields {
		if f.Behavior == role {
			return f
		}
	}
	return nil
}

// Named returns the field with a wire name, nil when there is none.
func (r *Resource) Named(name string) *Field {
	for _, f := range r.ModelFields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Own returns the struct members that the record declares itself: those that
// are not in the embedded struct.
func (r *Resource) Own() []Column {
	var list []Column
	for _, c := range r.Columns {
		if c.GoField != "" {
			list = append(list, c)
		}
	}
	return list
}

// Errorf makes an error that names the resource and its file.
func (r *Resource) Errorf(format string, args ...any) error {
	return fmt.Errorf("resource %q (%s): %w", r.Name, r.Source, fmt.Errorf(format, args...))
}

// EnumOf lists the values that a parameter takes.
func (r *Resource) EnumOf(p dsl.ParamSpec) []string {
	if p.Operation != dsl.OpOrderBy {
		return p.Enum
	}
	var names []string
	for _, o := range r.SortOptions {
		names = append(names, o.Name)
	}
	return names
}

// DefaultText words a default.
func DefaultText(d dsl.Default) string {
	switch d.Kind {
	case dsl.DefaultNull:
		return "null"
	case dsl.DefaultValue:
		return fmt.Sprint(d.Value)
	case dsl.DefaultComputed:
		return d.Text
	default:
		return "none"
	}
}
