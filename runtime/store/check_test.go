package store_test

import (
	"context"
	"fmt"
	"testing"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
)

// SQLite's check of a search index trusts what its connection remembers of it.
func TestADatabaseThatIsWrittenToWhileItIsCheckedIsWhole(t *testing.T) {
	testdb.Each(t, []string{"CREATE TABLE notes(id bigint PRIMARY KEY, words text NOT NULL)", "INSERT INTO notes VALUES(0, 'first words')"}, func(t *testing.T, s *store.Store) {
		columns := []string{"words"}
		err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			_, err := s.CreateSearchIndex(ctx, w, "notes", columns)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 40 {
			if err := s.CheckIntegrity(t.Context()); err != nil {
				t.Fatalf("after %d writes: %v", i, err)
			}
			id, words := int64(i+1), fmt.Sprintf("other words %d", i)
			testdb.Change(t, s, store.Statement{SQL: "INSERT INTO notes VALUES($1, $2)", Args: []any{id, words}})
			if !s.SQL().MaintainsSearchIndex() {
				testdb.Change(t, s, store.Statement{SQL: s.SQL().IndexRowSQL("notes"), Args: []any{id, words}})
			}
		}
	})
}
