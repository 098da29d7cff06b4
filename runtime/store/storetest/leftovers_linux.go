package storetest

import (
	"os"
	"path/filepath"
	"syscall"
)

// claim locks the directory of a server for as long as this process lives, so
// that others can tell it from a leftover.  The lock is in place before its
// name is.
func claim(dir string) (*os.File, error) {
	f, err := os.Create(filepath.Join(dir, "lock.new"))
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, os.Rename(f.Name(), filepath.Join(dir, "lock"))
}

// sweep removes the directories of test binaries that were killed or panicked,
// which is all that is left of them.
func sweep(parent string) {
	locks, err := filepath.Glob(filepath.Join(parent, dirPrefix+"*", "lock"))
	if err != nil {
		return
	}
	for _, path := range locks {
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			_ = os.RemoveAll(filepath.Dir(path)) // Another sweep may be faster.
		}
		_ = f.Close()
	}
}
