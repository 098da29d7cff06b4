package postgres

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"almanac/runtime/store"
)

// bufferedRow is a row that was copied from its connection.  What a replica answers
// is buffered until it is complete, so that no row has been delivered when the
// primary has to be queried instead.
type bufferedRow struct {
	types  *pgtype.Map // Of the connection, which must not be in use by others.
	fields []pgconn.FieldDescription
	values [][]byte // Nil elements are NULL.
}

var _ store.Row = bufferedRow{}

// Scan copies the columns into targets.
func (h bufferedRow) Scan(targets ...any) error {
	if len(targets) != len(h.values) {
		return fmt.Errorf("%d columns cannot be read into %d targets", len(h.values), len(targets))
	}
	for i, target := range targets {
		if err := h.types.Scan(h.fields[i].DataTypeOID, h.fields[i].Format, h.values[i], target); err != nil {
			return fmt.Errorf("column %s: %w", h.fields[i].Name, err)
		}
	}
	return nil
}

// bufferedRows are the rows of several statements.
type bufferedRows [][]bufferedRow

// buffering returns the statements with their rows going into h, which has to be
// as long as list.
func (h bufferedRows) buffering(types *pgtype.Map, list []store.Statement) []store.Statement {
	held := slices.Clone(list)
	for i := range held {
		var fields []pgconn.FieldDescription
		held[i].ReturnsSnapshot = false // The whole row is held.
		held[i].ScanRow = func(row store.Row) error {
			rows, ok := row.(pgx.Rows)
			if !ok {
				return fmt.Errorf("a row of type %T cannot be held", row)
			}
			if fields == nil {
				fields = slices.Clone(rows.FieldDescriptions())
			}
			values := slices.Clone(rows.RawValues())
			for j, v := range values {
				values[j] = bytes.Clone(v)
			}
			h[i] = append(h[i], bufferedRow{types, fields, values})
			return nil
		}
	}
	return held
}

// deliver gives the rows to the statements that they belong to.
func (h bufferedRows) deliver(list []store.Statement) error {
	for i, rows := range h {
		for _, row := range rows {
			if err := list[i].HandleRow(withoutSnapshot(list[i], row, nil)); err != nil {
				return err
			}
		}
	}
	return nil
}
