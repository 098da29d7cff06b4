package auth

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

func TestTheAuditNamesWhatHappensToUsersAndTokens(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		if _, err := w.EnsureFirstUser(ctx); err != nil {
			t.Fatal(err)
		}
		ada, err := w.Add(ctx, "ada", "", RoleAdministrator, "correct horse")
		if err != nil {
			t.Fatal(err)
		}
		steps := []error{
			w.SetRole(ctx, "ada", RoleEditor), w.SetPassword(ctx, "ada", "battery staple"),
			second(w.CreateToken(ctx, "ada", "one", time.Time{})), second(w.CreateToken(ctx, "ada", "two", time.Time{})),
			w.RevokeToken(ctx, 1), w.SetEmail(ctx, "ada", "ada@example.org"), w.Rename(ctx, "ADA@example.org", "Ada"), w.Remove(ctx, "ada"),
			w.store.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error { return second(w.EnsureAuthors(ctx, tx, []int64{77})) }),
		}
		for i, err := range steps {
			if err != nil {
				t.Errorf("step %d: %v", i, err)
			}
		}
		// What fails leaves nothing.
		for i, err := range []error{
			w.SetRole(ctx, "eve", RoleEditor), w.Remove(ctx, "eve"), w.Rename(ctx, "ADMIN", "a:b"), w.RevokeToken(ctx, 1), second(w.Add(ctx, "author-77", "", RoleAuthor, "short")),
			second(w.CreateToken(ctx, "eve", "x", time.Time{})),
		} {
			if err == nil {
				t.Errorf("wrong step %d succeeds", i)
			}
		}
		want := []string{
			"created user 1", fmt.Sprint("created user ", ada.ID), fmt.Sprint("role user ", ada.ID), fmt.Sprint("password user ", ada.ID),
			"created token 1", "created token 2", "deleted token 1", fmt.Sprint("updated user ", ada.ID), fmt.Sprint("updated user ", ada.ID), "deleted token 2", fmt.Sprint("deleted user ", ada.ID), "created user 77",
		}
		entries, err := audit.List(ctx, w.store.Reader(), audit.Filter{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range entries {
			got = append(got, fmt.Sprint(e.Action, " ", e.Resource, " ", e.Record))
			if e.UserName != audit.CommandLine || e.Address != "" || !e.At.Equal(w.clock.now().UTC().Truncate(time.Second)) {
				t.Errorf("entry %+v is not of the command line, now", e)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the audit (-want +got):\n%s", diff)
		}
	})
}

// second returns the error of a call with two results.
func second[T any](_ T, err error) error { return err }
