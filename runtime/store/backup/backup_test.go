package backup_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"almanac/runtime/store"
	"almanac/runtime/store/backup"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

func TestAFileThatMayNotGrowIsFull(t *testing.T) {
	s := testdb.Open(t, storetest.SQLite(t), store.Options{})
	testdb.Change(t, s, store.Statement{SQL: "CREATE TABLE words(word text)"})
	pages := func(n int) error {
		return s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			return w.Query(ctx, store.Statement{SQL: fmt.Sprintf("PRAGMA max_page_count = %d", n)})
		})
	}
	if err := pages(1); err != nil {
		t.Fatal(err)
	}
	insert := store.Statement{SQL: "INSERT INTO words VALUES($1)", Args: []any{strings.Repeat("x", 100_000)}}
	for range 3 {
		if err := testdb.Exec(t.Context(), s, insert); !errors.Is(err, store.ErrFull) || !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("got %v, want ErrFull", err)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM words"); n != 0 {
			t.Errorf("%d rows are there", n)
		}
	}
	if err := pages(1 << 20); err != nil {
		t.Fatal(err)
	}
	testdb.Change(t, s, insert)
}

func TestACopyIsOfOneMomentWhileOthersWrite(t *testing.T) {
	s := testdb.Open(t, storetest.SQLite(t), store.Options{})
	testdb.Change(t, s, store.Statement{SQL: "CREATE TABLE pairs(a bigint, b bigint)"})
	stop, done := make(chan struct{}), make(chan error, 1)
	go func() {
		for n := int64(0); ; n++ {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			err := s.RunInTx(context.Background(), func(ctx context.Context, w store.Writer) error {
				if _, err := w.Exec(ctx, store.Statement{SQL: "INSERT INTO pairs(a) VALUES($1)", Args: []any{n}}); err != nil {
					return err
				}
				_, err := w.Exec(ctx, store.Statement{SQL: "UPDATE pairs SET b = a WHERE b IS NULL"})
				return err
			})
			if err != nil {
				done <- err
				return
			}
		}
	}()
	for n := range 5 {
		file := filepath.Join(t.TempDir(), "copy")
		before := testdb.Number(t, s, "SELECT count(*) FROM pairs")
		if err := backup.Create(t.Context(), s, file, backup.Options{}); err != nil {
			t.Fatal(err)
		}
		target := "sqlite:" + filepath.Join(t.TempDir(), "restored.db")
		if err := backup.Restore(t.Context(), file, target, backup.RestoreOptions{}); err != nil {
			t.Fatal(err)
		}
		r := testdb.Open(t, target, store.Options{})
		if err := r.CheckIntegrity(t.Context()); err != nil {
			t.Error(err)
		}
		if got := testdb.Number(t, r, "SELECT count(*) FROM pairs"); got < before {
			t.Errorf("copy %d has %d rows, but %d were there when it began", n, got, before)
		}
		if half := testdb.Number(t, r, "SELECT count(*) FROM pairs WHERE b IS NULL"); half != 0 {
			t.Errorf("copy %d has %d rows of half a transaction", n, half)
		}
	}
	close(stop)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestACopyThatIsInterruptedLeavesNoFile(t *testing.T) {
	s := testdb.Open(t, storetest.SQLite(t), store.Options{})
	testdb.Change(t, s, store.Statement{SQL: "CREATE TABLE words(word text)"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if err := backup.Create(ctx, s, filepath.Join(dir, "copy"), backup.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestADamagedDatabaseDoesNotPassTheCheck(t *testing.T) {
	url := storetest.SQLite(t)
	s, err := open.Store(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"CREATE TABLE words(word text)", "CREATE INDEX words_word ON words(word)",
		"INSERT INTO words WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT 'word ' || i FROM n",
	} {
		testdb.Change(t, s, store.Statement{SQL: text})
	}
	if err := errors.Join(s.CheckIntegrity(t.Context()), s.Close()); err != nil {
		t.Fatal(err)
	}
	path := strings.TrimPrefix(url, "sqlite:")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(content) / 2; i < len(content)/2+8192; i++ {
		content[i] ^= 0x5a
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := testdb.Open(t, url, store.Options{}).CheckIntegrity(t.Context()); err == nil {
		t.Error("nothing was found")
	}
	target := "sqlite:" + filepath.Join(t.TempDir(), "restored.db")
	if err := backup.Restore(t.Context(), path, target, backup.RestoreOptions{}); err == nil || !strings.Contains(err.Error(), "cannot be restored") {
		t.Errorf("restore: %v", err)
	}
}

func TestADatabaseInUseIsNotRestoredInto(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words.db")
	s, err := open.Store(t.Context(), "sqlite:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	testdb.Change(t, s, store.Statement{SQL: "CREATE TABLE words(word text)"})
	saved := filepath.Join(t.TempDir(), "copy")
	if err := backup.Create(t.Context(), s, saved, backup.Options{}); err != nil {
		t.Fatal(err)
	}
	other, err := open.Store(t.Context(), "sqlite:"+path, store.Options{}) // As user add does beside a server.
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Rename(name, name+".old"); err != nil {
			t.Skip("a file that is open cannot be moved here:", err)
		}
	}
	restore := func() error { return backup.Restore(t.Context(), saved, "sqlite:"+path, backup.RestoreOptions{}) }
	for _, used := range []*store.Store{s, other} {
		if err := restore(); err == nil || !strings.Contains(err.Error(), "open in another program") {
			t.Errorf("got %v, want that it is open", err)
		}
		if err := used.Close(); err != nil {
			t.Log("closing without the files:", err)
		}
	}
	if err := restore(); err != nil {
		t.Errorf("when nobody has it open: %v", err)
	}
}
