package queryplantest

import (
	"regexp"
	"strings"
	"testing"

	"almanac/runtime/store"
)

// large reports whether a table is one that grows with the calendar.  Terms do
// not: there are few, and their lists may look at each of them.
func large(table string) bool {
	switch table {
	case "events", "venues", "organizers", "event_categories", "event_tags", "event_venues", "event_organizers":
		return true
	}
	return false
}

// lite explains statements of SQLite.
type lite struct{ store *store.Store }

// aliased matches what a statement calls a table.
var aliased = regexp.MustCompile(`"?(\w+)"? AS "?(\w+)"?`)

// step is a line of a plan; those with one parent belong to one SELECT.
type step struct {
	id, parent, unused int64
	detail             string
}

// looksUp reports whether a statement begins with the search index of a table.
func (l lite) looksUp(t *testing.T, s store.Statement, table string) bool {
	t.Helper()
	if !strings.Contains(s.SQL, store.SearchIndexName(table)) {
		return false
	}
	var index, first int // The steps that look into the index, and for its rows.
	n := 0
	err := l.store.Reader().Query(t.Context(), store.Statement{SQL: "EXPLAIN QUERY PLAN " + s.SQL, Args: s.Args, ScanRow: func(row store.Row) error {
		var one step
		err := row.Scan(&one.id, &one.parent, &one.unused, &one.detail)
		n++
		switch {
		case strings.HasPrefix(one.detail, "SCAN s VIRTUAL TABLE INDEX"):
			index = n
		case strings.HasPrefix(one.detail, "SEARCH t USING "):
			first = n
		}
		return err
	}})
	if err != nil {
		t.Fatalf("%v in %s", err, s.SQL)
	}
	return index > 0 && first > index
}

// bounds reports whether a statement looks events of certain dates up by an index
// of a table, and by no other one.
func (l lite) bounds(t *testing.T, s store.Statement, table string) bool {
	t.Helper()
	var dated []string
	err := l.store.Reader().Query(t.Context(), store.Statement{SQL: "EXPLAIN QUERY PLAN " + s.SQL, Args: s.Args, ScanRow: func(row store.Row) error {
		var one step
		err := row.Scan(&one.id, &one.parent, &one.unused, &one.detail)
		if strings.Contains(one.detail, "start_date>? AND start_date<?") {
			dated = append(dated, one.detail)
		}
		return err
	}})
	if err != nil {
		t.Fatalf("%v in %s", err, s.SQL)
	}
	return len(dated) == 1 && strings.HasPrefix(dated[0], "SEARCH l USING COVERING INDEX "+table+"_")
}

// whole returns the large tables that a statement reads from end to end.  One
// that is read in the order of a page is none of them: the statement ends as soon
// as the page is full.
func (l lite) whole(t *testing.T, s store.Statement) []string {
	t.Helper()
	tables := map[string]string{}
	for _, m := range aliased.FindAllStringSubmatch(s.SQL, -1) {
		tables[m[2]] = m[1]
	}
	var steps []step
	sorted := map[int64]bool{}
	err := l.store.Reader().Query(t.Context(), store.Statement{SQL: "EXPLAIN QUERY PLAN " + s.SQL, Args: s.Args, ScanRow: func(row store.Row) error {
		var one step
		err := row.Scan(&one.id, &one.parent, &one.unused, &one.detail)
		steps = append(steps, one)
		sorted[one.parent] = sorted[one.parent] || strings.HasPrefix(one.detail, "USE TEMP B-TREE FOR ORDER BY")
		return err
	}})
	if err != nil {
		t.Fatalf("%v in %s", err, s.SQL)
	}
	var list []string
	for _, one := range steps {
		words := strings.Fields(one.detail)
		if words[0] == "SCAN" && large(tables[words[1]]) && (sorted[one.parent] || !strings.Contains(s.SQL, " LIMIT ")) {
			list = append(list, tables[words[1]]+" ("+one.detail+")")
		}
	}
	return list
}
