package copyfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Publish gives a complete file its name.
func Publish(part, path string) error {
	if err := syncFile(part); err != nil {
		return errors.Join(err, Remove(part))
	}
	if err := os.Rename(part, path); err != nil {
		return errors.Join(err, Remove(part))
	}
	// Not every system can wait for a directory; the copy is there anyway.
	_ = syncDir(filepath.Dir(path))
	return nil
}

// New makes an empty file that only its owner may read, in place of a
// leftover.
func New(path string) (*os.File, error) {
	if err := Remove(path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // The operator names the file.
}

// Remove removes a file that need not be there.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// syncFile waits until the disk has the content of a file; VACUUM INTO does
// not.  Windows does so only for those who may write.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0) //nolint:gosec // The path is that of the database, which the operator names.
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// syncDir waits until the disk has the names of a directory.
func syncDir(path string) error {
	f, err := os.Open(path) //nolint:gosec // The path is that of the database, which the operator names.
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Reason takes the path out of a file error, as the sentence names it already.
func Reason(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
