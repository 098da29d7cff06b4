package store_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/storetest"
)

// eachSequence opens a store of each kind with an empty sequence post_id_sequence.
func eachSequence(t *testing.T, run func(t *testing.T, s *store.Store)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url, store.Options{})
		id := "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
		if s.Dialect() == store.SQLite {
			id = "integer PRIMARY KEY AUTOINCREMENT"
		}
		testdb.Change(t, s, store.Statement{SQL: "CREATE TABLE post_id_sequence(id " + id + ", resource text NOT NULL)"})
		run(t, s)
	})
}

// next draws an id.
func next(ctx context.Context, s *store.Store) (id int64, err error) {
	err = s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		id, err = s.NextID(ctx, w, "post_id_sequence", "event")
		return err
	})
	return id, err
}

// take draws a certain id.
func take(ctx context.Context, s *store.Store, id int64) error {
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		return s.ReserveID(ctx, w, "post_id_sequence", id, "venue")
	})
}

func TestIDsGoOnAfterTakenOnes(t *testing.T) {
	eachSequence(t, func(t *testing.T, s *store.Store) {
		var got []int64
		for _, taken := range []int64{0, 2, 0, 100, 50, 0} {
			if taken != 0 {
				if err := take(t.Context(), s, taken); err != nil {
					t.Fatal(err)
				}
			}
			id, err := next(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, id)
		}
		if want := []int64{1, 3, 4, 101, 102, 103}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		if n := testdb.Number(t, s, "SELECT count(*) FROM post_id_sequence WHERE resource = $1", "venue"); n != 3 {
			t.Errorf("%d ids of venues, want 3", n)
		}
	})
}

func TestATakenIDIsRefusedWithoutEndingTheTransaction(t *testing.T) {
	eachSequence(t, func(t *testing.T, s *store.Store) {
		err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			first := s.ReserveID(ctx, w, "post_id_sequence", 7, "event")
			second := s.ReserveID(ctx, w, "post_id_sequence", 7, "venue")
			if first != nil || !errors.Is(second, store.ErrIDInUse) {
				t.Errorf("got %v, then %v", first, second)
			}
			for _, bad := range []int64{0, -1, store.MaxID + 1} {
				if err := s.ReserveID(ctx, w, "post_id_sequence", bad, "event"); err == nil {
					t.Errorf("id %d was taken", bad)
				}
			}
			return s.ReserveID(ctx, w, "post_id_sequence", 8, "event")
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestNextIDSurvivesIDsThatWereInsertedBehindItsBack(t *testing.T) {
	eachSequence(t, func(t *testing.T, s *store.Store) {
		overriding := ""
		if s.Dialect() == store.PostgreSQL {
			overriding = "OVERRIDING SYSTEM VALUE"
		}
		for id := range int64(40) {
			testdb.Change(t, s, store.Statement{
				SQL: "INSERT INTO post_id_sequence(id, resource) " + overriding + " VALUES($1, 'event')", Args: []any{id + 1},
			})
		}
		if id, err := next(t.Context(), s); err != nil || id != 41 {
			t.Errorf("got %d, %v, want 41", id, err)
		}
	})
}

func TestIDsAreUniqueAmongParallelWriters(t *testing.T) {
	eachSequence(t, func(t *testing.T, s *store.Store) {
		var group sync.WaitGroup
		for n := range int64(8) {
			group.Go(func() {
				for i := range int64(20) {
					if _, err := next(t.Context(), s); err != nil {
						t.Error(err)
					}
					if err := take(t.Context(), s, 8*i+n+1); err != nil && !errors.Is(err, store.ErrIDInUse) {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		if n := testdb.Number(t, s, "SELECT count(*) FROM post_id_sequence WHERE resource = 'event'"); n != 160 {
			t.Errorf("%d ids were drawn, want 160", n)
		}
	})
}
