package auth

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
)

const secret = "correct horse"

func TestAnAddedUserIsFoundListedAndCounted(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		want := User{
			Name: "Zoë Ω", Role: RoleAuthor, HasPassword: true,
			Created: time.Date(2026, 3, 29, 0, 30, 0, 0, time.UTC),
		}
		added, err := w.Add(ctx, want.Name, "", RoleAuthor, secret)
		if err != nil {
			t.Fatal(err)
		}
		want.ID = added.ID
		found, err := w.Find(ctx, want.Name)
		if err != nil {
			t.Fatal(err)
		}
		list, err := w.List(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]User{want, want, want}, append(list, added, found)); diff != "" {
			t.Errorf("users differ (-want +got):\n%s", diff)
		}
		if n, err := w.Count(ctx); n != 1 || err != nil {
			t.Errorf("Count = %d, %v, want 1", n, err)
		}
	})
}

func TestAddRefusesWhatIsNotValid(t *testing.T) {
	tests := []struct {
		name     string
		user     string
		role     Role
		password string
	}{
		{"an empty name", "", RoleAuthor, secret},
		{"a name of 61 characters", strings.Repeat("é", 61), RoleAuthor, secret},
		{"a name with a colon", "a:b", RoleAuthor, secret},
		{"a name with a line end", "a\nb", RoleAuthor, secret},
		{"a name with a zero byte", "a\x00b", RoleAuthor, secret},
		{"a name that is not UTF-8", "a\xffb", RoleAuthor, secret},
		{"a name of blanks", "  ", RoleAuthor, secret},
		{"a name that ends with a blank", "ann ", RoleAuthor, secret},
		{"a role that is not known", "ann", "owner", secret},
		{"the role of anonymous callers", "ann", RoleAnonymous, secret},
		{"no password", "ann", RoleAuthor, ""},
		{"a password of 7 characters", "ann", RoleAuthor, "äöüäöüä"},
		{"a password with a line end", "ann", RoleAuthor, "password\n"},
		{"a password that is not UTF-8", "ann", RoleAuthor, "password\xff"},
	}
	u := NewUsers(nil, time.Now, Limits{}) // Nothing of this reaches the store.
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := u.Add(t.Context(), tt.user, "", tt.role, tt.password)
			if !errors.Is(err, ErrInvalidValue) {
				t.Errorf("Add = %v, want ErrInvalidValue", err)
			}
			if tt.password != "" && strings.Contains(err.Error(), tt.password) {
				t.Errorf("the error %q tells the password", err)
			}
		})
	}
}

func TestANameIsTakenOnlyByAUserWithPassword(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		first, err := w.EnsureFirstUser(ctx)
		if err != nil {
			t.Fatal(err)
		}
		taken, err := w.Add(ctx, "admin", "", RoleEditor, secret)
		if err != nil {
			t.Fatal(err)
		}
		if taken.ID != first.ID || taken.Role != RoleEditor || !taken.HasPassword {
			t.Errorf("Add = %+v, want an editor with password and id %d", taken, first.ID)
		}
		if _, err := w.Add(ctx, "admin", "", RoleAuthor, "another password"); !errors.Is(err, ErrNameInUse) {
			t.Errorf("second Add = %v, want ErrNameInUse", err)
		}
		if got, err := w.signIn(ctx, "admin", secret); err != nil || got.Role != RoleEditor {
			t.Errorf("sign in = %+v, %v, want an editor", got, err)
		}
	})
}

func TestOfManyWhoAddTheSameNameOneSucceeds(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		errs := together(8, func(int) error {
			_, err := w.Add(t.Context(), "ann", "", RoleAuthor, secret)
			return err
		})
		good := 0
		for _, err := range errs {
			switch {
			case err == nil:
				good++
			case !errors.Is(err, ErrNameInUse):
				t.Errorf("Add = %v, want ErrNameInUse", err)
			}
		}
		if good != 1 {
			t.Errorf("%d succeeded, want 1", good)
		}
	})
}

