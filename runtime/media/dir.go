package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Dir is a media store in a directory, which is made with the first file.
type Dir string

var _ Store = Dir("")

// partial is the subdirectory of files that are being written. Its name is not valid, so
// no file of the store is there.
const partial = ".partial"

// abandoned is the age after which a file in partial belongs to a process that ended.
const abandoned = time.Hour

// String returns the URL of the directory.
func (d Dir) String() string { return "file:" + string(d) }

// Put writes the content to a temporary file, which then gets the name.
func (d Dir) Put(_ context.Context, name string, content io.Reader, size int64) (err error) {
	defer func() {
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
			err = fmt.Errorf("%w: %w", ErrFull, err)
		}
	}()
	if err := validate(name); err != nil {
		return err
	}
	if err := os.MkdirAll(string(d), 0o750); err != nil {
		return err
	}
	root, err := os.OpenRoot(string(d)) // No symbolic link leads out of it.
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // Nothing is written through it.
	if err := root.MkdirAll(partial, 0o750); err != nil {
		return err
	}
	temporary := path.Join(partial, rand.Text())
	if err := writeFile(root, temporary, content, size); err != nil {
		return errors.Join(fmt.Errorf("store %s: %w", name, err), root.Remove(temporary))
	}
	return moveFile(root, temporary, name)
}

// writeFile writes a file to the disk.
func writeFile(root *os.Root, name string, content io.Reader, size int64) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, io.LimitReader(content, size+1))
	if err == nil && n != size {
		err = ErrWrongSize
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// moveFile gives a file its name. Directories are synced, so that it is found after a loss
// of power.
func moveFile(root *os.Root, from, name string) error {
	dir := path.Dir(name)
	if err := root.MkdirAll(dir, 0o750); err != nil {
		return errors.Join(err, root.Remove(from))
	}
	if err := root.Rename(from, name); err != nil {
		return errors.Join(err, root.Remove(from))
	}
	for ; ; dir = path.Dir(dir) {
		f, err := root.Open(dir)
		if err != nil {
			return err
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return err
		}
		if dir == "." {
			return nil
		}
	}
}

// Open opens a file.
func (d Dir) Open(_ context.Context, name string) (*File, error) {
	if err := validate(name); err != nil {
		return nil, errors.Join(err, fs.ErrNotExist)
	}
	f, err := os.OpenInRoot(string(d), name)
	if err != nil {
		return nil, notFound(err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &File{ReadSeekCloser: f, Info: infoOf(name, info)}, nil
}

// notFound returns the error of a path that leads through a file, or out of the
// directory, as one that matches fs.ErrNotExist.
func notFound(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return errors.Join(err, fs.ErrNotExist)
}

// infoOf returns what the file system knows of a file.
func infoOf(name string, info fs.FileInfo) Info {
	return Info{
		Name: name, Size: info.Size(), Modified: info.ModTime(),
		Tag: fmt.Sprintf("%x-%x", info.ModTime().UnixNano(), info.Size()),
	}
}

// Remove removes files, and leaves the directories.
func (d Dir) Remove(_ context.Context, names ...string) error {
	root, err := os.OpenRoot(string(d))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // As in Put.
	var failed []error
	for _, name := range names {
		if err := validate(name); err != nil {
			failed = append(failed, err)
		} else if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// All walks through the directory, in the order of names. It removes what processes that
// ended have left half-written.
func (d Dir) All(context.Context) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		err := filepath.WalkDir(string(d), func(file string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name, _ := filepath.Rel(string(d), file) // file is below the directory.
			name = filepath.ToSlash(name)
			info, err := entry.Info()
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil // It was removed in the meantime.
			case err != nil:
				return err
			case strings.HasPrefix(name, partial+"/") && time.Since(info.ModTime()) > abandoned:
				return os.Remove(file) //nolint:gosec // Only this program writes there.
			case info.Mode().IsRegular() && ValidName(name) && !yield(infoOf(name, info), nil):
				return fs.SkipAll
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			yield(Info{}, err)
		}
	}
}
