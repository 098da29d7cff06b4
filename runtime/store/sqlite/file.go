package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/copyfile"
)

// fileCheckInterval is how old the last check of the file may be for those who
// read.  Transactions that write check it each time.
const fileCheckInterval = time.Second

// openFile checks that the file of an open database is still the one at its
// path.  It is safe for concurrent use; nil for a file that nobody can move.
type openFile struct {
	path   string
	opened fs.FileInfo // Device and inode, or what the system has instead.
	log    *slog.Logger
	last   atomic.Pointer[fileCheck]
}

// fileCheck is the result of one check.
type fileCheck struct {
	at  time.Time
	err error
}

// rememberFile remembers which file is at path.
func rememberFile(path string, log *slog.Logger) (*openFile, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the SQLite file %s cannot be read: %w", path, copyfile.Reason(err))
	}
	_ = os.SameFile(info, info) // Windows identifies a file at the first comparison, not before.
	f := &openFile{path: path, opened: info, log: log}
	f.last.Store(&fileCheck{at: time.Now()})
	return f, nil
}

// check compares the file at the path with the one that was opened.
func (f *openFile) check() error {
	if f == nil {
		return nil
	}
	now, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("%w: %s was moved or removed; put it back, or restart the program", store.ErrFileMoved, f.path)
	case err != nil:
		err = fmt.Errorf("%w: %s: %w", store.ErrFileMoved, f.path, copyfile.Reason(err))
	case !os.SameFile(f.opened, now):
		err = fmt.Errorf("%w: %s was replaced; restart the program to use the new file", store.ErrFileMoved, f.path)
	}
	if err != nil {
		err = &store.Error{Class: store.ClassUnavailable, Err: err}
	}
	before := f.last.Swap(&fileCheck{time.Now(), err}).err
	switch {
	case err != nil && (before == nil || before.Error() != err.Error()):
		f.log.Error("database file moved or replaced, all requests are refused", "error", err)
	case err == nil && before != nil:
		f.log.Info("database file found again", "file", f.path)
	}
	return err
}

// recent returns nil when the last check found the file in its place not longer
// than fileCheckInterval ago, else the result of a new one.
func (f *openFile) recent() error {
	if f == nil {
		return nil
	}
	if last := f.last.Load(); last.err == nil && time.Since(last.at) < fileCheckInterval {
		return nil
	}
	return f.check()
}
