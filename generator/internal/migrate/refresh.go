package migrate

import (
	"fmt"
	"slices"
	"strings"

	"almanac/generator/internal/model"
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
func (p *planning) refresh(e *Evolution, up bool) {
	var stale []string
	changed := map[string]bool{} // Keys of tables in which texts have changed.
	for _, to := range p.to {
		from := model.Find(p.from, to.Key)
		if from == nil {
			continue
		}
		if to.Carries != "" {
			p.carry(from, to, changed)
			continue
		}
		if p.forgetLinks(from, to) {
			stale = append(stale, marks(from, to, "links/%s")...)
		}
		filled := up && p.backfill(e, from, to)
		changed[to.Key] = filled
		if computed(to) && (filled || from.Name != to.Name || sourcesDiffer(from, to)) {
			stale = append(stale, marks(from, to, "derived/%s", "derived/%s/done")...)
		}
	}
	stale = slices.Compact(slices.Sorted(slices.Values(stale)))
	if len(stale) > 0 && hasSettings(p.from) && hasSettings(p.to) {
		p.say("DELETE FROM %s WHERE %s IN (%s)", ident(p.Dialect, settingsTable), ident(p.Dialect, "name"), strings.Join(stale, ", "))
	}
}

// marks lists what the service remembers about a table under the names.  A mark
// does not move with it: what is left under the former name would count again once
// the step is taken back.
func marks(from, to *model.Table, names ...string) []string {
	var list []string
	for _, t := range slices.Compact([]string{from.Name, to.Name}) {
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
func (p *planning) forgetLinks(from, to *model.Table) bool {
	column := to.Column(model.LinksColumn)
	if column == nil {
		return false
	}
	if from.Column(model.LinksColumn) == nil {
		return true
	}
	if !slices.ContainsFunc(p.from, func(t *model.Table) bool { return links(t, to.Key) && p.goesOrMoves(t) }) {
		return false
	}
	p.say("UPDATE %s SET %s = '' WHERE %[2]s <> ''", ident(p.Dialect, to.Name), ident(p.Dialect, column.Name))
	p.rewrites = append(p.rewrites, to.Name)
	return true
}

// links reports whether a table holds links of the records in another one.
func links(t *model.Table, key string) bool { return len(t.Refs) > 0 && t.Refs[0].Key == key }

// goesOrMoves reports whether a table does not have its name afterwards.
func (p *planning) goesOrMoves(t *model.Table) bool {
	to := model.Find(p.to, t.Key)
	return to == nil || to.Name != t.Name
}

// carry fills the column of a link table that holds what the records have, where
// it is new or they have got other values.  Resources come before links, so that
// theirs are final.
func (p *planning) carry(from, to *model.Table, changed map[string]bool) {
	record := model.Find(p.to, to.Refs[0].Key)
	column := to.Named(to.Carries)
	if from.Column(column.InKey) != nil && !changed[record.Key] {
		return
	}
	name := ident(p.Dialect, column.Name)
	p.say("UPDATE %s SET %s = (SELECT r.%s FROM %s AS r WHERE r.%s = %s.%s)",
		ident(p.Dialect, to.Name), name, name, ident(p.Dialect, record.Name), ident(p.Dialect, "id"), ident(p.Dialect, to.Name), ident(p.Dialect, to.Refs[0].Column))
	p.rewrites = append(p.rewrites, to.Name)
}

// backfill gives rows a value in text fields that have become required, and in
// new ones that could be null.  It reports whether texts have changed.
func (p *planning) backfill(e *Evolution, from, to *model.Table) bool {
	r := e.Now.Resource(to.Key)
	if r == nil {
		return false
	}
	filled := false
	for _, f := range r.Fields {
		c := to.Column(f.Name + "=")
		if c != nil && c.Null && c.Fill != nil && from.Column(c.InKey) == nil {
			p.say("UPDATE %s SET %s = %s", ident(p.Dialect, to.Name), ident(p.Dialect, c.Name), sqlLiteral(c.Fill))
		}
		if c == nil || from.Column(c.InKey) == nil || !e.fillsEmpty(to, c) {
			continue
		}
		p.say("UPDATE %s SET %s = %s WHERE %s = ''", ident(p.Dialect, to.Name), ident(p.Dialect, c.Name), sqlLiteral(c.Fill), ident(p.Dialect, c.Name))
		filled = true
	}
	return filled
}

// fillsEmpty reports whether rows that were there before and have an empty text
// in a column of a table get another value, since its field is required now.
func (e *Evolution) fillsEmpty(to *model.Table, c *model.TableColumn) bool {
	r := e.Now.Resource(to.Key)
	if r == nil || c.Fill == nil || c.Type != model.TextColumn {
		return false
	}
	old := e.Moves.Before(e.Released, r.Name)
	return slices.ContainsFunc(r.Fields, func(f model.LockedField) bool {
		return f.Name+"=" == c.InKey && f.Required && !e.wasRequired(old, f.Name)
	})
}

// wasRequired reports whether a field was required before.
func (e *Evolution) wasRequired(old *model.LockedResource, name string) bool {
	for _, f := range old.Fields {
		if e.Moves.Field(old.Name, f.Name) == name {
			return f.Required
		}
	}
	return false
}

// computed reports whether a table has columns that are computed from others.
func computed(t *model.Table) bool {
	for _, c := range t.Columns {
		if c.Derived != "" && c.Derived != "links" {
			return true
		}
	}
	return false
}

// sourcesDiffer reports whether computed columns, or columns that they may be
// computed from, are not what they were.
func sourcesDiffer(from, to *model.Table) bool {
	for _, c := range to.Columns {
		old := from.Column(c.InKey)
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
func hasSettings(list []*model.Table) bool {
	for _, t := range list {
		if t.Name == settingsTable && t.Named("name") != nil && t.Key == "setting" {
			return true
		}
	}
	return false
}

// Gone reports whether a resource is only a word about what was.
func Gone(r dsl.Resource) bool { return r.Kind == dsl.KindDropped }
