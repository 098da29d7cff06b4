package generator

import (
	"fmt"
	"slices"
	"strings"
)

// back returns the tables that a step began with, as its way back can make
// them again: values that the step has lost do not return, so that rows may
// clash where they differed before.  A column that comes back under a unique
// index gets the key of each row where that is a value as good as any; where it
// is not, the index stays away.  The notes say so to operators.
func (e *evolution) back(before, after []*table) (possible []*table, notes []string) {
	for _, t := range before {
		now := find(after, t.key)
		if now == nil { // It returns without rows.
			possible = append(possible, t)
			continue
		}
		r := &returning{e: e, now: now, before: t, made: t.clone()}
		r.made.indexes = slices.DeleteFunc(r.made.indexes, r.leavesOut)
		possible, notes = append(possible, r.made), append(notes, r.notes...)
	}
	return possible, notes
}

// returning is a table on its way back.
type returning struct {
	e           *evolution
	now, before *table
	made        *table // As it is going to be.
	notes       []string
}

// leavesOut reports whether an index has to stay away.  It gives a column under
// a unique index the values that let the index return, where that helps.
func (r *returning) leavesOut(ix tableIndex) bool {
	if !ix.unique || slices.ContainsFunc(r.now.indexes, func(other tableIndex) bool { return same(r.now, r.before, other, ix) }) {
		return false
	}
	var lost, kept []string
	for _, name := range ix.columns {
		if r.loses(r.before.named(name)) {
			lost = append(lost, name)
		} else {
			kept = append(kept, name)
		}
	}
	if len(lost) == 0 || r.apart(kept) || slices.ContainsFunc(lost, r.comesBackNull) || slices.ContainsFunc(lost, r.standIn) {
		return false
	}
	r.notes = append(r.notes, fmt.Sprintf("The unique index %s is left out: rows may have the same %s now.", r.before.indexName(ix), strings.Join(ix.columns, ", ")))
	return true
}

// loses reports whether rows that had different values in a column may have the
// same one after the step and its way back.
func (r *returning) loses(c *tableColumn) bool {
	now := r.now.column(c.key)
	return now == nil || now.Type != c.Type || c.Null && !now.Null || r.e.fillsEmpty(r.now, now)
}

// apart reports whether columns that keep their values hold different ones in
// any two rows: the primary key does, and so do those of a unique index that
// the step leaves alone.
func (r *returning) apart(columns []string) bool {
	within := func(c string) bool { return slices.Contains(columns, c) }
	if key := r.before.primary(); all(key, within) {
		return true
	}
	return slices.ContainsFunc(r.before.indexes, func(ix tableIndex) bool {
		return ix.unique && all(ix.columns, within) && r.now.unique(r.before.keys(ix))
	})
}

// comesBackNull reports whether a column comes back with null in every row,
// which is never the same as another null.
func (r *returning) comesBackNull(name string) bool {
	c := r.before.named(name)
	return r.now.column(c.key) == nil && c.filling() == nil
}

// standIn lets a column come back with the key of each row, and reports
// whether it can.
func (r *returning) standIn(name string) bool {
	c, keys := r.made.named(name), r.made.primary()
	if r.now.column(c.key) != nil || !c.plain || len(keys) != 1 {
		return false
	}
	key := r.made.named(keys[0])
	if key.Type != c.Type && key.Type != integerColumn {
		return false
	}
	if c.standIn == "" {
		r.notes = append(r.notes, fmt.Sprintf("Every row gets its %s as %s of %s: the values are gone, and no two rows may have the same.", key.Name, c.Name, r.made.name))
	}
	c.standIn = key.Name
	return true
}

// standIn returns the expression of the values of a column that stand in for
// lost ones; they are those of the primary key.
func (p *planning) standIn(t *table, c *tableColumn) string {
	key := t.named(c.standIn)
	if key.Type == c.Type {
		return p.ident(key.Name)
	}
	return p.converted(p.ident(key.Name), key.Type, c.Type, "")
}

// primary lists the columns of the primary key.
func (t *table) primary() []string {
	var names []string
	for _, c := range t.columns {
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
