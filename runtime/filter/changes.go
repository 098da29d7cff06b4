package filter

import (
	"cmp"
	"slices"

	"almanac/runtime/store"
)

// Added returns how many more records the list has after the changes, by its conditions
// but no database.  It returns false when it cannot tell: some condition looks at more
// than plain columns of the record.
func (q *Query) Added(changes []store.Change) (n int64, ok bool) {
	if q.source != nil || q.check != nil || slices.ContainsFunc(q.conditions, func(c condition) bool { return c.holds == nil }) {
		return 0, false
	}
	for _, change := range changes {
		if slices.ContainsFunc(q.conditions, func(c condition) bool { return c.linked == change.Table }) {
			return 0, false // Links to a record go with it.
		}
		if change.Table != q.Table {
			continue
		}
		before, known := lists(q, q.conditions, change.Before)
		after, all := lists(q, q.conditions, change.After)
		if !known || !all {
			return 0, false
		}
		n += after - before
	}
	return n, true
}

// lists returns 1 if a record with the values fulfills conditions of the list, else 0;
// false when it cannot tell.
func lists(q *Query, conditions []condition, values []any) (n int64, ok bool) {
	if values == nil {
		return 0, true
	}
	for _, c := range conditions {
		holds, known := c.holds(row{&q.ListedResource, values})
		if !known {
			return 0, false
		}
		if !holds {
			return 0, true
		}
	}
	return 1, true
}

// testable has the last condition tested by a function too.
func (q *Query) testable(holds func(row) (holds, known bool)) {
	q.conditions[len(q.conditions)-1].holds = holds
}

// row is a record as a condition sees it.
type row struct {
	of     *ListedResource
	values []any
}

// value returns what the record has in a column, the zero value and false when that is
// not known.
func value[T any](r row, column string) (v T, ok bool) {
	if slices.Contains(r.of.ReadColumns, column) {
		v, ok = r.values[slices.Index(r.of.Columns, column)].(T)
	}
	return v, ok
}

// holding returns the test of a record whose column compares with a value.
func holding[T cmp.Ordered](column, operator string, with T) func(row) (holds, known bool) {
	return func(r row) (holds, known bool) {
		v, ok := value[T](r, column)
		return ok && compares(cmp.Compare(v, with), operator), ok
	}
}

// compares reports whether an operator of SQL holds for two values in an order.
func compares(order int, operator string) bool {
	switch operator {
	case "=":
		return order == 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	default:
		return order >= 0
	}
}

// holdingFlag returns the test of a record whose boolean column has a value.
func holdingFlag(column string, want bool) func(row) (holds, known bool) {
	return func(r row) (holds, known bool) {
		v, ok := value[bool](r, column)
		return ok && v == want, ok
	}
}

// linksColumn is the column that caches the ids of links, see package linkids.
const linksColumn = "links_cache"

// linkedToAny returns the test of a record that the relation links to one of the ids.
func linkedToAny(q *Query, r Relation, ids []int64) func(row) (holds, known bool) {
	return func(m row) (holds, known bool) {
		cached, one := value[string](m, linksColumn)
		version, two := value[int64](m, "version")
		if !one || !two || q.Links == nil {
			return false, false
		}
		linked, ok := q.Links(cached, version, r.Table, r.LocalColumn)
		return slices.ContainsFunc(linked, func(id int64) bool { return slices.Contains(ids, id) }), ok
	}
}

// seen returns the test whether the caller may see a post.
func seen(q *Query) func(row) (holds, known bool) {
	return func(r row) (holds, known bool) {
		author, one := value[int64](r, "author")
		status, two := value[string](r, "status")
		language, three := value[string](r, "language")
		inline, four := value[bool](r, "made_inline")
		if !one || !two || !three || !four {
			return false, false
		}
		return q.CanSee(author, status, language, inline), true
	}
}
