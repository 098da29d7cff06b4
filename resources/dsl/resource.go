package dsl

// Kind says what a resource is, and with that which columns, routes and rules
// it shares with others.
type Kind string

const (
	// Post is a record with an author, a publication date and a status, that
	// can be addressed by id and by slug (events, venues, organizers).
	Post Kind = "post"
	// Term is a named label with a slug, addressed by id (categories, tags).
	Term Kind = "term"
	// Internal is a table of the service itself: it has columns and
	// migrations but no routes.
	Internal Kind = "internal"
	// Gone is a resource of an earlier release that is there no more; see
	// DroppedResource.
	Gone Kind = "gone"
)

// Resource describes one kind of record.
type Resource struct {
	Name     string     // Singular wire name, such as "event".
	Plural   string     // Plural wire name; it is the route and the table.
	Kind     Kind       // What the resource shares with others.
	Doc      string     // One sentence for the documentation.
	URLPath  string     // Path of a record's page on the site, such as "event" or "events/category".
	Taxonomy string     // Terms only: the taxonomy that answers show.
	Nested   bool       // Terms only: records form a tree through a field As(Parent).
	Counts   string     // Terms only: the resource whose published records are counted.
	Fields   []Field    // What writes accept, in the order of the contract.
	Params   []Param    // What lists accept, in the order of the contract.
	Orders   []Order    // What orderby accepts; the first is the default.
	Indexes  []Index    // Database indexes beside those that the kind brings.
	FindSame bool       // A create that repeats a record answers that record.
	Sparse   bool       // Answers leave out empty values.
	Access   Access     // Who may do what with records.
	Schema   SchemaType // schema.org type that single reads carry as json_ld.
	Was      string     // Name in the last release when it was another: its rows and links move along.
	Drops    []Drop     // Fields of the last release that are there no more; see Dropped.
	Breaks   []Break    // Changes that clients will notice and that are accepted; see BreaksField.

	Deprecation Deprecation // Of the whole resource; see Deprecated.

	// Answer lists the keys of a record in an answer, in order, parted by
	// blanks.  "*" stands for every readable field that is not named, so a
	// new field shows without further words.
	Answer string
}

// SchemaType is a schema.org type.
type SchemaType string

// The schema.org types that records can be described as.
const (
	SchemaEvent  SchemaType = "Event"
	SchemaPlace  SchemaType = "Place"
	SchemaPerson SchemaType = "Person"
)

// Order is one value of the orderby parameter.
type Order struct {
	Name   string // Value as clients send it.
	Column string // Column that is compared; "include" means the order of the include parameter.
}

// By makes an order whose value and column share a name, or differ when a
// column is given: By("name", "name_sort").
func By(name string, column ...string) Order {
	if len(column) > 0 {
		return Order{Name: name, Column: column[0]}
	}
	return Order{Name: name, Column: name}
}

// Index is a database index over columns of the resource's table.
type Index struct {
	Columns []string
	Unique  bool
	Because string // Why existing rows cannot break a unique index that is new on a released table.
}

// Field returns the field with the given wire name, and whether there is one.
func (r Resource) Field(name string) (Field, bool) {
	for _, f := range r.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Role returns the field that plays a role, and whether there is one.
func (r Resource) Role(role Role) (Field, bool) {
	for _, f := range r.Fields {
		if f.Role == role {
			return f, true
		}
	}
	return Field{}, false
}

// File returns the path of the file that describes the resource, relative to
// the module's root.
func (r Resource) File() string {
	if r.Kind == Internal {
		return "resources/system.go"
	}
	return "resources/" + r.Name + ".go"
}

// Links returns the fields that refer to records of other resources.
func (r Resource) Links() []Field {
	var links []Field
	for _, f := range r.Fields {
		if f.Target != "" && f.Role == Link {
			links = append(links, f)
		}
	}
	return links
}
