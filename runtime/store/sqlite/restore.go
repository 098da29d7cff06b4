package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/copyfile"
)

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
			return fmt.Errorf("the file %s is there already: restore to a new place, or move it away", name)
		}
	}
	if info, err := os.Stat(from + "-wal"); err == nil && info.Size() > 0 {
		return fmt.Errorf("%s is a database in use and no copy, for part of it is still in %s-wal: copy it with almanac backup", from, from)
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
	p := &engine{path: path, watcher: newConnPool(1, ""), write: newConnPool(1, ""), read: newConnPool(1, dsn(path, "ro", "query_only(1)")+"&immutable=1")}
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
