package store

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"
)

// Args collects the values of one statement.  Bind returns the placeholder to
// put into a bun query where the value goes, so that values travel as real
// parameters and never as text.  Placeholders have to be bound in the
// statement that they were made for; their order in the text does not matter.
type Args struct{ list []any }

// Bind adds a value and returns its placeholder, $1 for the first.  Values are
// nil, bool, int64, float64, string, []int64, []float64, []string and pointers to these
// scalars; SQLite sees a list as a JSON array.
func (a *Args) Bind(v any) schema.QueryAppender {
	a.list = append(a.list, v)
	return bun.Safe("$" + strconv.Itoa(len(a.list)))
}

// Values returns the values in the order of their placeholders, nil when none
// was bound.
func (a *Args) Values() []any { return a.list }

// In binds ids as one parameter and returns the comparison to put after a
// column name: Where("e.id ?", s.In(a, ids)).  The text is the same for any
// number of ids.  The empty set matches nothing.
func (s *SQL) In(a *Args, ids []int64) schema.QueryAppender {
	return s.amongList(a.Bind(nonNil(ids)))
}

// NotIn is the opposite of In for columns that are not NULL.  The empty set
// excludes nothing.
func (s *SQL) NotIn(a *Args, ids []int64) schema.QueryAppender {
	return s.outsideList(a.Bind(nonNil(ids)))
}

// InTexts is In for columns of text.
func (s *SQL) InTexts(a *Args, texts []string) schema.QueryAppender {
	return s.amongList(a.Bind(nonNil(texts)))
}

// InValues is In for columns of any type.
func InValues[T int64 | float64 | string](s *SQL, a *Args, values []T) schema.QueryAppender {
	return s.amongList(a.Bind(nonNil(values)))
}

// HasOneOf binds values as one parameter and returns the condition that some element
// of a column with a JSON array is one of them.  Its placeholders are the column and
// the list.
func HasOneOf[T int64 | string](s *SQL, a *Args, values []T) (condition string, list schema.QueryAppender) {
	element, array := "element.value", "json_each(?) AS element"
	if s.dialect != SQLite {
		array = "jsonb_array_elements_text(?::jsonb) AS element(value)"
		if _, ok := any(values).([]int64); ok {
			element = "element.value::bigint"
		}
	}
	return "EXISTS (SELECT 1 FROM " + array + " WHERE " + element + " ?)", InValues(s, a, values)
}

// amongList compares with the members of the list at a placeholder.
func (s *SQL) amongList(list schema.QueryAppender) schema.QueryAppender {
	if s.dialect == SQLite {
		return bun.SafeQuery("IN (SELECT value FROM json_each(?))", list)
	}
	return bun.SafeQuery("= ANY(?)", list)
}

// outsideList compares with what is not in the list at a placeholder.
func (s *SQL) outsideList(list schema.QueryAppender) schema.QueryAppender {
	if s.dialect == SQLite {
		return bun.SafeQuery("NOT IN (SELECT value FROM json_each(?))", list)
	}
	return bun.SafeQuery("<> ALL(?)", list)
}

// nonNil returns an empty list for nil: PostgreSQL would take nil for NULL, and
// nothing is outside NULL.
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// IDTable binds ids as one parameter and returns a table of them for FROM, with the
// columns id and position, which is 0 for the first.  The text is the same for
// any number of ids.
func (s *SQL) IDTable(a *Args, ids []int64) schema.QueryAppender {
	list := a.Bind(nonNil(ids))
	if s.dialect == SQLite {
		return bun.SafeQuery("(SELECT value AS id, key AS position FROM json_each(?))", list)
	}
	return bun.SafeQuery("(SELECT id, n - 1 AS position FROM unnest(CAST(? AS bigint[])) WITH ORDINALITY AS t(id, n))",
		list)
}

// NumberTable binds the columns of a table of numbers and returns it for FROM, with the
// columns a, b and so on up to d.  The lists are of one length; the text is the
// same for any length.
func (s *SQL) NumberTable(args *Args, columns ...[]int64) schema.QueryAppender {
	names := bun.Safe(strings.Join([]string{"a", "b", "c", "d"}[:len(columns)], ", "))
	if s.dialect == SQLite {
		parts := make([]string, len(columns))
		for i := range columns {
			parts[i] = fmt.Sprintf("value ->> %d AS %c", i, 'a'+i)
		}
		return bun.SafeQuery("(SELECT ? FROM json_each(?))", bun.Safe(strings.Join(parts, ", ")),
			args.Bind(rowsJSON(columns)))
	}
	lists := make([]string, len(columns))
	for i, column := range columns {
		lists[i] = fmt.Sprintf("CAST(%s AS bigint[])", args.Bind(nonNil(column)))
	}
	return bun.SafeQuery("(SELECT ? FROM unnest(?) AS t(?))", names, bun.Safe(strings.Join(lists, ", ")), names)
}

// rowsJSON writes the rows of a table of numbers as JSON.
func rowsJSON(columns [][]int64) string {
	text := []byte("[")
	for i := range columns[0] {
		for j, column := range columns {
			switch {
			case j > 0:
				text = append(text, ',')
			case i > 0:
				text = append(text, ",["...)
			default:
				text = append(text, '[')
			}
			text = strconv.AppendInt(text, column[i], 10)
		}
		text = append(text, ']')
	}
	return string(append(text, ']'))
}

// HintNoIndex returns a condition, which begins with a column of texts, so that it
// is only checked for rows that are found by another one, and never looked up in
// an index.  Neither store knows how few rows the other condition leaves: SQLite
// has no statistics, and PostgreSQL plans without the values.
func (s *SQL) HintNoIndex(condition string) string {
	if s.dialect == SQLite {
		return "+" + condition
	}
	return strings.Replace(condition, "?", "? || ''", 1)
}

// PlansForLimit reports whether the store reckons with how few rows a page has: then
// it reads records in their order until the page is full where that takes less
// than to gather and to sort them, as long as a query leaves it the choice.
func (s *SQL) PlansForLimit() bool { return s.dialect == PostgreSQL }

// HintReadInOrder returns a condition, which begins with a column, so that the rows are
// read in their order instead of looking the column up in an index.  SQLite does
// not know how few rows a page has, and would sort all that the condition lets
// pass; a + before the column keeps it from that.
func (s *SQL) HintReadInOrder(condition string) string {
	if s.dialect == SQLite {
		return "+" + condition
	}
	return condition
}

// TextTable binds texts as one parameter and returns a table of them for FROM,
// with the column text.  The statement is the same for any number of texts.
func (s *SQL) TextTable(a *Args, texts []string) schema.QueryAppender {
	list := a.Bind(nonNil(texts))
	if s.dialect == SQLite {
		return bun.SafeQuery("(SELECT value AS text FROM json_each(?))", list)
	}
	return bun.SafeQuery("(SELECT text FROM unnest(CAST(? AS text[])) AS t(text))", list)
}

// PositionExpr binds ids as one parameter and returns the expression that gives
// where a column's value stands among them, for ordering.
func (s *SQL) PositionExpr(a *Args, column bun.Ident, ids []int64) schema.QueryAppender {
	list := a.Bind(nonNil(ids))
	if s.dialect == SQLite {
		return bun.SafeQuery("(SELECT key FROM json_each(?) WHERE value = ?)", list, column)
	}
	return bun.SafeQuery("array_position(?::bigint[], ?)", list, column)
}
