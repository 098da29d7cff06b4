package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"almanac/runtime/store"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
)

// database is the development database.
type database struct {
	url  string
	made string // The lock file that it was made from; "" for an empty database.
}

// output is what the generator writes, in the module.
const output = "generated"

// read finds out what the database was made from. It changes nothing; an error comes
// back for a database that holds other data.
func (d *database) read(ctx context.Context) error {
	if d.isMissing() {
		return nil
	}
	s, err := open.Store(ctx, d.url, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	made, err := migrate.DevelopedFrom(ctx, s)
	if err = errors.Join(err, s.Close()); err != nil {
		return fmt.Errorf("-database must name one that is new or that this command has made: %w", err)
	}
	d.made = made
	return nil
}

// isMissing reports whether there is no SQLite file.
func (d *database) isMissing() bool {
	path, isFile := strings.CutPrefix(d.url, "sqlite:")
	_, err := os.Stat(path)
	return isFile && errors.Is(err, fs.ErrNotExist)
}

// isCurrent reports whether the database is there and made from the present description.
func (d *database) isCurrent() bool {
	now, err := lockfile()
	return err == nil && now == d.made && !d.isMissing()
}

// lockfile reads the present description.
func lockfile() (string, error) {
	text, err := os.ReadFile(filepath.Join(output, "schema.lock.json"))
	return string(text), err
}

// follow brings the database to the present description, by the steps that the
// generator wrote into a directory, or makes it again if it is empty, and says what was
// lost. An error leaves it as it was.
func (d *database) follow(ctx context.Context, steps string, say func(format string, args ...any)) error {
	now, err := lockfile()
	if err != nil {
		return err
	}
	s, err := open.Store(ctx, d.url, store.Options{})
	if err != nil {
		return err
	}
	if made, err := migrate.DevelopedFrom(ctx, s); err == nil && made == "" {
		d.made = "" // Somebody has removed the tables, to begin with new ones.
	}
	backup := migrate.OnBackup(func(_, path string) { say("the database before this loss is in %s", path) })
	step := migrate.Development{
		Migrations: os.DirFS(filepath.Join(output, "migrations")), Steps: os.DirFS(steps), Made: d.made, Now: now,
	}
	lost, err := migrate.Develop(ctx, s, step, backup)
	if err = errors.Join(err, s.Close()); err != nil {
		return fmt.Errorf("the development database cannot follow: %w; change the description or the records, or remove "+
			"the database", err)
	}
	for _, what := range lost {
		say("lost in the development database: %s", what)
	}
	d.made = now
	return nil
}
