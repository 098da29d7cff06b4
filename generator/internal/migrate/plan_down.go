package migrate

import (
	"fmt"
	"slices"
	"strings"

	"almanac/generator/internal/model"
)

// downTables returns the tables that the down migration can restore. Values
// that the up migration lost do not return, so that rows may violate a unique
// index. A column of such an index gets the primary key of each row, if any
// value is valid; otherwise the index is omitted. The notes are for operators.
func (s *MigrationSet) downTables(before, after []*model.Table) (possible []*model.Table, notes []string) {
	for _, t := range before {
		now := model.Find(after, t.Key)
		if now == nil { // Restored without rows.
			possible = append(possible, t)
			continue
		}
		p := &downPlan{set: s, now: now, before: t, result: t.Clone()}
		p.result.Indexes = slices.DeleteFunc(p.result.Indexes, p.omitsIndex)
		possible, notes = append(possible, p.result), append(notes, p.notes...)
	}
	return possible, notes
}

// downPlan is one table of a down migration.
type downPlan struct {
	set         *MigrationSet
	now, before *model.Table
	result      *model.Table // As restored.
	notes       []string
}

// omitsIndex reports whether an index must be omitted. If placeholder values
// allow the index, it adds them.
func (p *downPlan) omitsIndex(ix model.TableIndex) bool {
	isSame := func(other model.TableIndex) bool { return p.now.SameIndex(other, p.before, ix) }
	if !ix.Unique || slices.ContainsFunc(p.now.Indexes, isSame) {
		return false
	}
	var lost, kept []string
	for _, name := range ix.Columns {
		if p.losesValues(p.before.Named(name)) {
			lost = append(lost, name)
		} else {
			kept = append(kept, name)
		}
	}
	comesBackEmpty := func(name string) bool { return ix.ExceptEmpty && p.comesBackAs(name, "") }
	comesBackNull := func(name string) bool { return p.comesBackAs(name, nil) }
	if len(lost) == 0 || p.areUnique(kept) || slices.ContainsFunc(lost, comesBackNull) ||
		slices.ContainsFunc(lost, comesBackEmpty) || slices.ContainsFunc(lost, p.addPlaceholder) {
		return false
	}
	p.notes = append(p.notes, fmt.Sprintf("The unique index %s is omitted: rows may now have the same %s.",
		p.before.IndexName(ix), strings.Join(ix.Columns, ", ")))
	return true
}

// losesValues reports whether rows with different values in a column can have
// equal ones after the migration and its reversal.
func (p *downPlan) losesValues(c *model.TableColumn) bool {
	now := p.now.Column(c.StableKey)
	return now == nil || now.Type != c.Type || c.Null && !now.Null || p.set.fillsEmpty(p.now, now)
}

// areUnique reports whether any two rows differ in columns that keep their
// values: those of the primary key, or of an unchanged unique index.
func (p *downPlan) areUnique(columns []string) bool {
	within := func(c string) bool { return slices.Contains(columns, c) }
	if key := primary(p.before); all(key, within) {
		return true
	}
	return slices.ContainsFunc(p.before.Indexes, func(ix model.TableIndex) bool {
		return ix.Unique && !ix.ExceptEmpty && all(ix.Columns, within) && p.now.Unique(p.before.Keys(ix), false)
	})
}

// comesBackAs reports whether a restored column has a value in every row, such as
// NULL, which never violates a unique index.
func (p *downPlan) comesBackAs(name string, value any) bool {
	c := p.before.Named(name)
	return p.now.Column(c.StableKey) == nil && backfillValue(&c.LockedColumn) == value
}

// addPlaceholder restores a column with the primary key of each row, and
// reports whether that is possible.
func (p *downPlan) addPlaceholder(name string) bool {
	c, keys := p.result.Named(name), primary(p.result)
	if p.now.Column(c.StableKey) != nil || !c.AnyValue || len(keys) != 1 {
		return false
	}
	key := p.result.Named(keys[0])
	if key.Type != c.Type && key.Type != model.IntegerColumn {
		return false
	}
	if c.PlaceholderColumn == "" {
		p.notes = append(p.notes, fmt.Sprintf("Every row gets its %s as %s of %s: "+
			"the values are gone, and no two rows may have the same.", key.Name, c.Name, p.result.Name))
	}
	c.PlaceholderColumn = key.Name
	return true
}

// placeholderValue returns the expression of the placeholder values of a
// column.
func (p *planBuilder) placeholderValue(t *model.Table, c *model.TableColumn) string {
	key := t.Named(c.PlaceholderColumn)
	if key.Type == c.Type {
		return ident(p.Dialect, key.Name)
	}
	return converted(p.Dialect, ident(p.Dialect, key.Name), key.Type, c.Type, "")
}

// primary returns the columns of the primary key.
func primary(t *model.Table) []string {
	var names []string
	for _, c := range t.Columns {
		if c.Key {
			names = append(names, c.Name)
		}
	}
	return names
}

// all reports whether every name passes.
func all(names []string, pass func(string) bool) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !pass(name) })
}
