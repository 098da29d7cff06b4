package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/auth"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// inline are the fields of an event that describe a venue and an organizer.
func inline(more js) js {
	fields := js{"venue": js{"venue": marker + " hall", "address": marker}, "organizer": []any{js{"organizer": marker, "email": marker + "@example.org"}}}
	for name, value := range more {
		fields[name] = value
	}
	return fields
}

// made returns the ids of the one venue and the one organizer.
func (s *site) made() (venue, organizer int64) {
	s.t.Helper()
	for id := range s.numbers("SELECT id, version FROM venues") {
		venue = id
	}
	for id := range s.numbers("SELECT id, version FROM organizers") {
		organizer = id
	}
	return venue, organizer
}

// showsInline checks whether visitors see what was made inline, wherever they
// look.
func (s *site) showsInline(shown bool, event int64) {
	s.t.Helper()
	venue, organizer := s.made()
	status, total := http.StatusForbidden, "0"
	if shown {
		status, total = http.StatusOK, "1"
	}
	for _, path := range []string{one("venues", venue), one("organizers", organizer)} {
		a := s.mustBy("", status, http.MethodGet, path, nil)
		if shown != strings.Contains(a.text, marker) {
			s.t.Errorf("%s: %s", path, a.text)
		}
	}
	for _, path := range []string{"/venues", "/organizers", "/venues?search=" + marker, "/organizers?search=" + marker} {
		if got := s.mustBy("", http.StatusOK, http.MethodGet, path, nil).header.Get("X-TEC-Total"); got != total {
			s.t.Errorf("%s: total %s, want %s", path, got, total)
		}
	}
	for _, path := range []string{"/venues?event=", "/organizers?event=", "/events?include=", "/events/", "/events?format=ics&include="} {
		if a := s.send("", http.MethodGet, path+list(event), nil); !shown && strings.Contains(a.text, marker) {
			s.t.Errorf("%s tells what is hidden: %s", path, a.text)
		}
	}
}

// hiding are the ways in which an event is not public, with the status that it
// gives to what is made inside of it.
var hiding = []struct {
	name, user string
	fields     js
	status     string
}{
	{"a draft", "author", js{"status": "draft"}, "draft"},
	{"a pending event", "author", js{"status": "pending"}, "draft"},
	{"a private event", "author", js{"status": "private"}, "private"},
	{"a future event", "author", js{"date": time.Now().AddDate(0, 0, 9).Format(time.DateTime)}, "draft"},
	{"a protected event", "author", js{"post_password": "sesame"}, "draft"},
	{"an event in the trash", "editor", js{"status": "trash"}, "draft"},
	{"what a contributor hands in", "contributor", js{"status": "publish"}, "draft"},
	{"an event whose venue asks to be published", "author", inline(js{"status": "draft", "venue": js{"venue": marker, "address": marker, "status": "publish"}}), "draft"},
}

func TestWhatIsMadeInsideOfAHiddenEventIsPublishedWithIt(t *testing.T) {
	for _, tt := range hiding {
		t.Run(tt.name, func(t *testing.T) {
			prepared.Sampled(t, func(t *testing.T, url string) {
				s := openSite(t, url, withUsers)
				event := s.mustBy(tt.user, http.StatusCreated, http.MethodPost, "/events", newEvent("Event", inline(tt.fields)))
				for _, table := range []string{"venues", "organizers"} {
					if got := s.texts("SELECT status || ' of ' || author FROM " + table); got[0] != tt.status+" of "+fmt.Sprint(event.body["author"]) {
						t.Errorf("%s: %s, want %s", table, got, tt.status)
					}
				}
				if strings.Count(event.text, marker+"@example.org") == 0 {
					t.Errorf("the answer does not show what it made: %s", event.text)
				}
				s.showsInline(false, event.id())
				if a := s.mustBy(tt.user, http.StatusOK, http.MethodGet, one("events", event.id())+"?context=edit", nil); !strings.Contains(a.text, marker+"@example.org") {
					t.Errorf("who may read the event does not see its organizer: %s", a.text)
				}
				date := time.Now().AddDate(0, 0, -1).Format(time.DateTime)
				a := s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", event.id()), js{"status": "publish", "date": date, "post_password": ""})
				if strings.Contains(a.text, `"status":"draft"`) {
					t.Errorf("the answer shows a draft: %s", a.text)
				}
				s.showsInline(true, event.id())
				s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", event.id()), js{"status": "draft"})
				s.showsInline(true, event.id())
			})
		})
	}
}

