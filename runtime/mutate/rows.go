package mutate

import (
	"strings"

	"almanac/runtime/model"
	"almanac/runtime/store"
)

// rowChanges is what a transaction does to the rows of records, so that totals of lists
// need not be counted again, nor cached records compared with the store.
type rowChanges struct {
	list    []store.Change
	unknown bool // Other rows are changed too, or so many that nobody keeps them.
}

// note adds what is done to the row of a record: before is nil for a new record, after
// for one that is deleted.
func (r *rowChanges) note(k *model.Resource, before, after []any) {
	if !r.unknown {
		r.list = append(r.list, store.Change{Table: k.Plural, Before: before, After: after})
	}
}

// noteCounts adds that the counts of terms are changed.
func (r *rowChanges) noteCounts(terms []int64) {
	if r.unknown {
		return
	}
	for _, id := range terms {
		r.list = append(r.list, store.Change{Table: "term_counts", After: []any{id}})
	}
}

// rowOf returns the columns of a record, but for long texts, by which nobody counts.
func (r *rowChanges) rowOf(m model.Record) []any {
	if r.unknown {
		return nil
	}
	const longest = 64
	values := m.ColumnValues()
	for i, v := range values {
		if s, ok := v.(string); ok && len(s) > longest {
			values[i] = nil
		} else if ok {
			values[i] = strings.Clone(s) // It may be a part of a longer text.
		}
	}
	return values
}

// tellRows has the transaction tell what it changes, if that is known: hooks may write
// anything.
func (c *Mutation) tellRows() {
	if rows := c.actions.rows; !rows.unknown && len(c.engine.Hooks) == 0 {
		c.Store.SetChanges(rows.list)
	}
}
