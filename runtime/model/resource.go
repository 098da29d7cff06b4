package model

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"almanac/runtime/auth"
	"almanac/runtime/jsonenc"
	"almanac/runtime/text"
)

// Resource describes one resource: names, columns, links.  The generator writes one value
// for each.
type Resource struct {
	Name                   string           // Singular wire name, "event".
	Plural                 string           // Plural wire name, route and table, "events".
	FormerPlural           string           // Plural in an earlier release, which nothing else has now; "" for none.
	Doc                    string           // One sentence for the documentation.
	PagePath               string           // Posts and terms: path of a record's page on the site.
	IDTable                string           // Table that hands out ids.
	Permissions            auth.Permissions // Who may do what with records.
	Post                   bool             // Records are posts: PostRecord.
	Term                   bool             // Records are terms: TermRecord; if neither, they have the columns of Base.
	SlugWritable           bool             // Posts: writes may name the slug.
	Taxonomy               string           // Terms: taxonomy shown in responses.
	Hierarchical           bool             // Terms: records form a tree.
	Descending             bool             // Lists begin with the largest value of the default order.
	FindOrCreate           bool             // A create that repeats a record returns that record.
	NameField              string           // Wire name of the record's name; only posts and terms must have one.
	NameSort               string           // Column with the folded name.
	Columns                []string
	ReadColumns            []string // Columns that reads load: all but the folded ones, which only queries compare.
	ComputedColumns        []string // Computed columns, each with what it is computed from; see Recompute.
	FunctionColumns        []string // Columns of computed fields, which functions of the description fill.
	SearchColumns          []string // Folded columns that search looks into.
	StartColumn, EndColumn string   // Columns of when a record begins and ends; "" for none.
	ZoneColumn             string   // Column of the time zone of these; "" for none.
	AllDayColumn           string   // Boolean column by which they are whole days; "" for none.
	RecurrenceField        string   // Wire name of how a record repeats; "" for none, else records are OccurrenceRecord.
	SeriesRoute            string   // Route of the series; "" for none.
	LatitudeColumn         string   // Columns of where a record is, in degrees; "" for none.
	LongitudeColumn        string
	IdentifierColumn       string       // Text column that names a record outside of the service; "" for none.
	HiddenColumn           string       // Boolean column by which lists leave a record out; "" for none.
	PasswordField          string       // Wire name of the password that may protect a record; "" for none.
	ParentField            string       // Wire name of the ID of the parent record; "" for none.
	Feeds                  []FeedFormat // Formats of lists and records beside JSON.
	Orders                 []SortOption // What lists can be sorted by; the first is the default.
	Links                  []*Link
	Unique                 []UniqueIndex
	NoHistory              bool      // The log of changes has no former values of records.
	NoAgents               bool      // Programs with a language model do not see the records.
	SecretColumns          []string  // Columns whose former values are not in the log of changes.
	States                 []*State  // Fields whose changes are limited.
	Actions                []*Action // What is done with one record by a name of its own.
	Args                   []*Arg    // What writes accept.
	ListArgs               []*Arg    // What lists accept.
	Deprecated             Deprecation

	New func() Record // An empty record.
	// HiddenValues returns what a write takes of the fields that responses leave out or show in
	// another way; nil for a resource without such fields.
	HiddenValues func(m Record) map[string]any

	readListOnce  sync.Once // Sets readList.
	readList      string    // ReadColumns as SQL.
	signatureOnce sync.Once // Sets signature.
	signature     string    // See LinkSignature.
}

// OwnerColumn returns the column with the ID of the user whose a record is, "" for none.
func (res *Resource) OwnerColumn() string {
	if res.Post {
		return "author"
	}
	return res.Permissions.Owner
}

// Link is a relation from one resource to another, in a table of its own.
type Link struct {
	Name               string    // Wire name of the field.
	Table              string    // Table of the relation.
	SourceColumn       string    // Column with the id of the record that has the field.
	TargetColumn       string    // Column with the id of the linked record.
	Required           bool      // A record links to at least one.
	DenormalizedColumn string    // Column of the record that has the field which the table has a copy of; "" for none.
	SchemaOrg          string    // "location", "organizer" or "keywords" of an event; "" for none.
	Source             *Resource // Has the field.
	Target             *Resource
	AddLinked          func(from, to Record) // Adds a linked record to the field.
}

