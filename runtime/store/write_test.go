package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/storetest"
)

var errOwn = errors.New("own error")

func TestAnErrorRollsTheTransactionBack(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			if _, err := w.Exec(ctx, store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"}); err != nil {
				return err
			}
			return errOwn
		})
		if err != errOwn { //nolint:errorlint // The very error.
			t.Errorf("got %v, want the function's own error", err)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 0 {
			t.Errorf("%d rows stayed", n)
		}
	})
}

func TestAPanicRollsTheTransactionBack(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			_ = s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
				_, _ = w.Exec(ctx, store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"})
				panic("on purpose")
			})
		}()
		if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 0 {
			t.Errorf("%d rows stayed", n)
		}
		testdb.Change(t, s, store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"})
	})
}

func TestExecReturnsTheNumberOfChangedRows(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters, "INSERT INTO counters VALUES(1, 1), (2, 2)"}, func(t *testing.T, s *store.Store) {
		err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			for text, want := range map[string]int64{
				"UPDATE counters SET n = n + 1 WHERE id < 3":               2,
				"UPDATE counters SET n = 0 WHERE id = 7":                   0,
				"INSERT INTO counters VALUES(3, 3) RETURNING id":           1,
				"INSERT INTO counters VALUES(1, 1) ON CONFLICT DO NOTHING": 0,
			} {
				if got, err := w.Exec(ctx, store.Statement{SQL: text}); err != nil || got != want {
					t.Errorf("%s: got %d, %v, want %d", text, got, err, want)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestAMarkedErrorIsTriedAgain(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters, "INSERT INTO counters VALUES(1, 1)"}, func(t *testing.T, s *store.Store) {
		tries := int64(0)
		err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			tries++
			_, err := w.Exec(ctx, store.Statement{SQL: "INSERT INTO counters VALUES($1, 1)", Args: []any{max(1, tries-2)}})
			if _, unique := store.IsUnique(err); unique {
				return store.MarkRetryable(err)
			}
			return err
		})
		if err != nil || tries != 4 {
			t.Errorf("got %v after %d tries, want success after 4", err, tries)
		}
	})
}

func TestTriesAreBounded(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		tries := 0
		err := s.RunInTx(t.Context(), func(context.Context, store.Writer) error {
			tries++
			return store.MarkRetryable(errOwn)
		})
		if err != errOwn || tries != 12 { //nolint:errorlint // The very error, without the mark.
			t.Errorf("got %v after %d tries", err, tries)
		}
		if store.MarkRetryable(nil) != nil {
			t.Error("Retry made an error out of nil")
		}
	})
}

func TestTriesEndWithTheContext(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		tries := 0
		err := s.RunInTx(ctx, func(context.Context, store.Writer) error {
			tries++
			cancel()
			return store.MarkRetryable(errOwn)
		})
		if !errors.Is(err, errOwn) || tries != 1 {
			t.Errorf("got %v after %d tries", err, tries)
		}
		err = s.RunInTx(ctx, func(context.Context, store.Writer) error { return nil })
		if !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnavailable) {
			t.Errorf("got %v, want the end of the context", err)
		}
	})
}

func TestADeadlockIsTriedAgain(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters, "INSERT INTO counters VALUES(1, 0), (2, 0)"}, func(t *testing.T, s *store.Store) {
		var group sync.WaitGroup
		for _, order := range [][]int64{{1, 2}, {2, 1}} {
			group.Go(func() {
				err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
					for _, id := range order {
						// The error is dropped on purpose: the store must notice.
						_, _ = w.Exec(ctx, store.Statement{SQL: "UPDATE counters SET n = n + 1 WHERE id = $1", Args: []any{id}})
						time.Sleep(50 * time.Millisecond)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if n := testdb.Number(t, s, "SELECT CAST(sum(n) AS bigint) FROM counters"); n != 4 {
			t.Errorf("the counters hold %d, want 4", n)
		}
	})
}

func TestAHundredWritersOfOneRowLoseNothing(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters, "INSERT INTO counters VALUES(1, 0)"}, func(t *testing.T, s *store.Store) {
		var group sync.WaitGroup
		for range 100 {
			group.Go(func() {
				err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
					var n int64
					if err := s.Lock(ctx, w, "counter 1"); err != nil {
						return err
					}
					err := w.Query(ctx, store.Statement{SQL: "SELECT n FROM counters WHERE id = 1", ScanRow: func(r store.Row) error { return r.Scan(&n) }})
					if err != nil {
						return err
					}
					_, err = w.Exec(ctx, store.Statement{SQL: "UPDATE counters SET n = $1 WHERE id = 1", Args: []any{n + 1}})
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if n := testdb.Number(t, s, "SELECT n FROM counters"); n != 100 {
			t.Errorf("the counter is %d, want 100", n)
		}
	})
}

func TestAnErrorThatIsDroppedDoesNotCommitHalf(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		var second error
		err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			_, _ = w.Exec(ctx, store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"})
			_, _ = w.Exec(ctx, store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"})
			_, second = w.Exec(ctx, store.Statement{SQL: "INSERT INTO counters VALUES(2, 2)"})
			return nil
		})
		if _, unique := store.IsUnique(err); !unique || second == nil {
			t.Errorf("write: %v, statement after the failure: %v; want both to fail", err, second)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 0 {
			t.Errorf("%d rows stayed", n)
		}
	})
}

func TestAWriteInsideOfAWriteIsRefused(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		err := s.RunInTx(t.Context(), func(ctx context.Context, _ store.Writer) error {
			return s.RunInTx(ctx, func(context.Context, store.Writer) error { return nil })
		})
		if err == nil {
			t.Error("it was not")
		}
	})
}

