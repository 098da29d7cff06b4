package migrate

import (
	"fmt"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// metadataTable has the state of computed columns; the names are
// derived/<table>, derived/<table>/done and links/<table>.
const metadataTable = "schema_metadata"

// recompute adds the changes of values: required fields get values in rows
// without one, and computed columns whose sources have changed are marked as
// stale, so that the server recomputes them when it starts.
func (p *planBuilder) recompute(s *MigrationSet, up bool) {
	var stale []string
	changed := map[string]bool{} // Keys of tables in which texts have changed.
	for _, to := range p.to {
		from := model.Find(p.from, to.Key)
		if from == nil {
			continue
		}
		if to.Denormalized != "" {
			p.carry(from, to, changed)
			continue
		}
		if p.forgetLinks(from, to) {
			stale = append(stale, marks(from, to, "links/%s")...)
		}
		filled := up && p.backfill(s, from, to)
		changed[to.Key] = filled
		if computed(to) && (filled || from.Name != to.Name || sourcesDiffer(from, to)) {
			stale = append(stale, marks(from, to, "derived/%s", "derived/%s/done")...)
		}
	}
	stale = slices.Compact(slices.Sorted(slices.Values(stale)))
	if len(stale) > 0 && hasMetadata(p.from) && hasMetadata(p.to) {
		p.addSQL("DELETE FROM %s WHERE %s IN (%s)",
			ident(p.Dialect, metadataTable), ident(p.Dialect, "name"), strings.Join(stale, ", "))
	}
}

// marks returns the names of the state of a table, also under its former name,
// which could be used again after a down migration.
func marks(from, to *model.Table, names ...string) []string {
	var list []string
	for _, t := range slices.Compact([]string{from.Name, to.Name}) {
		for _, name := range names {
			list = append(list, sqlLiteral(fmt.Sprintf(name, t)))
		}
	}
	return list
}

// forgetLinks empties the links cache if a link table is dropped or renamed,
// because a later table of that name has other rows. It reports whether the
// server has to fill the cache.
func (p *planBuilder) forgetLinks(from, to *model.Table) bool {
	column := to.Column(model.LinksCacheColumn)
	if column == nil {
		return false
	}
	if from.Column(model.LinksCacheColumn) == nil {
		return true
	}
	if !slices.ContainsFunc(p.from, func(t *model.Table) bool { return links(t, to.Key) && p.goesOrMoves(t) }) {
		return false
	}
	p.addSQL("UPDATE %s SET %s = '' WHERE %[2]s <> ''", ident(p.Dialect, to.Name), ident(p.Dialect, column.Name))
	p.rewrites = append(p.rewrites, to.Name)
	return true
}

// links reports whether a table has the links of records in another table.
func links(t *model.Table, key string) bool {
	return len(t.ForeignKeys) > 0 && t.ForeignKeys[0].TargetKey == key
}

// goesOrMoves reports whether a table is dropped or renamed.
func (p *planBuilder) goesOrMoves(t *model.Table) bool {
	to := model.Find(p.to, t.Key)
	return to == nil || to.Name != t.Name
}

// carry fills the denormalized column of a link table if it is new or the
// values of the records have changed. Resources come before link tables, so
// that their values are final.
func (p *planBuilder) carry(from, to *model.Table, changed map[string]bool) {
	record := model.Find(p.to, to.ForeignKeys[0].TargetKey)
	column := to.Named(to.Denormalized)
	if from.Column(column.StableKey) != nil && !changed[record.Key] {
		return
	}
	name := ident(p.Dialect, column.Name)
	p.addSQL("UPDATE %s SET %s = (SELECT r.%s FROM %s AS r WHERE r.%s = %s.%s)",
		ident(p.Dialect, to.Name), name, name, ident(p.Dialect, record.Name), ident(p.Dialect, "id"),
		ident(p.Dialect, to.Name), ident(p.Dialect, to.ForeignKeys[0].Column))
	p.rewrites = append(p.rewrites, to.Name)
}

// backfill sets the value of rows in text fields that have become required or
// cannot have their value any more, and in new nullable ones. It reports whether texts have changed.
func (p *planBuilder) backfill(s *MigrationSet, from, to *model.Table) bool {
	r := s.Now.Resource(to.Key)
	if r == nil {
		return false
	}
	filled := false
	for _, f := range r.Fields {
		c := to.Column(f.Name + "=")
		if c != nil && c.Null && c.Backfill != nil && from.Column(c.StableKey) == nil {
			p.addSQL("UPDATE %s SET %s = %s", ident(p.Dialect, to.Name), ident(p.Dialect, c.Name), sqlLiteral(c.Backfill))
		}
		if c == nil || from.Column(c.StableKey) == nil {
			continue
		}
		if c.LosesValues(&from.Column(c.StableKey).LockedColumn) {
			p.addSQL("UPDATE %s SET %s = %s WHERE NOT (%s)",
				ident(p.Dialect, to.Name), ident(p.Dialect, c.Name), sqlLiteral(c.Backfill), hasValue(p.Dialect, c))
			filled = true
			continue
		}
		if !s.fillsEmpty(to, c) {
			continue
		}
		name := ident(p.Dialect, c.Name)
		p.addSQL("UPDATE %s SET %s = %s WHERE %s = %s",
			ident(p.Dialect, to.Name), name, sqlLiteral(c.Backfill), name, sqlLiteral(model.Zero(c.Type)))
		filled = true
	}
	return filled
}

// hasValue returns the condition that a text is one that the column may have.
func hasValue(d model.Dialect, c *model.TableColumn) string {
	name := ident(d, c.Name)
	if c.Format != "" {
		return fmt.Sprintf(d.IsFormatSQL[c.Format], name)
	}
	return name + " IN ('" + strings.Join(c.Enum, "', '") + "')"
}

// fillsEmpty reports whether existing rows with an empty text or list get a value,
// because the field is now required.
func (s *MigrationSet) fillsEmpty(to *model.Table, c *model.TableColumn) bool {
	r := s.Now.Resource(to.Key)
	if r == nil || c.Backfill == nil || c.Type.Stored() != model.TextColumn {
		return false
	}
	old := s.Renames.Before(s.Released, r.Name)
	return slices.ContainsFunc(r.Fields, func(f model.LockedField) bool {
		return f.Name+"=" == c.StableKey && f.Required && !s.wasRequired(old, f.Name)
	})
}

// wasRequired reports whether a field was required before.
func (s *MigrationSet) wasRequired(old *model.LockedResource, name string) bool {
	for _, f := range old.Fields {
		if s.Renames.Field(old.Name, f.Name) == name {
			return f.Required
		}
	}
	return false
}

func computed(t *model.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c model.TableColumn) bool {
		return c.Function || c.Computed != "" && c.Computed != "links"
	})
}

// sourcesDiffer reports whether computed columns or their possible sources
// have changed.
func sourcesDiffer(from, to *model.Table) bool {
	for _, c := range to.Columns {
		old := from.Column(c.StableKey)
		switch {
		case c.Computed == "links": // Computed from other tables.
		case old == nil && c.Computed != "":
			return true
		case old == nil:
		case old.Name != c.Name, old.Type != c.Type, old.Null != c.Null:
			return true
		}
	}
	return false
}

func hasMetadata(list []*model.Table) bool {
	return slices.ContainsFunc(list, func(t *model.Table) bool {
		return t.Name == metadataTable && t.Named("name") != nil
	})
}

// IsDropped reports whether a resource stands for a removed one.
func IsDropped(r dsl.Resource) bool { return r.Kind == dsl.KindDropped }
