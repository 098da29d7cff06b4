package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/copyfile"
	"almanac/runtime/store/open"
	"almanac/runtime/store/postgres"
	"almanac/runtime/store/sqlite"
)

// RestoreOptions say how a copy is restored; the zero value is good.
type RestoreOptions struct {
	PgBinDir string // Directory of PostgreSQL's programs; "" looks on the PATH.
}

// Restore brings a copy that Backup wrote into the database at url, which has to
// be empty: an SQLite file that does not exist, a PostgreSQL database without
// tables.  It restores all or nothing, and never replaces anything.  The copy
// has to come from the same kind of database.
func Restore(ctx context.Context, path, url string, o RestoreOptions) error {
	dialect, err := dialectOfCopy(path)
	if err != nil {
		return err
	}
	if rest, ok := strings.CutPrefix(url, "sqlite:"); ok {
		if dialect != store.SQLite {
			return wrongKind(path, "an SQLite database", dialect)
		}
		return sqlite.Restore(ctx, path, rest)
	}
	s, err := open.Store(ctx, url, store.Options{})
	if err != nil {
		return err
	}
	if dialect != store.PostgreSQL {
		err = wrongKind(path, "a PostgreSQL database (custom format of pg_dump)", dialect)
	} else {
		err = postgres.Load(ctx, s.Engine(), path, o.PgBinDir)
	}
	return errors.Join(store.Explain(ctx, err, "restore"), s.Close())
}

// wrongKind returns the error about a file that is not a copy of the wanted kind of
// database; dialect is the kind that it is a copy of, 0 for none.
func wrongKind(path, wanted string, dialect store.Dialect) error {
	const hint = "to move records between the two, use export and import"
	switch dialect {
	case store.SQLite:
		return fmt.Errorf("%s is a backup of an SQLite database, not of PostgreSQL; %s", path, hint)
	case store.PostgreSQL:
		return fmt.Errorf("%s is a backup of a PostgreSQL database, not of SQLite; %s", path, hint)
	default:
		return fmt.Errorf("%s is not a backup of %s", path, wanted)
	}
}

// The first bytes of copies (https://www.sqlite.org/fileformat.html, and
// pg_backup_archiver.h of PostgreSQL).
var (
	sqliteMagic = []byte("SQLite format 3\x00")
	dumpMagic   = []byte("PGDMP")
)

// dialectOfCopy returns which kind of database a file is a copy of, 0 when of none.
func dialectOfCopy(path string) (store.Dialect, error) {
	f, err := os.Open(path) //nolint:gosec // The operator names the file.
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return 0, fmt.Errorf("the file %s does not exist", path)
		}
		return 0, fmt.Errorf("the file %s cannot be read: %w", path, copyfile.Reason(err))
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, len(sqliteMagic))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return 0, fmt.Errorf("the file %s cannot be read: %w", path, copyfile.Reason(err))
	}
	switch head = head[:n]; {
	case bytes.Equal(head, sqliteMagic):
		return store.SQLite, nil
	case bytes.HasPrefix(head, dumpMagic):
		return store.PostgreSQL, nil
	}
	return 0, nil
}
