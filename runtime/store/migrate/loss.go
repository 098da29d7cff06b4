package migrate

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
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
		what = "reverting migration "
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

// What a statement drops, and what gets a name, in the quotes of any dialect.
// The second form is that of a rebuilt table, whose rows live on under its old
// name, and of a column that takes the place of another.
var (
	dropped = regexp.MustCompile("(?i)\\bDROP\\s+(TABLE|COLUMN)\\s+(?:IF\\s+EXISTS\\s+)?[\"`]?(\\w+)")
	named   = regexp.MustCompile("(?is)\\bRENAME\\b.*\\bTO\\s+[\"`]?(\\w+)")
)

// drops returns in words which tables and columns the statements drop for good.
// It holds for files that forgot to say that they lose data: such a step must
// not pass as harmless.
func drops(statements []string) []string {
	var kept, list []string
	for _, text := range statements {
		if m := named.FindStringSubmatch(text); m != nil {
			kept = append(kept, strings.ToLower(m[1]))
		}
	}
	for _, text := range statements {
		for _, m := range dropped.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(kept, strings.ToLower(m[2])) {
				list = append(list, "the "+strings.ToLower(m[1])+" "+m[2])
			}
		}
	}
	return list
}
