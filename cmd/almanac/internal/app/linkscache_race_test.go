package app_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service"
	"almanac/runtime/store"
)

// TestWhatChangesWhileItsLinksAreLookedUpIsReadAgain changes an event, whose links
// cache is not valid, right after it was read: its response must not have the links
// of one version and the rest of another.
func TestWhatChangesWhileItsLinksAreLookedUpIsReadAgain(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var change atomic.Pointer[func()]
		s := openSite(t, url, func(c *service.Config) {
			c.Options.OnQuery = func(_ context.Context, call store.QueryInfo) {
				reads := func(st store.Statement) bool {
					return strings.HasPrefix(st.SQL, "SELECT ") && strings.Contains(st.SQL, `"event"."links_cache"`)
				}
				if f := change.Load(); f != nil && slices.ContainsFunc(call.Statements, reads) && change.CompareAndSwap(f, nil) {
					(*f)()
				}
			}
		})
		s.writtenBeside = true
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"tags": []string{"A", "B"}, "venue": js{"venue": "Hall"}})).id()
		for i, path := range []string{one("events", id), "/events?status=any"} {
			s.execute("UPDATE events SET version = version + 1")
			changed := false
			f := func() {
				s.execute(fmt.Sprintf("UPDATE events SET version = version + 1, title = 'Changed %d'", i))
				s.execute([]string{"DELETE FROM event_venues", "DELETE FROM event_tags"}[i])
				changed = true
			}
			change.Store(&f)
			got := s.get(path)
			if !changed {
				t.Fatalf("GET %s: nothing was changed", path)
			}
			if want := s.get(path); cmp.Diff(want.body, got.body) != "" || want.header.Get("ETag") != got.header.Get("ETag") {
				t.Errorf("GET %s: %s, want %s\n%s", path, got.header.Get("ETag"), want.header.Get("ETag"), cmp.Diff(want.body, got.body))
			}
		}
	})
}
