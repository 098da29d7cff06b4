package faulttest

import (
	"path/filepath"
	"testing"
)

// onDisk returns the URL of a SQLite file that does not exist yet.  It is on a disk,
// for faults of disks: a file in memory can be written although it is immutable.
func onDisk(t *testing.T) string {
	t.Helper()
	return "sqlite:" + filepath.Join(t.TempDir(), "test.db")
}
