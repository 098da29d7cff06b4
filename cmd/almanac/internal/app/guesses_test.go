package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestPasswordsOfRecordsCannotBeFoundByTrying(t *testing.T) {
	for _, path := range []string{"/events/%d?", "/events?include=%d&", "/events?search=hidden&", "/venues?event=%d&", "/tags?post=%d&"} {
		t.Run(path, func(t *testing.T) {
			s := openSite(t, prepared.SQLite(t), withUsers, stopped)
			id := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Secret", js{"description": "hidden", "post_password": "sesame"})).id()
			if strings.Contains(path, "%d") {
				path = fmt.Sprintf(path, id)
			}
			for range 40 { // Right ones cost nothing.
				s.must(http.StatusOK, http.MethodGet, path+"password=sesame", nil)
			}
			refused := 0
			for i := range 40 {
				if a := s.get(fmt.Sprint(path, "password=wrong", i)); a.status == http.StatusTooManyRequests {
					refused++
					if a.body["code"] != "rest_too_many_attempts" || a.header.Get("Retry-After") == "" {
						t.Errorf("%s %v", a.text, a.header)
					}
				}
			}
			if refused != 10 {
				t.Errorf("%d of 40 guesses were refused, want those after 30", refused)
			}
			if a := s.get(path + "password=sesame"); a.status != http.StatusTooManyRequests {
				t.Errorf("the right password after too many wrong ones = %d", a.status)
			}
			s.must(http.StatusOK, http.MethodGet, "/events", nil)
		})
	}
}
