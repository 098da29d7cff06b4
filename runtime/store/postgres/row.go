package postgres

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// pgRow is the current row of a result.  It reads the types that columns of
// records have from the bytes that the server sent, and leaves others to pgx:
// planning the way of each value into each target takes longer than the copy.
type pgRow struct{ pgx.Rows }

// Scan copies the columns into targets.
func (r pgRow) Scan(targets ...any) error {
	fields, values := r.FieldDescriptions(), r.RawValues()
	if len(targets) != len(values) {
		return fmt.Errorf("%d columns cannot be read into %d targets", len(values), len(targets))
	}
	texts := textsOf(fields, values)
	for i, target := range targets {
		if t, ok := target.(*string); ok && isText(fields[i]) && values[i] != nil {
			*t, texts = texts[:len(values[i])], texts[len(values[i]):]
			continue
		}
		if isText(fields[i]) {
			texts = texts[len(values[i]):]
		}
		if readBinary(fields[i], values[i], target) {
			continue
		}
		if err := r.Conn().TypeMap().Scan(fields[i].DataTypeOID, fields[i].Format, values[i], target); err != nil {
			return fmt.Errorf("column %s: %w", fields[i].Name, err)
		}
	}
	return nil
}

// isText reports whether a column is text, which is sent as it is in either
// format.
func isText(f pgconn.FieldDescription) bool { return f.DataTypeOID == pgtype.TextOID }

// textsOf returns the texts of a row one after the other, so that all of them
// share one allocation.
func textsOf(fields []pgconn.FieldDescription, values [][]byte) string {
	length := 0
	for i, f := range fields {
		if isText(f) {
			length += len(values[i])
		}
	}
	var all strings.Builder
	all.Grow(length)
	for i, f := range fields {
		if isText(f) {
			all.Write(values[i])
		}
	}
	return all.String()
}

// readBinary reads a value that is there, of a type of fixed length, and reports
// false for all others.
func readBinary(f pgconn.FieldDescription, value []byte, target any) bool {
	if f.Format != pgtype.BinaryFormatCode || value == nil {
		return false
	}
	switch t := target.(type) {
	case *int64:
		if f.DataTypeOID == pgtype.Int8OID {
			*t = int64(binary.BigEndian.Uint64(value)) //nolint:gosec // The server sent it as one.
			return true
		}
	case *bool:
		if f.DataTypeOID == pgtype.BoolOID {
			*t = value[0] != 0
			return true
		}
	case **float64:
		if f.DataTypeOID == pgtype.Float8OID {
			number := math.Float64frombits(binary.BigEndian.Uint64(value))
			*t = &number
			return true
		}
	}
	return false
}
