package auth

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
)

func TestAuthorsAreAdoptedOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		adopt := func(ids ...int64) (made []int64) {
			err := w.db.RunInTx(t.Context(), func(ctx context.Context, tx store.Writer) error {
				var err error
				made, err = w.EnsureAuthors(ctx, tx, ids)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return made
		}
		if _, err := w.Add(t.Context(), "author-9", "", RoleEditor, "correct horse battery"); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]int64{7, 9}, adopt(7, 1, 9)); diff != "" {
			t.Errorf("first: (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff([]int64(nil), adopt(7, 1, 9)); diff != "" {
			t.Errorf("second: (-want +got)\n%s", diff)
		}
		for name, id := range map[string]int64{"author-9": 1, "author-7": 7, "author-9-2": 9} {
			user, err := w.Find(t.Context(), name)
			if err != nil || user.ID != id {
				t.Errorf("%s: got %+v, %v, want the id %d", name, user, err, id)
			}
		}
		next, err := w.Add(t.Context(), "next", "", RoleAuthor, "correct horse battery")
		if err != nil || next.ID != 10 {
			t.Errorf("the next user: got %+v, %v, want the id 10", next, err)
		}
	})
}

func TestAnIDThatNoUserCanHaveIsNotAdopted(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		err := w.db.RunInTx(t.Context(), func(ctx context.Context, tx store.Writer) error {
			_, err := w.EnsureAuthors(ctx, tx, []int64{store.MaxID + 1})
			return err
		})
		if err == nil || errors.Is(err, store.ErrIDInUse) {
			t.Errorf("got %v, want an error about the range", err)
		}
	})
}
