package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// MaxID is the largest id: JavaScript clients read no larger integer exactly.
const MaxID = 1<<53 - 1

// nextTries bounds how often NextID passes over ids that were taken.
const nextTries = 20

// NextID draws the next id of a sequence, which is a table such as post_id_sequence
// whose rows (id, resource) say what each id was used for.  It passes over ids
// that ReserveID took.
func (s *Store) NextID(ctx context.Context, w Writer, sequence, resource string) (int64, error) {
	var id int64
	next := s.SQL().NextIDStatement(sequence, resource, &id)
	for range nextTries {
		if err := w.Query(ctx, next); err != nil {
			return 0, fmt.Errorf("next id of %s: %w", sequence, err)
		}
		if id != 0 {
			return id, nil
		}
		if err := s.advanceSequence(ctx, w, sequence, 0); err != nil {
			return 0, err
		}
	}
	return 0, MarkRetryable(fmt.Errorf("next id of %s: %w", sequence, ErrIDInUse))
}

// NextIDStatement returns the statement with which NextID draws an id.  Where the next
// one is taken id stays 0, and call NextID then.
func (s *SQL) NextIDStatement(sequence, resource string, id *int64) Statement {
	insert := "INSERT INTO " + quoted(sequence) + "(resource) VALUES($1) "
	if s.dialect == PostgreSQL {
		// A violation would end the transaction, no row only asks for another.
		insert += "ON CONFLICT DO NOTHING "
	}
	return Statement{SQL: insert + "RETURNING id", Args: []any{resource}, ScanRow: func(r Row) error { return r.Scan(id) }}
}

// ReserveID draws a certain id of a sequence, such as that of an imported record;
// NextID goes on after the largest id.  It returns an error that is ErrIDInUse
// when the id is in use.
func (s *Store) ReserveID(ctx context.Context, w Writer, sequence string, id int64, resource string) error {
	if id < 1 || id > MaxID {
		return fmt.Errorf("take id %d of %s: an id is from 1 to %d", id, sequence, int64(MaxID))
	}
	overriding := ""
	if s.sql.dialect == PostgreSQL {
		overriding = "OVERRIDING SYSTEM VALUE "
	}
	n, err := w.Exec(ctx, Statement{
		SQL: "INSERT INTO " + quoted(sequence) + "(id, resource) " + overriding +
			"VALUES($1, $2) ON CONFLICT DO NOTHING",
		Args: []any{id, resource},
	})
	switch {
	case err != nil:
		return fmt.Errorf("take id %d of %s: %w", id, sequence, err)
	case n == 0:
		return fmt.Errorf("take id %d of %s: %w", id, sequence, ErrIDInUse)
	}
	return s.advanceSequence(ctx, w, sequence, id)
}

// ReserveIDs is ReserveID for several ids at once.  It returns those that are in use,
// which it leaves alone.
func (s *Store) ReserveIDs(ctx context.Context, w Writer, sequence string, ids []int64,
	resource string,
) ([]int64, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	if low, high := slices.Min(ids), slices.Max(ids); low < 1 || high > MaxID {
		return nil, fmt.Errorf("take ids of %s: an id is from 1 to %d", sequence, int64(MaxID))
	}
	overriding := ""
	if s.sql.dialect == PostgreSQL {
		overriding = "OVERRIDING SYSTEM VALUE "
	}
	free := make(map[int64]bool, len(ids))
	var args Args
	table := s.sql.builder.NewRaw("?", s.SQL().IDTable(&args, ids)).String()
	err := w.Query(ctx, Statement{
		SQL: "INSERT INTO " + quoted(sequence) + "(id, resource) " + overriding +
			"SELECT t.id, $2 FROM " + table + " AS t WHERE true ON CONFLICT DO NOTHING RETURNING id",
		Args: append(args.Values(), resource),
		ScanRow: func(r Row) error {
			var id int64
			err := r.Scan(&id)
			free[id] = true
			return err
		},
	})
	if err != nil {
		return nil, fmt.Errorf("take ids of %s: %w", sequence, err)
	}
	taken := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return free[id] })
	return taken, s.advanceSequence(ctx, w, sequence, slices.Max(ids))
}

// advanceSequence moves PostgreSQL's generator past id and past every id in use, and never
// back.  SQLite's AUTOINCREMENT does so itself.
func (s *Store) advanceSequence(ctx context.Context, w Writer, sequence string, id int64) error {
	if s.sql.dialect == SQLite {
		return nil
	}
	name := quoted(sequence)
	err := w.Query(ctx, Statement{
		SQL: "SELECT setval(g.name, g.top) FROM (SELECT pg_get_serial_sequence($1, 'id')::regclass AS name, " +
			"greatest($2, (SELECT max(id) FROM " + name + ")) AS top) AS g " +
			"WHERE g.top > coalesce(pg_sequence_last_value(g.name), 0)",
		Args: []any{name, id},
	})
	if err != nil {
		return fmt.Errorf("pass id %d of %s: %w", id, sequence, err)
	}
	return nil
}

// quoted returns a name as an SQL identifier.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// InsertWithID inserts a row with a certain id into a table that numbers its
// rows by itself, such as users, and lets the table go on after the largest
// id.  It returns an error that is ErrIDInUse when the id, or another unique
// value of the row, is in use.
func (s *Store) InsertWithID(ctx context.Context, w Writer, table string, id int64, columns []string,
	values []any,
) error {
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
