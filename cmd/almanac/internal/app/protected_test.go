package app_test

import (
	"fmt"
	"net/http"
	"testing"
)

func TestAnAnswerThatAPasswordOpensIsKeptByNobody(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		for _, tt := range []struct{ password, query string }{
			{"sesame", "password=sesame"},
			{"a;b", "password=a;b"},
			{"a;b", "x=1;2&password=a;b"},
			{"100%", "password=100%"},
			{"%zz;", "context=view&password=%zz;"},
			{"last", "password=first&password=last"},
			{"named", "pass%77ord=named"},
		} {
			id := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Secret", js{"post_password": tt.password})).id()
			for range 3 { // The third would come out of the cache.
				a := s.must(http.StatusOK, http.MethodGet, fmt.Sprintf("/events/%d?%s", id, tt.query), nil)
				if got := a.header.Get("Cache-Control"); got != "no-store" {
					t.Errorf("%s: Cache-Control is %q, want no-store", tt.query, got)
				}
			}
		}
	})
}
