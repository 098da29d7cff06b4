package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/copyfile"
)

// CopyBeforeMigration copies the last committed state of the database into a file beside
// it, named after it with a dot and the suffix, and returns its path.  A file
// that is there already stays: the copy then gets a number, as an older one may
// hold what the database has lost since.  The caller keeps others from writing.
func (e *engine) CopyBeforeMigration(ctx context.Context, suffix string) (string, error) {
	path := e.path + "." + suffix
	for n := 2; ; n++ {
		_, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return "", err
		}
		path = e.path + "." + suffix + "-" + strconv.Itoa(n)
	}
	// A copy that was cut short must not look like a good one.
	part := path + ".partial"
	if err := e.copyInto(ctx, part); err != nil {
		return "", errors.Join(err, copyfile.Remove(part))
	}
	if err := copyfile.Publish(part, path); err != nil {
		return "", err
	}
	return path, nil
}

// Save copies the last committed state of the database into the file part,
// which will be renamed to path.
func (e *engine) Save(ctx context.Context, part, path string, _ string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if slices.Contains([]string{e.path, e.path + "-wal", e.path + "-shm", e.path + lockSuffix}, path) ||
		sameFile(e.path, path) {
		return fmt.Errorf("%s belongs to the database itself", path)
	}
	return e.copyInto(ctx, part)
}

// sameFile reports whether two names lead to one file.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// copyInto makes the file of a copy.
func (e *engine) copyInto(ctx context.Context, path string) error {
	if err := copyfile.Remove(path); err != nil {
		return err
	}
	if err := e.createLike(path); err != nil {
		return err
	}
	err := e.read.use(ctx, func(c *connection) error {
		// The connection may not write; a copy is the exception.
		if err := c.Script(ctx, "PRAGMA query_only = OFF"); err != nil {
			return err
		}
		_, err := c.Exec(ctx, store.Statement{SQL: "VACUUM INTO $1", Args: []any{path}})
		on := c.Script(context.WithoutCancel(ctx), "PRAGMA query_only = ON")
		if on != nil {
			c.broken = true
		}
		return errors.Join(err, on)
	})
	if err != nil {
		return fmt.Errorf("copy into %s: %w", path, err)
	}
	return nil
}

// createLike makes an empty file that the same people may read as the database.
func (e *engine) createLike(path string) error {
	info, err := os.Stat(e.path)
	if err != nil {
		return err
	}
	const create = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	f, err := os.OpenFile(path, create, 0o600) //nolint:gosec // The operator names the database.
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(info.Mode().Perm()), f.Close())
}

// Restore copies a file to where no database is, and checks it before it
// gets its name.  A server whose file was moved away still has the lock.
func Restore(ctx context.Context, from, path string) (err error) {
	path, err = filePath(path)
	if err != nil {
		return err
	}
	lock, err := lockExclusive(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s already exists: restore to another path, or move it out of the way", name)
		}
	}
	if info, err := os.Stat(from + "-wal"); err == nil && info.Size() > 0 {
		return fmt.Errorf("%s is a live database, not a backup: part of it is still in %s-wal; copy it with the "+
			"backup command", from, from)
	}
	part := path + ".partial"
	if err := copyFile(from, part); err != nil {
		return errors.Join(err, copyfile.Remove(part))
	}
	if err := inspect(ctx, part); err != nil {
		return errors.Join(fmt.Errorf("%s cannot be restored: %w", from, err), copyfile.Remove(part))
	}
	return copyfile.Publish(part, path)
}

// inspect reads a whole file without changing it or making files beside it.
func inspect(ctx context.Context, path string) (err error) {
	p := &engine{
		path: path, watcher: newConnPool(1, ""), write: newConnPool(1, ""),
		read: newConnPool(1, dsn(path, "ro", "query_only(1)")+"&immutable=1"),
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	err = p.Check(ctx)
	var own store.CallbackError
	if errors.As(err, &own) {
		return own.Err
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
	out, err := copyfile.New(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
