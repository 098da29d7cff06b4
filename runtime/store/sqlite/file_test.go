package sqlite

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"almanac/runtime/store"
)

// words opens a new database with one table and returns it, its path and its log.
func words(t *testing.T) (*store.Store, string, *bytes.Buffer) {
	t.Helper()
	log, path := &bytes.Buffer{}, filepath.Join(t.TempDir(), "words.db")
	s, err := openStore(t.Context(), path, store.Options{Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := insert(t.Context(), s, "CREATE TABLE words(word text)"); err != nil {
		t.Fatal(err)
	}
	return s, path, log
}

// openStore opens a store on a file.
func openStore(ctx context.Context, path string, o store.Options) (*store.Store, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	e, err := Open(ctx, path, o)
	if err != nil {
		return nil, err
	}
	return store.New(ctx, store.SQLite, e, o)
}

// insert runs one statement in a transaction that writes.
func insert(ctx context.Context, s *store.Store, text string) error {
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error { return w.Query(ctx, store.Statement{SQL: text}) })
}

// TestAFileThatIsNotInItsPlaceIsNotUsed: what is acknowledged has to be in the
// file that the operator sees.
func TestAFileThatIsNotInItsPlaceIsNotUsed(t *testing.T) {
	tests := []struct {
		name   string
		change func(path string) error
		want   string
	}{
		{"moved", func(path string) error { return os.Rename(path, path+".old") }, "was moved or removed"},
		{"removed", os.Remove, "was moved or removed"},
		{"replaced", func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600))
		}, "was replaced"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, path, log := words(t)
			if err := tt.change(path); err != nil {
				t.Skip("a file that is open cannot be moved here:", err)
			}
			calls := map[string]func() error{
				"write": func() error { return insert(t.Context(), s, "INSERT INTO words VALUES('lost')") },
				"ping":  func() error { return s.Ping(t.Context()) },
				"read":  func() error { return s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT 1"}) },
			}
			for _, name := range []string{"write", "ping", "read"} {
				err := calls[name]()
				if !errors.Is(err, store.ErrFileMoved) || !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%s: got %v, want ErrFileMoved that says %q", name, err, tt.want)
				}
			}
			if got := log.String(); strings.Count(got, "level=ERROR") != 1 || !strings.Contains(got, tt.want) {
				t.Errorf("the log says %q, want one error", got)
			}
			if tt.name == "removed" {
				return
			}
			if err := os.Rename(path+".old", path); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"write", "ping", "read"} {
				if err := calls[name](); err != nil {
					t.Errorf("%s when the file is back: %v", name, err)
				}
			}
			if got := log.String(); !strings.Contains(got, "database file found again") {
				t.Errorf("the log says %q, want that the file is back", got)
			}
		})
	}
}

func TestAWriteIsUndoneWhenTheFileIsMovedMeanwhile(t *testing.T) {
	s, path, _ := words(t)
	err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		if err := w.Query(ctx, store.Statement{SQL: "INSERT INTO words VALUES('lost')"}); err != nil {
			return err
		}
		return os.Rename(path, path+".old")
	})
	if !errors.Is(err, store.ErrFileMoved) {
		t.Errorf("got %v, want ErrFileMoved", err)
	}
	if err := os.Rename(path+".old", path); err != nil {
		t.Fatal(err)
	}
	n := -1
	err = s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT count(*) FROM words", ScanRow: func(r store.Row) error { return r.Scan(&n) }})
	if err != nil || n != 0 {
		t.Errorf("%d rows are there, %v; want none", n, err)
	}
}

func TestReadersNoticeAMovedFileAfterTheInterval(t *testing.T) {
	s, path, _ := words(t)
	read := func() error { return s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT 1"}) }
	if err := os.Rename(path, path+".old"); err != nil {
		t.Skip("a file that is open cannot be moved here:", err)
	}
	s.Engine().(*engine).file.last.Store(&fileCheck{at: time.Now().Add(-fileCheckInterval)})
	if err := read(); !errors.Is(err, store.ErrFileMoved) {
		t.Errorf("got %v, want ErrFileMoved", err)
	}
}

func TestADatabaseIsNotOpenedWhileItIsRestored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words.db")
	lock, err := lockExclusive(path)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := openStore(t.Context(), path, store.Options{}); err == nil || !strings.Contains(err.Error(), "is being restored") {
		t.Errorf("got %v, %v; want that it is being restored", s, err)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	s, err := openStore(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// lockedInChild names the variable with the path that the child process opens.
const lockedInChild = "ALMANAC_TEST_OPEN_AND_DIE"

// TestTheChildThatHasADatabaseOpen is the process that is killed.
func TestTheChildThatHasADatabaseOpen(t *testing.T) {
	path := os.Getenv(lockedInChild)
	if path == "" {
		t.Skip("only a child process runs this")
	}
	s, err := openStore(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // What nobody uses is collected, and its files are closed.
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin) // Until it is killed, or the parent ends.
}

func TestAKilledProcessLeavesNoLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words.db")
	child := exec.Command(os.Args[0], "-test.run=^TestTheChildThatHasADatabaseOpen$")
	child.Env = append(os.Environ(), lockedInChild+"="+path)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := child.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "open\n" {
		t.Errorf("the child says %q, %v", line, err)
	}
	if _, err := lockExclusive(path); err == nil || !strings.Contains(err.Error(), "open in another program") {
		t.Errorf("while the child has it open: %v", err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // It was killed, which is what the error says.
	lock, err := lockExclusive(path)
	if err != nil {
		t.Fatalf("after the child was killed: %v", err)
	}
	if err := lock.Unlock(); err != nil {
		t.Error(err)
	}
}
