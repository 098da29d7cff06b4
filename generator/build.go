package generator

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// model is the whole description with every name and type decided.  Emitters
// read it and compute no names.
type model struct {
	api       dsl.Interface
	resources []*resource
}

// resource is one kind of record.
type resource struct {
	dsl.Resource
	Go       string // Name of the record type, Event.
	GoPlural string // Events.
	Client   string // Name of the record type in the Go client, Event.
	Kind     string // Variable that holds the kind, eventKind.
	Source   string // File of the description.
	fields   []*field
	columns  []column
	outputs  []output
	links    []*link
	backs    []*link // Links of other resources that lead here.
	byName   map[string]*resource
}

// field is one field with its types.
type field struct {
	dsl.Field
	Go      string // Name in structs.
	shape   shape
	Stored  string // Type of the stored struct member, "" when it has none.
	Written string // Type inside param.Opt in the request body.
	link    *link
}

// shape is how a field is read, stored and shown.
type shape int

const (
	shapePlain shape = iota
	shapeName
	shapeHTML
	shapeURL
	shapeFlag
	shapeInteger
	shapeNumber
	shapeMoney
	shapeWords
	shapeStart
	shapeEnd
	shapeZone
	shapeAllDay
	shapeAuthor
	shapeStatus
	shapePublished
	shapeSlug
	shapeImage
	shapeParent
	shapePostParent
	shapePassword
	shapePosts
	shapeTerms
)

// link is a relation between two resources.
type link struct {
	Field  dsl.Field
	Var    string // Variable that holds it, eventVenueLink.
	Table  string
	Source string // Column with the id of the resource that has the field.
	Column string // Column with the id of the target.
	Carry  string // Column of From that the table holds too; "" for none.
	From   *resource
	To     *resource
}

// column is one database column.
type column struct {
	Name    string
	Type    columnType
	Null    bool
	Key     bool // Primary key.
	Serial  bool // Given by the database.
	GoField string
	Derived string // Go expression with %s for the record; "" for what is written.
}

// columnType is the type of a column on either store.
type columnType string

const (
	textColumn    columnType = "text"
	integerColumn columnType = "integer"
	booleanColumn columnType = "boolean"
	numberColumn  columnType = "number"
)