func TestABatchInsideATransactionChangesData(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		var ids []int64
		err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			return w.Batch(ctx, []store.Statement{
				{SQL: "INSERT INTO counters VALUES(1, 1)"},
				{SQL: "INSERT INTO counters SELECT id + 1, n FROM counters RETURNING id", ScanRow: func(r store.Row) error {
					var id int64
					err := r.Scan(&id)
					ids = append(ids, id)
					return err
				}},
			})
		})
		if err != nil || len(ids) != 1 || ids[0] != 2 {
			t.Errorf("got %v, %v", ids, err)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 2 {
			t.Errorf("%d rows, want 2", n)
		}
	})
}

func TestAReaderDoesNotChangeData(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		insert := store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"}
		if err := s.Reader().Batch(t.Context(), []store.Statement{insert, insert}); err == nil {
			t.Error("a batch of a Reader changed data")
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 0 {
			t.Errorf("%d rows", n)
		}
	})
}

func TestLocksOfOneNameWaitForEachOther(t *testing.T) {
	s := testdb.Open(t, storetest.PostgreSQL(t), store.Options{})
	held, release := make(chan struct{}), make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		_ = s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			err := s.Lock(ctx, w, "slug party")
			close(held)
			<-release
			return err
		})
	})
	<-held
	try := func(key string) error {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error { return s.Lock(ctx, w, key) })
	}
	if err := try("slug concert"); err != nil {
		t.Errorf("another name: %v", err)
	}
	if err := try("slug party"); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, store.ErrUnavailable) {
		t.Errorf("the same name: %v, want to wait until the deadline", err)
	}
	close(release)
	group.Wait()
	if err := try("slug party"); err != nil {
		t.Errorf("after the release: %v", err)
	}
}

func TestStatementsThatWereKeptBackAreCommitted(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		ctx, counter := store.WithQueryStats(t.Context())
		err := s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
			w.Queue(store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"}, store.Statement{SQL: "UPDATE counters SET n = 2", WantRows: 1})
			seen := int64(0)
			err := w.Query(ctx, store.Statement{SQL: "SELECT n FROM counters", ScanRow: func(r store.Row) error { return r.Scan(&seen) }})
			if seen != 2 {
				t.Errorf("a statement after them sees %d", seen)
			}
			w.Queue(store.Statement{SQL: "INSERT INTO counters VALUES(2, 2)"}, store.Statement{SQL: "INSERT INTO counters VALUES(3, 3)"})
			return err
		})
		if err != nil || counter.Statements() != 5 || counter.RoundTrips() != 2 {
			t.Errorf("%v; %d statements in %d round trips, want 5 in 2", err, counter.Statements(), counter.RoundTrips())
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 3 {
			t.Errorf("%d rows, want 3", n)
		}
	})
}

