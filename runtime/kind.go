package runtime

import (
	"context"
	"sync"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/param"
)

// Kind holds the facts about one resource that rules need: names, columns,
// links.  The generator writes one value for each resource.
type Kind struct {
	Name       string      // Singular wire name, "event".
	Plural     string      // Plural wire name, route and table, "events".
	Doc        string      // One sentence for the documentation.
	URLPath    string      // Path of a record's page on the site.
	Sequence   string      // Table that hands out ids.
	Access     auth.Access // Who may do what with records.
	Post       bool        // Has author, status and dates; otherwise a term.
	Slugged    bool        // Posts: writes may name the slug.
	Protected  bool        // A password may protect records.
	Taxonomy   string      // Terms: taxonomy shown in answers.
	Nested     bool        // Terms: records form a tree.
	Descending bool        // Lists begin with the largest value of the default order.
	FindSame   bool        // A create that repeats a record answers that record.
	NameField  string      // Wire name of the record's name.
	NameSort   string      // Column with the folded name.
	Columns    []string
	Loaded     []string // Columns that reads load: all but the folded ones, which only queries compare.
	Derived    []string // Computed columns, each with what it is computed from; when they change, Recompute fills them.
	Search     []string // Folded columns that search looks into.
	Start, End string   // Columns of when a record begins and ends; "" for none.
	Zone       string   // Column of the time zone of these; "" for none.
	Orders     []filter.Order
	Links      []*Link
	Args       []*Arg // What writes accept.
	ListArgs   []*Arg // What lists accept.
	Deprecated Deprecation

	New     func() Model                 // An empty record.
	NewBody func() Body                  // An empty request body.
	Entry   func(*View, Model) FeedEntry // What feeds tell about a record; nil for kinds without start and end, which have no feeds.

	targets rooms     // For the rows of its records.
	loading sync.Once // Makes loads.
	loads   string    // Loaded as SQL.
	signing sync.Once // Makes signed.
	signed  string    // Tells the tables of Links.
}

// Link is a relation from one kind to another, kept in a table of its own.
type Link struct {
	Name   string // Wire name of the field.
	Table  string // Table of the relation.
	Source string // Column with the id of the record that has the field.
	Column string // Column with the id of the linked record.
	Carry  string // Column of the record that has the field which the table holds too; "" for none.
	Target *Kind
}

// Model is one record; generated structs implement it.
type Model interface {
	Kind() *Kind
	Record() *Base
	// DisplayName points to the record's name.
	DisplayName() *string
	// Targets appends pointers to the columns in the order of Kind.Loaded.
	Targets(list []any) []any
	// Values returns the columns' values in the order of Kind.Columns.
	Values() []any
	// Derive computes the folded columns from the others.
	Derive()
	// Attach adds a linked record to the field of the link.
	Attach(link string, m Model)
}

// PostModel is a record with author, status and dates.
type PostModel interface {
	Model
	AsPost() *Post
}

// TermModel is a category or tag.
type TermModel interface {
	Model
	AsTerm() *Term
}

// LinkingModel is a record of a kind with links.
type LinkingModel interface {
	Model
	// Linking points to the column that tells where the links lead.
	Linking() *string
}

// Body is what a write sends; generated structs implement it.
type Body interface {
	// Decode reads the fields and notes those of a wrong type; on create also
	// the required ones that are missing.
	Decode(d *param.Decoder, create bool)
	// Check notes values that no record could take, without the store.
	Check(f *Form)
	// Apply changes the record, inside the transaction of the write.
	Apply(c *Change, m Model)
	// Repeats reports whether every field that was sent equals the record's.
	Repeats(fresh, stored Model) bool
}

// List holds the parameters of a list; generated structs implement it.
type List interface {
	// Decode reads the parameters and notes those of a wrong type.
	Decode(d *param.Decoder)
	// Keep narrows the query, one line a parameter.
	Keep(ctx context.Context, q *filter.Query)
}

// Base holds the columns that every record has.
type Base struct {
	ID          int64  `bun:"id,pk"`
	Version     int64  `bun:"version"`      // Raised by every change of the record or its links.
	Language    string `bun:"language"`     // "" where the deployment knows no languages.
	Author      int64  `bun:"author"`       // Id of a user, 0 for none.
	Slug        string `bun:"slug"`         // Unique within the kind.
	CreatedUTC  string `bun:"created_utc"`  // Wall time in UTC.
	ModifiedUTC string `bun:"modified_utc"` // Wall time in UTC.

	shared *sharedRecord // What is kept of the record, when it is one that several requests read; nobody may change it then.
}

// Record returns the shared columns.
func (b *Base) Record() *Base { return b }

// Post holds the columns that events, venues and organizers share beside Base.
type Post struct {
	Base
	Status     string `bun:"status"`
	Date       string `bun:"date"`        // Publication, wall time in the site's zone.
	DateUTC    string `bun:"date_utc"`    // Publication, wall time in UTC.
	Modified   string `bun:"modified"`    // Wall time in the site's zone.
	WantedSlug string `bun:"wanted_slug"` // Slug to regain when restored from the trash.
	Password   string `bun:"password"`    // Protects the record; "" for none.
	ImageID    int64  `bun:"image_id"`    // 0 for none.
	MadeInline bool   `bun:"made_inline"` // Was made inside of a record that was not public, and follows it; see inline.go.
	Image      Image  `bun:"-"`
}

// AsPost returns the shared columns.
func (p *Post) AsPost() *Post { return p }

// PostTargets appends scan targets in the order of the columns that a
// generated record begins with.
func (p *Post) PostTargets(list []any) []any {
	return append(p.BaseTargets(list), &p.Status, &p.Date, &p.DateUTC, &p.Modified, &p.WantedSlug, &p.Password, &p.ImageID, &p.MadeInline)
}

// PostValues returns values in the order of PostTargets.
func (p *Post) PostValues() []any {
	return append(p.BaseValues(), p.Status, p.Date, p.DateUTC, p.Modified, p.WantedSlug, p.Password, p.ImageID, p.MadeInline)
}

// BaseTargets appends scan targets in the order of Base's columns.
func (b *Base) BaseTargets(list []any) []any {
	return append(list, &b.ID, &b.Version, &b.Language, &b.Author, &b.Slug, &b.CreatedUTC, &b.ModifiedUTC)
}

// BaseValues returns values in the order of BaseTargets.
func (b *Base) BaseValues() []any {
	return []any{b.ID, b.Version, b.Language, b.Author, b.Slug, b.CreatedUTC, b.ModifiedUTC}
}

// Term holds the columns that categories and tags share beside Base.
type Term struct {
	Base
	Parent int64    `bun:"parent"` // Id of the parent term, 0 for none.
	Count  int64    `bun:"-"`      // Published events that have the term.
	Path   []string `bun:"-"`      // Slugs of the ancestors, root first.
}

// AsTerm returns the shared columns.
func (t *Term) AsTerm() *Term { return t }

// TermTargets appends scan targets in the order of the columns that a
// generated record begins with.
func (t *Term) TermTargets(list []any) []any { return append(t.BaseTargets(list), &t.Parent) }

// TermValues returns values in the order of TermTargets.
func (t *Term) TermValues() []any { return append(t.BaseValues(), t.Parent) }
