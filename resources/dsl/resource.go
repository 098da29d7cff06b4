package dsl

import (
	"go/token"
	"slices"
)

// Kind says which columns, routes and rules a resource has.
type Kind string

const (
	// KindPost is a record with an author, a publication date and a status,
	// addressed by ID and by slug (events, venues, organizers).
	KindPost Kind = "post"
	// KindTerm is a label with a slug, addressed by ID (categories, tags).
	KindTerm Kind = "term"
	// KindRecord is what posts and terms add to: an ID, a version, the times of
	// creation and of the last change, and the fields of the description.  It has
	// no author, status, trash, slug, page or language, so that fields may have
	// these names (orders, bookings).  It is closed: [Permissions.Read] opens it,
	// and a field As(Owner) gives it to a user, who reads it.
	KindRecord Kind = "record"
	// KindInternal is a table of the service itself: it has columns and
	// migrations but no routes.
	KindInternal Kind = "internal"
	// KindDropped is a removed resource; see [DropResource].
	KindDropped Kind = "dropped"
)

// Resource describes one type of record.
type Resource struct {
	Name            string          // Singular wire name, such as "event".
	Plural          string          // Plural wire name: the route and the table.
	Kind            Kind            // Columns, routes and rules.
	Doc             string          // One sentence for the documentation.
	PagePath        string          // Posts and terms, which need one: path of a record's page on the site, also where no pages are served, such as "event" or "events/category".
	Taxonomy        string          // Terms, which need one: the taxonomy that responses show, such as the name of the resource.
	Hierarchical    bool            // Terms only: records form a tree; needs a field As(Parent).
	CountsRecordsOf string          // Terms only: the resource whose published records are counted; "" for none.
	Fields          []Field         // Fields of writes, in the order of the contract.
	Params          []Param         // Parameters of lists, in the order of the contract; page, per_page, order and orderby are added where they are missing.
	SortOptions     []SortOption    // Values of orderby; the first is the default.
	Indexes         []Index         // Database indexes in addition to those of the kind.
	IDTable         string          // Records only: the internal table whose IDs they share with others; "" for IDs of their own.
	FindOrCreate    bool            // Posts and terms only: a create that repeats an existing record returns that record.
	OmitEmpty       bool            // Responses omit empty values.
	Permissions     Permissions     // Minimum role of each action.
	SchemaOrgType   SchemaOrgType   // Type of the json_ld of single reads; "" for none.  Needs Calendar.
	Calendar        string          // Import path of the package with the functions of the behaviors Start, End, TimeZone, AllDay and Cost, of json_ld and of feeds, such as "almanac/runtime/calendar"; "" without them.
	RenamedFrom     string          // Name in the last release if it was another; rows and links are kept.
	Drops           []DroppedField  // Removed fields; see [DropField].
	AcceptedBreaks  []AcceptedBreak // Accepted breaking changes; see [AcceptFieldBreak].
	Deprecation     Deprecation     // Of the whole resource; see [Deprecated].

	// ResponseFields lists the keys of a record in responses, in order and
	// separated by blanks.  "*" stands for every readable field that is not
	// listed, so that a new field is shown without being added here.
	ResponseFields string

	position token.Position // Of DropResource.
}

// SchemaOrgType is a schema.org type.
type SchemaOrgType string

// The schema.org types of records.
const (
	SchemaOrgEvent        SchemaOrgType = "Event"
	SchemaOrgPlace        SchemaOrgType = "Place"
	SchemaOrgPerson       SchemaOrgType = "Person"
	SchemaOrgOrganization SchemaOrgType = "Organization"
)

// SortOption is one value of the orderby parameter.
type SortOption struct {
	Name   string // Value that clients send.
	Column string // Column that is compared; "include" for the order of the include parameter.

	position token.Position
}

// SortBy returns a sort option of a column with the same name, or of the given
// column: SortBy("name", "name_sort").
func SortBy(name string, column ...string) SortOption {
	o := SortOption{Name: name, Column: name, position: here()}
	if len(column) > 0 {
		o.Column = column[0]
	}
	return o
}

// Index is a database index over columns of the resource's table.  If it is unique,
// writes of values that another record has together are refused; null differs from
// null.  An amount of [Money] is unique with its currency.
type Index struct {
	Columns      []string
	Unique       bool
	UniqueReason string // Why no existing rows violate a unique index that is new on a released table.
}

// FieldSpecs returns the fields as data.
func (r Resource) FieldSpecs() []FieldSpec {
	var list []FieldSpec
	for _, f := range r.Fields {
		list = append(list, f.spec)
	}
	return list
}

// ParamSpecs returns the list parameters as data.
func (r Resource) ParamSpecs() []ParamSpec {
	var list []ParamSpec
	for _, p := range r.Params {
		p.spec.Default = r.describedDefault(p.spec)
		list = append(list, p.spec)
	}
	if r.Kind != KindPost && r.Kind != KindTerm && r.Kind != KindRecord {
		return list
	}
	for _, p := range commonParams {
		if !slices.ContainsFunc(list, func(other ParamSpec) bool { return other.Operation == p.spec.Operation || other.Name == p.spec.Name }) {
			list = append(list, p.spec)
		}
	}
	return list
}

// commonParams are the parameters that every list has, described or not.
var commonParams = []Param{
	QueryParam("page", TypeInteger, OpPage).Default(1).Doc("Page to return"),
	QueryParam("per_page", TypeInteger, OpPerPage).DefaultComputed("10, or what the operator chose").Doc("Records a page, 50 at most"),
	QueryParam("order", TypeString, OpSortDirection).Enum("asc", "desc").Doc("Sort direction"),
	QueryParam("orderby", TypeString, OpOrderBy).Doc("What to sort by"),
}

// Field returns the field with a wire name, and whether there is one.
func (r Resource) Field(name string) (FieldSpec, bool) {
	for _, f := range r.Fields {
		if f.spec.Name == name {
			return f.spec, true
		}
	}
	return FieldSpec{}, false
}

// FieldWithBehavior returns the first field with a behavior, and whether there
// is one.
func (r Resource) FieldWithBehavior(b Behavior) (FieldSpec, bool) {
	for _, f := range r.Fields {
		if f.spec.Behavior == b {
			return f.spec, true
		}
	}
	return FieldSpec{}, false
}

// File returns the path of the file that describes the resource, relative to
// the module's root: that of its first field.
func (r Resource) File() string {
	if len(r.Fields) > 0 && r.Fields[0].spec.position.IsValid() {
		return relative(r.Fields[0].spec.position).Filename
	}
	return "resources/" + r.Name + ".go"
}

// Links returns the fields that link to records of other resources.
func (r Resource) Links() []FieldSpec {
	var links []FieldSpec
	for _, f := range r.Fields {
		if f.spec.Target != "" && f.spec.Behavior == Link {
			links = append(links, f.spec)
		}
	}
	return links
}
