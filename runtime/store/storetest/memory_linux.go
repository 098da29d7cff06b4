package storetest

import "syscall"

// inMemory returns a directory in memory that has room for the databases of
// tests, "" when there is none.
func inMemory() string {
	const dir, room = "/dev/shm", 2 << 30
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil || s.Bavail*uint64(s.Bsize) < room {
		return ""
	}
	return dir
}
