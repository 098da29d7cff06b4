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
			return fmt.Errorf("%s is not a copy of an SQLite database%s", path, wrongDialect(dialect))
		}
		return sqlite.Restore(ctx, path, rest)
	}
	s, err := open.Store(ctx, url, store.Options{})
	if err != nil {
		return err
	}
	if dialect != store.PostgreSQL {
		err = fmt.Errorf("%s %w%s", path, errNotDump, wrongDialect(dialect))
	} else {
		err = postgres.Load(ctx, s.Engine(), path, o.PgBinDir)
	}
	return errors.Join(store.Explain(ctx, err, "restore"), s.Close())
}

// wrongDialect adds what a copy is where another kind is wanted.
func wrongDialect(dialect store.Dialect) string {
	switch dialect {
	case store.SQLite:
		return ", but of an SQLite database; export and import carry records from one kind to the other"
	case store.PostgreSQL:
		return ", but of a PostgreSQL database; export and import carry records from one kind to the other"
	default:
		return ""
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
			return 0, fmt.Errorf("there is no file %s", path)
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

// errNotDump answers a file that pg_dump did not write.
var errNotDump = errors.New("is not a copy of a PostgreSQL database in the custom format of pg_dump")
