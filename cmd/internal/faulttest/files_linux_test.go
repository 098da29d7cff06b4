package faulttest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// small mounts a file system of so many bytes that its owner may write to, and
// skips where that is not allowed.
func small(t *testing.T, bytes int) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "almanac-small-") //nolint:usetesting // The server's user has to reach it.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "mode=0777,size="+strconv.Itoa(bytes)); err != nil {
		leaveOut(t, fmt.Sprintf("no file system can be mounted here: %v", err))
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// hand gives a directory to the user that the server runs as.
func (c cluster) hand(t *testing.T, dir string) {
	t.Helper()
	info, err := os.Stat(c.socket(t))
	if err != nil {
		t.Fatal(err)
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok {
		if err := os.Chown(dir, int(owner.Uid), int(owner.Gid)); err != nil {
			t.Fatal(err)
		}
	}
}

// fill takes all the space of a file system but for some bytes, and returns a
// function that gives it back.
func fill(t *testing.T, dir string, leave int64) (empty func()) {
	t.Helper()
	path := filepath.Join(dir, "filler")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	chunk := make([]byte, 64<<10)
	for err == nil {
		_, err = f.Write(chunk)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if leave > 0 {
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Truncate(max(0, info.Size()-leave)); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
}

// freeze makes files unchangeable, for root and for those who have them open
// too, and returns a function that undoes it.  It skips where that cannot be done.
func freeze(t *testing.T, paths ...string) (thaw func()) {
	t.Helper()
	change := func(how string) error {
		out, err := exec.Command("chattr", append([]string{how}, paths...)...).CombinedOutput()
		if err != nil {
			return errors.New(err.Error() + ": " + strings.TrimSpace(string(out)))
		}
		return nil
	}
	if err := change("+i"); err != nil {
		_ = change("-i")
		leaveOut(t, fmt.Sprintf("files cannot be made unchangeable here: %v", err))
	}
	thawed := false
	thaw = func() {
		if !thawed {
			thawed = true
			if err := change("-i"); err != nil {
				t.Error(err)
			}
		}
	}
	t.Cleanup(thaw)
	return thaw
}

// family returns a process and its children.
func family(t *testing.T, parent int) []int {
	t.Helper()
	all := []int{parent}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // It ended.
		}
		// The name, in parentheses, may hold anything.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				all = append(all, pid)
			}
		}
	}
	return all
}

// pauseAll stops processes and returns a function that lets them go on.
func pauseAll(t *testing.T, pids []int) (resume func()) {
	t.Helper()
	resume = func() {
		for _, pid := range pids {
			_ = syscall.Kill(pid, syscall.SIGCONT) // It may have ended.
		}
	}
	t.Cleanup(resume)
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Error(err)
		}
	}
	return resume
}
