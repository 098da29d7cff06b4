package store_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/storetest"
)

// insertReported inserts a row in a transaction that reports it.
func insertReported(t *testing.T, s *store.Store, n int64) {
	t.Helper()
	err := s.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
		w.Queue(store.Statement{SQL: "INSERT INTO counters VALUES($1, 1)", Args: []any{n}})
		w.SetChanges([]store.Change{{Table: "counters", After: []any{n, int64(1)}}})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// rowsAdded returns how many rows the changes add, -1 when they are not known.
func rowsAdded(s *store.Store, from, to store.SnapshotID) int {
	list, ok := s.Changes(from, to)
	if !ok {
		return -1
	}
	n := 0
	for _, c := range list {
		if c.After != nil {
			n++
		}
		if c.Before != nil {
			n--
		}
	}
	return n
}

func TestChangesLeadFromOneSnapshotToAnother(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s, other := testdb.Open(t, url, store.Options{}), testdb.Open(t, url, store.Options{})
		testdb.Change(t, s, store.Statement{SQL: testdb.Counters})
		first := moment(t, s)
		for n := range int64(3) {
			insertReported(t, s, n)
		}
		third := moment(t, s)
		if there, back, same := rowsAdded(s, first, third), rowsAdded(s, third, first), rowsAdded(s, third, third); there != 3 || back != -3 || same != 0 {
			t.Errorf("got %d, %d back and %d, want 3, -3 and 0", there, back, same)
		}
		if n := rowsAdded(s, "", third); n != -1 {
			t.Errorf("got %d from no snapshot", n)
		}
		testdb.Change(t, s, store.Statement{SQL: "INSERT INTO counters VALUES(10, 1)"})
		insertReported(t, s, 11)
		if n := rowsAdded(s, third, moment(t, s)); n != -1 {
			t.Errorf("got %d over a transaction that reported nothing, want that it is not known", n)
		}
		before := moment(t, s)
		insertReported(t, other, 12)
		insertReported(t, s, 13)
		if n := rowsAdded(s, before, moment(t, s)); n != -1 {
			t.Errorf("got %d over a transaction of another program, want that it is not known", n)
		}
	})
}

func TestChangesOfConcurrentTransactionsAddUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url, store.Options{})
		testdb.Change(t, s, store.Statement{SQL: testdb.Counters})
		first := moment(t, s)
		var all sync.WaitGroup
		for writer := range int64(4) {
			all.Go(func() {
				for n := range int64(50) {
					insertReported(t, s, writer*50+n)
				}
			})
		}
		for range 100 {
			one, two := countedAt(t, s), countedAt(t, s)
			if one.at == "" || two.at == "" {
				continue
			}
			if n := rowsAdded(s, one.at, two.at); n >= 0 && n != two.rows-one.rows {
				t.Errorf("%d rows are added between %s and %s, want %d", n, one.at, two.at, two.rows-one.rows)
			}
		}
		all.Wait()
		if n := rowsAdded(s, first, moment(t, s)); n != 200 {
			t.Errorf("got %d rows in all, want 200", n)
		}
	})
}

// counted is how many rows there are at a snapshot.
type counted struct {
	at   store.SnapshotID
	rows int
}

// countedAt counts the rows of a table.
func countedAt(t *testing.T, s *store.Store) (c counted) {
	t.Helper()
	r := s.SnapshotReader()
	if err := r.Query(t.Context(), store.Statement{SQL: "SELECT count(*) FROM counters", ScanRow: func(row store.Row) error { return row.Scan(&c.rows) }}); err != nil {
		t.Fatal(err)
	}
	c.at = r.Snapshot(t.Context())
	return c
}

func TestALogForgetsTheOldestChanges(t *testing.T) {
	var log store.ChangeLog
	for n := range uint64(2000) {
		log.Add("", n, []store.Change{{Table: "counters", After: make([]any, 50)}})
	}
	if _, ok := log.Between("", []uint64{1999, 1600}, nil, true); !ok {
		t.Error("late changes are not known")
	}
	if _, ok := log.Between("", []uint64{1999, 100}, nil, true); ok {
		t.Error("2000 changes are kept")
	}
}

func TestALogForgetsTheChangesOfAnotherServer(t *testing.T) {
	var log store.ChangeLog
	for n := range uint64(3) {
		log.Add("old", n, []store.Change{{Table: "counters"}})
	}
	log.Add("new", 5, nil)
	for _, tt := range []struct {
		server string
		number uint64
		known  bool
	}{{"new", 5, true}, {"new", 2, false}, {"old", 2, false}, {"old", 5, false}} {
		if _, known := log.Between(tt.server, []uint64{tt.number}, nil, true); known != tt.known {
			t.Errorf("transaction %d of the %s server is known: %t, want %t", tt.number, tt.server, known, tt.known)
		}
	}
}

// TestChangesAreKnownAsSoonAsASnapshotHasThem writes so much that SQLite begins its
// write-ahead log again several times.  A few changes may be unknown: PostgreSQL itself
// may write meanwhile.
func TestChangesAreKnownAsSoonAsASnapshotHasThem(t *testing.T) {
	testdb.Each(t, []string{"CREATE TABLE notes(id bigint PRIMARY KEY, words text NOT NULL)"}, func(t *testing.T, s *store.Store) {
		const commits, most = 200, 10
		words := strings.Repeat("some words ", 10000)
		var readers sync.WaitGroup
		var unknown, snapshots atomic.Int64
		written, first := make(chan struct{}), moment(t, s)
		for range 4 {
			readers.Go(func() {
				for last := first; ; {
					select {
					case <-written:
						return
					default:
					}
					next, err := s.Snapshot(t.Context())
					if err != nil {
						t.Error(err)
						return
					}
					if next == last {
						continue
					}
					snapshots.Add(1)
					if rowsAdded(s, last, next) < 0 {
						unknown.Add(1)
					}
					last = next
				}
			})
		}
		for n := range int64(commits) {
			err := s.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
				w.Queue(store.Statement{SQL: "INSERT INTO notes VALUES($1, $2)", Args: []any{n, words}})
				w.SetChanges([]store.Change{{Table: "notes", After: []any{n}}})
				return nil
			})
			if err != nil {
				t.Error(err)
				break
			}
		}
		close(written)
		readers.Wait()
		if unknown.Load() > most || snapshots.Load() == 0 {
			t.Errorf("of %d new snapshots the changes of %d were not known", snapshots.Load(), unknown.Load())
		}
	})
}

func TestALogWaitsForCommitsThatAreUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // Time passes when all wait.
		var log store.ChangeLog
		if _, ok := log.Between("", []uint64{1}, nil, true); ok {
			t.Error("an empty log knows changes")
		}
		end := log.Begin()
		go func() {
			time.Sleep(time.Millisecond)
			log.Add("", 1, []store.Change{{Table: "notes"}})
			end()
		}()
		if list, ok := log.Between("", []uint64{1}, nil, true); !ok || len(list) != 1 {
			t.Errorf("got %v, %t, want the change of the commit that was under way", list, ok)
		}
		end = log.Begin() // Of a commit that hangs, and fails at last.
		begin := time.Now()
		if _, ok := log.Between("", []uint64{2}, nil, true); ok || time.Since(begin) != 100*time.Millisecond {
			t.Errorf("%t after %s, want the wait to end after 100 ms", ok, time.Since(begin))
		}
		end()
		if _, ok := log.Between("", []uint64{2}, nil, true); ok {
			t.Error("the log knows the changes of a transaction that failed")
		}
	})
}
