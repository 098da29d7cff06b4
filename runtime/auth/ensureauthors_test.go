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
				var authors []Author
				for _, id := range ids {
					authors = append(authors, Author{ID: id})
				}
				made, err = w.EnsureAuthors(ctx, tx, authors)
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
			_, err := w.EnsureAuthors(ctx, tx, []Author{{ID: store.MaxID + 1}})
			return err
		})
		if err == nil || errors.Is(err, store.ErrIDInUse) {
			t.Errorf("got %v, want an error about the range", err)
		}
	})
}

func TestAuthorsHaveTheirNamesAndRoles(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		adopt := func(authors ...Author) {
			t.Helper()
			err := w.db.RunInTx(t.Context(), func(ctx context.Context, tx store.Writer) error {
				_, err := w.EnsureAuthors(ctx, tx, authors)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.Add(t.Context(), "ada", "", RoleAdministrator, "correct horse battery"); err != nil {
			t.Fatal(err)
		}
		adopt(Author{ID: 7}, Author{ID: 8, Name: "Bob É.", Role: RoleEditor}, Author{ID: 9, Name: "ADA", Role: RoleEditor}, Author{ID: 10, Name: "a:b", Role: "shop_manager"})
		adopt(Author{ID: 1, Name: "root", Role: RoleSubscriber}, Author{ID: 7, Name: "eve", Role: RoleContributor}, Author{ID: 8, Name: "Bobby", Role: RoleAuthor})
		for name, want := range map[string]User{
			"ada": {ID: 1, Role: RoleAdministrator}, "eve": {ID: 7, Role: RoleContributor}, "bob é.": {ID: 8, Role: RoleEditor}, "author-9": {ID: 9, Role: RoleEditor}, "author-10": {ID: 10, Role: RoleAuthor},
		} {
			user, err := w.Find(t.Context(), name)
			if err != nil || user.ID != want.ID || user.Role != want.Role {
				t.Errorf("%s: got %+v, %v, want %+v", name, user, err, want)
			}
		}
	})
}
