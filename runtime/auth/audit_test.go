package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
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
			w.store.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error {
				return second(w.EnsureAuthors(ctx, tx, []Author{{ID: 77}}))
			}),
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
		notes := map[string]string{}
		for _, e := range entries {
			got = append(got, fmt.Sprint(e.Action, " ", e.Resource, " ", e.Record))
			notes[got[len(got)-1]] = e.Note
			if e.UserName != audit.CommandLine || e.Address != "" || !e.At.Equal(w.clock.now().UTC().Truncate(time.Second)) {
				t.Errorf("entry %+v is not of the command line, now", e)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the audit (-want +got):\n%s", diff)
		}
		for entry, want := range map[string]string{"created": "ada, administrator", "role": "ada, editor", "updated": "Ada, editor", "deleted": "Ada, editor", "password": ""} {
			if got := notes[fmt.Sprint(entry, " user ", ada.ID)]; got != want {
				t.Errorf("the note about %s is %q, want %q", entry, got, want)
			}
		}
	})
}

// Of wrong passwords there is one entry for each user, address and hour; of names that
// nobody has, which may be passwords, there is nothing.
func TestTheAuditCountsWrongPasswordsAndNamesSignOuts(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		s, user, text := signIn(t, w, "ada")
		w.failures.writing = true // The test writes itself.
		try := func(name, password, client string) {
			t.Helper()
			if _, err := w.SignIn(ctx, name, password, client); !errors.Is(err, ErrIncorrectPassword) {
				t.Fatal(err)
			}
		}
		for i := range 3 {
			try("ada", fmt.Sprint("wrong", i), "192.0.2.1")
			try("my secret password", "x", "192.0.2.1")
		}
		w.failures.write(w.Users)
		w.failures.writing = true
		try("ADA", "wrong again", "192.0.2.1")
		try("ada", "wrong", "192.0.2.2")
		w.clock.pass(time.Hour)
		try("ada", "wrong", "192.0.2.2")
		w.failures.write(w.Users)
		if err := s.End(ctx, text); err != nil {
			t.Fatal(err)
		}
		entries, err := audit.List(ctx, w.store.Reader(), audit.Filter{Limit: 100, Resource: AuditUser, Record: user.ID})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range entries {
			if e.Action == audit.ActionSignInFailed || e.Action == audit.ActionSignedOut {
				got = append(got, fmt.Sprint(e.Action, " ", e.Address, " ", e.Note))
			}
		}
		slices.Sort(got)
		want := []string{"sign-in-failed 192.0.2.1 4", "sign-in-failed 192.0.2.2 1", "sign-in-failed 192.0.2.2 1", "signed-out  "}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the audit (-want +got):\n%s", diff)
		}
		all, err := audit.List(ctx, w.store.Reader(), audit.Filter{Limit: 100})
		if err != nil || strings.Contains(fmt.Sprint(all), "my secret") {
			t.Errorf("a name that nobody has is stored: %v, %v", all, err)
		}
	})
}

// second returns the error of a call with two results.
func second[T any](_ T, err error) error { return err }
