package dsl

import "go/token"

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
	// Name is the singular wire name, such as "event"; Plural is the route and the table.
	Name, Plural string
	// Kind says which columns, routes and rules there are.
	Kind Kind
	// Doc is one sentence for the documentation.
	Doc string

	// Fields are those of writes, in the order of the contract; see [Fields].
	Fields []Field
	// Filters are the parameters of lists, in the order of the contract; see [Filters].
	Filters []Param
	// SortOptions are the values of orderby; the first is the default.
	SortOptions []SortOption
	// Response is the order of the keys of a record; see [Order].
	Response []string
	// Indexes are database indexes in addition to those of the kind.
	Indexes []Index
	// Permissions name the minimum role of each kind of access.
	Permissions Permissions
	// Actions are what is done with one record by a name of its own; see [NewAction].
	Actions []Action

	// PagePath is the path of a record's page on the site, such as "event" or
	// "events/category", also where no pages are served.  Posts and terms need one.
	PagePath string
	// Taxonomy is shown in responses of terms, which need one, such as the name of the resource.
	Taxonomy string
	// Hierarchical makes the records of terms a tree; it needs a field As(Parent).
	Hierarchical bool
	// CountsRecordsOf is the resource whose published records terms count; "" for none.
	CountsRecordsOf string
	// IDTable is the internal table whose IDs records share with others; "" for IDs of their own.
	IDTable string
	// FindOrCreate has a create that repeats an existing post return that one.
	FindOrCreate bool
	// NoHistory leaves former values of records out of the log of changes: their history names
	// the fields that changed, and no undo restores them.
	NoHistory bool
	// NoAgents hides the records from programs with a language model (MCP): no tool names them,
	// and fields of other resources that link to them are left out there.
	NoAgents bool
	// OmitEmpty leaves empty values out of responses.
	OmitEmpty bool

	// SchemaOrgType is the type of the json_ld of single reads; "" for none.  It needs Calendar.
	SchemaOrgType SchemaOrgType
	// SchemaOrg names the properties of schema.org that fields are in json_ld, in feeds and
	// on pages, by field:
	//
	//	SchemaOrg: map[string]string{"phone": "telephone", "venue": "location"},
	//
	// SchemaOrgType decides which there are.  Behaviors such as [Name] and [Start] need
	// none.  A link of an event is its "location", its "organizer" or some of its
	// "keywords", which are categories in feeds.  The flag "hasMap" of a place has pages
	// link to a map.  The "eventStatus" of an event is an Enum of scheduled, canceled and
	// postponed, which also takes "cancelled"; copies in the desk begin without it.  Its
	// "eventAttendanceMode" is an Enum of offline, online and mixed, its "virtualLocation"
	// an address, its "identifier" the UID in calendars; "eventStatusReason", which is no
	// property of schema.org, is shown by feeds and pages.
	SchemaOrg map[string]string
	// Calendar is the import path of the package with the functions of the behaviors
	// Start, End, TimeZone, AllDay and Cost, of json_ld and of feeds, such as
	// "almanac/runtime/calendar"; "" without them.
	Calendar string

	// RenamedFrom is the name in the last release if it was another; rows and links are kept.
	RenamedFrom string
	// Drops are removed fields; see [DropField].
	Drops []DroppedField
	// AcceptedBreaks are accepted breaking changes; see [AcceptFieldBreak].
	AcceptedBreaks []AcceptedBreak
	// Deprecation is that of the whole resource; see [Deprecated].
	Deprecation Deprecation

	// Params are the parameters of lists.
	//
	// Deprecated: write Filters.
	Params []Param
	// ResponseFields lists the keys of a record in responses, in order and
	// separated by blanks; without "*", fields that are not listed are not shown.
	//
	// Deprecated: write Response.
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

// IndexOn returns an index over columns, which is not unique:
//
//	Indexes: []dsl.Index{dsl.IndexOn("status", "date", "id"), dsl.IndexOn("city")},
func IndexOn(columns ...string) Index { return Index{Columns: columns} }

// Index is a database index over columns of the resource's table; see [IndexOn].  If it is unique,
// writes of values that another record has together are refused; null differs from
// null.  An amount of [Money] is unique with its currency.
type Index struct {
	Columns      []string
	Unique       bool
	UniqueReason string // Why no existing rows violate a unique index that is new on a released table.
}

// FieldSpecs returns the fields as data.
func (r Resource) FieldSpecs() []FieldSpec {
	list := make([]FieldSpec, len(r.Fields))
	for i := range r.Fields {
		list[i] = r.Fields[i].spec
	}
	return list
}

// ParamSpecs returns the list parameters as data; see [API.Complete].
func (r Resource) ParamSpecs() []ParamSpec {
	list := make([]ParamSpec, 0, len(r.Params)+len(r.Filters))
	for _, params := range [][]Param{r.Params, r.Filters} {
		for i := range params {
			list = append(list, params[i].spec)
		}
	}
	return list
}

// hasLists reports whether the resource has routes.
func (r Resource) hasLists() bool {
	return r.Kind == KindPost || r.Kind == KindTerm || r.Kind == KindRecord
}

// Field returns the field with a wire name, and whether there is one.
func (r Resource) Field(name string) (FieldSpec, bool) {
	for i := range r.Fields {
		if r.Fields[i].spec.Name == name {
			return r.Fields[i].spec, true
		}
	}
	return FieldSpec{}, false
}

// FieldWithBehavior returns the first field with a behavior, and whether there
// is one.
func (r Resource) FieldWithBehavior(b Behavior) (FieldSpec, bool) {
	for i := range r.Fields {
		if r.Fields[i].spec.Behavior == b {
			return r.Fields[i].spec, true
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
