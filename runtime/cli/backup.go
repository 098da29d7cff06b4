package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"almanac/runtime/changes"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/backup"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
)

// toolsFlag says where PostgreSQL's programs are.
func toolsFlag() cli.Flag {
	return text("pg-bin", "", "`DIR` that contains pg_dump and pg_restore; default: the directories in PATH")
}

// backupCommand copies a database that is in use.
func backupCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "backup", Usage: "Back up the database to a file while it is in use", ArgsUsage: "FILE",
		Description: "The backup contains password hashes and the passwords of protected records. Only its owner can " +
			"read it.\n" +
			"Image files are saved next to it as FILE" + mediaArchive + ". " +
			"If they are in a bucket, only a list of their names is saved, as FILE" +
			mediaManifest + ".",
		Flags: []cli.Flag{
			databaseFlag(p), mediaFlag(), toolsFlag(),
			&cli.BoolFlag{Name: "force", Usage: "overwrite an existing file"},
		},
		Action: makeBackup,
	}
}

// makeBackup writes the copy and says how large it is.
func makeBackup(ctx context.Context, c *cli.Command) error {
	file, err := oneArgument(c, "the file to write")
	if err != nil {
		return err
	}
	s, err := open.Store(ctx, c.String("database"), store.Options{ReadOnly: true, MaxConns: 1, Application: c.Root().Name})
	if err != nil {
		return settingErr("database", err)
	}
	err = backup.Create(ctx, s, file, backup.Options{Force: c.Bool("force"), PgBinDir: c.String("pg-bin")})
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err == nil {
		_, err = fmt.Fprintf(c.Root().Writer, "backed up the database to %s, %d bytes\n", file, info.Size())
	}
	if err != nil {
		return err
	}
	return backUpMedia(ctx, c, file) // After the database: its images have their files by then.
}

// restoreCommand restores a backup.
func restoreCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "restore", Usage: "Restore a backup into an empty database", ArgsUsage: "FILE",
		Description: "The database must be new: an SQLite file that does not exist yet, or a PostgreSQL database without " +
			"tables.",
		Flags:  []cli.Flag{databaseFlag(p), mediaFlag(), toolsFlag()},
		Action: restore,
	}
}

// restore restores a backup, and prints what it contains.
func restore(ctx context.Context, c *cli.Command) error {
	file, err := oneArgument(c, "the file to restore")
	if err != nil {
		return err
	}
	if err := checkWhole(file); err != nil {
		return err
	}
	url := c.String("database")
	if err := backup.Restore(ctx, file, url, backup.RestoreOptions{PgBinDir: c.String("pg-bin")}); err != nil {
		return err
	}
	if err := beginEpoch(ctx, c, url); err != nil {
		return err
	}
	s, err := open.Store(ctx, url, store.Options{ReadOnly: true, Application: c.Root().Name})
	if err != nil {
		return settingErr("database", err)
	}
	current, err := printRestored(ctx, c, s)
	if err == nil {
		err = restoreMedia(ctx, c, file)
	}
	if err == nil && current {
		err = checkRestored(ctx, c, s, file)
	}
	return errors.Join(err, s.Close())
}

// beginEpoch has clients that sync begin again: what was written after the backup is gone.
func beginEpoch(ctx context.Context, c *cli.Command, url string) error {
	s, err := open.Store(ctx, url, store.Options{MaxConns: 1, Application: c.Root().Name})
	if err != nil {
		return settingErr("database", err)
	}
	return errors.Join(changes.BeginEpoch(ctx, s), s.Close())
}

// printRestored checks a database that was restored and prints what is in it. It is
// current unless migrations are pending.
func printRestored(ctx context.Context, c *cli.Command, s *store.Store) (current bool, err error) {
	out := c.Root().Writer
	pending, err := migrate.Pending(ctx, s, programOf(c).Service.MigrationFiles())
	if err != nil {
		return false, fmt.Errorf("the backup was restored, but this version of the program cannot use it: %w", err)
	}
	if len(pending) > 0 {
		_, err := fmt.Fprintf(out, "restored; the backup is from an earlier version: run migrate up to apply %s\n",
			strings.Join(pending, ", "))
		return false, errors.Join(s.CheckIntegrity(ctx), err)
	}
	resources := programOf(c).Service.Resources
	records, err := service.Verify(ctx, s, resources)
	if err != nil {
		return false, fmt.Errorf("the backup was restored, but it is inconsistent: %w", err)
	}
	var list []string
	for _, k := range resources {
		list = append(list, fmt.Sprintf("%s: %d", k.Plural, records[k.Plural]))
	}
	_, err = fmt.Fprintf(out, "restored and verified %s; the schema is up to date\n", strings.Join(list, ", "))
	return true, err
}
