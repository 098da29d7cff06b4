package generator

import (
	"fmt"
	"strings"
)

// Release returns the released lock that belongs to generated files: a copy of
// their schema lock which also names their migrations, so that these stay as
// they are from then on.  Write it beside them.
func Release(files []Generated) (Generated, error) {
	var lock *Lock
	var migrations []LockedMigration
	for _, f := range files {
		if strings.HasPrefix(f.Path, migrationsDir) {
			migrations = append(migrations, LockedMigration{Path: f.Path, SHA256: sum(f.Text)})
		}
		if f.Path != lockPath {
			continue
		}
		var err error
		if lock, err = ReadLock(f.Text); err != nil {
			return Generated{}, err
		}
	}
	if lock == nil {
		return Generated{}, fmt.Errorf("no %s among the files", lockPath)
	}
	lock.Migrations = migrations
	text, err := lock.Text()
	return Generated{Path: releasedPath, Text: text}, err
}
