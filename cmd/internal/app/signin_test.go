package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"

	"almanac/cmd/internal/app"
	"almanac/runtime/auth"
)

// from asks for the list of events from an address, with a password.
func (s *site) from(address, user, secret string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(s.t.Context(), http.MethodGet, s.Env.Deployment.Root()+"/events", http.NoBody)
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
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers, stopped, func(c *app.Config) {
			c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
			c.SignIn = auth.Limits{Seats: 1, Queue: 2}
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
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers, stopped, func(c *app.Config) { c.SignIn = auth.Limits{PerUser: 3, PerSender: 5} })
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
