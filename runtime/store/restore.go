package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// RestoreOptions say how a copy is restored; the zero value is good.
type RestoreOptions struct {
	Tools string // Directory of PostgreSQL's programs; "" looks on the PATH.
}

// Restore brings a copy that Backup wrote into the database at url, which has to
// be empty: an SQLite file that does not exist, a PostgreSQL database without
// tables.  It restores all or nothing, and never replaces anything.  The copy
// has to come from the same kind of database.
func Restore(ctx context.Context, path, url string, o RestoreOptions) error {
	kind, err := kindOfCopy(path)
	if err != nil {
		return err
	}
	if rest, ok := strings.CutPrefix(url, "sqlite:"); ok {
		if kind != SQLite {
			return fmt.Errorf("%s is not a copy of an SQLite database%s", path, otherKind(kind))
		}
		return restoreSQLite(ctx, path, rest)
	}
	s, err := Open(ctx, url, Options{})
	if err != nil {
		return err
	}
	if p, ok := s.engine.(postgres); ok {
		if kind != PostgreSQL {
			err = fmt.Errorf("%s %w%s", path, errNotDump, otherKind(kind))
		} else {
			err = p.load(ctx, path, o.Tools)
		}
	}
	return errors.Join(explain(ctx, err, "restore"), s.Close())
}

// otherKind adds what a copy is where another kind is wanted.
func otherKind(kind Dialect) string {
	switch kind {
	case SQLite:
		return ", but of an SQLite database; export and import carry records from one kind to the other"
	case PostgreSQL:
		return ", but of a PostgreSQL database; export and import carry records from one kind to the other"
	default:
		return ""
	}
}

// The first bytes of copies (https://www.sqlite.org/fileformat.html, and
// pg_backup_archiver.h of PostgreSQL).
var (
	liteMagic = []byte("SQLite format 3\x00")
	dumpMagic = []byte("PGDMP")
)

// kindOfCopy returns which kind of database a file is a copy of, 0 when of none.
func kindOfCopy(path string) (Dialect, error) {
	f, err := os.Open(path) //nolint:gosec // The operator names the file.
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return 0, fmt.Errorf("there is no file %s", path)
		}
		return 0, fmt.Errorf("the file %s cannot be read: %w", path, reason(err))
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, len(liteMagic))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return 0, fmt.Errorf("the file %s cannot be read: %w", path, reason(err))
	}
	switch head = head[:n]; {
	case bytes.Equal(head, liteMagic):
		return SQLite, nil
	case bytes.HasPrefix(head, dumpMagic):
		return PostgreSQL, nil
	}
	return 0, nil
}

// restoreSQLite copies a file to where no database is, and checks it before it
// gets its name.  A server whose file was moved away still has the lock.
func restoreSQLite(ctx context.Context, from, path string) (err error) {
	path, err = filePath(path)
	if err != nil {
		return err
	}
	lock, err := ownFile(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the file %s is there already: restore to a new place, or move it away", name)
		}
	}
	if info, err := os.Stat(from + "-wal"); err == nil && info.Size() > 0 {
		return fmt.Errorf("%s is a database in use and no copy, for part of it is still in %s-wal: copy it with almanac backup", from, from)
	}
	part := path + ".partial"
	if err := copyFile(from, part); err != nil {
		return errors.Join(err, dropFile(part))
	}
	if err := inspect(ctx, part); err != nil {
		return errors.Join(fmt.Errorf("%s cannot be restored: %w", from, err), dropFile(part))
	}
	return settle(part, path)
}

// inspect reads a whole file without changing it or making files beside it.
func inspect(ctx context.Context, path string) (err error) {
	p := &litePool{path: path, looking: newConnPool(1, ""), write: newConnPool(1, ""), read: newConnPool(1, dsn(path, "ro", "query_only(1)")+"&immutable=1")}
	defer func() { err = errors.Join(err, p.close()) }()
	err = p.check(ctx)
	var own callbackError
	if errors.As(err, &own) {
		return own.error
	}
	return err
}

// copyFile copies a file into a new one that only its owner may read.
func copyFile(from, to string) error {
	in, err := os.Open(from) //nolint:gosec // The operator names the file.
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := newFile(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
