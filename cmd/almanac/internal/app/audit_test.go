package app_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/httpapi"
	"almanac/runtime/mutate"
	"almanac/runtime/request"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// audited returns what the filter chooses of the audit, an entry a line without
// its id and time.
func (s *site) audited(f audit.Filter) []string {
	s.t.Helper()
	f.Limit = 1000
	entries, err := audit.List(s.t.Context(), s.Store.Reader(), f)
	if err != nil {
		s.t.Fatal(err)
	}
	list := []string{}
	for _, e := range entries {
		list = append(list, fmt.Sprintf("%d %s %s %s %d %s %s", e.User, e.UserName, e.Action, e.Resource, e.Record, e.Address, e.Request))
	}
	return list
}

// identified names a request.
func identified(id string) map[string]string { return map[string]string{"X-Request-Id": id} }

func TestEveryWriteIsInTheAuditWithItsCaller(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		do := func(id, method, path string, body any, want int) response {
			t.Helper()
			a := s.sendWith(identified(id), "editor", method, path, body)
			if a.status != want {
				t.Fatalf("%s: status %d, want %d: %s", id, a.status, want, a.text)
			}
			return a
		}
		made := do("made", http.MethodPost, "/events", newEvent("Fair", js{"venue": js{"venue": "Hall"}, "organizer": js{"organizer": "Ada"}, "tags": "jazz"}), 201)
		event := one("events", made.id())
		do("changed", http.MethodPatch, event, js{"title": "Market"}, 200)
		do("binned", http.MethodDelete, event, nil, 200)
		do("back", http.MethodPatch, event, js{"status": "publish"}, 200)
		do("binned-again", http.MethodPatch, event, js{"status": "trash"}, 200)
		do("tried", http.MethodPatch, event+"?dry_run=true", js{"title": "Dry"}, 200)
		do("wrong", http.MethodPatch, event, js{"start_date": "never"}, 400)
		do("gone", http.MethodDelete, event+"?force=true", nil, 200)
		tag := do("tag", http.MethodPost, "/tags", js{"name": "Blues"}, 201).id()
		do("no-tag", http.MethodDelete, one("tags", tag), nil, 200)
		s.sendWith(identified("stranger"), "", http.MethodPost, "/tags", js{"name": "Rock"})

		id := func(sql string) (id int64) {
			for id = range s.numbers(sql) {
				break
			}
			return id
		}
		user := id("SELECT id, id FROM users WHERE name = 'editor'")
		line := func(action, resource string, record int64, request string) string {
			return fmt.Sprint(user, " editor ", action, " ", resource, " ", record, " 127.0.0.1 ", request)
		}
		want := []string{
			line("created", "tag", id("SELECT id, id FROM tags WHERE name = 'jazz'"), "made"),
			line("created", "venue", id("SELECT id, id FROM venues"), "made"),
			line("created", "organizer", id("SELECT id, id FROM organizers"), "made"),
			line("created", "event", made.id(), "made"),
			line("updated", "event", made.id(), "changed"),
			line("trashed", "event", made.id(), "binned"),
			line("restored", "event", made.id(), "back"),
			line("trashed", "event", made.id(), "binned-again"),
			line("deleted", "event", made.id(), "gone"),
			line("created", "tag", tag, "tag"),
			line("deleted", "tag", tag, "no-tag"),
		}
		got := s.audited(audit.Filter{})
		if diff := cmp.Diff(want, got[len(auth.Roles()):]); diff != "" { // After the users, which commands have made.
			t.Errorf("the audit (-want +got):\n%s", diff)
		}
	})
}

func TestAReplayedWriteIsAuditedOnce(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	for range 3 {
		s.sendWith(map[string]string{"Idempotency-Key": "k", "X-Request-Id": "once"}, "", http.MethodPost, "/tags", js{"name": "Jazz"})
	}
	if got := s.audited(audit.Filter{Request: "once"}); len(got) != 1 {
		t.Errorf("entries %q", got)
	}
}

func TestPublicationIsNobodysDoing(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withClock(now))
		due := now.Now().Add(time.Hour).Format(time.DateTime)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Soon", js{"date_utc": due})).id()
		now.Advance(2 * time.Hour)
		s.get("/events")
		want := []string{fmt.Sprintf("0  published event %d  ", id)}
		if diff := cmp.Diff(want, s.audited(audit.Filter{Action: audit.ActionPublished})); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestAnImportIsAuditedUnderOneName(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		const n = 600
		ctx := httpapi.NewRun(t.Context(), "import")
		err := s.API.Writes.Bulk(ctx, 1, func(b *mutate.BulkWriter) error {
			for i := range n {
				if _, err := b.Create(s.Env.Resource("tag"), js{"name": fmt.Sprint("Tag ", i)}, mutate.ImportedFields{}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		got := s.audited(audit.Filter{Resource: "tag", User: audit.CommandLine, Request: request.ID(ctx)})
		if len(got) != n {
			t.Errorf("%d entries, want %d", len(got), n)
		}
		err = s.API.Writes.Bulk(ctx, 1, func(b *mutate.BulkWriter) error {
			_, err := b.Create(s.Env.Resource("tag"), js{"name": "Undone"}, mutate.ImportedFields{})
			return errors.Join(err, context.DeadlineExceeded)
		})
		if more := s.audited(audit.Filter{Resource: "tag"}); err == nil || len(more) != n {
			t.Errorf("what was undone (%v) is in the audit: %d entries", err, len(more))
		}
	})
}

func TestTheAuditFollowsTrustedProxiesOnly(t *testing.T) {
	loopback := func(c *service.Config) {
		c.OpenNetwork, c.Proxies = true, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}
	network := func(c *service.Config) { c.OpenNetwork = true }
	for _, tt := range []struct {
		name    string
		options []func(*service.Config)
		want    string
	}{
		{"a proxy is believed", []func(*service.Config){loopback}, "203.0.113.7"},
		{"a client is not", []func(*service.Config){network}, "127.0.0.1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := openSite(t, prepared.SQLite(t), tt.options...)
			s.sendWith(map[string]string{"X-Forwarded-For": "198.51.100.1, 203.0.113.7"}, "", http.MethodPost, "/tags", js{"name": "Jazz"})
			got := s.audited(audit.Filter{Resource: "tag"})
			if len(got) != 1 || !strings.Contains(got[0], " "+tt.want+" ") {
				t.Errorf("the audit says %q, want %s", got, tt.want)
			}
		})
	}
}

func TestWrongPasswordsCountAgainstTheClientBehindAProxy(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers, stopped, func(c *service.Config) { c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	try := func(list, word string) int {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.root+"/tags", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth("editor", word)
		r.Header.Set("X-Forwarded-For", list)
		response, err := s.server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return s.read(response).status
	}
	// What the client writes itself changes from try to try and helps nothing.
	last := 0
	for i := range 12 {
		last = try(fmt.Sprintf("198.51.100.%d, 203.0.113.7", i), fmt.Sprint("wrong ", i))
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("after many wrong passwords: %d", last)
	}
	if got := try("203.0.113.8", password); got != http.StatusOK {
		t.Errorf("another client behind the same proxy: %d", got)
	}
}
