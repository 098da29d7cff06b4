package migrate

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"

	"almanac/runtime/store"
)

// State says how far a migration is.
type State string

// A migration is applied or pending; its file was changed since it was
// applied; or the database has it and there is no file.
const (
	StateApplied  State = "applied"
	StatePending  State = "pending"
	StateModified State = "changed"
	StateUnknown  State = "unknown"
)

// Migration is one migration of the files, of the database, or of both.
type Migration struct {
	Version     int64
	Name        string // As in the file name: 0001_events.
	State       State
	AppliedAt   string // UTC, as in 2026-11-20T12:00:00Z; "" while pending.
	Additive    bool   // It merely adds: programs that do not know it may use the database.
	Destructive string // What data it loses, in words; "" when none, or when there is no file.

	file     int    // Index of the file.
	recorded string // Name in the database.
}

// Status compares the files of Up with the database, without
// changing anything, and returns all migrations in the order of their versions.
func Status(ctx context.Context, s *store.Store, fsys fs.FS) ([]Migration, error) {
	files, err := readMigrations(fsys, s.Dialect())
	if err != nil {
		return nil, err
	}
	found, err := readAll(ctx, s)
	if err != nil {
		return nil, err
	}
	return compare(files, found.list), nil
}

// Pending returns the names of the migrations that Up would
// apply, in order, and the error that it would return before it begins, but for
// that of destructive steps.  It changes nothing.
func Pending(ctx context.Context, s *store.Store, fsys fs.FS) ([]string, error) {
	files, err := readMigrations(fsys, s.Dialect())
	if err != nil {
		return nil, err
	}
	found, err := readAll(ctx, s)
	if err != nil {
		return nil, err
	}
	list, err := pending(files, found)
	return names(list), err
}

func names(list []*migrationFile) []string {
	var names []string
	for _, m := range list {
		names = append(names, m.name)
	}
	return names
}

// compare returns the states of all migrations of the files and the database.
func compare(files []migrationFile, known []record) []Migration {
	byVersion := make(map[int64]record, len(known))
	for _, r := range known {
		byVersion[r.version] = r
	}
	list := make([]Migration, 0, len(files))
	for i, m := range files {
		state := Migration{
			Version: m.version, Name: m.name, State: StatePending, Additive: m.up.additive, Destructive: m.up.loss(), file: i,
		}
		if r, ok := byVersion[m.version]; ok {
			delete(byVersion, m.version)
			state.State, state.AppliedAt, state.recorded = StateApplied, r.atTime, r.name
			if r.sum != m.checksum {
				state.State = StateModified
			}
		}
		list = append(list, state)
	}
	for _, r := range byVersion {
		list = append(list, Migration{
			Version: r.version, Name: r.name, State: StateUnknown, AppliedAt: r.atTime, Additive: r.additive, recorded: r.name,
		})
	}
	slices.SortFunc(list, func(a, b Migration) int { return cmp.Compare(a.Version, b.Version) })
	return list
}

// pending returns the migrations that are not applied, in order, and an error
// when the database does not fit to the files.
func pending(files []migrationFile, found records) ([]*migrationFile, error) {
	var list []*migrationFile
	for _, state := range compare(files, found.list) {
		switch {
		case state.State == StateModified:
			return nil, modifiedError(state)
		case state.State == StateUnknown && !state.Additive:
			return nil,
				fmt.Errorf("the database has migration %s, which this version of the program does not know and which is not "+
					"purely additive: run the version that created it, or a newer one", state.Name)
		case state.State == StatePending:
			list = append(list, &files[state.file])
		case len(list) > 0:
			return nil, fmt.Errorf("migration %s is not applied, but %s, which comes after it, is: "+
				"run the version of the program that created the database", list[0].name, state.Name)
		}
	}
	return list, nil
}

// modifiedError says what to do about a file that is not the one that was applied.
func modifiedError(state Migration) error {
	what := "migration " + state.Name + " was changed after it had been applied"
	if state.recorded != state.Name {
		what = fmt.Sprintf("the database has migration %s where this program has %s", state.recorded, state.Name)
	}
	return fmt.Errorf("%s: restore the file and put the change into a new migration; in development, where unreleased "+
		"migrations are rewritten, export with the version that created the database, delete the database and import "+
		"into a new one", what)
}
