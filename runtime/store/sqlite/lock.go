package sqlite

import (
	"fmt"

	"github.com/gofrs/flock"
)

// lockSuffix names the lock file of an SQLite file.  The lock is not on the
// database itself: that one may be moved away while it is in use, and restore
// must still see that its place is taken.
const lockSuffix = ".lock"

// lockShared locks a database for those who use it together.
func lockShared(path string) (*flock.Flock, error) {
	return lockFile(path, (*flock.Flock).TryRLock, "the SQLite file %s is being restored by another program")
}

// lockExclusive locks a database for one who replaces it.
func lockExclusive(path string) (*flock.Flock, error) {
	return lockFile(path, (*flock.Flock).TryLock, "the SQLite file %s is open in another program, such as a server: stop that first")
}

// lockFile locks an SQLite file; taken is the message when others have.  The operating system releases it
// when the process ends, however it ends; the lock file stays, as its removal
// would let two processes lock two different files.  It holds nothing, so
// everybody may read it: a command run by another user must not shut out the
// server.
func lockFile(path string, try func(*flock.Flock) (bool, error), taken string) (*flock.Flock, error) {
	lock := flock.New(path+lockSuffix, flock.SetPermissions(0o644))
	locked, err := try(lock)
	if err != nil {
		return nil, createError(path, err)
	}
	if !locked {
		return nil, fmt.Errorf(taken, path)
	}
	return lock, nil
}
