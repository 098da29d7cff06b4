package model

import (
	"sync/atomic"

	"almanac/runtime/text"
	"almanac/runtime/wire"
)

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

// Base holds the columns that every record has.
type Base struct {
	ID          int64  `bun:"id,pk"`
	Version     int64  `bun:"version"`      // Raised by every change of the record or its links.
	Language    string `bun:"language"`     // "" where the deployment knows no languages.
	Author      int64  `bun:"author"`       // Id of a user, 0 for none.
	Slug        string `bun:"slug"`         // Unique within the kind.
	CreatedUTC  string `bun:"created_utc"`  // Wall time in UTC.
	ModifiedUTC string `bun:"modified_utc"` // Wall time in UTC.

	Memo *Memo `bun:"-"` // Set for a record that several requests read; nobody may change it then.
}

// Memo holds what was made of a record that several requests read.
type Memo struct {
	Parts  [2]atomic.Pointer[wire.Appender] // Encoded inside the answer about another record: in lists, and alone.
	JSONLD atomic.Value                     // As json_ld describes it.
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

// SortKey returns the folded name of a record.
func SortKey(m Model) string { return text.SortKey(*m.DisplayName()) }

// StatusOf returns the status of a post, "" for a term.
func StatusOf(m Model) string {
	if p, ok := m.(PostModel); ok {
		return p.AsPost().Status
	}
	return ""
}
