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
func (e *MigrationSet) downTables(before, after []*model.Table) (possible []*model.Table, notes []string) {
	for _, t := range before {
		now := model.Find(after, t.Key)
		if now == nil { // Restored without rows.
			possible = append(possible, t)
			continue
		}
		r := &downPlan{e: e, now: now, before: t, result: t.Clone()}
		r.result.Indexes = slices.DeleteFunc(r.result.Indexes, r.omitsIndex)
		possible, notes = append(possible, r.result), append(notes, r.notes...)
	}
	return possible, notes
}

// downPlan is one table of a down migration.
type downPlan struct {
	e           *MigrationSet
	now, before *model.Table
	result      *model.Table // As restored.
	notes       []string
}

// omitsIndex reports whether an index must be omitted. If placeholder values
// allow the index, it adds them.
func (r *downPlan) omitsIndex(ix model.TableIndex) bool {
	isSame := func(other model.TableIndex) bool { return r.now.SameIndex(other, r.before, ix) }
	if !ix.Unique || slices.ContainsFunc(r.now.Indexes, isSame) {
		return false
	}
	var lost, kept []string
	for _, name := range ix.Columns {
		if r.losesValues(r.before.Named(name)) {
			lost = append(lost, name)
		} else {
			kept = append(kept, name)
		}
	}
	comesBackEmpty := func(name string) bool { return ix.ExceptEmpty && r.comesBackAs(name, "") }
	comesBackNull := func(name string) bool { return r.comesBackAs(name, nil) }
	if len(lost) == 0 || r.areUnique(kept) || slices.ContainsFunc(lost, comesBackNull) ||
		slices.ContainsFunc(lost, comesBackEmpty) || slices.ContainsFunc(lost, r.addPlaceholder) {
		return false
	}
	r.notes = append(r.notes, fmt.Sprintf("The unique index %s is left out: rows may have the same %s now.",
		r.before.IndexName(ix), strings.Join(ix.Columns, ", ")))
	return true
}

// losesValues reports whether rows with different values in a column can have
// equal ones after the migration and its reversal.
func (r *downPlan) losesValues(c *model.TableColumn) bool {
	now := r.now.Column(c.StableKey)
	return now == nil || now.Type != c.Type || c.Null && !now.Null || r.e.fillsEmpty(r.now, now)
}

// areUnique reports whether any two rows differ in columns that keep their
// values: those of the primary key, or of an unchanged unique index.
func (r *downPlan) areUnique(columns []string) bool {
	within := func(c string) bool { return slices.Contains(columns, c) }
	if key := primary(r.before); all(key, within) {
		return true
	}
	return slices.ContainsFunc(r.before.Indexes, func(ix model.TableIndex) bool {
		return ix.Unique && !ix.ExceptEmpty && all(ix.Columns, within) && r.now.Unique(r.before.Keys(ix), false)
	})
}

// comesBackAs reports whether a restored column has a value in every row, such as
// NULL, which never violates a unique index.
func (r *downPlan) comesBackAs(name string, value any) bool {
	c := r.before.Named(name)
	return r.now.Column(c.StableKey) == nil && backfillValue(&c.LockedColumn) == value
}

// addPlaceholder restores a column with the primary key of each row, and
// reports whether that is possible.
func (r *downPlan) addPlaceholder(name string) bool {
	c, keys := r.result.Named(name), primary(r.result)
	if r.now.Column(c.StableKey) != nil || !c.AnyValue || len(keys) != 1 {
		return false
	}
	key := r.result.Named(keys[0])
	if key.Type != c.Type && key.Type != model.IntegerColumn {
		return false
	}
	if c.PlaceholderColumn == "" {
		r.notes = append(r.notes, fmt.Sprintf("Every row gets its %s as %s of %s: "+
			"the values are gone, and no two rows may have the same.", key.Name, c.Name, r.result.Name))
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