// validate returns every fault of a description, each with the file that it is
// in.
func validate(described []dsl.Resource) error {
	joined, ok := dsl.Validate(described).(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var faults []error
	for _, err := range joined.Unwrap() {
		if fault := (*dsl.Fault)(nil); errors.As(err, &fault) {
			err = faultOf(fault.Resource, "%s", fault.Text)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// build decides every name and type of a valid description.
func build(described []dsl.Resource) (*model, error) {
	m := &model{}
	byName := map[string]*resource{}
	for _, d := range described {
		r := &resource{Resource: d, Go: goName(d.Name), GoPlural: goName(d.Plural), Source: d.File(), byName: byName}
		r.Kind = lowerFirst(r.Go) + "Kind"
		byName[d.Name] = r
		m.resources = append(m.resources, r)
	}
	for _, r := range m.resources {
		r.buildFields()
	}
	var faults []error
	for _, r := range m.resources {
		r.buildColumns()
	}
	for _, r := range m.records() {
		outputs, err := r.buildOutputs()
		r.outputs, faults = outputs, append(faults, err)
	}
	return m, errors.Join(faults...)
}

// records returns the resources that have routes.
func (m *model) records() []*resource {
	return slices.DeleteFunc(slices.Clone(m.resources), func(r *resource) bool { return r.Resource.Kind == dsl.Internal })
}

// post reports whether the resource has author, status and dates.
func (r *resource) post() bool { return r.Resource.Kind == dsl.Post }

// buildFields decides names and types of the fields.
func (r *resource) buildFields() {
	for _, d := range r.Fields {
		f := &field{Field: d, Go: goName(d.Name)}
		f.shape = r.shapeOf(d)
		f.Stored, f.Written = typesOf(f.shape, d)
		if f.shape == shapePosts || f.shape == shapeTerms {
			f.link = r.buildLink(d)
			f.Stored = "[]*" + f.link.To.Go
		}
		r.fields = append(r.fields, f)
	}
}

// buildLink decides the names of a relation.
func (r *resource) buildLink(d dsl.Field) *link {
	to := r.byName[d.Target]
	table := r.Name + "_" + to.Plural
	for _, other := range r.links {
		if other.To == to {
			table = r.Name + "_" + d.Name
		}
	}
	l := &link{
		Field: d, Var: lowerFirst(r.Go) + goName(d.Name) + "Link", Table: table,
		Source: r.Name + "_id", Column: to.Name + "_id", Carry: d.Carry, From: r, To: to,
	}
	r.links = append(r.links, l)
	to.backs = append(to.backs, l)
	return l
}

// roleShapes maps roles to shapes.
var roleShapes = map[dsl.Role]shape{
	dsl.Name: shapeName, dsl.Slug: shapeSlug, dsl.Status: shapeStatus, dsl.Author: shapeAuthor,
	dsl.Published: shapePublished, dsl.PublishedUTC: shapePublished, dsl.Start: shapeStart, dsl.End: shapeEnd,
	dsl.TimeZone: shapeZone, dsl.AllDay: shapeAllDay, dsl.Money: shapeMoney, dsl.Image: shapeImage,
	dsl.Parent: shapeParent, dsl.PostParent: shapePostParent, dsl.Password: shapePassword, dsl.List: shapeWords,
}

// shapeOf decides how a field is read, stored and shown.
func (r *resource) shapeOf(d dsl.Field) shape {
	if d.Role == dsl.Link {
		if r.byName[d.Target].post() {
			return shapePosts
		}
		return shapeTerms
	}
	if s, ok := roleShapes[d.Role]; ok {
		return s
	}
	switch {
	case d.Switch || d.Type == dsl.TypeBoolean:
		return shapeFlag
	case d.Type == dsl.TypeInteger:
		return shapeInteger
	case d.Type == dsl.TypeNumber:
		return shapeNumber
	case d.Text == dsl.HTML:
		return shapeHTML
	case d.Text == dsl.Address:
		return shapeURL
	}
	return shapePlain
}

// typesOf returns the Go types of a field in the record and in a body.  Roles
// that every record of the kind shares are stored in the embedded struct.
func typesOf(s shape, d dsl.Field) (stored, written string) {
	switch s {
	case shapeFlag, shapeAllDay:
		return "bool", "bool"
	case shapeInteger:
		return "int64", "int64"
	case shapeNumber:
		if d.Null {
			return "*float64", "float64"
		}
		return "float64", "float64"
	case shapeMoney, shapeWords:
		return "string", "any"
	case shapeAuthor, shapeParent:
		return "", "int64"
	case shapePostParent:
		return "int64", "int64"
	case shapeStatus, shapePublished, shapeSlug, shapeImage, shapePassword:
		return "", "string"
	case shapePosts, shapeTerms:
		return "", "[]any"
	default:
		return "string", "string"
	}
}

// postColumns are the columns that runtime.Post has, in its order.
var postColumns = []column{
	{Name: "id", Type: integerColumn, Key: true},
	{Name: "version", Type: integerColumn},
	{Name: "language", Type: textColumn},
	{Name: "author", Type: integerColumn},
	{Name: "slug", Type: textColumn},
	{Name: "created_utc", Type: textColumn},
	{Name: "modified_utc", Type: textColumn},
	{Name: "status", Type: textColumn},
	{Name: "date", Type: textColumn},
	{Name: "date_utc", Type: textColumn},
	{Name: "modified", Type: textColumn},
	{Name: "wanted_slug", Type: textColumn},
	{Name: "password", Type: textColumn},
	{Name: "image_id", Type: integerColumn},
}

// termColumns are the columns that runtime.Term has, in its order.
var termColumns = append(slices.Clone(postColumns[:7]), column{Name: "parent", Type: integerColumn})

// buildColumns decides the columns of the table, the derived ones last.
func (r *resource) buildColumns() {
	switch r.Resource.Kind {
	case dsl.Gone:
		return
	case dsl.Internal:
		for _, f := range r.fields {
			r.columns = append(r.columns, column{
				Name: f.Name, Type: columnTypeOf(f.Stored), Null: f.Null,
				Key: f.Primary || f.Role == dsl.Key, Serial: f.Role == dsl.Key, GoField: f.Go,
			})
		}
		return
	case dsl.Post:
		r.columns = slices.Clone(postColumns)
	case dsl.Term:
		r.columns = slices.Clone(termColumns)
	}
	for _, f := range r.fields {
		if f.Stored != "" && f.link == nil {
			r.columns = append(r.columns, column{Name: f.Name, Type: columnTypeOf(f.Stored), Null: f.Null, GoField: f.Go})
		}
		if f.shape == shapeEnd {
			r.columns = append(r.columns,
				column{Name: "utc_start_date", Type: textColumn, GoField: "UTCStartDate"},
				column{Name: "utc_end_date", Type: textColumn, GoField: "UTCEndDate"},
				column{Name: "duration", Type: integerColumn, GoField: "Duration"})
		}
	}
	r.columns = append(r.columns, r.derived()...)
	if len(r.links) > 0 {
		r.columns = append(r.columns, column{Name: linksColumn, Type: textColumn, GoField: "LinkedIDs"})
	}
}

// linksColumn is the column of a record with links that tells where they lead.
// The engine writes it (runtime/linktext.go), and can do without: it is empty in
// rows that others write.
const linksColumn = "linked_ids"

// derived returns the columns that are computed from others.
func (r *resource) derived() []column {
	var list []column
	for _, f := range r.fields {
		value := "r." + f.Go
		if f.shape == shapeHTML {
			value = "text.StripTags(" + value + ")"
		}
		if f.Search {
			list = append(list, column{Name: f.Name + "_search", Type: textColumn, GoField: f.Go + "Search", Derived: "text.Fold(" + value + ")"})
		}
		if f.Sort {
			list = append(list, column{Name: f.Name + "_sort", Type: textColumn, GoField: f.Go + "Sort", Derived: "text.SortKey(" + value + ")"})
		}
	}
	return list
}

// columnTypeOf returns the column type of a Go type.
func columnTypeOf(goType string) columnType {
	switch strings.TrimPrefix(goType, "*") {
	case "bool":
		return booleanColumn
	case "int64":
		return integerColumn
	case "float64":
		return numberColumn
	}
	return textColumn
}

// field returns the field with a role, nil when there is none.
func (r *resource) role(role dsl.Role) *field {
	for _, f := range r.fields {
		if f.Role == role {
			return f
		}
	}
	return nil
}

// named returns the field with a wire name, nil when there is none.
func (r *resource) named(name string) *field {
	for _, f := range r.fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// own returns the struct members that the record declares itself: those that
// are not in the embedded struct.
func (r *resource) own() []column {
	var list []column
	for _, c := range r.columns {
		if c.GoField != "" {
			list = append(list, c)
		}
	}
	return list
}

// errorf makes an error that names the resource and its file.
func (r *resource) errorf(format string, args ...any) error {
	return fmt.Errorf("resource %q (%s): %w", r.Name, r.Source, fmt.Errorf(format, args...))
}
