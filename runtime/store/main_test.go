package store_test

import (
	"context"
	"testing"

	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// each opens a store of each kind on a fresh database with the given tables.
func each(t *testing.T, tables []string, run func(t *testing.T, s *store.Store)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, url string) {
		s := open(t, url, store.Options{})
		for _, text := range tables {
			change(t, s, store.Statement{SQL: text})
		}
		run(t, s)
	})
}

// open opens a store that is closed after the test.
func open(t *testing.T, url string, o store.Options) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, o)
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

// change runs one statement in a transaction.
func change(t *testing.T, s *store.Store, one store.Statement) {
	t.Helper()
	if err := exec(t.Context(), s, one); err != nil {
		t.Fatal(err)
	}
}

// exec runs one statement in a transaction.
func exec(ctx context.Context, s *store.Store, one store.Statement) error {
	return s.Write(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, one)
		return err
	})
}

// number returns the single integer that a query results in.
func number(t *testing.T, s *store.Store, text string, args ...any) int64 {
	t.Helper()
	var n int64
	err := s.Read().Query(t.Context(), store.Statement{SQL: text, Args: args, Each: func(r store.Row) error {
		return r.Scan(&n)
	}})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// numbers returns the integers of a query's only column.
func numbers(t *testing.T, s *store.Store, text string, args ...any) []int64 {
	t.Helper()
	list := []int64{}
	err := s.Read().Query(t.Context(), store.Statement{SQL: text, Args: args, Each: func(r store.Row) error {
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
