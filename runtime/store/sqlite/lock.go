package sqlite

import (
	"fmt"

	"github.com/gofrs/flock"
)

// lockSuffix names the lock file of an SQLite file.  The lock is not on the
// database itself: that one may be moved away while it is in use, and restore
// must still see that its place is taken.
const lockSuffix = ".lock"

// newLock describes the lock of an SQLite file.  The operating system releases it
// when the process ends, however it ends; the lock file stays, as its removal
// would let two processes lock two different files.  It holds nothing, so
// everybody may read it: a command run by another user must not shut out the
// server.
func newLock(path string) *flock.Flock {
	return flock.New(path+lockSuffix, flock.SetPermissions(0o644))
}

// lockShared locks a database for those who use it together.
func lockShared(path string) (*flock.Flock, error) {
	lock := newLock(path)
	locked, err := lock.TryRLock()
	if err != nil {
		return nil, createError(path, err)
	}
	if !locked {
		return nil, fmt.Errorf("the SQLite file %s is being restored by another program", path)
	}
	return lock, nil
}

// lockExclusive locks a database for one who replaces it.
func lockExclusive(path string) (*flock.Flock, error) {
	lock := newLock(path)
	locked, err := lock.TryLock()
	if err != nil {
		return nil, createError(path, err)
	}
	if !locked {
		return nil, fmt.Errorf("the SQLite file %s is open in another program, such as a server: stop that first", path)
	}
	return lock, nil
}
