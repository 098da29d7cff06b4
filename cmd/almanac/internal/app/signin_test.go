package app_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// from asks for the list of events from an address, with a password.
func (s *site) from(address, user, secret string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://localhost"+s.Env.Deployment.APIPath()+"/events", http.NoBody)
	r.Header.Set("X-Forwarded-For", address)
	r.RemoteAddr = "127.0.0.1:1234"
	r.SetBasicAuth(user, secret)
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// TestAFloodOfWrongPasswordsLeavesRoomForRightOnes has many addresses send wrong
// passwords at once, while others sign in.
func TestAFloodOfWrongPasswordsLeavesRoomForRightOnes(t *testing.T) {
	const senders, each = 6, 8
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers, stopped, func(c *service.Config) {
			c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
			c.SignIn = auth.Limits{Slots: 1, Queue: 2}
		})
		sender := func(i int) string { return fmt.Sprintf("192.0.2.%d", i%senders+1) }
		for i := range senders {
			if w := s.from(sender(i), "editor", "wrong"); w.Code != http.StatusUnauthorized {
				t.Fatalf("wrong password: status %d: %s", w.Code, w.Body)
			}
		}
		if w := s.from("2001:db8::1", "editor", password); w.Code != http.StatusOK {
			t.Fatalf("right password: status %d: %s", w.Code, w.Body)
		}
		var mu sync.Mutex
		statuses := map[int]int64{}
		together(senders*each+20, func(i int) {
			if i >= senders*each { // Known by now, from whatever address.
				if w := s.from(fmt.Sprintf("198.51.100.%d", i), "editor", password); w.Code != http.StatusOK {
					t.Errorf("a known password: status %d: %s", w.Code, w.Body)
				}
				return
			}
			if i == 0 { // Unknown, and the first of its address.
				if w := s.from("203.0.113.1", "author", password); w.Code != http.StatusOK {
					t.Errorf("a right password: status %d: %s", w.Code, w.Body)
				}
				return
			}
			w := s.from(sender(i), fmt.Sprint("nobody", i), fmt.Sprint("wrong", i))
			if w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "" {
				t.Errorf("a 503 without Retry-After: %s", w.Body)
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[w.Code]++
		})
		got := s.Env.Users.SignIns()
		want := auth.SignIns{Known: 20, Right: 2, Wrong: senders + statuses[http.StatusUnauthorized], Busy: statuses[http.StatusServiceUnavailable]}
		if got != want || statuses[http.StatusUnauthorized]+statuses[http.StatusServiceUnavailable] != senders*each-1 {
			t.Errorf("counted %+v, want %+v of answers %v", got, want, statuses)
		}
	})
}

func TestAWrongPasswordTooManyIs429AndARightOneGivesNothingBack(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers, stopped, func(c *service.Config) { c.SignIn = auth.Limits{PerUser: 3, PerClient: 5} })
		statuses := map[int]int{}
		for i := range 8 {
			a := s.sendWith(map[string]string{"Authorization": basic("editor", fmt.Sprint("wrong", i))}, "", http.MethodGet, "/tags", nil)
			statuses[a.status]++
			if a.status == http.StatusTooManyRequests && a.header.Get("Retry-After") == "" {
				t.Errorf("a 429 without Retry-After: %s", a.text)
			}
			s.mustBy("author", http.StatusOK, http.MethodGet, "/tags", nil) // Another user of the same address.
		}
		if statuses[http.StatusUnauthorized] != 3 || statuses[http.StatusTooManyRequests] != 5 {
			t.Errorf("statuses %v, want three that were heard", statuses)
		}
		if a := s.send("editor", http.MethodGet, "/tags", nil); a.status != http.StatusTooManyRequests {
			t.Errorf("the right password after too many wrong ones = %d", a.status)
		}
	})
}

func TestWhoSignsInByNameAddressOrTokenIsTheSameCaller(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		if err := s.Env.Users.SetEmail(t.Context(), "editor", "Ed@Example.org"); err != nil {
			t.Fatal(err)
		}
		token, err := s.Env.Users.CreateToken(t.Context(), "editor", "test", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		want := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}).body["author"]
		for i, authorization := range []string{
			basic("EDITOR", password), basic("ed@example.org", password), basic("ED@EXAMPLE.ORG", password), "Bearer " + token,
			basic("Editor", token), basic("ed@example.ORG", token[:8]+" "+token[8:30]+" "+token[30:]),
		} {
			a := s.sendWith(map[string]string{"Authorization": authorization}, "", http.MethodPost, "/venues", js{"venue": fmt.Sprint("Hall ", i)})
			if a.status != http.StatusCreated || a.body["author"] != want {
				t.Errorf("%d: status %d, want the author %v: %s", i, a.status, want, a.text)
			}
		}
		for i, tt := range []struct {
			authorization, code string
			status              int
		}{
			{basic("author", token), "incorrect_password", http.StatusUnauthorized},
			{basic("ed@example.com", password), "incorrect_password", http.StatusUnauthorized},
			{"Bearer " + token + "x", "rest_invalid_token", http.StatusUnauthorized},
			{"Bearer " + token[:8] + " " + token[8:], "rest_forbidden", http.StatusUnauthorized}, // Malformed: none.
			{"Basic " + token, "rest_forbidden", http.StatusUnauthorized},
		} {
			a := s.sendWith(map[string]string{"Authorization": tt.authorization}, "", http.MethodPost, "/venues", js{"venue": "Barn"})
			if a.status != tt.status || a.body["code"] != tt.code || a.header.Get("WWW-Authenticate") == "" {
				t.Errorf("%d: status %d, %v, want %d %s: %s", i, a.status, a.header["Www-Authenticate"], tt.status, tt.code, a.text)
			}
		}
	})
}

func TestNamesThatDifferByCaseAreRefusedAtStartAndInMigrations(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		config := service.Config{Database: url, Deployment: deployments.B(), Log: quiet()}
		s := openSite(t, url, withUsers)
		err := s.Store.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			_, err := w.Exec(ctx, store.Statement{SQL: `INSERT INTO users (name, email, role, password_hash, version, created_utc) VALUES ('Editor', '', 'author', '', 1, '')`})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		_, opened := service.Open(t.Context(), generated.Service(), config)
		migrated := service.Migrate(t.Context(), s.Store, generated.Service(), quiet())
		for what, err := range map[string]error{"start": opened, "migration": migrated} {
			var same *auth.DuplicateNamesError
			if !errors.As(err, &same) || !strings.Contains(err.Error(), `"editor" (id `) || !strings.Contains(err.Error(), `"Editor" (id `) {
				t.Errorf("%s: %v, want the names that differ by case", what, err)
			}
		}
		config.Namesakes = true
		a, err := service.Open(t.Context(), generated.Service(), config)
		if err != nil {
			t.Fatalf("to repair it: %v", err)
		}
		if err := errors.Join(a.Env.Users.Rename(t.Context(), "Editor", "chief"), a.Close()); err != nil {
			t.Fatal(err)
		}
		config.Namesakes = false
		if a, err = service.Open(t.Context(), generated.Service(), config); err != nil {
			t.Fatalf("once it is repaired: %v", err)
		}
		_ = a.Close()
	})
}
