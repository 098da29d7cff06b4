package migrate

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"almanac/runtime/store"
)

// Down takes back the last migrations, as many as steps says, with the
// files <dialect>/NNNN_name.down.sql, and returns their names in the order in
// which they went.  Each goes together with its record, so a failed one leaves
// the database as it was before it.  Nothing is done, and an error comes back,
// when fewer are applied, one has no such file or is unknown, or, as a
// *DestructiveError, when data would be lost and AllowDestructive is not given.
func Down(ctx context.Context, s *store.Store, fsys fs.FS, steps int, options ...Option) (undone []string, err error) {
	run, err := newMigrationRun(s, fsys, nil, options)
	if err != nil {
		return nil, err
	}
	found, err := readAll(ctx, s)
	if err != nil {
		return nil, err
	}
	list, err := run.last(found, steps)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		begin := time.Now()
		if err := run.down(ctx, m); err != nil {
			return undone, err
		}
		run.log.InfoContext(ctx, "migration reverted", "name", m.name, "duration",
			time.Since(begin).Round(time.Microsecond).String())
		undone = append(undone, m.name)
	}
	return undone, nil
}

// last returns the migrations to take back, the newest first.
func (r *migrationRun) last(found records, steps int) ([]*migrationFile, error) {
	if steps < 1 || steps > len(found.list) {
		return nil, fmt.Errorf("cannot revert %d migrations: the database has %d", steps, len(found.list))
	}
	states := compare(r.files, found.list)
	var list []*migrationFile
	for _, state := range slices.Backward(states) {
		switch {
		case state.State == StatePending:
			continue
		case len(list) == steps:
			return list, r.permit(list, true)
		case state.State == StateModified:
			return nil, modifiedError(state)
		case state.State == StateUnknown:
			return nil, fmt.Errorf("the database has migration %s, which this version of the program does not know: "+
				"only a version that includes it can revert it", state.Name)
		}
		m := &r.files[state.file]
		if m.down == nil {
			return nil, fmt.Errorf("migration %s cannot be reverted: %s.down.sql is missing", m.name, m.name)
		}
		list = append(list, m)
	}
	return list, r.permit(list, true)
}

// down takes one migration back, if it still is the last one.
func (r *migrationRun) down(ctx context.Context, m *migrationFile) error {
	return r.transact(ctx, func(ctx context.Context, tx store.Transaction, doing func(string)) error {
		found, err := prepareRecords(ctx, r.store.Dialect(), tx)
		if err != nil {
			return err
		}
		doing("revert migration " + m.name)
		if found.fresh() || found.list[len(found.list)-1].version != m.version {
			return fmt.Errorf("another program migrated the database in the meantime")
		}
		if m.down.loses() {
			if err := r.copyBefore(ctx, m.name, fmt.Sprintf("before-%04d-down", m.version)); err != nil {
				return err
			}
		}
		if err := execute(ctx, tx, m.down.statements); err != nil {
			return err
		}
		return removeRecord(ctx, tx, m.version)
	})
}
