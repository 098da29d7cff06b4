package generator

import (
	"fmt"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// settingsTable is where the service remembers which computed columns are up
// to date; the names that it uses are derived/<table>, derived/<table>/done and
// links/<table>.
const settingsTable = "settings"

// refresh adds what concerns values and not the form of tables: required
// fields get values in rows that have none, and computed columns whose sources
// have changed are marked as out of date, so that the service fills them when
// it starts.
func (p *planning) refresh(e *evolution, up bool) {
	var stale []string
	changed := map[string]bool{} // Keys of tables in which texts have changed.
	for _, to := range p.to {
		from := find(p.from, to.key)
		if from == nil {
			continue
		}
		if to.carries != "" {
			p.carry(from, to, changed)
			continue
		}
		if p.forgetLinks(from, to) {
			stale = append(stale, marks(from, to, "links/%s")...)
		}
		filled := up && p.backfill(e, from, to)
		changed[to.key] = filled
		if to.computed() && (filled || from.name != to.name || sourcesDiffer(from, to)) {
			stale = append(stale, marks(from, to, "derived/%s", "derived/%s/done")...)
		}
	}
	stale = slices.Compact(slices.Sorted(slices.Values(stale)))
	if len(stale) > 0 && hasSettings(p.from) && hasSettings(p.to) {
		p.say("DELETE FROM %s WHERE %s IN (%s)", p.ident(settingsTable), p.ident("name"), strings.Join(stale, ", "))
	}
}

// marks lists what the service remembers about a table under the names.  A mark
// does not move with it: what is left under the former name would count again once
// the step is taken back.
func marks(from, to *table, names ...string) []string {
	var list []string
	for _, t := range slices.Compact([]string{from.name, to.name}) {
		for _, name := range names {
			list = append(list, sqlLiteral(fmt.Sprintf(name, t)))
		}
	}
	return list
}

// forgetLinks empties the column that tells where links lead when a link table
// goes or gets another name: the rows of one that has the name later are other
// ones, and a table with links that are new begins empty.  It reports whether the
// service has to fill the column.
func (p *planning) forgetLinks(from, to *table) bool {
	column := to.column(linksColumn)
	if column == nil {
		return false
	}
	if from.column(linksColumn) == nil {
		return true
	}
	if !slices.ContainsFunc(p.from, func(t *table) bool { return t.links(to.key) && p.goesOrMoves(t) }) {
		return false
	}
	p.say("UPDATE %s SET %s = '' WHERE %[2]s <> ''", p.ident(to.name), p.ident(column.Name))
	p.rewrites = append(p.rewrites, to.name)
	return true
}

// links reports whether a table holds links of the records in another one.
func (t *table) links(key string) bool { return len(t.refs) > 0 && t.refs[0].key == key }

// goesOrMoves reports whether a table does not have its name afterwards.
func (p *planning) goesOrMoves(t *table) bool {
	to := find(p.to, t.key)
	return to == nil || to.name != t.name
}

// carry fills the column of a link table that holds what the records have, where
// it is new or they have got other values.  Resources come before links, so that
// theirs are final.
func (p *planning) carry(from, to *table, changed map[string]bool) {
	record := find(p.to, to.refs[0].key)
	column := to.named(to.carries)
	if from.column(column.key) != nil && !changed[record.key] {
		return
	}
	name := p.ident(column.Name)
	p.say("UPDATE %s SET %s = (SELECT r.%s FROM %s AS r WHERE r.%s = %s.%s)",
		p.ident(to.name), name, name, p.ident(record.name), p.ident("id"), p.ident(to.name), p.ident(to.refs[0].column))
	p.rewrites = append(p.rewrites, to.name)
}

// backfill gives rows a value in text fields that have become required, and in
// new ones that could be null.  It reports whether texts have changed.
func (p *planning) backfill(e *evolution, from, to *table) bool {
	r := e.now.resource(to.key)
	if r == nil {
		return false
	}
	filled := false
	for _, f := range r.Fields {
		c := to.column(f.Name + "=")
		if c != nil && c.Null && c.fill != nil && from.column(c.key) == nil {
			p.say("UPDATE %s SET %s = %s", p.ident(to.name), p.ident(c.Name), sqlLiteral(c.fill))
		}
		if c == nil || from.column(c.key) == nil || !e.fillsEmpty(to, c) {
			continue
		}
		p.say("UPDATE %s SET %s = %s WHERE %s = ''", p.ident(to.name), p.ident(c.Name), sqlLiteral(c.fill), p.ident(c.Name))
		filled = true
	}
	return filled
}

// fillsEmpty reports whether rows that were there before and have an empty text
// in a column of a table get another value, since its field is required now.
func (e *evolution) fillsEmpty(to *table, c *tableColumn) bool {
	r := e.now.resource(to.key)
	if r == nil || c.fill == nil || c.Type != textColumn {
		return false
	}
	old := e.went.before(e.released, r.Name)
	return slices.ContainsFunc(r.Fields, func(f LockedField) bool {
		return f.Name+"=" == c.key && f.Required && !e.wasRequired(old, f.Name)
	})
}

// wasRequired reports whether a field was required before.
func (e *evolution) wasRequired(old *LockedResource, name string) bool {
	for _, f := range old.Fields {
		if e.went.field(old.Name, f.Name) == name {
			return f.Required
		}
	}
	return false
}

// computed reports whether a table has columns that are computed from others.
func (t *table) computed() bool {
	for _, c := range t.columns {
		if c.Derived != "" && c.Derived != "links" {
			return true
		}
	}
	return false
}

// sourcesDiffer reports whether computed columns, or columns that they may be
// computed from, are not what they were.
func sourcesDiffer(from, to *table) bool {
	for _, c := range to.columns {
		old := from.column(c.key)
		switch {
		case c.Derived == "links": // Computed from other tables.
		case old == nil && c.Derived != "":
			return true
		case old == nil:
		case old.Name != c.Name, old.Type != c.Type, old.Null != c.Null:
			return true
		}
	}
	return false
}

// hasSettings reports whether the service remembers anything in the database.
func hasSettings(list []*table) bool {
	for _, t := range list {
		if t.name == settingsTable && t.named("name") != nil && t.key == "setting" {
			return true
		}
	}
	return false
}

// gone reports whether a resource is only a word about what was.
func gone(r dsl.Resource) bool { return r.Kind == dsl.Gone }