func TestTheFirstPublicEventPublishesWhatWasMadeInline(t *testing.T) {
	draft := func(s *site) int64 {
		return s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Draft", inline(js{"status": "draft"}))).id()
	}
	ways := map[string]func(s *site, now *servicetest.Clock) int64{
		"the clock publishes it": func(s *site, now *servicetest.Clock) int64 {
			due := now.Now().Add(time.Hour).Format(time.DateTime)
			id := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Soon", inline(js{"date_utc": due}))).id()
			s.showsInline(false, id)
			now.Advance(2 * time.Hour)
			return id
		},
		"another event links to them by id": func(s *site, _ *servicetest.Clock) int64 {
			draft(s)
			venue, organizer := s.made()
			return s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Public", js{"venue": venue, "organizer": organizer})).id()
		},
		"another event describes the same": func(s *site, _ *servicetest.Clock) int64 {
			draft(s)
			return s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Public", inline(nil))).id()
		},
		"a public event gets the links": func(s *site, _ *servicetest.Clock) int64 {
			draft(s)
			id := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Public", nil)).id()
			venue, organizer := s.made()
			s.mustBy("author", http.StatusOK, http.MethodPatch, one("events", id), js{"venue": []any{js{"id": venue}}, "organizer": organizer})
			return id
		},
		"the event comes back from the trash as a public one": func(s *site, _ *servicetest.Clock) int64 {
			id := draft(s)
			s.mustBy("author", http.StatusOK, http.MethodDelete, one("events", id), nil)
			s.showsInline(false, id)
			s.mustBy("author", http.StatusOK, http.MethodPatch, one("events", id), js{"status": "publish"})
			return id
		},
		"the password is removed": func(s *site, _ *servicetest.Clock) int64 {
			id := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Protected", inline(js{"post_password": "sesame"}))).id()
			s.mustBy("author", http.StatusOK, http.MethodPatch, one("events", id), js{"post_password": ""})
			return id
		},
		"they come back from the trash with it": func(s *site, _ *servicetest.Clock) int64 {
			id := draft(s)
			venue, _ := s.made()
			s.mustBy("author", http.StatusOK, http.MethodDelete, one("venues", venue), nil)
			s.mustBy("author", http.StatusOK, http.MethodPatch, one("venues", venue), js{"status": "draft"})
			s.mustBy("author", http.StatusOK, http.MethodPatch, one("events", id), js{"status": "publish"})
			return id
		},
		"an import brings a public event that links to them": func(s *site, _ *servicetest.Clock) int64 {
			draft(s)
			venue, organizer := s.made()
			var id int64
			err := s.API.Writes.Bulk(s.t.Context(), 1, func(b *mutate.BulkWriter) error {
				all, err := b.CreateAll(s.Env.Resource("event"), []mutate.CreateInput{{Fields: newEvent("Imported", js{"venue": list(venue), "organizer": list(organizer)}), Imported: mutate.ImportedFields{ID: 5000}}})
				id = all[0].Record.Common().ID
				return err
			})
			if err != nil {
				s.t.Fatal(err)
			}
			return id
		},
	}
	for _, name := range sorted(ways) {
		t.Run(name, func(t *testing.T) {
			prepared.Sampled(t, func(t *testing.T, url string) {
				now := servicetest.NewClock(time.Now().UTC())
				s := openSite(t, url, withUsers, withClock(now))
				id := ways[name](s, now)
				s.showsInline(true, id)
				if left := s.texts("SELECT slug FROM venues WHERE made_inline"); len(left) > 0 {
					t.Errorf("%s are still marked", left)
				}
			})
		})
	}
}

