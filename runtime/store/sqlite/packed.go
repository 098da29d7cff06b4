package sqlite

import (
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"modernc.org/sqlite"

	"almanac/runtime/store"
)

// The function "packed" makes one value of many.  The driver asks SQLite for each column of
// a row by several calls, each of which locks the connection, and for its name and its type
// at every query; the arguments of a function are read without that.
func init() {
	sqlite.MustRegisterFunction(store.PackedColumn, &sqlite.FunctionImpl{
		NArgs: -1, Deterministic: true,
		VolatileArgs: true, // Texts are copied before it returns.
		Scalar: func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			// As text, since database/sql copies a []byte once more.
			return pack(args)
		},
	})
}

// pack writes values one after the other: a letter for the type, then the number or the length
// of the text as a varint, then the text.
func pack(args []driver.Value) (string, error) {
	size := 3 * len(args) // Most numbers and lengths take one byte or two.
	for _, v := range args {
		switch v := v.(type) {
		case string:
			size += len(v)
		case []byte:
			size += len(v)
		}
	}
	var b strings.Builder
	b.Grow(size)
	add := func(letter byte, n uint64) {
		var room [1 + binary.MaxVarintLen64]byte
		b.Write(binary.AppendUvarint(append(room[:0], letter), n))
	}
	for _, v := range args {
		switch v := v.(type) {
		case nil:
			add('n', 0)
		case int64:
			add('i', uint64(v)) //nolint:gosec // Read back the same way.
		case float64:
			add('f', math.Float64bits(v))
		case string:
			add('s', uint64(len(v)))
			b.WriteString(v)
		case []byte: // Of a program that stores texts so.
			add('s', uint64(len(v)))
			b.Write(v)
		default:
			return "", fmt.Errorf("a value of type %T cannot be packed", v)
		}
	}
	return b.String(), nil
}

// errPacked answers what pack has not written for so many targets.
var errPacked = errors.New("packed columns: not as many values as targets")

// row is the current row of a result, some columns of which may be packed.
type row struct {
	*sql.Rows
	columns int
	packed  int    // Place of the packed column, -1 for none.
	values  string // Of that column: the texts of a row are parts of it.
	plain   []any  // Targets of all columns.
}

// newRow returns the row of a result.
func newRow(rows *sql.Rows) (store.Row, error) {
	names, err := rows.Columns()
	return &row{Rows: rows, columns: len(names), packed: slices.Index(names, store.PackedColumn)}, err
}

// Scan copies the columns into targets.
func (r *row) Scan(targets ...any) error {
	if r.packed < 0 {
		return r.Rows.Scan(targets...)
	}
	end := r.packed + 1 + len(targets) - r.columns
	if end < r.packed {
		return fmt.Errorf("%d targets are too few for %d columns", len(targets), r.columns)
	}
	r.plain = append(append(append(r.plain[:0], targets[:r.packed]...), &r.values), targets[end:]...)
	if err := r.Rows.Scan(r.plain...); err != nil {
		return err
	}
	return unpack(r.values, targets[r.packed:end])
}

// unpack copies packed values into targets.
func unpack(values string, targets []any) error {
	for i, target := range targets {
		if values == "" {
			return errPacked
		}
		letter, text := values[0], ""
		n, size := binary.Uvarint([]byte(values[1:min(len(values), 1+binary.MaxVarintLen64)]))
		if size <= 0 {
			return errPacked
		}
		values = values[1+size:]
		if letter == 's' {
			if n > uint64(len(values)) {
				return errPacked
			}
			text, values = values[:n], values[n:]
		}
		if err := set(target, letter, n, text); err != nil {
			return fmt.Errorf("packed column %d: %w", i, err)
		}
	}
	if values != "" {
		return errPacked
	}
	return nil
}

// set copies a value into a target: as it is where the types agree, else as database/sql does.
func set(target any, letter byte, n uint64, text string) error {
	switch t := target.(type) {
	case *string:
		if letter == 's' {
			*t = text
			return nil
		}
	case *int64:
		if letter == 'i' {
			*t = int64(n) //nolint:gosec // Written the same way.
			return nil
		}
	case *bool:
		if letter == 'i' && n <= 1 {
			*t = n == 1
			return nil
		}
	case **float64:
		if letter == 'f' {
			number := math.Float64frombits(n)
			*t = &number
			return nil
		}
	}
	return setConverted(target, unpacked(letter, n, text))
}

// unpacked returns a value as the driver does.
func unpacked(letter byte, n uint64, text string) any {
	switch letter {
	case 's':
		return text
	case 'i':
		return int64(n) //nolint:gosec // Written the same way.
	case 'f':
		return math.Float64frombits(n)
	}
	return nil
}

// setConverted sets a target as database/sql does.
func setConverted(target, v any) error {
	switch t := target.(type) {
	case *string:
		return convert(t, v, false)
	case *int64:
		return convert(t, v, false)
	case *float64:
		return convert(t, v, false)
	case *bool:
		return convert(t, v, false)
	case **string:
		return convert(t, v, true)
	case **int64:
		return convert(t, v, true)
	case **float64:
		return convert(t, v, true)
	case **bool:
		return convert(t, v, true)
	case sql.Scanner:
		return t.Scan(v)
	}
	return fmt.Errorf("a target of type %T", target)
}

// convert sets a target, to its zero value for NULL if it takes that.
func convert[T any](target *T, v any, takesNull bool) error {
	var n sql.Null[T]
	err := n.Scan(v)
	if err == nil && !n.Valid && !takesNull {
		err = fmt.Errorf("NULL for a target of type %T", target)
	}
	if err == nil {
		*target = n.V
	}
	return err
}
