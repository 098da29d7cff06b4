package migrate

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/uptrace/bun"

	"almanac/runtime/store"
)

// Planned is a migration that Up would apply.
type Planned struct {
	Name        string   // As in the file name: 0001_events.
	Statements  []string // SQL, in order.
	Additive    bool     // Older programs could go on using the database.
	Destructive string   // What data would be lost, in words; "" for none.
	Rewrites    []TableSize
}

// TableSize is a table and how many rows it holds now.
type TableSize struct {
	Table string
	Rows  int64 // 0 also for a table that is not there yet.
}

// Plan returns what Up would do, in order, and changes nothing;
// none when nothing is to do.  It counts the rows of the tables that would be
// written again.  A database that Up would refuse is an error, but steps
// that lose data are not.
func Plan(ctx context.Context, s *store.Store, fsys fs.FS) ([]Planned, error) {
	files, err := readMigrations(fsys, s.Dialect())
	if err != nil {
		return nil, err
	}
	found, err := readAll(ctx, s)
	if err != nil {
		return nil, err
	}
	list, err := pending(files, found)
	if err != nil {
		return nil, err
	}
	var plan []Planned
	for _, m := range list {
		step := Planned{Name: m.name, Statements: m.up.statements, Additive: m.up.additive}
		if !found.fresh() {
			step.Destructive = m.up.loss()
		}
		if step.Rewrites, err = sizes(ctx, s, m.up.rewrites); err != nil {
			return nil, err
		}
		plan = append(plan, step)
	}
	return plan, nil
}

// sizes counts the rows of tables.
func sizes(ctx context.Context, s *store.Store, tables []string) ([]TableSize, error) {
	var list []TableSize
	for _, table := range tables {
		n, err := size(ctx, s, table)
		if err != nil {
			return nil, fmt.Errorf("count rows of %s: %w", table, err)
		}
		list = append(list, TableSize{table, n})
	}
	return list, nil
}

// size counts the rows of a table, which need not be there.
func size(ctx context.Context, s *store.Store, table string) (int64, error) {
	there, err := s.HasTable(ctx, table)
	if err != nil || !there {
		return 0, err
	}
	var n int64
	scan := func(row store.Row) error { return row.Scan(&n) }
	err = s.Reader().Query(ctx, store.Statement{
		SQL: s.SQL().Format("SELECT count(*) FROM ?", bun.Ident(table)), ScanRow: scan,
	})
	return n, err
}
