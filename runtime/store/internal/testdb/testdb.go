// Package testdb has what tests of the packages below runtime/store share: they
// open stores on fresh databases, run single statements and read numbers.  Only
// tests import it.
package testdb

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// Counters makes a table of counters.
const Counters = "CREATE TABLE counters(id bigint PRIMARY KEY, n bigint NOT NULL)"

// Each opens a store of each kind on a fresh database with the given tables.
func Each(t *testing.T, tables []string, run func(t *testing.T, s *store.Store)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, url string) {
		s := Open(t, url, store.Options{})
		for _, text := range tables {
			Change(t, s, store.Statement{SQL: text})
		}
		run(t, s)
	})
}

// Open opens a store that is closed after the test.
func Open(t *testing.T, url string, o store.Options) *store.Store {
	t.Helper()
	s, err := open.Store(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// File makes a file in a fresh directory and returns its path.
func File(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Change runs one statement in a transaction.
func Change(t *testing.T, s *store.Store, one store.Statement) {
	t.Helper()
	if err := Exec(t.Context(), s, one); err != nil {
		t.Fatal(err)
	}
}

// Exec runs one statement in a transaction.
func Exec(ctx context.Context, s *store.Store, one store.Statement) error {
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, one)
		return err
	})
}

// Number returns the single integer that a query results in.
func Number(t *testing.T, s *store.Store, text string, args ...any) int64 {
	t.Helper()
	var n int64
	err := s.Reader().Query(t.Context(), store.Statement{SQL: text, Args: args, ScanRow: func(r store.Row) error {
		return r.Scan(&n)
	}})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Numbers returns the integers of a query's only column.
func Numbers(t *testing.T, s *store.Store, text string, args ...any) []int64 {
	t.Helper()
	list := []int64{}
	err := s.Reader().Query(t.Context(), store.Statement{SQL: text, Args: args, ScanRow: func(r store.Row) error {
		var n int64
		err := r.Scan(&n)
		list = append(list, n)
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
