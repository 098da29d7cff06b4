package auth

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"almanac/runtime/store"
)

func TestAUserSignsInByNameAndAddressInAnyCase(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		added, err := w.Add(t.Context(), "Zoë Ω", "Zoe.Ω@Example.org", RoleAuthor, secret)
		if err != nil {
			t.Fatal(err)
		}
		token, err := w.CreateToken(t.Context(), "ZOË ω", "x", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		blanks := token[:4] + " " + token[4:20] + "  " + token[20:] + " "
		for _, password := range []string{secret, token, blanks} {
			for _, name := range []string{"Zoë Ω", "zoë ω", "ZOË Ω", "Zoe\u0308 Ω", "Zoe.Ω@Example.org", "zoe.ω@example.ORG"} {
				got, err := w.signIn(t.Context(), name, password)
				if want := added.Caller(); got != want || err != nil {
					t.Errorf("%q: %+v, %v, want %+v", name, got, err, want)
				}
			}
			for _, name := range []string{"", "zoe", "zoe.ω@example", "zoë", "zoë ω "} {
				if _, err := w.signIn(t.Context(), name, password); !errors.Is(err, ErrIncorrectPassword) {
					t.Errorf("%q: %v, want ErrIncorrectPassword", name, err)
				}
			}
		}
	})
}

func TestATokenIsThePasswordOfItsOwnerAlone(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		w.add(t, "ann", RoleAuthor, secret)
		w.add(t, "bob", RoleEditor, secret)
		token, err := w.CreateToken(ctx, "ann", "x", w.now().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		for name, tt := range map[string]struct {
			user, password string
			want           error
		}{
			"its owner":             {"ann", token, nil},
			"another user":          {"bob", token, ErrIncorrectPassword},
			"nobody":                {"", token, ErrIncorrectPassword},
			"a token of nobody":     {"ann", newToken(), ErrIncorrectPassword},
			"in capital letters":    {"ann", strings.ToUpper(token), ErrIncorrectPassword},
			"with other characters": {"ann", token + "x", ErrIncorrectPassword},
		} {
			if _, err := w.signIn(ctx, tt.user, tt.password); !errors.Is(err, tt.want) {
				t.Errorf("%s: %v, want %v", name, err, tt.want)
			}
		}
		w.occupy(t) // A token needs no slot.
		if _, err := w.signIn(ctx, "ann", token); err != nil {
			t.Errorf("with all slots taken: %v", err)
		}
		r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.Header.Set("Authorization", "Bearer "+token[:4]+" "+token[4:])
		if got, err := w.Authenticate(ctx, r); !got.IsAnonymous() || err != nil {
			t.Errorf("a Bearer token with blanks: %+v, %v, want an anonymous caller", got, err)
		}
	})
}

func TestATokenAsPasswordEndsWhenItExpiresOrIsRevoked(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		w.add(t, "ann", RoleAuthor, secret)
		short, err := w.CreateToken(ctx, "ann", "x", w.now().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		long, err := w.CreateToken(ctx, "ann", "y", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		w.clock.pass(time.Hour)
		if _, err := w.signIn(ctx, "ann", short); !errors.Is(err, ErrIncorrectPassword) {
			t.Errorf("expired: %v, want ErrIncorrectPassword", err)
		}
		if _, err := w.signIn(ctx, "ann", long); err != nil {
			t.Errorf("not expired: %v", err)
		}
		if err := w.RevokeToken(ctx, 2); err != nil {
			t.Fatal(err)
		}
		if _, err := w.signIn(ctx, "ann", long); !errors.Is(err, ErrIncorrectPassword) {
			t.Errorf("revoked: %v, want ErrIncorrectPassword", err)
		}
	})
}

func TestNoTwoUsersSignInByOneName(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		add := func(name, email string) func() error {
			return func() error { _, err := w.Add(ctx, name, email, RoleAuthor, secret); return err }
		}
		for _, step := range []struct {
			what string
			do   func() error
			want error
		}{
			{"Ann with an address", add("Ann", "ann@example.org"), nil},
			{"a name in other case", add("aNN", ""), ErrNameInUse},
			{"an address in other case", add("ada", "Ann@Example.ORG"), ErrNameInUse},
			{"the address of another as a name", add("ANN@example.org", ""), ErrNameInUse},
			{"the name of another as an address", add("bob@example.org", ""), nil},
			{"that name as an address", add("ada", "BOB@example.org"), ErrNameInUse},
			{"the own name as the address", add("eve@example.org", "Eve@example.org"), nil},
			{"an address to change to that is taken", func() error { return w.SetEmail(ctx, "bob@example.org", "ann@EXAMPLE.org") }, ErrNameInUse},
			{"a name to change to that is taken", func() error { return w.Rename(ctx, "bob@example.org", "ANN") }, ErrNameInUse},
			{"a name to change to that is an address", func() error { return w.Rename(ctx, "bob@example.org", "Ann@example.org") }, ErrNameInUse},
			{"the own name in other case", func() error { return w.Rename(ctx, "ann", "ANN") }, nil},
			{"another address, by the address", func() error { return w.SetEmail(ctx, "ANN@example.org", "a@example.org") }, nil},
			{"the address that is free now", add("ada", "ann@example.org"), nil},
			{"no address", func() error { return w.SetEmail(ctx, "a@example.org", "") }, nil},
			{"a user to remove", func() error { return w.Remove(ctx, "ANN@example.org") }, nil},
			{"the name and address that are free now", add("ada", "ann@example.org"), nil},
		} {
			if err := step.do(); !errors.Is(err, step.want) {
				t.Errorf("%s: %v, want %v", step.what, err, step.want)
			}
		}
		// What was refused left nothing, and what was done is all there is.
		if _, current, err := names(ctx, w.db.Reader()); !current || err != nil {
			t.Errorf("the names are current: %t, %v", current, err)
		}
		if n, err := w.Count(ctx); n != 4 || err != nil {
			t.Errorf("%d users, %v, want 4", n, err)
		}
	})
}