func TestAnEventPublishesOnlyWhatItsPublisherMayPublish(t *testing.T) {
	declare(t, map[string]auth.Permissions{
		"venue": {Create: auth.RoleContributor, Edit: auth.RoleEditor},
		"event": {Create: auth.RoleContributor, EditDrafts: auth.RoleContributor, Edit: auth.RoleAuthor, Publish: auth.RoleAuthor, EditOthers: auth.RoleAuthor},
	})
	in := func(d time.Duration) string { return time.Now().UTC().Add(d).Format(time.DateTime) }
	tests := []struct {
		name, user string
		made       js
		by         string // Who changes the event; "" for nobody.
		change     js
		shown      bool
	}{
		{"an author publishes a draft", "author", js{"status": "draft"}, "author", js{"status": "publish"}, false},
		{"an author publishes what a contributor handed in", "contributor", nil, "author", js{"status": "publish"}, false},
		{"an author creates a public event", "author", nil, "", nil, false},
		{"an author schedules an event", "author", js{"date_utc": in(time.Hour)}, "", nil, false},
		{"an author schedules a draft", "author", js{"status": "draft"}, "author", js{"status": "publish", "date_utc": in(time.Hour)}, false},
		{"an author adds the venue to a scheduled event", "author", js{"date_utc": in(time.Hour), "venue": nil}, "author", inline(nil), false},
		{"an author has the event of an editor published now", "editor", js{"date_utc": in(time.Hour)}, "author", js{"date_utc": in(-time.Hour)}, false},
		{"an author removes the password of an editor", "editor", js{"post_password": "sesame"}, "author", js{"post_password": ""}, false},
		{"an author changes what an editor has scheduled", "editor", js{"date_utc": in(time.Hour)}, "author", js{"title": "Other"}, true},
		{"an editor publishes the draft of an author", "author", js{"status": "draft"}, "editor", js{"status": "publish"}, true},
		{"an editor schedules the draft of an author", "author", js{"status": "draft"}, "editor", js{"status": "publish", "date_utc": in(time.Hour)}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			prepared.Sampled(t, func(t *testing.T, url string) {
				now := servicetest.NewClock(time.Now().UTC())
				s := openSite(t, url, withUsers, withClock(now))
				event := s.mustBy(tt.user, http.StatusCreated, http.MethodPost, "/events", newEvent("Event", inline(tt.made))).id()
				if tt.by != "" {
					s.mustBy(tt.by, http.StatusOK, http.MethodPatch, one("events", event), tt.change)
				}
				now.Advance(2 * time.Hour)
				a := s.mustBy("", http.StatusOK, http.MethodGet, one("events", event), nil)
				if got := strings.Contains(a.text, marker+" hall"); got != tt.shown {
					t.Errorf("the venue is shown: %t: %s", got, a.text)
				}
				if got := s.texts("SELECT status FROM venues"); (got[0] == "publish") != tt.shown {
					t.Errorf("the venue is in the status %s", got)
				}
			})
		})
	}
}

