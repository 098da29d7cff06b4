package sqlite

import (
	"errors"
	"os"
	"path/filepath"

	"almanac/runtime/store"
)

// Validate judges the path of a file.
func Validate(path string, o store.Options) error {
	path, err := filePath(path)
	if err != nil || o.ReadOnly {
		return err
	}
	// A file that is there was opened; beside it, or for a new one, others are made.
	f, err := os.CreateTemp(filepath.Dir(path), ".almanac-check-*")
	if err != nil {
		return createError(path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
