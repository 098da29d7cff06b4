package store

import (
	"cmp"
	"context"
	"io/fs"
	"slices"
)

// Progress says how far a migration is.
type Progress string

// A migration is applied or pending; its file was changed since it was
// applied; or the database has it and there is no file.
const (
	Applied Progress = "applied"
	Pending Progress = "pending"
	Changed Progress = "changed"
	Unknown Progress = "unknown"
)

// MigrationState is one migration of the files, of the database, or of both.
type MigrationState struct {
	Version   int64
	Name      string // As in the file name: 0001_events.
	State     Progress
	AppliedAt string // UTC, as in 2026-11-20T12:00:00Z; "" while pending.

	file int // Index of the file.
}

// MigrationStatus compares the files of Migrate with the database, without
// changing anything, and returns all migrations in the order of their versions.
func (s *Store) MigrationStatus(ctx context.Context, fsys fs.FS) ([]MigrationState, error) {
	files, err := readMigrations(fsys, s.dialect)
	if err != nil {
		return nil, err
	}
	return s.states(ctx, files)
}

// states compares migrations with the database, which need not have records.
func (s *Store) states(ctx context.Context, files []migration) ([]MigrationState, error) {
	table := "SELECT count(*) FROM pg_class WHERE oid = to_regclass('schema_migrations')"
	if s.dialect == SQLite {
		table = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'"
	}
	var found int64
	err := s.Read().Query(ctx, Statement{SQL: table, Each: func(r Row) error { return r.Scan(&found) }})
	if err != nil || found == 0 {
		return compare(files, nil), err
	}
	records, err := readRecords(ctx, s.engine)
	if err != nil {
		return nil, explain(ctx, err, "read schema_migrations")
	}
	return compare(files, records), nil
}

// record is a row of schema_migrations.
type record struct {
	version           int64
	name, sum, atTime string
}

// readRecords returns what the database says about migrations.
func readRecords(ctx context.Context, from runner) ([]record, error) {
	var list []record
	err := from.query(ctx, Statement{
		SQL: "SELECT version, name, checksum, applied_at FROM schema_migrations ORDER BY version",
		Each: func(row Row) error {
			var r record
			err := row.Scan(&r.version, &r.name, &r.sum, &r.atTime)
			list = append(list, r)
			return err
		},
	})
	return list, err
}

// compare returns the states of all migrations of the files and the database.
func compare(files []migration, records []record) []MigrationState {
	byVersion := make(map[int64]record, len(records))
	for _, r := range records {
		byVersion[r.version] = r
	}
	list := make([]MigrationState, 0, len(files))
	for i, m := range files {
		state := MigrationState{Version: m.version, Name: m.name, State: Pending, file: i}
		if r, ok := byVersion[m.version]; ok {
			delete(byVersion, m.version)
			state.State, state.AppliedAt = Applied, r.atTime
			if r.sum != m.checksum {
				state.State = Changed
			}
		}
		list = append(list, state)
	}
	for _, r := range byVersion {
		list = append(list, MigrationState{Version: r.version, Name: r.name, State: Unknown, AppliedAt: r.atTime})
	}
	slices.SortFunc(list, func(a, b MigrationState) int { return cmp.Compare(a.Version, b.Version) })
	return list
}
