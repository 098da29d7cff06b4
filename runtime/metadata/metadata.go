// Package metadata keeps what a database says of itself: the table schema_metadata, texts by
// their names. Who keeps a text there owns its name and its form.
package metadata

import (
	"context"

	"almanac/runtime/store"
)

// Table is the name of the table.
const Table = "schema_metadata"

// Set returns the statement that keeps a value under a name, in the place of another one.
func Set(name, value string) store.Statement {
	return store.Statement{
		SQL: "INSERT INTO " + Table + " (name, value) VALUES ($1, $2)" +
			" ON CONFLICT (name) DO UPDATE SET value = excluded.value",
		Args: []any{name, value},
	}
}

// Delete returns the statement that deletes a name and its value.
func Delete(name string) store.Statement {
	return store.Statement{SQL: "DELETE FROM " + Table + " WHERE name = $1", Args: []any{name}}
}

// Get returns the value under a name, "" for none.
func Get(ctx context.Context, r store.Reader, name string) (value string, err error) {
	err = r.Query(ctx, store.Statement{
		SQL: "SELECT value FROM " + Table + " WHERE name = $1", Args: []any{name},
		ScanRow: func(row store.Row) error { return row.Scan(&value) },
	})
	return value, err
}

// All returns the values whose names begin with a prefix, by the rest of their names.
func All(ctx context.Context, r store.Reader, prefix string) (map[string]string, error) {
	values := map[string]string{}
	err := r.Query(ctx, store.Statement{
		SQL:  "SELECT substr(name, $1), value FROM " + Table + " WHERE substr(name, 1, $2) = $3",
		Args: []any{len(prefix) + 1, len(prefix), prefix},
		ScanRow: func(row store.Row) error {
			var name, value string
			err := row.Scan(&name, &value)
			values[name] = value
			return err
		},
	})
	return values, err
}
