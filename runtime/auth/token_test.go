package auth

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
)

func TestATokenLetsItsUserInUntilItEnds(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		id := w.add(t, "ann", RoleAuthor, secret)
		hour, err := w.CreateToken(ctx, "ann", "for an hour", begin.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		ever, err := w.CreateToken(ctx, "ann", "for ever", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		want := Caller{User: id, Name: "ann", Role: RoleAuthor}
		check := func(when, token string, wantErr error) {
			t.Helper()
			got, err := w.show(ctx, token)
			if !errors.Is(err, wantErr) || wantErr == nil && got != want || wantErr != nil && got != (Caller{}) {
				t.Errorf("%s: %+v, %v, want error %v", when, got, err, wantErr)
			}
		}
		check("at first", hour, nil)
		w.clock.pass(time.Hour - time.Second)
		check("a second before its end", hour, nil)
		w.clock.pass(time.Second)
		check("at its end", hour, ErrInvalidToken)
		check("without end", ever, nil)
		check("in other letters", strings.ToUpper(ever), ErrInvalidToken)
		check("cut short", ever[:len(ever)-1], ErrInvalidToken)
		check("unknown", newToken(), ErrInvalidToken)
		if err := w.Remove(ctx, "ann"); err != nil {
			t.Fatal(err)
		}
		check("without user", ever, ErrInvalidToken)
	})
}

func TestTokensAreListedAndRevoked(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		w.add(t, "ann", RoleAuthor, secret)
		w.add(t, "bob", RoleAuthor, secret)
		for _, name := range []string{"ann", "bob"} {
			if _, err := w.CreateToken(ctx, name, "of "+name, begin.Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := w.ListTokens(ctx, "bob")
		if err != nil || len(got) != 1 {
			t.Fatalf("ListTokens = %v, %v, want one", got, err)
		}
		made := begin.UTC().Truncate(time.Second)
		want := Token{ID: got[0].ID, Label: "of bob", Created: made, Expires: made.Add(time.Minute)}
		if diff := cmp.Diff(want, got[0]); diff != "" {
			t.Errorf("token differs (-want +got):\n%s", diff)
		}
		if err := w.RevokeToken(ctx, got[0].ID); err != nil {
			t.Error(err)
		}
		if got, err := w.ListTokens(ctx, "bob"); len(got) != 0 || err != nil {
			t.Errorf("ListTokens = %v, %v, want none", got, err)
		}
	})
}

func TestATokenIsNotKeptAsText(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", RoleAuthor, secret)
		shown, err := w.CreateToken(t.Context(), "ann", "x", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		var kept string
		err = w.db.Reader().Query(t.Context(), store.Statement{
			SQL:     `SELECT sha256 FROM tokens`,
			ScanRow: func(row store.Row) error { return row.Scan(&kept) },
		})
		if err != nil || kept != tokenHash(shown) || strings.Contains(kept, shown) {
			t.Errorf("kept %q, %v", kept, err)
		}
	})
}

func TestCreateTokenRefusesWhatIsNotValid(t *testing.T) {
	tests := []struct {
		name    string
		label   string
		expires time.Time
	}{
		{"an empty label", "", time.Time{}},
		{"a label with a line end", "a\n", time.Time{}},
		{"an end now", "a", begin},
		{"an end in the past", "a", begin.Add(-time.Hour)},
		{"an end in the year 10000", "a", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)},
	}
	u := NewUsers(nil, func() time.Time { return begin }, Limits{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := u.CreateToken(t.Context(), "ann", tt.label, tt.expires); !errors.Is(err, ErrInvalidValue) {
				t.Errorf("CreateToken = %v, want ErrInvalidValue", err)
			}
		})
	}
}

func TestNewTokensHave256RandomBits(t *testing.T) {
	a, b := newToken(), newToken()
	if a == b || len(a) != len("alm_")+52 || bearerOf(a).secret != a {
		t.Errorf("tokens %d characters long, %q, %q", len(a), a, b)
	}
}
