package filter

import (
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/model"
)

// Restriction is what a list of the desk has beside the parameters of the API. Its zero value
// leaves a list as it is.
type Restriction struct {
	Owner        int64     // The user whose the records are; 0 for any.
	StartsFrom   time.Time // Records that start then or later; zero for any. The others are alike.
	StartsBefore time.Time
	EndsFrom     time.Time
	EndsBefore   time.Time
	Lacks        Lack
	Related      map[string][]Linked // Of the search: see Query.

	// Records that end then or later are sorted by their start, and stand before the others, of which
	// the latest is first; zero for the order that is asked for.  All records that pass are sorted, so
	// there must be few of them.
	NextFirst time.Time
}

// Lack is something that a record may do without, but that people mostly want it to have. Its
// zero value is nothing.
type Lack struct {
	Image   bool        // Posts without an image.
	AltText bool        // Posts with an image that has no alternative text.
	Link    *model.Link // Records without the link.

	// Records that have another value in a column need nothing: an event online needs no venue.
	Column, Value string // "" for no column.
}

// Restrict keeps the records that a restriction lets pass.  Records without a start and an end
// pass those on dates.
func (q *Query) Restrict(r Restriction) {
	if owner := q.Resource.OwnerColumn(); r.Owner != 0 && owner != "" {
		q.narrow = true
		q.AddCondition("? = ?", q.Col(owner), q.Bind(r.Owner))
	}
	for _, c := range []comparison{
		{column: q.Resource.StartColumn, operator: ">=", at: r.StartsFrom},
		{column: q.Resource.StartColumn, operator: "<", at: r.StartsBefore},
		{column: q.Resource.EndColumn, operator: ">=", at: r.EndsFrom},
		{column: q.Resource.EndColumn, operator: "<", at: r.EndsBefore},
	} {
		if c.column != "" && !c.at.IsZero() {
			q.compare(c)
		}
	}
	if r.Lacks != (Lack{}) {
		q.lacks(r.Lacks)
	}
	if !r.NextFirst.IsZero() && q.Resource.StartColumn != "" && q.Resource.EndColumn != "" {
		q.narrow, q.nextFrom, q.direction = true, string(dates.FromUnix(r.NextFirst.Unix())), "asc"
		q.orderBy = model.SortOption{Name: "next", Column: StartUTC}
	}
}

// lacks keeps the records that lack something.
func (q *Query) lacks(l Lack) {
	q.narrow = true
	switch {
	case l.Image:
		q.AddCondition("? = 0", q.Col("image_id"))
	case l.AltText:
		images := q.Store.Builder().NewSelect().TableExpr("images AS i").ColumnExpr("i.id").Where("i.alt = ''")
		q.AddCondition("? IN (?)", q.Col("image_id"), images)
	case l.Link != nil:
		linked := q.Store.Builder().NewSelect().TableExpr("? AS l", bun.Ident(l.Link.Table)).ColumnExpr("1").
			Where("l.? = ?", bun.Ident(l.Link.SourceColumn), q.Col("id"))
		q.AddCondition("NOT EXISTS (?)", linked)
	}
	if l.Column != "" {
		q.AddCondition("? = ?", q.Col(l.Column), q.Bind(l.Value))
	}
}
