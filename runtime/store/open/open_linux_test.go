package open_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/open"
)

// asNobody runs f without root's right to open every file.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	const nobody = 65534
	// Only this thread changes its user, and it is given up in the end.
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0); errno != 0 {
			t.Error(errno)
			return
		}
		f()
	}()
	<-done
}

func TestAForbiddenFileIsExplainedInOneSentence(t *testing.T) {
	tests := []struct {
		name      string
		file, dir os.FileMode
		want      string
	}{
		{"that may only be read", 0o444, 0o755, "cannot be opened for reading and writing: permission denied"},
		{"that may not be read", 0o000, 0o755, "cannot be opened for reading and writing: permission denied"},
		{"in a directory that may not be entered", 0o666, 0o000, "cannot be read: permission denied"},
		{"in a directory that takes no new file", 0o666, 0o555, "cannot create files in the directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := testdb.File(t, "x.db", "")
			dir := filepath.Dir(path)
			for p, mode := range map[string]os.FileMode{filepath.Dir(dir): 0o755, path: tt.file, dir: tt.dir} {
				if err := os.Chmod(p, mode); err != nil {
					t.Fatal(err)
				}
			}
			t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
			asNobody(t, func() {
				s, err := open.Store(t.Context(), "sqlite:"+path, store.Options{})
				if err == nil {
					_ = s.Close()
					t.Error("it was opened")
					return
				}
				t.Log(err)
				if !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %q, want %q", err, tt.want)
				}
			})
		})
	}
}

func TestANewFileIsItsOwnersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "almanac.db")
	s, err := open.Store(t.Context(), "sqlite:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{SQL: "CREATE TABLE t (a)"})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("%s has the mode %o, want 600", filepath.Base(name), got)
		}
	}
}
