package generator_test

import (
	"fmt"
	"slices"
	"strings"
)

// computedTable is a table with the sources of its computed columns.
type computedTable struct {
	name    string
	columns [][2]string // Source and way: search or sort.
	links   [][3]string // Table, and its columns for this table and the other one.
}

// computed lists what the service computes.
func (w *world) computed() []computedTable {
	var list []computedTable
	for _, k := range w.things {
		c := computedTable{name: k.plural()}
		for _, p := range k.stored() {
			if p.search {
				c.columns = append(c.columns, [2]string{p.name, "search"})
			}
			if p.sort {
				c.columns = append(c.columns, [2]string{p.name, "sort"})
			}
		}
		for _, p := range k.parts {
			if p.target != nil {
				table, source, target := linkTable(k, p)
				c.links = append(c.links, [3]string{table, source, target})
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
		db.startLinks(t, c, h)
		name, mark := "derived/"+c.name, fmt.Sprint(c.columns)
		stale := !slices.Contains(db.rows(t, "SELECT name || '=' || value FROM schema_metadata"), name+"="+mark)
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
			db.must(t, "INSERT INTO schema_metadata (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, mark)
		}
	}
}

// startLinks does the same for the column that tells where links lead: what it
// has of the present version and the same link tables is valid.
func (db database) startLinks(t failer, c computedTable, h *history) {
	t.Helper()
	if len(c.links) == 0 {
		return
	}
	var tables, lists []string
	for _, l := range c.links {
		tables = append(tables, l[0])
		lists = append(lists, fmt.Sprintf(`COALESCE((SELECT string_agg(CAST(l."%s" AS text), ',' ORDER BY l."%[1]s") FROM "%s" AS l WHERE l."%s" = r.id), '')`, l[2], l[0], l[1]))
	}
	signature := strings.Join(tables, " ")
	begin := fmt.Sprintf("r.version || '.%s;'", signature)
	text := begin + " || " + strings.Join(lists, " || ';' || ")
	mark := "links/" + c.name + "=" + signature
	if !slices.Contains(db.rows(t, "SELECT name || '=' || value FROM schema_metadata"), mark) {
		db.must(t, fmt.Sprintf(`UPDATE "%s" SET links_cache = (SELECT %[2]s FROM "%[1]s" AS r WHERE r.id = "%[1]s".id) WHERE links_cache NOT LIKE version || '.%[3]s;%%'`, c.name, text, signature))
		db.must(t, "INSERT INTO schema_metadata (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", "links/"+c.name, signature)
	}
	if wrong := db.rows(t, fmt.Sprintf(`SELECT links_cache, %[1]s FROM "%[2]s" AS r WHERE links_cache <> %[1]s`, text, c.name)); len(wrong) > 0 {
		t.Fatalf("%s tells of other links than there are: %v\n%s", c.name, wrong, h.last())
	}
}
