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

// soon is long enough for a look-up and too short for patience.
const soon = time.Second

// occupy takes all seats of the hasher until the test ends, so that whatever
// needs a hash waits for its context.
func (w world) occupy(t *testing.T) {
	t.Helper()
	for range cap(w.hasher.seats) {
		w.hasher.seats <- struct{}{}
	}
	t.Cleanup(func() {
		for range cap(w.hasher.seats) {
			<-w.hasher.seats
		}
	})
}

func TestWithoutCredentialsOneIsAVisitor(t *testing.T) {
	u := NewUsers(nil, time.Now) // No look-up is needed.
	for _, field := range []string{"", "Basic !!", "Digest x", "Bearer", "Basic YW5u"} {
		r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.Header.Set("Authorization", field)
		if got, err := u.Authenticate(t.Context(), r); got != (Caller{}) || err != nil {
			t.Errorf("%q: %+v, %v, want a visitor", field, got, err)
		}
	}
}

func TestATokenOfAnotherMakeNeedsNoLookUp(t *testing.T) {
	u := NewUsers(nil, time.Now)
	r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	r.Header.Set("Authorization", "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x")
	if _, err := u.Authenticate(t.Context(), r); !errors.Is(err, ErrInvalidToken) {
		t.Errorf("Authenticate = %v, want ErrInvalidToken", err)
	}
}

func TestWrongNamesAndPasswordsAreNotToldApart(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", Author, secret)
		execute(t, w.db, `INSERT INTO users (name, role, password_hash, version, created_utc)
VALUES ($1, $2, $3, 1, ''), ($4, $2, '', 1, '')`, "alien", "author", "$P$Bforeign", "silent")
		w.occupy(t)
		names := []string{"ann", "nobody", "silent", "alien", "", "a\x00b", "\xff", strings.Repeat("x", 1000)}
		for i, err := range together(len(names), func(i int) error {
			ctx, cancel := context.WithTimeout(t.Context(), soon)
			defer cancel()
			_, err := w.signIn(ctx, names[i], "wrong password")
			return err
		}) {
			// All of them go as far as the hasher, which is busy.
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "wait to hash") {
				t.Errorf("%.10q: %v, want to wait for the hasher", names[i], err)
			}
		}
	})
}

func TestWrongNamesAndPasswordsGiveTheSameError(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", Author, secret)
		for _, name := range []string{"ann", "Ann", "nobody", "", "a\x00b"} {
			got, err := w.signIn(t.Context(), name, "wrong password")
			if got != (Caller{}) || !errors.Is(err, ErrIncorrectPassword) || err.Error() != ErrIncorrectPassword.Error() {
				t.Errorf("%q: %+v, %v, want ErrIncorrectPassword", name, got, err)
			}
		}
	})
}

func TestAVerifiedCredentialIsRememberedForLessThanAMinute(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", Author, secret)
		if _, err := w.signIn(t.Context(), "ann", secret); err != nil {
			t.Fatal(err)
		}
		w.occupy(t)
		w.clock.pass(29 * time.Second)
		ctx, cancel := context.WithTimeout(t.Context(), soon)
		defer cancel()
		if _, err := w.signIn(ctx, "ann", secret); err != nil {
			t.Errorf("after 29 s: %v, want no hashing", err)
		}
		w.clock.pass(31 * time.Second)
		if _, err := w.signIn(ctx, "ann", secret); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after 60 s: %v, want hashing", err)
		}
	})
}

func TestEveryByteOfALongPasswordCounts(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		long := strings.Repeat("p", 500)
		w.add(t, "ann", Author, long)
		if _, err := w.signIn(t.Context(), "ann", long); err != nil {
			t.Error(err)
		}
		if _, err := w.signIn(t.Context(), "ann", long[:499]+"q"); !errors.Is(err, ErrIncorrectPassword) {
			t.Errorf("another last byte: %v, want ErrIncorrectPassword", err)
		}
	})
}

func TestManyRequestsAtOnceWithOneRightPasswordAllPass(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", Author, secret)
		for _, err := range together(40, func(int) error {
			_, err := w.signIn(t.Context(), "ann", secret)
			return err
		}) {
			if err != nil {
				t.Error(err)
			}
		}
	})
}

func TestManyWrongPasswordsAtOnceAreRefused(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", Author, secret)
		count := map[error]int{}
		for _, err := range together(40, func(i int) error {
			_, err := w.signIn(t.Context(), "ann", strings.Repeat("x", i%20))
			return err
		}) {
			var refused *AttemptsError
			switch {
			case errors.As(err, &refused) && errors.Is(err, ErrTooManyAttempts) && refused.RetryAfter == 6*time.Second:
				count[ErrTooManyAttempts]++
			case errors.Is(err, ErrIncorrectPassword):
				count[ErrIncorrectPassword]++
			default:
				t.Errorf("got %v", err)
			}
		}
		if count[ErrIncorrectPassword] != 10 || count[ErrTooManyAttempts] != 30 {
			t.Errorf("got %v, want 10 wrong and 30 refused", count)
		}
		w.clock.pass(6 * time.Second)
		if _, err := w.signIn(t.Context(), "ann", secret); err != nil {
			t.Errorf("after the wait: %v", err)
		}
	})
}

func TestWhoGivesUpLeavesTheTurnToTheNext(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", Author, secret)
		t.Run("while the hasher is busy", func(t *testing.T) {
			w.occupy(t)
			for _, err := range together(20, func(int) error {
				ctx, cancel := context.WithTimeout(t.Context(), soon)
				defer cancel()
				_, err := w.signIn(ctx, "ann", secret)
				return err
			}) {
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v, want the end of patience", err)
				}
			}
		})
		if _, err := w.signIn(t.Context(), "ann", secret); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestAStoreThatIsAwayIsNoWrongPassword(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		shown := newToken()
		execute(t, w.db, `DROP TABLE tokens`)
		execute(t, w.db, `DROP TABLE users`)
		_, basicErr := w.signIn(t.Context(), "ann", secret)
		_, bearerErr := w.show(t.Context(), shown)
		for _, err := range []error{basicErr, bearerErr} {
			if err == nil || errors.Is(err, ErrIncorrectPassword) || errors.Is(err, ErrInvalidToken) {
				t.Errorf("got %v, want the store's error", err)
				continue
			}
			if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), shown) {
				t.Errorf("the error %q tells a secret", err)
			}
		}
	})
}

func TestSigningInCostsOneStatement(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", Author, secret)
		token, err := w.CreateToken(t.Context(), "ann", "x", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		for name, call := range map[string]func(context.Context) (Caller, error){
			"a password": func(ctx context.Context) (Caller, error) { return w.signIn(ctx, "ann", secret) },
			"a token":    func(ctx context.Context) (Caller, error) { return w.show(ctx, token) },
		} {
			ctx, counter := store.WithCounter(t.Context())
			if _, err := call(ctx); err != nil {
				t.Error(err)
			}
			if got := counter.Statements(); got != 1 {
				t.Errorf("%s took %d statements, want 1", name, got)
			}
		}
	})
}
