package generator_test

import (
	"fmt"
	"slices"
)

// computedTable is a table with the sources of its computed columns.
type computedTable struct {
	name    string
	columns [][2]string // Source and way: search or sort.
}

// computed lists what the service computes.
func (w *world) computed() []computedTable {
	var list []computedTable
	for _, k := range w.kinds {
		c := computedTable{name: k.plural()}
		for _, p := range k.stored() {
			if p.search {
				c.columns = append(c.columns, [2]string{p.name, "search"})
			}
			if p.sort {
				c.columns = append(c.columns, [2]string{p.name, "sort"})
			}
		}
		list = append(list, c)
	}
	return list
}

// start does what the service does when it starts: it fills computed columns
// where their list is another one, or a migration says so.  Afterwards every
// one of them must be right.
func (db database) start(t failer, tables []computedTable, h *history) {
	t.Helper()
	for _, c := range tables {
		name, mark := "derived/"+c.name, fmt.Sprint(c.columns)
		stale := !slices.Contains(db.rows(t, "SELECT name || '=' || value FROM settings"), name+"="+mark)
		for _, column := range c.columns {
			target, value := fmt.Sprintf(`"%s_%s"`, column[0], column[1]), fmt.Sprintf(`'%s:' || "%s"`, column[1], column[0])
			if stale {
				db.must(t, fmt.Sprintf(`UPDATE "%s" SET %s = %s`, c.name, target, value))
			}
			if wrong := db.rows(t, fmt.Sprintf(`SELECT %s, %s FROM "%s" WHERE %[1]s <> %[2]s`, target, value, c.name)); len(wrong) > 0 {
				t.Fatalf("%s of %s was not computed again: %v\n%s", target, c.name, wrong, h.last())
			}
		}
		if stale {
			db.must(t, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, mark)
		}
	}
}
