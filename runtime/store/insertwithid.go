package store

import (
	"context"
	"fmt"
	"strings"
)

// InsertWithID inserts a row with a certain id into a table that numbers its
// rows by itself, such as users, and lets the table go on after the largest
// id.  It returns an error that is ErrIDInUse when the id, or another unique
// value of the row, is in use.
func (s *Store) InsertWithID(ctx context.Context, w Writer, table string, id int64, columns []string, values []any) error {
	if id < 1 || id > MaxID {
		return fmt.Errorf("insert id %d into %s: an id is from 1 to %d", id, table, int64(MaxID))
	}
	args := Args{}
	placeholders := make([]string, 0, len(values)+1)
	for _, v := range append([]any{id}, values...) {
		args.Bind(v)
		placeholders = append(placeholders, fmt.Sprintf("$%d", len(args.list)))
	}
	overriding := ""
	if s.sql.dialect == PostgreSQL {
		overriding = "OVERRIDING SYSTEM VALUE "
	}
	n, err := w.Exec(ctx, Statement{
		SQL: "INSERT INTO " + quoted(table) + "(id, " + strings.Join(columns, ", ") + ") " + overriding +
			"VALUES(" + strings.Join(placeholders, ", ") + ") ON CONFLICT DO NOTHING",
		Args: args.Values(),
	})
	switch {
	case err != nil:
		return fmt.Errorf("insert id %d into %s: %w", id, table, err)
	case n == 0:
		return fmt.Errorf("insert id %d into %s: %w", id, table, ErrIDInUse)
	}
	return s.advanceSequence(ctx, w, table, id)
}