func TestWhatIsKeptBackFailsTheWholeTransaction(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		first, again := store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"}, store.Statement{SQL: "INSERT INTO counters VALUES(1, 2)"}
		update := store.Statement{SQL: "UPDATE counters SET n = 2 WHERE id = 7", WantRows: 1}
		tests := map[string]struct {
			queue []store.Statement
			tries int
		}{
			"a unique key that is violated with the commit is tried again": {[]store.Statement{first, again}, 12},
			"an update that changes other rows than it has to is too":      {[]store.Statement{first, update}, 12},
			"a statement that is wrong is not":                             {[]store.Statement{first, {SQL: "INSERT INTO nowhere VALUES(1)"}}, 1},
		}
		for name, tt := range tests {
			tries := 0
			err := s.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
				tries++
				w.Queue(tt.queue...)
				return nil
			})
			if err == nil || tries != tt.tries {
				t.Errorf("%s: %v after %d tries, want %d", name, err, tries, tt.tries)
			}
			if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 0 {
				t.Fatalf("%s: %d rows stayed", name, n)
			}
		}
	})
}

func TestAnErrorAfterQueueLeavesNothing(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		err := s.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
			w.Queue(store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"})
			return errOwn
		})
		if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 0 || !errors.Is(err, errOwn) {
			t.Errorf("%d rows, %v", n, err)
		}
	})
}

func TestWhatIsKeptBackForTheCommitRunsLast(t *testing.T) {
	testdb.Each(t, []string{testdb.Counters}, func(t *testing.T, s *store.Store) {
		ctx, counter := store.WithQueryStats(t.Context())
		err := s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
			w.QueueForCommit(store.Statement{SQL: "UPDATE counters SET n = n * 10"})
			w.Queue(store.Statement{SQL: "INSERT INTO counters VALUES(1, 1)"})
			if err := w.Flush(ctx); err != nil {
				return err
			}
			w.Queue(store.Statement{SQL: "INSERT INTO counters VALUES(2, 2)"})
			return nil
		})
		if err != nil || counter.Statements() != 3 || counter.RoundTrips() != 2 {
			t.Errorf("%v; %d statements in %d round trips, want 3 in 2", err, counter.Statements(), counter.RoundTrips())
		}
		if n := testdb.Number(t, s, "SELECT sum(n) FROM counters"); n != 30 {
			t.Errorf("the sum is %d, want 30", n)
		}
		err = s.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
			w.QueueForCommit(store.Statement{SQL: "DELETE FROM counters"})
			return errOwn
		})
		if n := testdb.Number(t, s, "SELECT count(*) FROM counters"); n != 2 || !errors.Is(err, errOwn) {
			t.Errorf("after an error: %d rows, want 2; %v", n, err)
		}
	})
}

func TestIndependentStatementsAreOneOnPostgreSQL(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		var sent [][]store.Statement
		s := testdb.Open(t, url, store.Options{OnQuery: func(_ context.Context, call store.QueryInfo) { sent = append(sent, call.Statements) }})
		for _, text := range []string{testdb.Counters, "CREATE TABLE names(name text NOT NULL, id bigint NOT NULL)"} {
			testdb.Change(t, s, store.Statement{SQL: text})
		}
		add := func(id, n int64) store.Statement {
			return store.Statement{SQL: "INSERT INTO counters VALUES($1, $2)", Args: []any{id, n}, Independent: true}
		}
		name := func(name string, id int64) store.Statement {
			return store.Statement{SQL: `INSERT INTO names("name", id) VALUES($2 || ' $1', $1)`, Args: []any{id, name}, Independent: true}
		}
		write := func(list ...store.Statement) error {
			sent = nil
			return s.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
				w.Queue(list...)
				return nil
			})
		}
		for i := range int64(2) {
			err := write(add(10*i+1, 5), name("a", 10*i+1), add(10*i+2, 6), store.Statement{SQL: "UPDATE counters SET n = n + 1"}, name("b", 10*i+2))
			if err != nil {
				t.Fatal(err)
			}
			want := 3
			if s.Dialect() == store.SQLite {
				want = 5
			}
			if len(sent) != 1 || len(sent[0]) != want {
				t.Errorf("sent %v, want %d statements", sent, want)
			}
		}
		if n := testdb.Number(t, s, "SELECT sum(n) FROM counters"); n != 6+7+2+6+7 {
			t.Errorf("counters of %d in all", n)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM names WHERE (name, id) IN (('a $1', 1), ('b $1', 2), ('a $1', 11), ('b $1', 12))"); n != 4 {
			t.Errorf("%d names, want 4", n)
		}
		if err := write(name("c", 3), add(1, 1)); err == nil || testdb.Number(t, s, "SELECT count(*) FROM names") != 4 {
			t.Errorf("error %v of a key that is in use, after which nothing stays", err)
		}
	})
}
