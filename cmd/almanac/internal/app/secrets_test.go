package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"almanac/runtime/service"
)

// marker stands in everything that a visitor may not see, and in nothing else.
const marker = "Zzyzx"

// secrets is a service full of records that visitors may not see.
type secrets struct {
	*site
	events, venues, organizers []int64 // All of them secret.
	public                     int64   // A public event that links to them.
	venue                      int64   // The public venue of the secret events.
	protected                  int64   // A public event whose content a password protects.
	slugs                      []string
}

// admin makes a record as the administrator and returns its response.
func (s *secrets) admin(path string, body js) response {
	s.t.Helper()
	return s.mustBy("administrator", http.StatusCreated, http.MethodPost, path, body)
}

// openSecrets fills a service.
func openSecrets(t *testing.T, url string, options ...func(*service.Config)) *secrets {
	t.Helper()
	s := &secrets{site: openSite(t, url, append(options, withUsers)...)}
	s.venue = s.admin("/venues", js{"venue": "Open hall", "geo_lat": 1, "geo_lng": 1}).id()
	for _, status := range []string{"draft", "pending", "private", "future", "trash"} {
		more := func(fields js) js {
			fields["status"], fields["description"], fields["excerpt"], fields["website"] = status, marker, marker, "https://"+marker+".example.org/"
			fields["image"] = "https://example.org/" + marker + ".png"
			if status == "future" {
				fields["status"], fields["date"] = "publish", time.Now().AddDate(0, 0, 9).Format(time.DateTime)
			}
			return fields
		}
		s.venues = append(s.venues, s.admin("/venues", more(js{"venue": marker + " hall", "address": marker, "geo_lat": 50, "geo_lng": 8})).id())
		s.organizers = append(s.organizers, s.admin("/organizers", more(js{"organizer": marker, "email": marker, "phone": marker})).id())
		event := s.admin("/events", more(newEvent(marker, js{"venue": s.venue, "categories": "Public category", "tags": "Public tag", "featured": true, "ticketed": "zz"})))
		s.events = append(s.events, event.id())
		s.slugs = append(s.slugs, event.body["slug"].(string))
	}
	s.public = s.linked()
	s.protected = s.admin("/events", newEvent("Protected", js{
		"description": marker, "excerpt": marker, "website": "https://" + marker + ".example.org/", "image": "https://example.org/" + marker + "2.png",
		"cost": marker, "post_password": marker + "word",
	})).id()
	return s
}

// linked makes a public event that links to every secret venue and organizer:
// it is made while they are public.
func (s *secrets) linked() int64 {
	s.t.Helper()
	venue := s.admin("/venues", js{"venue": marker + " later", "description": marker}).id()
	organizer := s.admin("/organizers", js{"organizer": marker + " later", "email": marker}).id()
	event := s.admin("/events", newEvent("Public", js{"venue": append(s.untrashed(s.venues), venue), "organizer": append(s.untrashed(s.organizers), organizer)}))
	s.mustBy("administrator", http.StatusOK, http.MethodPatch, one("venues", venue), js{"status": "draft"})
	s.mustBy("administrator", http.StatusOK, http.MethodDelete, one("organizers", organizer), nil)
	s.venues, s.organizers = append(s.venues, venue), append(s.organizers, organizer)
	return event.id()
}

// untrashed leaves out the record in the trash, which nobody can link to.
func (s *secrets) untrashed(ids []int64) []int64 { return append([]int64{}, ids[:len(ids)-1]...) }

// paths are requests that must not tell anything secret, whatever the response.
func (s *secrets) paths() []string {
	paths := []string{
		"/events", "/events?per_page=50", "/events?start_date=1990-01-01&end_date=2100-01-01&per_page=50", "/events?include=" + list(s.events...), "/events?status=publish",
		"/events?status=draft", "/events?status=any", "/events?status=trash", "/events?context=edit", "/events?featured=true", "/events?ticketed=true",
		"/events?categories=public-category", "/events?tags=public-tag", "/events?venue=" + list(s.venue), "/events?geoloc=true", "/events?geoloc_lat=1&geoloc_lng=1",
		"/events?geoloc_lat=50&geoloc_lng=8", "/events?orderby=title&order=desc&per_page=50", "/venues?per_page=50", "/venues?status=any", "/venues?status=private",
		"/venues?has_events=1", "/venues?has_events=0", "/venues?only_with_upcoming=1", "/organizers?per_page=50", "/organizers?status=draft", "/organizers?has_events=0",
		"/organizers?has_events=1", "/categories", "/tags", "/categories?hide_empty=0", "/tags?hide_empty=0", "", "/doc", one("events", s.public), one("venues", s.venue),
		"/venues?event=" + list(s.public), "/organizers?event=" + list(s.public), one("events", s.protected), one("events", s.protected) + "?context=edit",
		one("events", s.protected) + "?password=wrong", "/events?include=" + list(s.protected), "/events?include=" + list(s.protected) + "&context=edit",
	}
	for _, id := range s.events {
		paths = append(paths, one("events", id), one("events", id)+"?context=edit", "/events?post_parent="+list(id), "/venues?event="+list(id), "/categories?event="+list(id), "/tags?post="+list(id))
	}
	for _, id := range s.venues {
		paths = append(paths, one("venues", id), "/events?venue="+list(id))
	}
	for _, id := range s.organizers {
		paths = append(paths, one("organizers", id), "/events?organizer="+list(id))
	}
	for _, slug := range s.slugs {
		paths = append(paths, "/events/by-slug/"+slug)
	}
	return paths
}

