package series

import (
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// Scope says which dates of a series a write is about: a value of the parameter apply_to.
type Scope string

// The scopes.
const (
	ScopeThis      Scope = "this"
	ScopeFollowing Scope = "following" // This date and those after it.
	ScopeAll       Scope = "all"
)

// Scopes returns the scopes in the order in which people are asked: the first one is that of a write
// that names none.
func Scopes() []Scope { return []Scope{ScopeThis, ScopeFollowing, ScopeAll} }

// Several reports whether a scope is about more dates than one. "" is ScopeThis.
func (s Scope) Several() bool { return s == ScopeFollowing || s == ScopeAll }

// Series is how a series repeats, as far as that decides about its dates.
type Series struct {
	Pattern    recurrence.Pattern
	ExtendedTo dates.WallTime // Up to when its dates have records; dates.Last when all have.
	Links      Links          // Of the template.
}

// Values are columns of a record as JSON, by their names.
type Values map[string]string

// Links are the IDs that a record links to, by the names of its links.
type Links map[string][]int64

// Member is a record that is one date of a series.
type Member struct {
	ID      int64
	Slot    dates.WallTime // Its start by the rule (RECURRENCE-ID).
	Trashed bool
	Times   Times
	Values  Values // Those in which the dates are equal unless one was changed alone.
	Links   Links
}

// Times are the start and the end of a record by the clock of its zone, and in UTC.
type Times struct{ Start, End, StartUTC, EndUTC dates.WallTime }

// TimesOf returns the times of a date.
func TimesOf(d recurrence.Date) Times {
	return Times{
		Start: d.Start.Local, End: d.End.Local,
		StartUTC: d.Start.UTC(), EndUTC: d.End.UTC(),
	}
}

// FirstTimes returns the times of the first date of a pattern as a template has them: as they are
// written, also where the clocks skip them that day.
func FirstTimes(p recurrence.Pattern) Times {
	t := TimesOf(p.At(p.Start))
	t.Start, t.End = p.Start, p.End
	return t
}

// latest returns the latest slot of members, "" for none.
func latest(members []*Member) (last dates.WallTime) {
	for _, m := range members {
		last = max(last, m.Slot)
	}
	return last
}

// trashedLast returns members with those in the trash last, so that these take no date from
// another.
func trashedLast(members []*Member) []*Member {
	return slices.SortedStableFunc(slices.Values(members), func(a, b *Member) int {
		switch {
		case a.Trashed == b.Trashed:
			return 0
		case a.Trashed:
			return 1
		default:
			return -1
		}
	})
}
