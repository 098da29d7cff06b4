package filter

import (
	"slices"

	"almanac/runtime/model"
)

// A sync reads a list by ID, first all of it, then what has changed.

// MaxSyncPage is the most records of a page of a sync that does not ask for whole ones.
const MaxSyncPage = 500

// BeginSync has the list read without its default window of dates.  It comes before the filters.
func (q *Query) BeginSync(partial bool) {
	q.dateFilterOff = true
	if partial {
		q.Settings.MaxPerPage = MaxSyncPage
	}
}

// OrderByID sorts the list by ID, and leaves out the records up to one.
func (q *Query) OrderByID(after int64) {
	q.orderBy, q.direction, q.nextFrom = model.SortOption{Name: "id", Column: "id"}, "asc", ""
	q.narrow = true
	q.AddCondition("? > ?", q.Col("id"), q.Bind(after))
}

// Among leaves out all but some records.
func (q *Query) Among(ids []int64) {
	q.AddCondition("? ?", q.Col("id"), q.Store.SQL().In(&q.Args, ids))
}

// NamedTerms returns the IDs of the terms that parameters name, without those below them.
func (q *Query) NamedTerms() []int64 { return q.terms }

// LinkedFrom returns the link of one record by which the list is limited, nil for none.
func (q *Query) LinkedFrom() *model.Link { return q.from }

// Incoming returns the links to the listed records that decide which are listed.
func (q *Query) Incoming() []*model.Link { return q.incoming }

// Includes reports whether the list names a record by ID, and so has it where lists leave it out.
func (q *Query) Includes(id int64) bool { return q.hasInclude && slices.Contains(q.included, id) }