// LinksTo returns the links of the resources that lead to the target.
func LinksTo(resources []*Resource, target *Resource) []*Link {
	var all []*Link
	for _, res := range resources {
		for _, link := range res.Links {
			if link.Target == target {
				all = append(all, link)
			}
		}
	}
	return all
}

// SortOption is one value of the orderby parameter and the column it compares.
type SortOption struct {
	Name     string
	Column   string
	Nullable bool // Records without a value stand last.
}

// UniqueIndex is columns whose values no two records have together.
type UniqueIndex struct {
	Columns     []string
	Fields      []string // That clients know: an amount of money is compared with its currency.
	ExceptEmpty bool     // Any number of records may have the empty text in the only column.
}

// AddingTo returns what adds a linked record to a field of a record: to the list
// that the function points to.
func AddingTo[F, T Record](list func(F) *[]T) func(from, to Record) {
	return func(from, to Record) {
		l := list(from.(F))
		if *l == nil {
			*l = make([]T, 0, 4) // Most records link to a few.
		}
		*l = append(*l, to.(T))
	}
}

// ColumnList returns what reads load, as SQL: the columns, then those of the image of a post,
// joined as image, or the count of a term.  Their names need no escapes.
func (res *Resource) ColumnList() string {
	res.readListOnce.Do(func() {
		res.readList = `"` + res.Name + `"."` + strings.Join(res.ReadColumns, `", "`+res.Name+`"."`) + `"`
		switch {
		case res.Post:
			res.readList += ", " + ImageColumns("image")
		case res.Term:
			res.readList += `, (SELECT CAST(COALESCE(SUM(c.count), 0) AS bigint) FROM term_counts AS c WHERE c.term_id = "` +
				res.Name + `"."id")`
		}
	})
	return res.readList
}

// AccessSQL returns what decides who can read a record, as expressions of SQL: its status, whether
// lists leave it out, whether a password protects it, and the ID of its author or owner.  The table
// is "r." or, where a statement cannot have another name for it, "".
func (res *Resource) AccessSQL(table string) string {
	status, hidden, locked, owner := "''", "false", "false", "0"
	if res.Post {
		status, locked = table+"status", table+"password <> ''"
	}
	if res.HiddenColumn != "" {
		hidden = table + `"` + res.HiddenColumn + `"`
	}
	if column := res.OwnerColumn(); column != "" {
		owner = table + `"` + column + `"`
	}
	return strings.Join([]string{status, hidden, locked, owner}, ", ")
}

// Value returns what a record has in a column.
func (res *Resource) Value(m Record, column string) any {
	return m.ColumnValues()[slices.Index(res.Columns, column)]
}

// Targets returns pointers to the columns of a record that reads load, by their names.
func (res *Resource) Targets(m Record) map[string]any {
	list := m.ScanTargets(nil)
	byName := make(map[string]any, len(list))
	for i, column := range res.ReadColumns {
		byName[column] = list[i]
	}
	return byName
}

// ComputeFields computes the columns of a record, and reports whether that changes a
// computed field.
func (res *Resource) ComputeFields(m Record) bool {
	before := res.functionValues(m)
	m.ComputeColumns()
	return !reflect.DeepEqual(before, res.functionValues(m))
}

// functionValues returns what a record has in its computed fields.
func (res *Resource) functionValues(m Record) []any {
	if len(res.FunctionColumns) == 0 {
		return nil
	}
	values := m.ColumnValues()
	var list []any
	for _, column := range res.FunctionColumns {
		list = append(list, values[slices.Index(res.Columns, column)])
	}
	return list
}

// LinkSignature returns a digest of the names and the order of the link tables of a resource.
func (res *Resource) LinkSignature() string {
	res.signatureOnce.Do(func() {
		hash := fnv.New32a()
		for _, link := range res.Links {
			_, _ = hash.Write([]byte(link.Table + " ")) // It takes anything.
		}
		res.signature = fmt.Sprintf("%08x", hash.Sum32())
	})
	return res.signature
}

