package filter

import (
	"time"
)

// Restriction is what a list of the desk has beside the parameters of the API. Its zero value
// leaves a list as it is.
type Restriction struct {
	Owner        int64     // The user whose the records are; 0 for any.
	EndsFrom     time.Time // Records that end then or later; zero for any. The others are alike.
	EndsBefore   time.Time
	StartsBefore time.Time
	Related      map[string][]Linked // Of the search: see Query.
}

// Restrict keeps the records that a restriction lets pass.  Records without a start and an end
// pass those on dates.
func (q *Query) Restrict(r Restriction) {
	if owner := q.Resource.OwnerColumn(); r.Owner != 0 && owner != "" {
		q.narrow = true
		q.AddCondition("? = ?", q.Col(owner), q.Bind(r.Owner))
	}
	for _, c := range []comparison{
		{column: q.Resource.EndColumn, operator: ">=", at: r.EndsFrom},
		{column: q.Resource.EndColumn, operator: "<", at: r.EndsBefore},
		{column: q.Resource.StartColumn, operator: "<", at: r.StartsBefore},
	} {
		if c.column != "" && !c.at.IsZero() {
			q.compare(c)
		}
	}
}