func TestVisitorsSeeNothingThatIsSecret(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSecrets(t, url)
		for _, user := range []string{"", "subscriber", "contributor", "author"} {
			for _, path := range s.paths() {
				a := s.send(user, http.MethodGet, path, nil)
				s.healthy(path, a)
				if strings.Contains(strings.ToLower(a.text+fmt.Sprint(a.header)), strings.ToLower(marker)) {
					t.Errorf("%q, GET %s tells a secret: %s", user, path, a.text)
				}
			}
		}
		s.mustBy("administrator", http.StatusOK, http.MethodGet, one("events", s.events[0]), nil)
	})
}

func TestVisitorsFindNothingThatIsSecret(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSecrets(t, url)
		tests := []struct{ name, user, path, want string }{
			{"a visitor searches events", "", "/events?search=" + marker, "0"},
			{"an author searches events", "author", "/events?search=" + marker, "0"},
			{"the minus of a search tells nothing either", "", "/events?search=protected+-" + marker, "1"},
			{"an editor finds what is protected", "editor", "/events?status=publish&search=" + marker, "1"},
			{"who knows the password finds what is protected", "", "/events?password=" + marker + "word&search=" + marker, "1"},
			{"a visitor searches venues", "", "/venues?search=" + marker, "0"},
			{"a visitor searches organizers", "", "/organizers?search=" + marker, "0"},
			{"totals count public events only", "", "/events", "2"},
			{"totals count public venues only", "", "/venues", "1"},
			{"totals count public organizers only", "", "/organizers", "0"},
			{"hidden events do not make a venue one with events", "", "/venues?has_events=1", "0"},
			{"hidden venues are not near", "", "/events?geoloc_lat=50&geoloc_lng=8", "0"},
			{"hidden venues have no coordinates", "", "/events?geoloc=true", "0"},
			{"hidden events do not count on categories", "", "/categories", "0"},
			{"hidden events do not count on tags", "", "/tags", "0"},
			{"an editor sees it all", "editor", "/events?status=any&search=" + marker, "5"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				a := s.mustBy(tt.user, http.StatusOK, http.MethodGet, tt.path, nil)
				if got := fmt.Sprint(a.body["total"]); got != tt.want {
					t.Errorf("total %s, want %s: %s", got, tt.want, a.text)
				}
			})
		}
	})
}

func TestWhatIsSecretDoesNotExist(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSecrets(t, url)
		for _, format := range []string{"/events?post_parent=%d", "/venues?event=%d", "/organizers?event=%d", "/categories?event=%d", "/tags?post=%d"} {
			s.likeUnknown("", format, s.events)
		}
		s.likeUnknown("", "/events?venue=%d", s.venues)
		s.likeUnknown("author", "/events?organizer=%d", s.organizers)
		for _, venue := range s.venues {
			s.mustBy("author", http.StatusBadRequest, http.MethodPost, "/events", newEvent("Mine", js{"venue": venue}))
		}
	})
}

// likeUnknown checks that secret ids get the response that an unknown one gets.
func (s *secrets) likeUnknown(user, format string, ids []int64) {
	s.t.Helper()
	const unknown = 999999
	want := s.send(user, http.MethodGet, fmt.Sprintf(format, unknown), nil)
	for _, id := range ids {
		got := s.send(user, http.MethodGet, fmt.Sprintf(format, id), nil)
		text := strings.ReplaceAll(got.text, fmt.Sprintf("ID %d.", id), fmt.Sprintf("ID %d.", unknown))
		if got.status != want.status || text != want.text {
			s.t.Errorf(format+": %d %s, want %d %s", id, got.status, got.text, want.status, want.text)
		}
	}
}

func TestAnswersToCredentialsStayOutOfCaches(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	for _, a := range []response{s.send("editor", http.MethodGet, "/events", nil), s.get("/events?password=sesame"), s.get("/events?%70assword=sesame")} {
		if got := a.header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("Cache-Control %q, want no-store", got)
		}
	}
	if got := s.get("/events").header.Get("Cache-Control"); got != "" {
		t.Errorf("public answers have Cache-Control %q", got)
	}
}