// Record is one record; generated structs implement it.
type Record interface {
	Resource() *Resource
	Common() *Base
	// ScanTargets appends pointers to the columns in the order of Resource.ReadColumns.
	ScanTargets(list []any) []any
	// ColumnValues returns the columns' values in the order of Resource.Columns.
	ColumnValues() []any
	// ComputeColumns computes the folded columns from the others.
	ComputeColumns()
}

// NamedRecord is a post or a term.
type NamedRecord interface {
	Record
	AsNamed() *Named
	// DisplayName points to the record's name.
	DisplayName() *string
}

// OwnedRecord is a record without a status that belongs to a user.
type OwnedRecord interface {
	Record
	// RecordOwner returns the ID of the user, 0 for none.
	RecordOwner() int64
}

// OwnerOf returns the ID of the user to whom a record without a status belongs; 0 for none.
func OwnerOf(m Record) int64 {
	if o, ok := m.(OwnedRecord); ok {
		return o.RecordOwner()
	}
	return 0
}

// PostRecord is a record with author, status and dates.
type PostRecord interface {
	NamedRecord
	AsPost() *Post
}

// TermRecord is a category or tag.
type TermRecord interface {
	NamedRecord
	AsTerm() *Term
}

// LinkCacher is a record of a resource with links.
type LinkCacher interface {
	Record
	// LinksCache points to the column with the IDs of the linked records.
	LinksCache() *string
}

// Base has the columns that every record has.
type Base struct {
	ID          int64  `bun:"id,pk"`
	Version     int64  `bun:"version"`      // Raised by every change of the record or its links.
	CreatedUTC  string `bun:"created_utc"`  // Wall time in UTC.
	ModifiedUTC string `bun:"modified_utc"` // Wall time in UTC.

	Memo *Memo `bun:"-"` // Set for a record that several requests read; nobody may change it then.
}

// Memo has what was made of a record that several requests read.
type Memo struct {
	Parts  [2]atomic.Pointer[jsonenc.Appender] // Encoded inside the response about another record: in lists, and alone.
	JSONLD atomic.Value                        // As json_ld describes it.
}

// Common returns the shared columns.
func (b *Base) Common() *Base { return b }

// BaseScanTargets appends scan targets in the order of the columns that a
// generated record begins with.
func (b *Base) BaseScanTargets(list []any) []any {
	return append(list, &b.ID, &b.Version, &b.CreatedUTC, &b.ModifiedUTC)
}

// BaseColumnValues returns values in the order of BaseScanTargets.
func (b *Base) BaseColumnValues() []any {
	return []any{b.ID, b.Version, b.CreatedUTC, b.ModifiedUTC}
}

// Named has the columns that posts and terms share beside Base.
type Named struct {
	Base

	Language string `bun:"language"` // "" where the deployment knows no languages.
	Author   int64  `bun:"author"`   // Id of a user, 0 for none.
	Slug     string `bun:"slug"`     // Unique within the resource.
}

// AsNamed returns the shared columns.
func (n *Named) AsNamed() *Named { return n }

// LanguageOf returns the language of a post or a term, "" for other records.
func LanguageOf(m Record) string {
	if n, ok := m.(NamedRecord); ok {
		return n.AsNamed().Language
	}
	return ""
}

// Post has the columns that posts share beside Named.
type Post struct {
	Named
	Status       string `bun:"status"`
	Date         string `bun:"date"`          // Publication, wall time in the site's zone.
	DateUTC      string `bun:"date_utc"`      // Publication, wall time in UTC.
	Modified     string `bun:"modified"`      // Wall time in the site's zone.
	OriginalSlug string `bun:"original_slug"` // Slug to regain when restored from the trash.
	Password     string `bun:"password"`      // Protects the record; "" for none.
	ImageID      int64  `bun:"image_id"`      // 0 for none.
	MadeInline   bool   `bun:"made_inline"`   // Made inside of a record that was not public: see mutate/inline.go.
	// StatusBeforeTrash is the status that a post in the trash had; "" outside of the trash, and
	// where nobody knows it.
	StatusBeforeTrash string `bun:"status_before_trash"`
	// Edited is when somebody edited the post, and the value of modified_utc that is later because
	// the rules of its time zone changed; "" for others. It counts as long as modified_utc stays,
	// so that programs which do not know it may write the post.
	Edited string `bun:"edited_utc"`
	Image  Image  `bun:"-"`
}

