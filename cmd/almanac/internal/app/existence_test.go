package app_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/deployment"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
)

// hidden is a record that does not exist for a visitor: its id, slug and name,
// each with one of the same length that nobody has.
type hidden struct {
	what, kind, status   string
	language             string // "" for the deployment's first.
	number               int64
	id, slug, name       string
	noID, noSlug, noName string
}

// hide describes the n-th hidden record.
func hide(n int, resource, what, status, language string) hidden {
	number := int64(7000000 + 10000*n)
	return hidden{
		what: what, kind: resource, status: status, language: language, number: number,
		id: fmt.Sprint(number), slug: fmt.Sprintf("zzveiled-%d-a", n), name: fmt.Sprintf("Zzveiled %d a", n),
		noID: fmt.Sprint(number + 1000), noSlug: fmt.Sprintf("zzveiled-%d-b", n), noName: fmt.Sprintf("Zzveiled %d b", n),
	}
}

// hiddenRecords lists what the tests hide: in deployments with languages also
// what is in another one than the request.
func hiddenRecords(d deployment.Deployment) []hidden {
	list := []hidden{
		hide(1, "venue", "a draft venue", "draft", ""), hide(2, "event", "a private event", "private", ""), hide(3, "event", "somebody's draft", "draft", ""),
		hide(4, "venue", "a trashed venue", "trash", ""), hide(5, "organizer", "a pending organizer", "pending", ""), hide(6, "event", "a trashed event", "trash", ""),
		hide(9, "category", "a category of a draft", "", ""), hide(10, "tag", "a tag of a draft", "", ""),
	}
	if d.LanguageParam != "" {
		list = append(list, hide(7, "category", "a category in another language", "", "fr"), hide(8, "tag", "a tag in another language", "", "fr"))
	}
	return list
}

