package filter_test

import (
	"strconv"
	"testing"

	"almanac/runtime/filter"
	"almanac/runtime/intervals"
	"almanac/runtime/param"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

// TestWritesChangeTheTotalsOfFiltersByLinks: by how much is known as long as each
// changed row tells its links, and nothing is written that is linked to.
func TestWritesChangeTheTotalsOfFiltersByLinks(t *testing.T) {
	s, err := openStore(storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	q := newQuery(s, &reader{rows: [][]any{{int64(7), "seven", "Seven"}}}, editor)
	q.Columns = []string{"id", "version", "links_cache"}
	q.ReadColumns = q.Columns
	q.Links = func(cached string, version int64, table, column string) ([]int64, bool) {
		id, err := strconv.ParseInt(cached, 10, 64)
		return []int64{id}, err == nil && version == 1 && table == venues.Table && column == venues.LocalColumn
	}
	filter.LinkedTo(t.Context(), q, "venue", venues, param.Of([]int64{7}))
	if err := q.Err(); err != nil {
		t.Fatal(err)
	}
	seven, eight := []any{int64(1), int64(1), "7"}, []any{int64(1), int64(1), "8"}
	for name, c := range map[string]struct {
		changes []store.Change
		added   int64
		known   bool
	}{
		"an event of the venue is created": {[]store.Change{{Table: "events", After: seven}}, 1, true},
		"one of another venue is created":  {[]store.Change{{Table: "events", After: eight}}, 0, true},
		"an event moves to another venue":  {[]store.Change{{Table: "events", Before: seven, After: eight}}, -1, true},
		"an event is deleted":              {[]store.Change{{Table: "events", Before: seven}}, -1, true},
		"the row does not tell its links":  {[]store.Change{{Table: "events", After: []any{int64(1), int64(2), "7"}}}, 0, false},
		"a venue is written":               {[]store.Change{{Table: "venues", Before: []any{int64(7)}}}, 0, false},
		"an organizer is written":          {[]store.Change{{Table: "organizers", Before: []any{int64(7)}}}, 0, true},
		"an event, and then a venue":       {[]store.Change{{Table: "events", After: seven}, {Table: "venues"}}, 0, false},
	} {
		if added, known := q.Added(c.changes); added != c.added || known != c.known {
			t.Errorf("%s: %d added, known %t; want %d, %t", name, added, known, c.added, c.known)
		}
	}
}

// TestIntervalsOfAListFollowWrites: a list without its bounds of dates has the events that
// its other conditions let pass.
func TestIntervalsOfAListFollowWrites(t *testing.T) {
	list := dated(t, func(q *filter.Query) {
		filter.After(q, "starts_after", "start_date", param.Of("2026-03-01"))
		filter.Before(q, "ends_before", "end_date", param.Of("2026-04-01"))
	})
	event := func(featured any, start, end string) []any { return []any{featured, start, end} }
	march, april := event(true, "2026-03-10 10:00:00", "2026-03-10 12:00:00"), event(true, "2026-04-10 10:00:00", "2026-04-10 12:00:00")
	other := event(false, "2026-03-11 10:00:00", "2026-03-11 12:00:00")
	for name, c := range map[string]struct {
		changes []store.Change
		total   int64
		known   bool
	}{
		"an event is created":                       {[]store.Change{{Table: "events", After: march}}, 2, true},
		"one at another time is created":            {[]store.Change{{Table: "events", After: april}}, 1, true},
		"one that another condition leaves out is":  {[]store.Change{{Table: "events", After: other}}, 1, true},
		"an event moves to another time":            {[]store.Change{{Table: "events", Before: march, After: april}}, 0, true},
		"an event moves out of the list":            {[]store.Change{{Table: "events", Before: march, After: other}}, 0, true},
		"an event is deleted":                       {[]store.Change{{Table: "events", Before: march}}, 0, true},
		"an event is moved, and was created before": {[]store.Change{{Table: "events", Before: april, After: march}, {Table: "events", After: april}}, 2, true},
		"an event is deleted that was never there":  {[]store.Change{{Table: "events", Before: april}}, 0, false},
		"the row does not tell what a filter needs": {[]store.Change{{Table: "events", After: event(nil, "", "")}}, 0, false},
		"a venue is written":                        {[]store.Change{{Table: "venues", Before: march}}, 1, true},
	} {
		var set intervals.Set
		march := intervals.Interval{Start: 1773136800, End: 1773144000}
		set.Add(march)
		known := list.Follow(&set, c.changes)
		total, _ := set.Count(list.Window)
		if known != c.known || known && total != c.total {
			t.Errorf("%s: %d, known %t; want %d, %t", name, total, known, c.total, c.known)
		}
	}
}

func TestListsThatDifferInBoundsOfDatesAloneShareTheirIntervals(t *testing.T) {
	one := dated(t, func(q *filter.Query) { filter.After(q, "starts_after", "start_date", param.Of("2026-03-01")) })
	two := dated(t, func(q *filter.Query) {
		filter.OnOrAfter(q, "start_date", "start_date", param.Opt[int]{}, param.Of("2026-05-01"))
		filter.OnOrBefore(q, "end_date", "end_date", param.Opt[int]{}, param.Of("2026-06-01"))
	})
	if one.Key != two.Key {
		t.Errorf("the keys are %q and %q", one.Key, two.Key)
	}
	other := datedQuery(t)
	filter.BoolEquals(other, "free", filter.Column{Name: "featured"}, param.Of(false))
	filter.After(other, "starts_after", "start_date", param.Of("2026-03-01"))
	three, _ := filter.Dated(other)
	filter.BoolEquals(other, "free", filter.Column{Name: "featured"}, param.Of(true))
	if four, _ := filter.Dated(other); four.Key == three.Key || three.Key == one.Key {
		t.Errorf("lists of other conditions share the key %q", four.Key)
	}
	for name, of := range map[string]func(q *filter.Query){
		"one without bounds": func(*filter.Query) {},
		"one with a condition on more than columns": func(q *filter.Query) {
			filter.After(q, "starts_after", "start_date", param.Of("2026-03-01"))
			q.AddCondition("1 = 1")
		},
		"one whose bounds are by each event's own clock": func(q *filter.Query) {
			q.OwnClock = []string{"starts_after"}
			filter.After(q, "starts_after", "start_date", param.Of("2026-03-01"))
		},
	} {
		q := datedQuery(t)
		of(q)
		if _, ok := filter.Dated(q); ok {
			t.Errorf("%s has intervals", name)
		}
	}
}

// datedQuery is a list of featured events.
func datedQuery(t *testing.T) *filter.Query {
	t.Helper()
	s, err := openStore(storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	q := newQuery(s, &reader{}, editor)
	q.Columns = []string{"featured", "utc_start_date", "utc_end_date"}
	q.ReadColumns, q.Start, q.End = q.Columns, "start_date", "end_date"
	filter.BoolEquals(q, "featured", filter.Column{Name: "featured"}, param.Of(true))
	return q
}

// dated returns such a list with bounds of dates.
func dated(t *testing.T, bounds func(q *filter.Query)) filter.DatedList {
	t.Helper()
	q := datedQuery(t)
	bounds(q)
	list, ok := filter.Dated(q)
	if !ok {
		t.Fatal("the list has no intervals")
	}
	return list
}
