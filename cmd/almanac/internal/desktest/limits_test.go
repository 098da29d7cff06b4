package desktest

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/desk/records"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// maxRoundTrips is how often a page of the desk may wait for the store, maxPage how many bytes
// it may have with its style and scripts, maxScripts those of the scripts alone.
const (
	maxRoundTrips = 9
	maxPage       = 100_000
	maxScripts    = 40_000
)

// withRecords adds the pages of records to the desk of a service where users sign in.
func withRecords(c *service.Config) {
	c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) { return desk.New(api, records.Part).Lookup }
}

// fill adds records with long names and all kinds of links, many of each status, and
// returns the paths of pages of each kind that show them.
func fill(t *testing.T, s *servicetest.Server) []string {
	t.Helper()
	added := func(plural string, body map[string]any) string {
		a := s.Send("root", http.MethodPost, plural, body)
		if a.Status != http.StatusCreated {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		return idIn(a.Header.Get("Location"))
	}
	parent := "0"
	for n := range 30 {
		parent = added("categories", map[string]any{"name": fmt.Sprintf("Category with a long name %d", n), "parent": parent})
	}
	last := ""
	var pages []string
	for n := range 60 {
		body := map[string]any{
			"title": fmt.Sprint(strings.Repeat("A very long title ", 5), n), "start_date": "2026-07-01 20:00", "end_date": "2026-07-01 22:00",
			"venue": map[string]any{"venue": fmt.Sprint("Barn ", n)}, "organizer": []any{map[string]any{"organizer": fmt.Sprint("Choir ", n)}, map[string]any{"organizer": fmt.Sprint("Band ", n)}},
			"tags": []string{"a", fmt.Sprint("b", n)}, "categories": []any{"c", fmt.Sprint("d", n), parent}, "image": fmt.Sprintf("https://example.org/%d.jpg", n), "cost": "20",
			"status": []string{"publish", "pending", "draft"}[n%3],
		}
		last = added("events", body)
		for plural, name := range map[string]string{"venues": "venue", "organizers": "organizer"} {
			id := added(plural, map[string]any{name: fmt.Sprint("One that waits ", n), "status": "pending", "image": fmt.Sprintf("https://example.org/%s%d.jpg", plural, n)})
			if n == 0 {
				pages = append(pages, "/desk/records/"+plural+"/"+id)
			}
		}
	}
	var event map[string]any
	s.Send("root", http.MethodGet, "events/"+last+"?context=edit", nil).Decode(t, &event)
	picture := itoa(int64(event["image"].(map[string]any)["id"].(float64)))
	category := trimZeros(event["categories"].([]any)[0].(map[string]any)["id"])
	tag := trimZeros(event["tags"].([]any)[0].(map[string]any)["id"])
	for _, at := range []string{
		"", "/records/events", "/records/events/calendar", "/records/events?per_page=50", "/records/events?per_page=50&page=2", "/records/events?search=barn+b7+d7", "/records/events?search=title", "/records/events?status=pending", "/records/events?status=trash",
		"/records/events?venue=Barn+7", "/records/events?categories=c", "/records/events/csv", "/records/events?venue=Barn+7&organizer=Choir+7", "/records/events?venue=Barn+7&organizer=hoir+7",
		"/records/venues", "/records/venues?per_page=50&search=waits", "/records/organizers?per_page=50", "/records/categories?per_page=50", "/records/tags?per_page=50",
		"/records/events/new", "/records/venues/new", "/records/organizers/new", "/records/categories/new", "/records/tags/new",
		"/records/events/" + last, "/records/categories/" + category, "/records/tags/" + tag,
		"/records/events/lookup?q=title", "/records/venues/lookup?q=Barn", "/records/categories/lookup?q=d1", "/authors/lookup?q=r",
		"/media", "/media?search=example", "/media?page=2", "/media/" + picture, "/users", "/users/1", "/account",
	} {
		pages = append(pages, "/desk"+at)
	}
	return pages
}

func TestPagesAreSmallAndAskTheStoreSeldom(t *testing.T) {
	migrated.Each(t, func(t *testing.T, at string) {
		s := servicetest.New(t, at, generated.Service(), withRecords)
		s.AddUser("root", auth.RoleAdministrator)
		for n := range 30 {
			s.AddUser(fmt.Sprint("reader ", n), auth.RoleAuthor)
		}
		pages := fill(t, s)
		b := open(t, s).signIn("root")
		b.header.Set("Prefer", "server-timing")
		tag := 0
		for _, p := range pages {
			tag++
			if a := s.Send("root", http.MethodPost, "tags", map[string]any{"name": fmt.Sprint("new ", tag)}); a.Status != http.StatusCreated {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			b.isSmall(p, "after a write")
			b.isSmall(p, "again")
		}
		fresh := func() { // Has nothing in memory.
			b.site = servicetest.New(t, at, generated.Service(), withRecords).Env.Deployment.SiteURL
		}
		for _, p := range pages {
			fresh()
			b.isSmall(p, "first")
		}
		ids := chosen(t, s)
		for _, form := range [][]string{
			{"action", "delete"},
			{"action", "set:featured=true"},
			{"action", "add:tags", "value.find", "a"},
			{"action", "remove:categories", "value.find", "nothing like it"},
			{"action", "set:venue", "value.find", "arn 7"},
		} {
			fresh()
			b.isSmall("/desk/records/events/bulk", "first", append(form, ids...)...)
		}
	})
}

// chosen returns what a form about 50 events sends.
func chosen(t *testing.T, s *servicetest.Server) []string {
	t.Helper()
	var list struct {
		Events []struct{ ID int64 }
	}
	s.Send("root", http.MethodGet, "events?status=any&per_page=50&starts_after=2026-01-01", nil).Decode(t, &list)
	if len(list.Events) != 50 {
		t.Fatalf("%d events, want 50", len(list.Events))
	}
	var form []string
	for _, e := range list.Events {
		form = append(form, "id", itoa(e.ID))
	}
	return form
}

// isSmall opens a page, or sends a form to it, which fails if it waits for the store too often or
// is too large.
func (b *browser) isSmall(at, when string, form ...string) {
	b.t.Helper()
	var page response
	if form == nil {
		page = b.get(at)
	} else {
		page = b.post(at, form...)
		at += " with " + form[1]
	}
	if page.status != http.StatusOK {
		b.t.Errorf("%s: %d", at, page.status)
	}
	_, timing, _ := strings.Cut(page.header.Get("Server-Timing"), "statements, ")
	count, _, _ := strings.Cut(timing, " ")
	trips, err := strconv.Atoi(count)
	if err != nil || trips > maxRoundTrips {
		b.t.Errorf("%s, %s: %d round trips, want %d at most (%v)", at, when, trips, maxRoundTrips, err)
	}
	size, scripts := len(page.text), 0
	for _, part := range strings.Split(page.text, `"`) {
		if strings.HasPrefix(part, "/desk/assets/") {
			n := len(b.get(part).text)
			if size += n; strings.HasSuffix(part, ".js") {
				scripts += n
			}
		}
	}
	if size > maxPage || scripts > maxScripts {
		b.t.Errorf("%s has %d bytes with its style and scripts, %d of scripts, want %d and %d at most", at, size, scripts, maxPage, maxScripts)
	}
}
