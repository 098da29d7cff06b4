package store

import (
	"context"
	"strings"
)

// momentText selects the moment that a statement sees.  The start of the server
// tells servers apart that a pool may lead to one after the other.  A standby has
// none: there the snapshot may stay while rows change, and how far the log was
// replayed is not read together with it.
const momentText = `SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE
	pg_current_snapshot()::text || '/' || pg_postmaster_start_time()::text END`

// moment looks at which moment the database is.
func (p postgres) moment(ctx context.Context) (Moment, error) {
	var m string
	err := p.query(ctx, momentInto(&m))
	return Moment(m), err
}

// batchAt adds the moment to the statements of a batch, which see one and the
// same state.
func (p postgres) batchAt(ctx context.Context, list []Statement) (Moment, error) {
	if len(list) == 1 && list[0].Tells {
		return p.queryAt(ctx, list[0])
	}
	var m string
	all := make([]Statement, 0, len(list)+1)
	err := p.inSnapshot(ctx, append(append(all, momentInto(&m)), list...))
	return Moment(m), err
}

// queryAt runs a statement that tells its moment; it does so with each row, and
// with none it tells nothing.
func (p postgres) queryAt(ctx context.Context, s Statement) (m Moment, err error) {
	s.told = &m
	err = p.query(ctx, s)
	return m, err
}

// MomentColumn returns what a query selects as its first column to tell the
// moment that it sees, "" where none can tell it.  The Statement must say so by
// Tells.  Alone in a batch such a statement needs no transaction around it.
func (s *SQL) MomentColumn() string {
	if s.dialect != PostgreSQL {
		return ""
	}
	return "(" + momentText + ")" // A query of its own is run once, not for each row.
}

// telling is the rows of a result without the moment that each begins with.
type telling struct {
	Row
	told   *Moment // Gets the moment; may be nil.
	moment string
	all    []any // Room for the targets of a row.
}

// untold returns the row that Each gets for a row of the result: without the
// moment, if the statement tells it.
func (s Statement) untold(row Row) Row {
	if !s.Tells {
		return row
	}
	return &telling{Row: row, told: s.told}
}

// Scan copies the columns behind the moment.
func (t *telling) Scan(targets ...any) error {
	if t.all == nil {
		t.all = make([]any, 0, len(targets)+1)
	}
	t.all = append(append(t.all[:0], &t.moment), targets...)
	err := t.Row.Scan(t.all...)
	if t.told != nil && *t.told != Moment(t.moment) {
		*t.told = Moment(strings.Clone(t.moment)) // It outlives the texts of the row, which are one.
	}
	return err
}

// momentInto returns the statement that reads the moment.
func momentInto(m *string) Statement {
	return Statement{SQL: momentText, Each: func(row Row) error { return row.Scan(m) }}
}