// veil makes the hidden records with their ids, as an import does, and public
// ones beside them.
func veil(s *site, list []hidden) {
	s.t.Helper()
	err := s.API.Writes.Bulk(context.Background(), 1, func(b *mutate.BulkWriter) error {
		for _, h := range list {
			k := s.Env.Resource(h.kind)
			fields := js{k.NameField: h.name}
			if h.kind == "event" {
				fields = newEvent(h.name, js{"categories": "Public", "tags": "Public"})
			}
			if h.status != "" {
				fields["status"] = h.status
			}
			origin := mutate.ImportedFields{ID: h.number, Slug: h.slug, Language: h.language}
			if h.status == "trash" {
				origin.Slug, origin.WantedSlug = h.slug+"__trashed", h.slug
			}
			if _, err := b.Create(k, fields, origin); err != nil {
				return fmt.Errorf("%s: %w", h.what, err)
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", newEvent("Draft", js{"status": "draft", "categories": "Zzveiled 9 a", "tags": "Zzveiled 10 a"}))
	for _, status := range []string{"publish", "draft"} {
		s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", newEvent("Public "+status, js{
			"status": status, "venue": js{"venue": "Hall " + status}, "organizer": js{"organizer": "Club " + status}, "categories": "Public", "tags": "Public",
		}))
	}
}

// likeNobodys checks that a visitor's request that names a hidden record is
// answered as one that names none, byte for byte.
func (s *site) likeNobodys(method, path string, body func(value string) any, real, none string) {
	s.t.Helper()
	ask := func(value string) response {
		var sent any
		if body != nil {
			sent = body(value)
		}
		a := s.send("", method, strings.ReplaceAll(path, "{}", url.QueryEscape(value)), sent)
		s.healthy(path, a)
		for _, form := range []string{value, url.QueryEscape(value), url.PathEscape(value)} {
			a.text = strings.ReplaceAll(a.text, form, "{}")
			for _, values := range a.header {
				for i := range values {
					values[i] = strings.ReplaceAll(values[i], form, "{}")
				}
			}
		}
		// These differ between any two answers: the tag is a hash that covers the
		// address in the body, and all of that is compared.
		for _, name := range []string{"Date", "X-Request-Id", "Etag"} {
			a.header.Del(name)
		}
		return a
	}
	got, want := ask(real), ask(none)
	diff := cmp.Diff(want.text, got.text) + cmp.Diff(want.header, got.header)
	if got.status != want.status || diff != "" {
		s.t.Errorf("%s %s with %q: %d, want the %d of %q (-want +got):\n%s", method, path, real, got.status, want.status, none, diff)
	}
}

// byID and byName are the requests that name a record of any kind.
var (
	byID = []string{
		"/events?venue={}", "/events?organizer={}", "/events?venue[]={}", "/events?include={}", "/events?include={}&page=2", "/events?post_parent={}",
		"/events?categories={}", "/events?tags={}", "/events?venue={}&organizer={}", "/venues?event={}", "/organizers?event={}", "/venues?event={}&has_events=1",
		"/categories?event={}", "/categories?post={}", "/tags?event={}", "/tags?post={}", "/categories?include={}", "/categories?exclude={}", "/categories?parent={}",
		"/tags?include={}", "/tags?exclude={}", "/categories?include={}&hide_empty=0", "/categories?exclude={}&hide_empty=0", "/tags?include={}&hide_empty=0",
	}
	byName = []string{
		"/events?search={}", "/venues?search={}", "/organizers?search={}", "/categories?search={}", "/tags?search={}", "/categories?search={}&hide_empty=0", "/tags?search={}&hide_empty=0",
		"/events?categories={}", "/events?tags={}", "/categories?slug={}", "/tags?slug={}", "/categories?slug={}&hide_empty=0", "/tags?slug={}&hide_empty=0",
		"/events?search=-{}", "/events?venue={}", "/events?include={}",
	}
)

// linking are the fields of an event that name other records.
var linking = []string{"venue", "organizer", "categories", "tags", "post_parent", "author", "image"}

func TestNobodyLearnsThatAHiddenRecordExists(t *testing.T) {
	for _, d := range []deployment.Deployment{deployments.A(), deployments.B()} {
		t.Run("deployment "+d.Name, func(t *testing.T) {
			prepared.Sampled(t, func(t *testing.T, url string) {
				s := openSite(t, url, withUsers, func(c *service.Config) { c.Deployment = d })
				list := hiddenRecords(d)
				veil(s, list)
				for _, h := range list {
					t.Run(h.what, func(t *testing.T) {
						inner := *s
						inner.t = t
						inner.veiled(h, d)
					})
				}
			})
		})
	}
}

// veiled tries every request that can name a hidden record.
func (s *site) veiled(h hidden, d deployment.Deployment) {
	s.t.Helper()
	chosen := sample(s.t, 3)
	like := func(method, path string, body func(string) any, real, none string) {
		if chosen() {
			s.likeNobodys(method, path, body, real, none)
		}
	}
	languages := []string{""}
	if h.language != "" {
		languages = nil // It is hidden from requests in another language alone.
	}
	if d.LanguageParam != "" {
		languages = append(languages, "&"+d.LanguageParam+"=en")
	}
	for _, language := range languages {
		for _, path := range byID {
			like(http.MethodGet, path+language, nil, h.id, h.noID)
		}
		for _, path := range byName {
			like(http.MethodGet, path+language, nil, h.slug, h.noSlug)
			like(http.MethodGet, path+language, nil, h.name, h.noName)
		}
		for _, field := range linking {
			send := func(value string) any { return newEvent("Mine", js{field: value}) }
			like(http.MethodPost, "/events?a=b"+language, send, h.id, h.noID)
		}
		if h.language != "" {
			like(http.MethodGet, "/"+s.Env.Resource(h.kind).Plural+"/{}?a=b"+language, nil, h.id, h.noID)
		}
	}
	if h.status == "trash" { // Its slug names it no more.
		like(http.MethodGet, "/"+s.Env.Resource(h.kind).Plural+"/by-slug/{}", nil, h.slug, h.noSlug)
	}
}

// TestTermsAreNamedToThoseWhoMaySeeARecordOfThem has a category that nothing has, one above
// another, and some whose only event is hidden.
func TestTermsAreNamedToThoseWhoMaySeeARecordOfThem(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		ids := map[string]int64{}
		for _, c := range []struct {
			name, parent string
			event        js // One that has the category.
		}{
			{"Unused", "", nil},
			{"Above", "", js{"status": "private"}},
			{"Below", "Above", js{"status": "publish"}},
			{"Draft", "", js{"status": "draft"}},
			{"Under it", "Below", js{"status": "private"}},
			{"Trash", "", js{"status": "trash"}},
		} {
			ids[c.name] = s.mustBy("editor", http.StatusCreated, http.MethodPost, "/categories", js{"name": c.name, "parent": ids[c.parent]}).id()
			if c.event != nil {
				c.event["categories"] = []any{ids[c.name]}
				s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("An event", c.event))
			}
		}
		for role, want := range map[string]string{
			"": "Above, Below, Unused", "subscriber": "Above, Below, Unused", "contributor": "Above, Below, Unused",
			"author": "Above, Below, Draft, Under it, Unused", "editor": "Above, Below, Draft, Trash, Under it, Unused",
		} {
			var names []string
			for _, c := range s.mustBy(role, http.StatusOK, http.MethodGet, "/categories?hide_empty=0&orderby=name", nil).body["categories"].([]any) {
				names = append(names, c.(js)["name"].(string))
			}
			if got := strings.Join(names, ", "); got != want {
				t.Errorf("%q is told of %s, want %s", role, got, want)
			}
			for name, id := range ids {
				want := http.StatusOK
				if !slices.Contains(names, name) {
					want = http.StatusNotFound
				}
				s.mustBy(role, want, http.MethodGet, "/categories/"+list(id), nil)
			}
		}
	})
}

