package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/copyfile"
)

// Options say how a copy is made; the zero value is good.
type Options struct {
	Force    bool   // Replace a file that is there already.
	PgBinDir string // Directory of PostgreSQL's programs; "" looks on the PATH.
}

// Create writes a copy of the whole database into the file path: its state at
// one snapshot, while others go on reading and writing.  The file appears once it
// is complete and on the disk, and only those who may read the database may read
// it.  SQLite copies itself; PostgreSQL's copy is made by its program pg_dump, in
// the custom format.  A file that is there stays unless Force is set.
func Create(ctx context.Context, s *store.Store, path string, o Options) error {
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file and cannot be overwritten", path)
	case !o.Force:
		return fmt.Errorf("%s already exists: choose another file, or overwrite it with --force", path)
	}
	// A copy that was cut short must not look like a good one.
	part := path + ".partial"
	if err := s.Engine().Save(ctx, part, path, o.PgBinDir); err != nil {
		return store.Explain(ctx, errors.Join(err, copyfile.Remove(part)), "backup")
	}
	return copyfile.Publish(part, path)
}