func TestWhatWasHiddenOnItsOwnStaysHidden(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	own := s.mustBy("author", http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Own", "status": "draft"}).id()
	asked := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Asked", js{"status": "draft", "venue": js{"venue": "Asked", "status": "pending"}}))
	later := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Later", js{"status": "draft", "venue": js{"venue": "Later"}}))
	s.mustBy("author", http.StatusOK, http.MethodPatch, one("venues", int64At(later, "venue")), js{"status": "private"})
	for _, event := range []response{asked, later} {
		s.mustBy("author", http.StatusOK, http.MethodPatch, one("events", event.id()), js{"status": "publish"})
	}
	public := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Public", js{"venue": own})).id()
	for _, venue := range []int64{own, int64At(asked, "venue"), int64At(later, "venue")} {
		s.mustBy("", http.StatusForbidden, http.MethodGet, one("venues", venue), nil)
	}
	if a := s.mustBy("", http.StatusOK, http.MethodGet, one("events", public), nil); fmt.Sprint(a.body["venue"]) != "[]" {
		t.Errorf("a public event shows a draft: %s", a.text)
	}
}

// int64At returns the id of the object in a member of a response.
func int64At(a response, name string) int64 {
	object, _ := a.body[name].(js)
	return response{body: object}.id()
}

func TestWhoMayReadAnEventSeesWhatWasMadeInsideOfIt(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		id := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Protected", inline(js{"post_password": "sesame"}))).id()
		for _, path := range []string{one("events", id) + "?", "/events?include=" + list(id) + "&", "/venues?event=" + list(id) + "&", "/organizers?event=" + list(id) + "&"} {
			for range 2 { // Then from what is shared.
				for _, as := range []struct {
					user, query string
					sees        bool
				}{{"", "", false}, {"", "password=wrong", false}, {"author", "context=edit", false}, {"", "password=sesame", true}, {"editor", "password=sesame", true}} {
					a := s.send(as.user, http.MethodGet, path+as.query, nil)
					if got := strings.Contains(a.text, marker); got != as.sees {
						t.Errorf("%q sees %s%s: %t: %s", as.user, path, as.query, got, a.text)
					}
				}
			}
		}
		venue, _ := s.made()
		s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", id), js{"author": s.userID("author")})
		a := s.mustBy("author", http.StatusOK, http.MethodGet, one("events", id)+"?context=edit", nil)
		s.mustBy("author", http.StatusForbidden, http.MethodGet, one("venues", venue), nil)
		s.mustBy("author", http.StatusBadRequest, http.MethodPost, "/events", newEvent("Other", js{"venue": venue}))
		back := s.mustBy("author", http.StatusOK, http.MethodPut, one("events", id), a.body)
		if int64At(back, "venue") != venue {
			t.Errorf("what was read, sent back, loses the venue: %s", back.text)
		}
	})
}

func (s *site) userID(name string) int64 {
	s.t.Helper()
	for id := range s.numbers("SELECT id, version FROM users WHERE name = $1", name) {
		return id
	}
	s.t.Fatalf("no user %s", name)
	return 0
}

func TestInlineRecordsBelongToTheAuthorOfTheirEvent(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	author := s.userID("author")
	event := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Event", inline(js{"status": "draft", "author": author})))
	venue, organizer := s.made()
	for _, path := range []string{one("events", event.id()), one("venues", venue), one("organizers", organizer)} {
		if a := s.mustBy("author", http.StatusOK, http.MethodGet, path, nil); a.body["author"] != fmt.Sprint(author) {
			t.Errorf("%s is of %v, want %d", path, a.body["author"], author)
		}
	}
}

func TestAnImageThatTheCallerMayNotSeeDoesNotExist(t *testing.T) {
	const address = "https://example.org/" + marker + ".png"
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		private := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Private", js{"status": "private", "image": address}))
		image := int64At(private, "image")
		for _, user := range []string{"contributor", "author"} {
			s.likeNobodysBy(user, image)
		}
		refused := s.mustBy("contributor", http.StatusBadRequest, http.MethodPost, "/events", newEvent("Mine", js{"image": address}))
		unknown := s.mustBy("contributor", http.StatusBadRequest, http.MethodPost, "/events", newEvent("Mine", js{"image": "https://example.org/nobodys.png"}))
		if refused.text != unknown.text {
			t.Errorf("a hidden address is told from an unknown one: %s, %s", refused.text, unknown.text)
		}
		s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", private.id()), js{"status": "publish", "post_password": "sesame"})
		s.likeNobodysBy("contributor", image)
		s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", private.id()), js{"post_password": ""})
		mine := s.mustBy("contributor", http.StatusCreated, http.MethodPost, "/events", newEvent("Mine", js{"image": image}))
		if int64At(mine, "image") != image {
			t.Errorf("the image of a public event cannot be used: %s", mine.text)
		}
		s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", private.id()), js{"status": "draft"})
		s.mustBy("contributor", http.StatusOK, http.MethodPatch, one("events", mine.id()), js{"image": mine.body["image"]})
		own := s.mustBy("author", http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "image": "https://example.org/own.png"})
		s.mustBy("author", http.StatusOK, http.MethodPatch, one("venues", own.id()), js{"image": false})
		s.mustBy("author", http.StatusOK, http.MethodPatch, one("venues", own.id()), js{"image": int64At(own, "image")})
		s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("Editor's", js{"image": image}))
	})
}