// TestFiltersFindProtectedEvents asks for a protected event by what its response
// does not show: filters find it, as in The Events Calendar, and searches do not.
func TestFiltersFindProtectedEvents(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		// Public by themselves: what is made with a protected event is hidden as it is.
		venue := s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "geo_lat": 50, "geo_lng": 8}).id()
		organizer := s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/organizers", js{"organizer": "Club"}).id()
		a := s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", newEvent("Protected", js{
			"venue": venue, "organizer": organizer, "categories": "Music", "tags": "Jazz",
			"featured": true, "description": "Secret words", "post_password": "sesame",
		}))
		tests := []struct {
			path string
			want string // Total for those who do not know the password; it is 1 for others.
		}{
			{"/events?", "1"},
			{"/events?include=" + list(a.id()), "1"},
			{"/events?search=protected", "1"},
			{"/events?search=secret", "0"},
			{"/events?venue=" + list(venue), "1"},
			{"/events?organizer=" + list(organizer), "1"},
			{"/events?categories=music", "1"},
			{"/events?tags=jazz", "1"},
			{"/events?featured=1", "1"},
			{"/events?geoloc=1", "1"},
			{"/events?geoloc_lat=50&geoloc_lng=8", "1"},
			{"/venues?has_events=1", "1"},
			{"/organizers?only_with_upcoming=1", "1"},
		}
		for _, tt := range tests {
			t.Run(tt.path, func(t *testing.T) {
				for _, as := range []struct{ user, password, want string }{
					{"", "", tt.want}, {"", "wrong", tt.want}, {"author", "", tt.want}, {"", "sesame", "1"}, {"editor", "", "1"},
				} {
					got := s.mustBy(as.user, http.StatusOK, http.MethodGet, tt.path+"&password="+as.password, nil).header.Get("X-TEC-Total")
					if got != as.want {
						t.Errorf("%q with the password %q finds %s, want %s", as.user, as.password, got, as.want)
					}
				}
			})
		}
	})
}

// TestAProtectedEventLinksToNothingWithoutItsPassword asks for what a protected
// event links to: a read of it refuses that, so no list tells it.
func TestAProtectedEventLinksToNothingWithoutItsPassword(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		id := list(s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Protected", js{
			"venue": js{"venue": "Hall"}, "organizer": js{"organizer": "Club", "email": "club@example.org"}, "categories": "Music", "tags": "Jazz",
			"post_password": "sesame",
		})).id())
		for _, path := range []string{"/venues?event=", "/organizers?event=", "/categories?event=", "/categories?post=", "/tags?event=", "/tags?post="} {
			for _, as := range []struct{ name, user, query, want string }{
				{"a visitor", "", "", "0"},
				{"a visitor with a wrong password", "", "&password=wrong", "0"},
				{"a visitor without edit rights who asks to edit", "", "&context=edit", "0"},
				{"another contributor who asks to edit", "contributor", "&context=edit", "0"},
				{"the author", "author", "", "0"},
				{"an editor", "editor", "", "0"},
				{"a visitor with the password", "", "&password=sesame", "1"},
				{"the author who asks to edit", "author", "&context=edit", "1"},
				{"an editor who asks to edit", "editor", "&context=edit", "1"},
				{"an editor with the password", "editor", "&password=sesame", "1"},
			} {
				t.Run(path+" of "+as.name, func(t *testing.T) {
					a := s.mustBy(as.user, http.StatusOK, http.MethodGet, path+id+as.query, nil)
					if got := a.header.Get("X-TEC-Total"); got != as.want {
						t.Errorf("total %s, want %s: %s", got, as.want, a.text)
					}
				})
			}
		}
	})
}
