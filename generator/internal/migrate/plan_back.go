package migrate

import (
	"fmt"
	"slices"
	"strings"

	"almanac/generator/internal/model"
)

// back returns the tables that a step began with, as its way back can make
// them again: values that the step has lost do not return, so that rows may
// clash where they differed before.  A column that comes back under a unique
// index gets the key of each row where that is a value as good as any; where it
// is not, the index stays away.  The notes say so to operators.
func (e *Evolution) back(before, after []*model.Table) (possible []*model.Table, notes []string) {
	for _, t := range before {
		now := model.Find(after, t.Key)
		if now == nil { // It returns without rows.
			possible = append(possible, t)
			continue
		}
		r := &returning{e: e, now: now, before: t, made: t.Clone()}
		r.made.Indexes = slices.DeleteFunc(r.made.Indexes, r.leavesOut)
		possible, notes = append(possible, r.made), append(notes, r.notes...)
	}
	return possible, notes
}

// returning is a table on its way back.
type returning struct {
	e           *Evolution
	now, before *model.Table
	made        *model.Table // As it is going to be.
	notes       []string
}

// leavesOut reports whether an index has to stay away.  It gives a column under
// a unique index the values that let the index return, where that helps.
func (r *returning) leavesOut(ix model.TableIndex) bool {
	if !ix.Unique || slices.ContainsFunc(r.now.Indexes, func(other model.TableIndex) bool { return same(r.now, r.before, other, ix) }) {
		return false
	}
	var lost, kept []string
	for _, name := range ix.Columns {
		if r.loses(r.before.Named(name)) {
			lost = append(lost, name)
		} else {
			kept = append(kept, name)
		}
	}
	if len(lost) == 0 || r.apart(kept) || slices.ContainsFunc(lost, r.comesBackNull) || slices.ContainsFunc(lost, r.standIn) {
		return false
	}
	r.notes = append(r.notes, fmt.Sprintf("The unique index %s is left out: rows may have the same %s now.", r.before.IndexName(ix), strings.Join(ix.Columns, ", ")))
	return true
}

// loses reports whether rows that had different values in a column may have the
// same one after the step and its way back.
func (r *returning) loses(c *model.TableColumn) bool {
	now := r.now.Column(c.InKey)
	return now == nil || now.Type != c.Type || c.Null && !now.Null || r.e.fillsEmpty(r.now, now)
}

// apart reports whether columns that keep their values hold different ones in
// any two rows: the primary key does, and so do those of a unique index that
// the step leaves alone.
func (r *returning) apart(columns []string) bool {
	within := func(c string) bool { return slices.Contains(columns, c) }
	if key := primary(r.before); all(key, within) {
		return true
	}
	return slices.ContainsFunc(r.before.Indexes, func(ix model.TableIndex) bool {
		return ix.Unique && all(ix.Columns, within) && r.now.Unique(r.before.Keys(ix))
	})
}

// comesBackNull reports whether a column comes back with null in every row,
// which is never the same as another null.
func (r *returning) comesBackNull(name string) bool {
	c := r.before.Named(name)
	return r.now.Column(c.InKey) == nil && filling(&c.LockedColumn) == nil
}

// standIn lets a column come back with the key of each row, and reports
// whether it can.
func (r *returning) standIn(name string) bool {
	c, keys := r.made.Named(name), primary(r.made)
	if r.now.Column(c.InKey) != nil || !c.Plain || len(keys) != 1 {
		return false
	}
	key := r.made.Named(keys[0])
	if key.Type != c.Type && key.Type != model.IntegerColumn {
		return false
	}
	if c.StandIn == "" {
		r.notes = append(r.notes, fmt.Sprintf("Every row gets its %s as %s of %s: the values are gone, and no two rows may have the same.", key.Name, c.Name, r.made.Name))
	}
	c.StandIn = key.Name
	return true
}

// standIn returns the expression of the values of a column that stand in for
// lost ones; they are those of the primary key.
func (p *planning) standIn(t *model.Table, c *model.TableColumn) string {
	key := t.Named(c.StandIn)
	if key.Type == c.Type {
		return ident(p.Dialect, key.Name)
	}
	return converted(p.Dialect, ident(p.Dialect, key.Name), key.Type, c.Type, "")
}

// primary lists the columns of the primary key.
func primary(t *model.Table) []string {
	var names []string
	for _, c := range t.Columns {
		if c.Key {
			names = append(names, c.Name)
		}
	}
	return names
}

// all reports whether every name of a list passes.
func all(names []string, pass func(string) bool) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !pass(name) })
}
