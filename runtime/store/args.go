package store

import (
	"strconv"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"
)

// Args collects the values of one statement.  Bind returns the placeholder to
// put into a bun query where the value goes, so that values travel as real
// parameters and never as text.  Placeholders have to be bound in the
// statement that they were made for; their order in the text does not matter.
type Args struct{ list []any }

// Bind adds a value and returns its placeholder, $1 for the first.  Values are
// nil, bool, int64, float64, string, []int64, []string and pointers to these
// scalars; SQLite sees a list as a JSON array.
func (a *Args) Bind(v any) schema.QueryAppender {
	a.list = append(a.list, v)
	return bun.Safe("$" + strconv.Itoa(len(a.list)))
}

// Values returns the values in the order of their placeholders, nil when none
// was bound.
func (a *Args) Values() []any { return a.list }
