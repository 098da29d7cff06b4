package store_test

import (
	"context"
	"sync"
	"testing"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/storetest"
)

// moment returns the present moment of a store.
func moment(t *testing.T, s *store.Store) store.SnapshotID {
	t.Helper()
	m, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAMomentLastsUntilSomethingIsCommitted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s, other := testdb.Open(t, url, store.Options{}), testdb.Open(t, url, store.Options{})
		testdb.Change(t, s, store.Statement{SQL: testdb.Counters})
		first := moment(t, s)
		testdb.Number(t, s, "SELECT count(*) FROM counters")
		if again := moment(t, s); first == "" || again != first {
			t.Errorf("after reading the moment is %q, was %q", again, first)
		}
		for n, writer := range []*store.Store{s, other, s, other} {
			testdb.Change(t, writer, store.Statement{SQL: "INSERT INTO counters VALUES($1, 1)", Args: []any{int64(n)}})
			if next := moment(t, s); next == first {
				t.Errorf("commit %d left the moment %q", n, first)
			} else {
				first = next
			}
		}
	})
}

func TestAWatcherTellsOneMomentOrNone(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		count := store.Statement{SQL: "SELECT count(*) FROM counters"}
		w := s.SnapshotReader()
		if m := w.Snapshot(t.Context()); m != "" {
			t.Errorf("without reading it is %q", m)
		}
		for range 2 {
			if err := w.Query(t.Context(), count); err != nil {
				t.Fatal(err)
			}
		}
		if m := w.Snapshot(t.Context()); m == "" || m != moment(t, s) {
			t.Errorf("got %q, want the present moment", m)
		}
		w = s.SnapshotReader()
		if err := w.Batch(t.Context(), []store.Statement{count, count}); err != nil {
			t.Fatal(err)
		}
		testdb.Change(t, s, store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"})
		if err := w.Query(t.Context(), count); err != nil {
			t.Fatal(err)
		}
		if m := w.Snapshot(t.Context()); m != "" {
			t.Errorf("a commit between two reads is not noticed: %q", m)
		}
	})
}

// A moment that was asked for after a write was acknowledged is never the one
// before it, however many share a look.
func TestNoSharedLookIsOlderThanItsCaller(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters, "INSERT INTO counters VALUES(1, 0)"}, func(t *testing.T, s *store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		var readers sync.WaitGroup
		for range 8 {
			readers.Go(func() {
				for ctx.Err() == nil {
					_, _ = s.Snapshot(ctx) // They only keep the shared calls busy.
				}
			})
		}
		before, writes := moment(t, s), 200
		if testing.Short() {
			writes = 40
		}
		for n := range writes {
			testdb.Change(t, s, store.Statement{SQL: "UPDATE counters SET n = n + 1 WHERE id = 1"})
			after := moment(t, s)
			if after == before {
				t.Errorf("write %d is not noticed", n)
			}
			before = after
		}
		cancel()
		readers.Wait()
	})
}
