package filter_test

import (
	"strconv"
	"testing"

	"almanac/runtime/filter"
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
