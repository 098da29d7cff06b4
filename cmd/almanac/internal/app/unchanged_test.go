package app_test

import (
	"net/http"
	"testing"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/service/servicetest"
)

func TestAWriteOfWhatIsThereChangesNothing(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now())
		s := openSite(t, url, withClock(now))
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{
			"timezone": "Europe/Berlin", "cost": "5 €", "tags": []string{"b", "a"}, "categories": []string{"Jazz"}, "website": "https://fair.example/",
			"venue": js{"venue": "Hall", "city": "Ghent"}, "organizer": []any{js{"organizer": "Ada"}, js{"organizer": "Bo"}}, "image": "https://fair.example/a.png", "post_password": "sesame",
		}))
		venue, category := int64At(event, "venue"), s.must(http.StatusOK, http.MethodGet, "/categories", nil)
		id := response{body: category.body["categories"].([]any)[0].(js)}.id()
		for _, step := range []struct {
			name, path string
			same       []js // Bodies that say what is there.
			other      js
		}{
			{
				"an event", one("events", event.id()), []js{
					{"title": "Fair", "status": "publish"},
					{"timezone": "Europe/Berlin"},
					{"cost": "5 €", "website": "https://fair.example/"},
					{"post_password": "sesame"},
					{"tags": []string{"b", "a"}, "categories": "jazz"},
					{"image": "https://fair.example/a.png"},
					{"venue": js{"id": venue}},
					{"venue": venue, "featured": false},
					{"start_date": newEvent("Fair", nil)["start_date"]},
					{"slug": "fair", "excerpt": ""},
				}, js{"tags": []string{"a"}},
			},
			{"a venue", one("venues", venue), []js{{"venue": "Hall"}, {"city": "Ghent", "address": ""}}, js{"city": "Gent"}},
			{"a category", one("categories", id), []js{{"name": "Jazz"}, {"slug": "jazz", "description": "", "parent": 0}}, js{"name": "Swing"}},
		} {
			path := step.path + "?password=sesame"
			before, entries := s.must(http.StatusOK, http.MethodGet, path, nil), len(s.audited(audit.Filter{}))
			for _, body := range step.same {
				now.Advance(time.Hour)
				a := s.send("", http.MethodPatch, step.path, body)
				read := s.must(http.StatusOK, http.MethodGet, path, nil)
				if a.status != http.StatusOK || read.text != before.text || read.header.Get("ETag") != before.header.Get("ETag") {
					t.Errorf("%s, %v: %d\n%s\nwas\n%s", step.name, body, a.status, read.text, before.text)
				}
			}
			if now := len(s.audited(audit.Filter{})); now != entries {
				t.Errorf("%s: the audit has %d entries more", step.name, now-entries)
			}
			if a := s.must(http.StatusOK, http.MethodPatch, step.path, step.other); a.header.Get("ETag") == before.header.Get("ETag") {
				t.Errorf("%s: %v changes nothing", step.name, step.other)
			}
		}
	})
}
