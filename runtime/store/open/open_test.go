package open_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

func TestABadURLIsExplainedInOneSentence(t *testing.T) {
	dir := t.TempDir()
	tests := []struct{ name, url, want string }{
		{"of no kind", "mysql://localhost/x", "the database URL must begin with sqlite: or postgres://"},
		{"that is empty", "", "the database URL must begin with"},
		{"without a path", "sqlite:", "specify the SQLite file"},
		{"of memory", "sqlite::memory:", "specify the SQLite file"},
		{"in no directory", "sqlite:" + dir + "/no/x.db", "the directory " + dir + "/no of the SQLite file does not exist"},
		{"below a file", "sqlite:" + testdb.File(t, "file", "x") + "/x.db", "is not a directory, so it cannot hold the SQLite file"},
		{"of a directory", "sqlite:" + dir, dir + " is a directory, not an SQLite file"},
		{"of a device", "sqlite:/dev/null", "/dev/null is not a regular file"},
		{"of another file", "sqlite:" + testdb.File(t, "text", strings.Repeat("no database ", 500)), "is not an SQLite database"},
		{"of a short file", "sqlite:" + testdb.File(t, "text", "no"), "is not an SQLite database"},
		{"with a bad port", "postgres://u:p%40ss@localhost:x/db", "the database URL is not valid"},
		{"with a space", "postgres://u:p@ss word@local host/db", "write postgres://user:password@host:port/database"},
		{"with a bad option", "postgres://u:p%40ss@localhost/db?sslmode=p@ss&password=p@ss", "sslmode is invalid"},
		{"of no server", "postgres://u:p%40ss@127.0.0.1:1/db", `PostgreSQL at 127.0.0.1:1 (database "db", user "u") is not responding: connect: connection refused`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := open.Store(t.Context(), tt.url, store.Options{})
			if err == nil {
				_ = s.Close()
				t.Fatal("it was opened")
			}
			got := err.Error()
			t.Log(got)
			if !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			for _, secret := range []string{"p@ss", "p%40ss", "\n"} {
				if strings.Contains(got, secret) {
					t.Errorf("%q holds %q", got, secret)
				}
			}
		})
	}
}

func TestAServerThatCannotWriteIsNotAskedFor(t *testing.T) {
	const right = "target_session_attrs in the database URL must be read-write, primary or any, or left out, not "
	for _, hosts := range []string{"127.0.0.1:1", "127.0.0.1:1,127.0.0.1:2"} {
		for _, value := range []string{"standby", "prefer-standby", "read-only"} {
			t.Run(value+" of "+hosts, func(t *testing.T) {
				s, err := open.Store(t.Context(), "postgres://u@"+hosts+"/db?target_session_attrs="+value, store.Options{})
				if err == nil {
					_ = s.Close()
					t.Fatal("it was opened")
				}
				if !strings.Contains(err.Error(), right+value) || strings.Contains(err.Error(), "\n") {
					t.Errorf("got %q, want %q in it", err, right+value)
				}
			})
		}
	}
	t.Run("by the environment", func(t *testing.T) {
		t.Setenv("PGTARGETSESSIONATTRS", "standby")
		_, err := open.Store(t.Context(), "postgres://u@127.0.0.1:1/db", store.Options{})
		if want := "the variable PGTARGETSESSIONATTRS must be read-write, primary or any, or left out, not standby"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	})
}

func TestASyncModeOfNoKindIsRefused(t *testing.T) {
	if _, err := open.Store(t.Context(), storetest.SQLite(t), store.Options{Synchronous: "off"}); err == nil {
		t.Error("it was not")
	}
	testdb.Open(t, storetest.SQLite(t), store.Options{Synchronous: "normal"})
}

func TestAMissingDatabaseIsUnavailable(t *testing.T) {
	u, err := url.Parse(storetest.PostgreSQL(t))
	if err != nil {
		t.Fatal(err)
	}
	u.Path += "_missing"
	_, err = open.Store(t.Context(), u.String(), store.Options{})
	if !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "does not exist") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}

func TestAFileNameMayHoldAnyCharacter(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"plain.db", "a b?c#d%41&e=ü.db", "./x/../y.db"} {
		if strings.Contains(name, "/x/") {
			if err := os.Mkdir("x", 0o700); err != nil {
				t.Fatal(err)
			}
		}
		s := testdb.Open(t, "sqlite:"+name, store.Options{})
		testdb.Change(t, s, store.Statement{SQL: testdb.Counters})
		if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 0 {
			t.Errorf("%s: reads see another file", name)
		}
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
}

func TestManyOpenersOfANewFileAllSucceed(t *testing.T) {
	address := storetest.SQLite(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			s, err := open.Store(t.Context(), address, store.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func TestSQLiteRunsWithItsSettings(t *testing.T) {
	s := testdb.Open(t, storetest.SQLite(t), store.Options{})
	err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000"} {
			var got string
			err := w.Query(ctx, store.Statement{SQL: "PRAGMA " + pragma, ScanRow: func(r store.Row) error { return r.Scan(&got) }})
			if err != nil || got != want {
				t.Errorf("%s is %q, %v, want %q", pragma, got, err, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestPostgreSQLRunsWithItsSettings(t *testing.T) {
	s := testdb.Open(t, storetest.PostgreSQL(t), store.Options{MaxConns: 3, Application: "bookshop"})
	for setting, want := range map[string]string{"timezone": "UTC", "application_name": "bookshop"} {
		var got string
		err := s.Reader().Query(t.Context(), store.Statement{
			SQL: "SELECT current_setting($1)", Args: []any{setting},
			ScanRow: func(r store.Row) error { return r.Scan(&got) },
		})
		if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", setting, got, err, want)
		}
	}
}

func TestCloseWaitsForATransaction(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s, err := open.Store(t.Context(), address, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		begun := make(chan struct{})
		var group sync.WaitGroup
		group.Go(func() {
			err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
				err := w.Query(ctx, store.Statement{SQL: "SELECT 1"})
				close(begun)
				if err != nil {
					return err
				}
				time.Sleep(100 * time.Millisecond)
				_, err = w.Exec(ctx, store.Statement{SQL: testdb.Counters})
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-begun
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		group.Wait()
		testdb.Number(t, testdb.Open(t, address, store.Options{}), "SELECT count(*) FROM counters")
	})
}

func TestCallsAreCountedAndReported(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		var mu sync.Mutex
		calls := 0
		s := testdb.Open(t, address, store.Options{OnQuery: func(context.Context, store.QueryInfo) {
			mu.Lock()
			defer mu.Unlock()
			calls++
		}})
		calls = 0 // Opening asks too.
		ctx, counter := store.WithQueryStats(t.Context())
		one := store.Statement{SQL: "SELECT 1"}
		err := errors.Join(
			s.Reader().Query(ctx, one),
			s.Reader().Batch(ctx, []store.Statement{one, one, one}),
			s.Reader().Batch(ctx, nil),
			testdb.Exec(ctx, s, one),
			s.Reader().Query(t.Context(), one),
		)
		if err != nil {
			t.Fatal(err)
		}
		if n, trips := counter.Statements(), counter.RoundTrips(); n != 5 || trips != 4 || calls != 4 {
			t.Errorf("got %d statements, %d round trips, %d calls, want 5, 4, 4", n, trips, calls)
		}
	})
}
