package migrate

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"almanac/runtime/store"
)

// DataLoss is a step of a migration that loses data.
type DataLoss struct {
	Name   string // Of the migration.
	Reason string // What is lost, in words.
}

// DestructiveError refuses to lose data.
type DestructiveError struct {
	Losses []DataLoss // All of the run, in order; never empty.
	Down   bool       // The migrations were to be taken back.
}

// Error says in one sentence what would be lost.
func (e *DestructiveError) Error() string {
	what := "migration "
	if e.Down {
		what = "taking back migration "
	}
	list := make([]string, len(e.Losses))
	for i, l := range e.Losses {
		list[i] = fmt.Sprintf("%s%s would lose data (%s)", what, l.Name, l.Reason)
	}
	return strings.Join(list, ", ")
}

// permit returns a *DestructiveError when steps lose data and may not.
func (r *migrationRun) permit(list []*migrationFile, down bool) error {
	if r.allow {
		return nil
	}
	var losses []DataLoss
	for _, m := range list {
		step := m.up
		if down {
			step = *m.down
		}
		if step.loses() {
			losses = append(losses, DataLoss{m.name, step.loss()})
		}
	}
	if len(losses) == 0 {
		return nil
	}
	return &DestructiveError{Losses: losses, Down: down}
}

// copyBefore copies the database, where the store can, before a step that
// loses data.  It is called under the lock, so the copy holds all that was ever
// written before the step.
func (r *migrationRun) copyBefore(ctx context.Context, name, suffix string) error {
	path, err := r.store.Engine().CopyBeforeMigration(ctx, suffix)
	if err != nil {
		return fmt.Errorf("copy the database before a step that loses data: %w", err)
	}
	if path != "" {
		r.log.InfoContext(ctx, "database backed up", "migration", name, "file", path)
		r.onBackup(name, path)
	}
	return nil
}

// detail returns what the database adds to an error, such as the value that is
// there twice.
func detail(err error) string {
	var e *store.Error
	if errors.As(err, &e) && e.Detail != "" {
		return ": " + e.Detail
	}
	return ""
}
