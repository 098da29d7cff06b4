package migrate

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"time"

	"almanac/runtime/store"
)

// migrateLimit bounds how long a server waits for another one that migrates.
const migrateLimit = 10 * time.Minute

// Option changes how Up and Down work.
type Option func(*migrationRun)

// AllowDestructive lets steps lose the data that their files say they lose.
// Before such a step an SQLite database is copied, into a file beside it.
func AllowDestructive() Option { return func(r *migrationRun) { r.allow = true } }

// OnBackup has f called with every copy of a database: the migration that it was made
// for, and the path of the file.
func OnBackup(f func(migration, path string)) Option {
	return func(r *migrationRun) { r.onBackup = f }
}

// Up brings the tables up to date and returns the names of the migrations
// that it applied, in order, such as 0001_events; none when nothing was to do.
// fsys holds <dialect>/NNNN_name.up.sql with statements that are separated by
// lines of "--bun:split"; lines before the first statement say what a step does
// to existing rows:
//
//	-- almanac: additive              (older programs work on)
//	-- almanac: destructive <reason>  (data is lost)
//	-- almanac: rewrites <table>      (row by row)
//
// A step that drops a table or a column without saying so counts as destructive.
//
// A migration and its record in schema_migrations commit together, so a failed
// one leaves the database as it was; those before it stay.  A database without
// any migration gets all of them in one transaction, or none.  Servers that
// start at once wait for each other.
//
// Unless AllowDestructive is given, a *DestructiveError comes back, and nothing
// is done, when any pending step loses data of a database that has been in use.
// A database that was migrated from other files is an error too, and so is one
// that was migrated further, unless all that is unknown merely adds.
func Up(ctx context.Context, s *store.Store, fsys fs.FS, log *slog.Logger,
	options ...Option,
) (applied []string, err error) {
	run, err := newMigrationRun(s, fsys, log, options)
	if err != nil {
		return nil, err
	}
	for {
		// Most starts find nothing to do and need no lock, nor the right to
		// change tables.
		found, err := readAll(ctx, s)
		if err != nil {
			return applied, err
		}
		if todo, err := run.todo(found); err != nil || len(todo) == 0 && !found.old {
			return applied, err
		}
		begin := time.Now()
		names, err := run.up(ctx)
		if err != nil {
			return applied, err
		}
		for _, name := range names {
			run.log.InfoContext(ctx, "migration applied", "name", name, "duration",
				time.Since(begin).Round(time.Microsecond).String())
		}
		applied = append(applied, names...)
	}
}

// migrationRun is one run of Up or Down.
type migrationRun struct {
	store    *store.Store
	files    []migrationFile
	log      *slog.Logger
	allow    bool
	onBackup func(migration, path string)
}

// newMigrationRun reads the files and the options.
func newMigrationRun(s *store.Store, fsys fs.FS, log *slog.Logger, options []Option) (*migrationRun, error) {
	files, err := readMigrations(fsys, s.Dialect())
	if err != nil {
		return nil, err
	}
	if log == nil {
		log = s.Log()
	}
	run := &migrationRun{store: s, files: files, log: log, onBackup: func(string, string) {}}
	for _, option := range options {
		option(run)
	}
	return run, nil
}

// todo returns what the next transaction has to apply.
func (r *migrationRun) todo(found records) ([]*migrationFile, error) {
	list, err := pending(r.files, found)
	if err != nil {
		return nil, err
	}
	// In a fresh database nothing can be lost.  All goes in at once, so that
	// nobody finds it half made and takes it for one in use.
	if found.fresh() {
		return list, nil
	}
	if err := r.permit(list, false); err != nil {
		return nil, err
	}
	return list[:min(1, len(list))], nil
}

// up applies what is to do next and returns the names, none when another
// server was faster.
func (r *migrationRun) up(ctx context.Context) ([]string, error) {
	var done []string
	err := r.transact(ctx, func(ctx context.Context, tx store.Transaction, doing func(string)) error {
		done = nil
		found, err := prepareRecords(ctx, r.store.Dialect(), tx)
		if err != nil {
			return err
		}
		todo, err := r.todo(found)
		if err != nil {
			return err
		}
		for _, m := range todo {
			doing("migration " + m.name)
			if err := r.apply(ctx, tx, m, !found.fresh()); err != nil {
				return err
			}
		}
		done = names(todo)
		doing("migration " + strings.Join(done, ", "))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return done, nil
}

// apply runs the statements of a migration and records it.
func (r *migrationRun) apply(ctx context.Context, tx store.Transaction, m *migrationFile, used bool) error {
	if used && m.up.loses() {
		if err := r.copyBefore(ctx, m.name, fmt.Sprintf("before-%04d", m.version)); err != nil {
			return err
		}
	}
	r.log.InfoContext(ctx, "migration started", "name", m.name)
	if err := execute(ctx, tx, m.up.statements); err != nil {
		return err
	}
	return addRecord(ctx, r.store.Dialect(), tx, m)
}

// transact runs f in one transaction under the lock of migrations.  An error
// begins with what f said it was doing last.
func (r *migrationRun) transact(ctx context.Context,
	f func(ctx context.Context, tx store.Transaction, doing func(string)) error,
) error {
	return r.store.WithRetries(ctx, int(migrateLimit/time.Second), migrateLimit, func() error {
		doing := "migrate database"
		err := r.store.Engine().Migration(ctx, func(ctx context.Context, tx store.Transaction) error {
			return f(ctx, tx, func(what string) { doing = what })
		})
		return store.Explain(ctx, err, doing)
	})
}

// execute runs statements; an error says which one failed and why.
func execute(ctx context.Context, tx store.Transaction, statements []string) error {
	for i, text := range statements {
		if err := tx.Script(ctx, text); err != nil {
			return fmt.Errorf("statement %d of %d (%s): %w%s",
				i+1, len(statements), store.Abbreviate(text), err, detail(err))
		}
	}
	return nil
}
