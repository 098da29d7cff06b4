package app_test

import (
	"net/http"
	"strings"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/service"
)

// TestNobodyGetsAnAnswerThatWasKeptForAnother asks for the same as every role and
// as a visitor, in turns and more than once, at a service that keeps responses and
// at one that does not: all must be answered alike, and visitors find no secret.
func TestNobodyGetsAnAnswerThatWasKeptForAnother(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		inA := func(c *service.Config) { c.Deployment = deployments.A() }
		keeping := openSite(t, url, withUsers, inA)
		plain := openSite(t, url, withUsers, inA, func(c *service.Config) { c.CacheBytes = -1 })
		ids := secretEvents(t, plain)
		paths := []string{
			"/events?start_date=2029-01-01&end_date=2031-01-01", "/events?start_date=2029-01-01&end_date=2031-01-01&status=private",
			"/events?start_date=2029-01-01&end_date=2031-01-01&translation_language=fr", "/events?search=marked&start_date=2029-01-01&end_date=2031-01-01",
			"/events?start_date=2029-01-01&end_date=2031-01-01&password=pw", "/events?start_date=2029-01-01&end_date=2031-01-01&context=edit",
			"/categories", "/venues",
		}
		for _, id := range ids {
			paths = append(paths, "/events/"+id, "/events/"+id+"?password=pw", "/events/"+id+"?context=edit", "/events/"+id+"?translation_language=en")
		}
		for range 2 {
			for _, path := range paths {
				for _, caller := range []string{"", "administrator", "", "editor", "author", "", "subscriber", ""} {
					want, got := plain.send(caller, http.MethodGet, path, nil), keeping.send(caller, http.MethodGet, path, nil)
					if got.status != want.status || got.text != want.text {
						t.Errorf("%s as %q: %d %s\nwithout a cache %d %s", path, caller, got.status, got.text, want.status, want.text)
					}
					if caller == "" && !strings.Contains(path, "password") && strings.Contains(got.text, "marked secret") {
						t.Errorf("%s tells a visitor a secret: %s", path, got.text)
					}
				}
			}
		}
		if state, _ := keeping.API.CacheStats(); state.Hits == 0 {
			t.Error("no answer was kept, so nothing was tried")
		}
	})
}

// secretEvents makes events that only some may see, and returns their ids.
func secretEvents(t *testing.T, s *site) []string {
	t.Helper()
	var ids []string
	for _, more := range []js{
		{"status": "publish", "title": "marked open"},
		{"status": "private", "title": "marked secret private"},
		{"status": "draft", "title": "marked secret draft"},
		{"status": "publish", "title": "marked locked", "post_password": "pw", "description": "marked secret text"},
		{"status": "publish", "title": "marked fr", "translation_language": "fr"},
	} {
		body := js{"start_date": "2030-01-01 10:00:00", "end_date": "2030-01-01 11:00:00", "categories": []string{"marked"}}
		for name, value := range more {
			body[name] = value
		}
		made := s.send("administrator", http.MethodPost, "/events", body)
		if made.status != http.StatusCreated {
			t.Fatalf("%d %s", made.status, made.text)
		}
		ids = append(ids, made.body["id"].(interface{ String() string }).String())
	}
	return ids
}