func TestOfManyWhoTakeOneNameInTheirOwnSpellingOneSucceeds(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		spellings := []string{"ann@x.test", "Ann@x.test", "aNn@x.test", "anN@x.test", "ANn@x.test", "ANN@x.test"}
		good := 0
		for _, err := range together(len(spellings), func(i int) error {
			name, email := spellings[i], ""
			if i%2 == 1 {
				name, email = spellings[i][:3]+"-"+string(rune('a'+i)), name
			}
			_, err := w.Add(t.Context(), name, email, RoleAuthor, secret)
			return err
		}) {
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

func TestAddressesThatAreNoneAreRefused(t *testing.T) {
	u := NewUsers(nil, time.Now, Limits{}) // Nothing of this reaches the store.
	for _, email := range []string{
		"ann", "ann@", "@example.org", "a b@example.org", "Ann <ann@example.org>", " ann@example.org", "ann@example.org\n",
		"ann@[IPv6:::1]", "ann@example.org, bob@example.org", strings.Repeat("a", 250) + "@x.org", "a\x00@example.org", "\xff@example.org",
	} {
		if _, err := u.Add(t.Context(), "ann", email, RoleAuthor, secret); !errors.Is(err, ErrInvalidValue) {
			t.Errorf("%q: %v, want ErrInvalidValue", email, err)
		}
	}
}

func TestUsersOfAnEarlierProgramSignInOnceTheirNamesAreRefreshed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		w.add(t, "Ann", RoleAuthor, secret)
		w.add(t, "gone", RoleAuthor, secret)
		execute(t, w.db, `DELETE FROM sign_in_names WHERE name = 'ann'`)
		execute(t, w.db, `DELETE FROM users WHERE name = 'gone'`)
		if _, err := w.signIn(ctx, "ann", secret); !errors.Is(err, ErrIncorrectPassword) {
			t.Fatalf("before: %v", err)
		}
		for range 2 {
			if err := RefreshNames(ctx, w.db); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.signIn(ctx, "ann", secret); err != nil {
			t.Errorf("afterwards: %v", err)
		}
		if _, err := w.Add(ctx, "Gone", "", RoleAuthor, secret); err != nil {
			t.Errorf("a name that nobody has any more: %v", err)
		}
	})
}

func TestNamesThatDifferByCaseAreRefusedByName(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		w.add(t, "Ann", RoleAuthor, secret)
		execute(t, w.db, `INSERT INTO users (name, email, role, password_hash, version, created_utc)
VALUES ('ann', '', 'author', '', 1, ''), ('bob', 'ANN', 'author', '', 1, ''), ('eve', '', 'author', '', 1, '')`)
		err := RefreshNames(ctx, w.db)
		var same *DuplicateNamesError
		if !errors.As(err, &same) || len(same.Pairs) != 2 || !strings.Contains(err.Error(), `"Ann" (id 1) and "ann" (id 2)`) || strings.Contains(err.Error(), "eve") {
			t.Fatalf("RefreshNames = %v, want the names that differ by case", err)
		}
		// The way out: each is found by the name as it is written.
		if err := errors.Join(w.Rename(ctx, "ann", "anna"), w.SetEmail(ctx, "bob", ""), RefreshNames(ctx, w.db)); err != nil {
			t.Fatal(err)
		}
		for name, id := range map[string]int64{"ANN": 1, "ANNA": 2, "BOB": 3, "EVE": 4} {
			if got, err := w.Find(ctx, name); got.ID != id || err != nil {
				t.Errorf("%s: %+v, %v, want the id %d", name, got, err, id)
			}
		}
	})
}

func TestAnotherSpellingOfANameHasNoTriesOfItsOwn(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", RoleAuthor, secret)
		heard := 0
		for i := range 16 {
			name := []byte("ann")
			for n := range name {
				if i>>n&1 == 1 {
					name[n] -= 'a' - 'A'
				}
			}
			_, err := w.signIn(t.Context(), string(name), strings.Repeat("x", i))
			if errors.Is(err, ErrIncorrectPassword) {
				heard++
			}
		}
		if heard != w.throttle.limits.PerUser {
			t.Errorf("%d wrong passwords were heard, want %d", heard, w.throttle.limits.PerUser)
		}
	})
}

func TestAuthorsAreAdoptedUnderNamesThatNobodySignsInBy(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "AUTHOR-7", RoleAuthor, secret)
		err := w.db.RunInTx(t.Context(), func(ctx context.Context, tx store.Writer) error {
			_, err := w.EnsureAuthors(ctx, tx, []Author{{ID: 7}})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, id := range map[string]int64{"author-7": 1, "author-7-2": 7} {
			if got, err := w.Find(t.Context(), name); got.ID != id || err != nil {
				t.Errorf("%s: %+v, %v, want the id %d", name, got, err, id)
			}
		}
	})
}
