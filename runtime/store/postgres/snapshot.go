package postgres

import (
	"context"
	"strings"

	"almanac/runtime/store"
)

// Moment looks at which moment the database is.
func (p postgres) Moment(ctx context.Context) (store.Moment, error) {
	var m string
	err := p.Query(ctx, momentInto(&m))
	return store.Moment(m), err
}

// BatchAt adds the moment to the statements of a batch, which see one and the
// same state.
func (p postgres) BatchAt(ctx context.Context, list []store.Statement) (store.Moment, error) {
	if len(list) == 1 && list[0].Tells {
		return p.queryAt(ctx, list[0])
	}
	var m string
	all := make([]store.Statement, 0, len(list)+1)
	err := p.inSnapshot(ctx, append(append(all, momentInto(&m)), list...))
	return store.Moment(m), err
}

// queryAt runs a statement that tells its moment; it does so with each row, and
// with none it tells nothing.
func (p postgres) queryAt(ctx context.Context, s store.Statement) (m store.Moment, err error) {
	_, err = run(ctx, p.pool, s, &m)
	return m, err
}

// telling is the rows of a result without the moment that each begins with.
type telling struct {
	store.Row
	told   *store.Moment // Gets the moment; may be nil.
	moment string
	all    []any // Room for the targets of a row.
}

// untold returns the row that Each gets for a row of the result: without the
// moment, if the statement tells it.  The moment goes into told, if it is not nil.
func untold(s store.Statement, row store.Row, told *store.Moment) store.Row {
	if !s.Tells {
		return row
	}
	return &telling{Row: row, told: told}
}

// Scan copies the columns behind the moment.
func (t *telling) Scan(targets ...any) error {
	if t.all == nil {
		t.all = make([]any, 0, len(targets)+1)
	}
	t.all = append(append(t.all[:0], &t.moment), targets...)
	err := t.Row.Scan(t.all...)
	if t.told != nil && *t.told != store.Moment(t.moment) {
		*t.told = store.Moment(strings.Clone(t.moment)) // It outlives the texts of the row, which are one.
	}
	return err
}

// momentInto returns the statement that reads the moment.
func momentInto(m *string) store.Statement {
	return store.Statement{SQL: store.MomentSQL, Each: func(row store.Row) error { return row.Scan(m) }}
}