func TestTheFirstUserIsMadeOnceByManyServers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		want := User{ID: 1, Name: "admin", Role: RoleAdministrator, Created: begin.UTC().Truncate(time.Second)}
		for _, err := range together(8, func(int) error {
			got, err := w.EnsureFirstUser(t.Context())
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("EnsureFirst differs (-want +got):\n%s", diff)
			}
			return err
		}) {
			if err != nil {
				t.Error(err)
			}
		}
		if n, err := w.Count(t.Context()); n != 1 || err != nil {
			t.Errorf("Count = %d, %v, want 1", n, err)
		}
		if _, err := w.signIn(t.Context(), "admin", ""); !errors.Is(err, ErrIncorrectPassword) {
			t.Errorf("sign in without password = %v, want ErrIncorrectPassword", err)
		}
	})
}

func TestNoFirstUserIsAddedToExistingUsers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		id := w.add(t, "ann", RoleAuthor, secret)
		w.add(t, "bob", RoleAuthor, secret)
		got, err := w.EnsureFirstUser(t.Context())
		if err != nil || got.ID != id {
			t.Errorf("EnsureFirst = %+v, %v, want id %d", got, err, id)
		}
	})
}

func TestChangesAreEffectiveOnTheNextRequest(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		id := w.add(t, "ann", RoleAuthor, secret)
		steps := []struct {
			name     string
			change   func() error
			password string
			want     Caller
			err      error
		}{
			{"at first", func() error { return nil }, secret, Caller{User: id, Name: "ann", Role: RoleAuthor}, nil},
			{"another role", func() error { return w.SetRole(ctx, "ann", RoleEditor) }, secret, Caller{User: id, Name: "ann", Role: RoleEditor}, nil},
			{"another password", func() error { return w.SetPassword(ctx, "ann", "battery staple") }, secret, Caller{}, ErrIncorrectPassword},
			{"the new password", func() error { return nil }, "battery staple", Caller{User: id, Name: "ann", Role: RoleEditor}, nil},
			{"no user", func() error { return w.Remove(ctx, "ann") }, "battery staple", Caller{}, ErrIncorrectPassword},
			{"a new user of that name", func() error {
				_, err := w.Add(ctx, "ann", "", RoleEditor, "third password")
				return err
			}, "battery staple", Caller{}, ErrIncorrectPassword},
		}
		for _, step := range steps {
			if err := step.change(); err != nil {
				t.Fatal(err)
			}
			got, err := w.signIn(ctx, "ann", step.password)
			if diff := cmp.Diff(step.want, got); diff != "" || !errors.Is(err, step.err) {
				t.Errorf("%s: got error %v, want %v (-want +got):\n%s", step.name, err, step.err, diff)
			}
		}
	})
}

func TestWhatIsNotThereIsNotFound(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		for name, call := range map[string]func() error{
			"find":               func() error { _, err := w.Find(ctx, "ann"); return err },
			"find what cannot":   func() error { _, err := w.Find(ctx, "a\x00\xff"); return err },
			"set password":       func() error { return w.SetPassword(ctx, "ann", secret) },
			"set role":           func() error { return w.SetRole(ctx, "ann", RoleAuthor) },
			"remove":             func() error { return w.Remove(ctx, "ann") },
			"create token":       func() error { _, err := w.CreateToken(ctx, "ann", "x", time.Time{}); return err },
			"list tokens":        func() error { _, err := w.ListTokens(ctx, "ann"); return err },
			"revoke token":       func() error { return w.RevokeToken(ctx, 7) },
			"first with no rows": func() error { _, err := one(nil, nil); return err },
		} {
			if err := call(); !errors.Is(err, ErrNotFound) {
				t.Errorf("%s = %v, want ErrNotFound", name, err)
			}
		}
	})
}

func TestExistsSeesTheTransactionItRunsIn(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		id := w.add(t, "ann", RoleAuthor, secret)
		err := w.db.RunInTx(t.Context(), func(ctx context.Context, tx store.Writer) error {
			if there, err := w.Exists(ctx, tx, id); !there || err != nil {
				t.Errorf("Exists before = %t, %v, want true", there, err)
			}
			_, err := tx.Exec(ctx, store.Statement{SQL: `DELETE FROM users WHERE id = $1`, Args: []any{id}})
			if err != nil {
				return err
			}
			if there, err := w.Exists(ctx, tx, id); there || err != nil {
				t.Errorf("Exists after = %t, %v, want false", there, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// together calls f n times at once and returns what the calls returned.
func together(n int, f func(int) error) []error {
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { errs[i] = f(i) })
	}
	group.Wait()
	return errs
}