// EditedUTC returns when a caller or an import wrote a record last, as a wall time in UTC:
// ModifiedUTC, unless that is when the rules of a time zone changed.
func EditedUTC(m Record) string {
	modified := m.Common().ModifiedUTC
	if p, ok := m.(PostRecord); ok {
		if edited, found := strings.CutSuffix(p.AsPost().Edited, " "+modified); found {
			return edited
		}
	}
	return modified
}

// EditedSQL is EditedUTC as an expression on the columns of r.
const EditedSQL = "CASE WHEN substr(r.edited_utc, 21) = r.modified_utc THEN substr(r.edited_utc, 1, 19) " +
	"ELSE r.modified_utc END"

// KeepEdited has a post remember when it was edited, though it is modified at another time.  It
// is no method, which generated records would have as well.
func KeepEdited(p *Post, edited string) { p.Edited = edited + " " + p.ModifiedUTC }

// StatusOutsideTrash returns the status that says who may change the post: of one in the trash
// the status before.  What nobody knows of may have been published.
func (p *Post) StatusOutsideTrash() string {
	if p.Status != StatusTrash {
		return p.Status
	}
	return cmp.Or(p.StatusBeforeTrash, StatusPublish)
}

// AsPost returns the shared columns.
func (p *Post) AsPost() *Post { return p }

// PostScanTargets appends scan targets in the order of the columns that a
// generated record begins with.
func (p *Post) PostScanTargets(list []any) []any {
	return append(p.namedScanTargets(list), &p.Status, &p.Date, &p.DateUTC, &p.Modified, &p.OriginalSlug, &p.Password,
		&p.ImageID, &p.MadeInline, &p.StatusBeforeTrash, &p.Edited)
}

// PostColumnValues returns values in the order of PostScanTargets.
func (p *Post) PostColumnValues() []any {
	return append(p.namedColumnValues(), p.Status, p.Date, p.DateUTC, p.Modified, p.OriginalSlug, p.Password, p.ImageID,
		p.MadeInline, p.StatusBeforeTrash, p.Edited)
}

// namedScanTargets appends scan targets in the order of the columns that posts and
// terms begin with.
func (n *Named) namedScanTargets(list []any) []any {
	return append(list, &n.ID, &n.Version, &n.Language, &n.Author, &n.Slug, &n.CreatedUTC, &n.ModifiedUTC)
}

// namedColumnValues returns values in the order of namedScanTargets.
func (n *Named) namedColumnValues() []any {
	return []any{n.ID, n.Version, n.Language, n.Author, n.Slug, n.CreatedUTC, n.ModifiedUTC}
}

// Term has the columns that terms share beside Named.
type Term struct {
	Named
	Parent int64    `bun:"parent"` // Id of the parent term, 0 for none.
	Count  int64    `bun:"-"`      // Published events that have the term.
	Path   []string `bun:"-"`      // Slugs of the ancestors, root first.
}

// AsTerm returns the shared columns.
func (t *Term) AsTerm() *Term { return t }

// TermScanTargets appends scan targets in the order of the columns that a
// generated record begins with.
func (t *Term) TermScanTargets(list []any) []any { return append(t.namedScanTargets(list), &t.Parent) }

// TermColumnValues returns values in the order of TermScanTargets.
func (t *Term) TermColumnValues() []any { return append(t.namedColumnValues(), t.Parent) }

// SortKey returns the folded name of a post or a term, "" for other records.
func SortKey(m Record) string {
	if n, ok := m.(NamedRecord); ok {
		return text.SortKey(*n.DisplayName())
	}
	return ""
}

// StatusOf returns the status of a post, "" for other records.
func StatusOf(m Record) string {
	if p, ok := m.(PostRecord); ok {
		return p.AsPost().Status
	}
	return ""
}

// FileExtension returns the file name extension of an address without its dot.
func FileExtension(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(path.Ext(u.Path), ".")
}

// JoinList writes a list of words as one column.
func JoinList(list []string) string { return strings.Join(list, ",") }

// SplitList reads a column that JoinList wrote; the empty text is no list.
func SplitList(column string) []string {
	if column == "" {
		return nil
	}
	return strings.Split(column, ",")
}
