package auth

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"almanac/runtime/store"
)

// occupy takes all slots until the test ends or the returned function is called,
// so that whatever needs a hash waits.
func (w world) occupy(t *testing.T) (leave func()) {
	t.Helper()
	var turns []*pendingHash
	for i := range w.throttle.limits.Slots {
		a := w.throttle.admit(w.now(), attempt{credential: digest{'o', byte(i)}, user: digest{'o', byte(i)}, client: digest{'o', byte(i)}})
		if a.pending == nil || !a.pending.hasSlot {
			t.Fatalf("slot %d is in use", i)
		}
		turns = append(turns, a.pending)
	}
	leave = sync.OnceFunc(func() {
		for _, turn := range turns {
			w.throttle.finish(w.now(), turn, undecided)
		}
	})
	t.Cleanup(leave)
	return leave
}

// await returns when n attempts wait for a slot.
func (w world) await(t *testing.T, n int) {
	t.Helper()
	for w.SignIns().Waiting != n {
		if t.Context().Err() != nil {
			t.Fatalf("%d wait, want %d", w.SignIns().Waiting, n)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestWithoutCredentialsTheCallerIsAnonymous(t *testing.T) {
	u := NewUsers(nil, time.Now, Limits{}) // No look-up is needed.
	for _, field := range []string{"", "Basic !!", "Digest x", "Bearer", "Basic YW5u"} {
		r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		r.Header.Set("Authorization", field)
		if got, err := u.Authenticate(t.Context(), r); got != (Caller{}) || err != nil {
			t.Errorf("%q: %+v, %v, want an anonymous caller", field, got, err)
		}
	}
}

func TestATokenOfAnotherMakeNeedsNoLookUp(t *testing.T) {
	u := NewUsers(nil, time.Now, Limits{})
	for _, token := range []string{"eyJhbGciOiJIUzI1NiJ9.e30.x", "null", "undefined", "alm", "YOUR_TOKEN"} {
		for method, want := range map[string]error{
			http.MethodGet: nil, http.MethodHead: nil, http.MethodOptions: nil,
			http.MethodPost: ErrInvalidToken, http.MethodPut: ErrInvalidToken, http.MethodPatch: ErrInvalidToken, http.MethodDelete: ErrInvalidToken,
		} {
			r := httptest.NewRequest(method, "/", http.NoBody)
			r.Header.Set("Authorization", "Bearer "+token)
			if got, err := u.Authenticate(t.Context(), r); !errors.Is(err, want) || got != (Caller{}) {
				t.Errorf("%s with %s: %+v, %v, want %v", method, token, got, err, want)
			}
		}
	}
}

func TestUnknownUsersAndWrongPasswordsGiveTheSameError(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", RoleAuthor, secret)
		execute(t, w.db, `INSERT INTO users (name, email, role, password_hash, version, created_utc)
VALUES ($1, '', $2, $3, 1, ''), ($4, '', $2, '', 1, '')`, "alien", "author", "$P$Bforeign", "silent")
		w.occupy(t)
		names := []string{"ann", "nobody", "silent", "alien", "", "a\x00b", "\xff", strings.Repeat("x", 1000)}
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			defer cancel()
			w.await(t, len(names)) // All of them go as far as the hasher, which is busy.
		}()
		for i, err := range together(len(names), func(i int) error {
			_, err := w.signIn(ctx, names[i], "wrong password")
			return err
		}) {
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "wait to hash") {
				t.Errorf("%.10q: %v, want to wait for the hasher", names[i], err)
			}
		}
	})
}

func TestWrongNamesAndPasswordsGiveTheSameError(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", RoleAuthor, secret)
		for _, name := range []string{"ann", "Ann", "nobody", "", "a\x00b"} {
			got, err := w.signIn(t.Context(), name, "wrong password")
			if got != (Caller{}) || !errors.Is(err, ErrIncorrectPassword) || err.Error() != ErrIncorrectPassword.Error() {
				t.Errorf("%q: %+v, %v, want ErrIncorrectPassword", name, got, err)
			}
		}
	})
}

func TestAVerifiedCredentialNeedsNoHashingWhileItIsUsed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.add(t, "ann", RoleAuthor, secret)
		if _, err := w.signIn(t.Context(), "ann", secret); err != nil {
			t.Fatal(err)
		}
		w.occupy(t)
		for range 20 {
			w.clock.pass(w.throttle.limits.VerifiedTTL / 3)
			if _, err := w.signIn(t.Context(), "ann", secret); err != nil {
				t.Fatal(err)
			}
		}
		w.clock.pass(w.throttle.limits.VerifiedTTL)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			defer cancel()
			w.await(t, 1)
		}()
		if _, err := w.signIn(ctx, "ann", secret); !errors.Is(err, context.Canceled) {
			t.Errorf("after its time: %v, want hashing", err)
		}
	})
}

func TestEveryByteOfALongPasswordCounts(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		long := strings.Repeat("p", 500)
		w.add(t, "ann", RoleAuthor, long)
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
		w.add(t, "ann", RoleAuthor, secret)
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
		w.add(t, "ann", RoleAuthor, secret)
		count := map[error]int{}
		for _, err := range together(40, func(i int) error {
			_, err := w.signIn(t.Context(), "ann", strings.Repeat("x", i%20))
			return err
		}) {
			var refused *TooManyAttemptsError
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
		w.add(t, "ann", RoleAuthor, secret)
		leave := w.occupy(t)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			defer cancel()
			w.await(t, 1) // The others wait for this one.
		}()
		for _, err := range together(20, func(int) error {
			_, err := w.signIn(ctx, "ann", secret)
			return err
		}) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want ErrBusy after the queue timeout", err)
			}
		}
		leave()
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
		w.add(t, "ann", RoleAuthor, secret)
		token, err := w.CreateToken(t.Context(), "ann", "x", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		for name, call := range map[string]func(context.Context) (Caller, error){
			"a password": func(ctx context.Context) (Caller, error) { return w.signIn(ctx, "ann", secret) },
			"a token":    func(ctx context.Context) (Caller, error) { return w.show(ctx, token) },
		} {
			ctx, counter := store.WithQueryStats(t.Context())
			if _, err := call(ctx); err != nil {
				t.Error(err)
			}
			if got := counter.Statements(); got != 1 {
				t.Errorf("%s took %d statements, want 1", name, got)
			}
		}
	})
}
