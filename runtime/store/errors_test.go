package store_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

func TestUniqueViolationsNameTheirConstraint(t *testing.T) {
	tables := []string{
		"CREATE TABLE posts(id bigint PRIMARY KEY, slug text, kind text, title text)",
		"CREATE UNIQUE INDEX posts_slug_kind ON posts(slug, kind)",
		"CREATE UNIQUE INDEX posts_lower_title ON posts(lower(title))",
		"INSERT INTO posts VALUES(1, 'a', 'event', 'A')",
	}
	tests := []struct{ name, insert, postgres, sqlite string }{
		{"of a primary key", "INSERT INTO posts VALUES(1, 'b', 'event', 'B')", "posts_pkey", "posts.id"},
		{"of two columns", "INSERT INTO posts VALUES(2, 'a', 'event', 'B')", "posts_slug_kind", "posts.slug, posts.kind"},
		{"of an expression", "INSERT INTO posts VALUES(2, 'b', 'event', 'a')", "posts_lower_title", "posts_lower_title"},
		{"without any", "INSERT INTO posts VALUES(2, 'b', 'event', 'B')", "", ""},
	}
	testdb.Each(t, tables, func(t *testing.T, s *store.Store) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				want := tt.postgres
				if s.Dialect() == store.SQLite {
					want = tt.sqlite
				}
				err := testdb.Exec(t.Context(), s, store.Statement{SQL: tt.insert})
				got, ok := store.IsUnique(err)
				if got != want || ok != (want != "") {
					t.Errorf("got %q, %t of %v, want %q", got, ok, err, want)
				}
			})
		}
	})
}

func TestCheckViolationsNameTheirConstraint(t *testing.T) {
	tables := []string{"CREATE TABLE seats(n bigint CONSTRAINT positive CHECK (n > 0))"}
	testdb.Each(t, tables, func(t *testing.T, s *store.Store) {
		err := testdb.Exec(t.Context(), s, store.Statement{SQL: "INSERT INTO seats VALUES ($1)", Args: []any{int64(-4711)}})
		got, ok := store.IsCheck(err)
		if got != "positive" || !ok || strings.Contains(err.Error(), "4711") {
			t.Errorf("got %q, %t of %v", got, ok, err)
		}
		if _, unique := store.IsUnique(err); unique {
			t.Errorf("%v is taken for something else", err)
		}
	})
}

func TestForeignKeyViolationsAreKnown(t *testing.T) {
	tables := []string{
		"CREATE TABLE parents(id bigint PRIMARY KEY)",
		"CREATE TABLE children(parent bigint NOT NULL REFERENCES parents(id))",
		"INSERT INTO parents VALUES(1)",
		"INSERT INTO children VALUES(1)",
	}
	testdb.Each(t, tables, func(t *testing.T, s *store.Store) {
		for text, want := range map[string]bool{
			"INSERT INTO children VALUES(2)":    true,
			"DELETE FROM parents":               true,
			"INSERT INTO children VALUES(NULL)": false,
		} {
			err := testdb.Exec(t.Context(), s, store.Statement{SQL: text})
			if err == nil || store.IsForeignKey(err) != want {
				t.Errorf("%s: %v is a foreign key violation: %t, want %t", text, err, !want, want)
			}
			if _, unique := store.IsUnique(err); unique || errors.Is(err, store.ErrUnavailable) {
				t.Errorf("%s: %v is taken for something else", text, err)
			}
		}
	})
}

func TestErrorsNameTheStatementAndNotItsValues(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		err := s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT secret FROM nowhere WHERE a = $1", Args: []any{"hidden"}})
		if err == nil || !strings.Contains(err.Error(), "SELECT secret FROM nowhere") || strings.Contains(err.Error(), "hidden") {
			t.Errorf("got %v", err)
		}
	})
}

func TestErrorsOfEachComeBackAndLeakNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url, store.Options{MaxConns: 2})
		bad := store.Statement{SQL: "SELECT 1 UNION SELECT 2", ScanRow: func(store.Row) error { return errOwn }}
		broken := store.Statement{SQL: "SELECT nonsense FROM nowhere"}
		one := store.Statement{SQL: "SELECT 1"}
		for range 20 {
			if err := s.Reader().Query(t.Context(), bad); err != errOwn { //nolint:errorlint // The very error.
				t.Fatalf("query: %v", err)
			}
			if err := s.Reader().Batch(t.Context(), []store.Statement{one, bad, one}); err != errOwn { //nolint:errorlint // The very error.
				t.Fatalf("batch: %v", err)
			}
			if err := s.Reader().Batch(t.Context(), []store.Statement{one, broken, one}); err == nil {
				t.Fatal("a broken batch passed")
			}
			err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
				if err := w.Query(ctx, bad); err != errOwn { //nolint:errorlint // The very error.
					return err
				}
				return w.Query(ctx, one) // An own error does not end the transaction.
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestAStatementInsideEachOfATransactionIsRefused(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			return w.Query(ctx, store.Statement{SQL: "SELECT 1 UNION SELECT 2", ScanRow: func(store.Row) error {
				return w.Query(ctx, store.Statement{SQL: "SELECT 1"})
			}})
		})
		if err == nil {
			t.Error("it was not")
		}
		if err := s.Ping(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestAContextThatEndsStopsAStatement(t *testing.T) {
	long := "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT max(i) FROM n"
	storetest.Each(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url, store.Options{MaxConns: 1})
		run := map[string]func(context.Context) error{
			"query": func(ctx context.Context) error { return s.Reader().Query(ctx, store.Statement{SQL: long}) },
			"batch": func(ctx context.Context) error {
				return s.Reader().Batch(ctx, []store.Statement{{SQL: "SELECT 1"}, {SQL: long}})
			},
			"write": func(ctx context.Context) error {
				return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
					return w.Query(ctx, store.Statement{SQL: long})
				})
			},
		}
		for name, f := range run {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			err := f(ctx)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, store.ErrUnavailable) {
				t.Errorf("%s: got %v, want the deadline", name, err)
			}
			if err := s.Ping(t.Context()); err != nil {
				t.Errorf("after %s: %v", name, err)
			}
		}
	})
}

func TestAClosedStoreIsUnavailable(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s, err := open.Store(t.Context(), url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		for name, err := range map[string]error{
			"ping":  s.Ping(t.Context()),
			"read":  s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT 1"}),
			"write": testdb.Exec(t.Context(), s, store.Statement{SQL: "SELECT 1"}),
		} {
			if !errors.Is(err, store.ErrUnavailable) {
				t.Errorf("%s: %v is not ErrUnavailable", name, err)
			}
		}
	})
}

func TestAStoppedServerIsUnavailableUntilItIsBack(t *testing.T) {
	if testing.Short() {
		t.Skip("a server of its own is stopped and started")
	}
	server := storetest.NewServer(t)
	s := testdb.Open(t, server.URL(), store.Options{MaxConns: 4})
	read := func() error { return s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT 1"}) }
	if err := read(); err != nil {
		t.Fatal(err)
	}
	inside := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
		first := w.Query(ctx, store.Statement{SQL: "SELECT 1"})
		if !errors.Is(first, store.ErrUnavailable) {
			t.Errorf("statement of a transaction that was cut off: %v", first)
		}
		return first
	})
	for name, err := range map[string]error{
		"transaction": inside,
		"ping":        s.Ping(t.Context()),
		"read":        read(),
		"batch":       s.Reader().Batch(t.Context(), []store.Statement{{SQL: "SELECT 1"}, {SQL: "SELECT 2"}}),
		"write":       testdb.Exec(t.Context(), s, store.Statement{SQL: "SELECT 1"}),
	} {
		if !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("%s while the server is away: %v is not ErrUnavailable", name, err)
		}
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	if err := read(); err != nil {
		t.Errorf("read after the server is back: %v", err)
	}
}

func TestALockedFileIsUnavailableInTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("waiting for the lock takes ten seconds")
	}
	url := storetest.SQLite(t)
	holder, other := testdb.Open(t, url, store.Options{}), testdb.Open(t, url, store.Options{})
	testdb.Change(t, holder, store.Statement{SQL: testdb.Counters})
	insert := store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"}
	err := holder.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		if err := w.Query(ctx, store.Statement{SQL: "SELECT 1"}); err != nil { // It begins here.
			t.Error(err)
		}
		if err := other.Reader().Query(ctx, store.Statement{SQL: "SELECT * FROM counters"}); err != nil {
			t.Errorf("reading waits for a writer: %v", err)
		}
		if err := testdb.Exec(ctx, other, insert); !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("got %v, want ErrUnavailable", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	testdb.Change(t, other, insert)
}

func TestAClosedStoreLeavesNoGoroutine(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		before := goleak.IgnoreCurrent()
		s, err := open.Store(t.Context(), url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() { _ = s.Reader().Batch(t.Context(), []store.Statement{{SQL: "SELECT 1"}, {SQL: "SELECT 2"}}) })
		}
		group.Wait()
		testdb.Change(t, s, store.Statement{SQL: testdb.Counters})
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		goleak.VerifyNone(t, before)
	})
}
