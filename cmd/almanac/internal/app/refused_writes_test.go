package app_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestARefusedEventLeavesNoVenueBehind(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("First", js{"venue": js{"venue": "Hall"}}))
		for name, organizer := range map[string]any{"an id that is none": 999999, "no name": js{"phone": "1"}, "a bad website": js{"organizer": "O", "website": "x"}} {
			before := s.rows()
			s.must(http.StatusBadRequest, http.MethodPost, "/events", newEvent("Second", js{
				"venue": js{"venue": "New hall"}, "tags": []string{"new"}, "organizer": organizer, "image": "https://example.org/new.png",
			}))
			if diff := cmp.Diff(before, s.rows()); diff != "" {
				t.Errorf("%s changed the database (-before +after):\n%s", name, diff)
			}
		}
	})
}

// good are fields that a write takes, with new records and terms among them.
var good = js{
	"description": "<p>x</p>", "excerpt": "e", "cost": "5 €", "website": "https://example.org/", "featured": true, "all_day": true,
	"categories": []any{"New category"}, "tags": "new tag, other tag", "venue": js{"venue": "New venue"},
	"organizer": []any{js{"organizer": "New organizer"}}, "image": "https://example.org/new.png", "post_password": "x", "status": "draft",
}

// bad are fields that no write takes, each with a bad value.
var bad = map[string][]any{
	"title": {"", nil, "<b></b>", []any{"x"}}, "start_date": {"never", "", "2026-02-30"}, "end_date": {"1990-01-01 00:00:00", "x"}, "slug": {"", "!!!"},
	"status": {"bogus", ""}, "venue": {999999, "x", js{"id": 0}, js{"address": "x"}, []any{js{"venue": "Fine"}, 999999}},
	"organizer": {999999, []any{js{"organizer": "Fine"}, js{}}, js{"organizer": "O", "website": "no"}}, "categories": {999999, []any{"Fine", 999999}, []any{"<b></b>"}},
	"tags": {[]any{"fine", js{"x": 1}}, []any{1.5}}, "image": {"abc", 999999, "ftp://example.org/x.png"}, "author": {999999, "x"}, "post_parent": {999999, -1},
	"timezone": {"Nowhere/Land"}, "website": {"x"}, "featured": {"maybe", nil}, "ticketed": {5}, "date": {"x"},
}

func TestRandomBadWritesLeaveTheDatabaseAsItWas(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Kept", js{"venue": js{"venue": "Hall"}, "tags": "kept"})).id()
		before := s.rows()
		rapid.Check(t, func(rt *rapid.T) {
			body := newEvent("Random", nil)
			for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom(sorted(good)), rapid.ID[string]).Draw(rt, "good") {
				body[name] = good[name]
			}
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(sorted(bad)), 1, 2, rapid.ID[string]).Draw(rt, "bad") {
				body[name] = rapid.SampledFrom(bad[name]).Draw(rt, name)
			}
			a := s.send("", http.MethodPost, "/events", body)
			if rapid.Bool().Draw(rt, "update") {
				a = s.send("", http.MethodPatch, one("events", id), body)
			}
			if a.status != http.StatusBadRequest {
				rt.Fatalf("status %d for %v: %s", a.status, body, a.text)
			}
			if diff := cmp.Diff(before, s.rows()); diff != "" {
				rt.Fatalf("%v changed the database (-before +after):\n%s", body, diff)
			}
		})
	})
}