// likeNobodysBy checks that an image is refused as one that nobody has registered,
// in every form in which it can be named.
func (s *site) likeNobodysBy(user string, image int64) {
	s.t.Helper()
	for _, form := range []func(id int64) any{func(id int64) any { return id }, func(id int64) any { return list(id) }, func(id int64) any { return js{"id": id} }} {
		for _, path := range []string{"/events", "/venues", "/organizers"} {
			send := func(id int64) string {
				a := s.mustBy(user, http.StatusBadRequest, http.MethodPost, path, newEvent("Mine", js{"venue": "V", "organizer": "O", "image": form(id)}))
				return strings.ReplaceAll(a.text, list(id), "{}")
			}
			if path == "/events" {
				send = func(id int64) string {
					a := s.mustBy(user, http.StatusBadRequest, http.MethodPost, path, newEvent("Mine", js{"image": form(id)}))
					return strings.ReplaceAll(a.text, list(id), "{}")
				}
			}
			if got, want := send(image), send(987654); got != want {
				s.t.Errorf("%s by %s: %s, want %s", path, user, got, want)
			}
		}
	}
}

func TestAWriteOfNothingKnownChangesNothing(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withClock(now), func(c *service.Config) { c.Deployment = deployments.A() })
		records := map[string]response{
			"events":     s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Event", inline(js{"tags": "jazz", "image": "https://example.org/a.png"}))),
			"venues":     s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}),
			"organizers": s.must(http.StatusCreated, http.MethodPost, "/organizers", js{"organizer": "Club"}),
			"categories": s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Music"}),
			"tags":       s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": "Folk"}),
		}
		now.Advance(time.Hour)
		for resource, made := range records {
			path := one(resource, made.id())
			before, tag := s.rows(), s.get(path).header.Get("ETag")
			for _, body := range []js{{}, {"nonsense": 1}, {"id": 999, "url": "https://example.org/", "rest_url": "x", "global_id": "x", "json_ld": js{}, "modified": "2001-01-01 00:00:00"}} {
				a := s.must(http.StatusOK, http.MethodPatch, path+"?dry_run=0&context=edit", body)
				if got := a.header.Get("ETag"); a.id() != made.id() || got != made.header.Get("ETag") || s.get(path).header.Get("ETag") != tag {
					t.Errorf("%s with %v answers %s", path, body, a.text)
				}
			}
			if resource == "events" {
				s.must(http.StatusOK, http.MethodPatch, path, js{"categories": nil, "tags": nil, "utc_start_date": "2001-01-01 00:00:00", "cost_details": js{}})
			}
			if after := s.rows(); strings.Join(before, "\n") != strings.Join(after, "\n") {
				t.Errorf("a write of nothing to %s changes the database", resource)
			}
			s.mustIfMatch(path, made.header.Get("ETag"))
		}
		s.must(http.StatusNotFound, http.MethodPatch, "/events/999999", js{})
		s.must(http.StatusOK, http.MethodPatch, one("venues", records["venues"].id())+"?translation_language=fr", nil)
		if got := s.texts("SELECT language FROM venues WHERE id = $1", records["venues"].id()); got[0] != "fr" {
			t.Errorf("a language by itself is not written: %s", got)
		}
	})
}

// mustIfMatch checks that preconditions count for a write of nothing as for any.
func (s *site) mustIfMatch(path, tag string) {
	s.t.Helper()
	for sent, want := range map[string]int{tag: http.StatusOK, `"other"`: http.StatusPreconditionFailed} {
		if a := s.sendWith(map[string]string{"If-Match": sent}, "", http.MethodPatch, path, js{}); a.status != want {
			s.t.Errorf("If-Match %s on %s: %d, want %d: %s", sent, path, a.status, want, a.text)
		}
	}
}
