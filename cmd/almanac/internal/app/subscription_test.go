package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"almanac/runtime/service"
)

// subscribed reads what a calendar program gets at an address that it was given by an
// imported site, by another library than the service's.
func (s *site) subscribed(address string) map[string]*ics.VEvent {
	s.t.Helper()
	a := s.page(http.MethodGet, address, map[string]string{"Accept": "text/calendar"})
	if a.status != http.StatusOK || !strings.HasPrefix(a.header.Get("Content-Type"), "text/calendar") {
		s.t.Fatalf("%s: %d %s", address, a.status, a.header.Get("Content-Type"))
	}
	for line := range strings.SplitSeq(a.text, "\r\n") {
		if len(line) > 75 {
			s.t.Fatalf("%s has a line of %d bytes: %s", address, len(line), line)
		}
	}
	cal, err := ics.ParseCalendar(strings.NewReader(a.text))
	if err != nil {
		s.t.Fatalf("%s: %v", address, err)
	}
	events := map[string]*ics.VEvent{}
	for _, event := range cal.Events() {
		events[event.Id()] = event
	}
	return events
}

// withNoon stops the clock of a service at noon of a day in 2026.
func withNoon(c *service.Config) {
	c.Clock = func() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }
}

// oldSubscription is what calendar programs hold that subscribed to the site.
const oldSubscription = "/?post_type=tribe_events&ical=1&eventDisplay=list"

func TestSubscriptionsOfAnImportedSiteKeepTheirEvents(t *testing.T) {
	const uid = "313-1805054400-1805061600@old.example"
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withLegacy, withNoon)
		moved := s.must(http.StatusCreated, http.MethodPost, "/events", js{
			"title": "Jazz; blues, and more\\less", "start_date": "2027-03-14 20:00:00", "end_date": "2027-03-14 22:00:00", "timezone": "Europe/Paris", "ical_uid": uid,
			"venue": js{"venue": "Hall", "geo_lat": 48.5, "geo_lng": -2.25}, "description": strings.Repeat("Une très longue description; ", 20),
		})
		for name, fields := range map[string]js{
			"canceled": {"event_status": "canceled"}, "postponed": {"event_status": "postponed"}, "whole days": {"all_day": true},
		} {
			fields["title"], fields["start_date"], fields["end_date"], fields["ical_uid"] = name, "2027-04-01 10:00:00", "2027-04-03 12:00:00", name
			s.must(http.StatusCreated, http.MethodPost, "/events", fields)
		}
		added := s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": "New", "start_date": "2029-04-01", "end_date": "2029-04-01"})
		for range 60 {
			s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": "One of many", "start_date": "2027-05-01 10:00:00", "end_date": "2027-05-01 11:00:00"})
		}
		before := s.subscribed(oldSubscription)
		if len(before) != 65 {
			t.Errorf("%d events, want all 65", len(before))
		}
		if got := before[uid].GetProperty(ics.ComponentPropertySummary).Value; got != `Jazz; blues, and more\less` {
			t.Errorf("the title is %q", got)
		}
		if raw := s.page(http.MethodGet, "/event/new/ical/", nil).text; !strings.Contains(raw, fmt.Sprint(added.body["global_id"])+"@") {
			t.Errorf("a new event has no UID of its own:\n%s", raw)
		}
		s.must(http.StatusOK, http.MethodPatch, one("events", moved.id()), js{"start_date": "2027-03-15 20:00:00", "end_date": "2027-03-15 22:00:00"})
		after := s.subscribed(oldSubscription)[uid]
		if after == nil || after.GetProperty(ics.ComponentPropertyDtStart).Value != "20270315T200000" {
			t.Errorf("an event that moved has lost its UID or kept its time: %v", after)
		}
		sequence := ics.ComponentProperty(ics.PropertySequence)
		if after.GetProperty(sequence).Value <= before[uid].GetProperty(sequence).Value {
			t.Errorf("SEQUENCE is %s after %s", after.GetProperty(sequence).Value, before[uid].GetProperty(sequence).Value)
		}
		if geo := after.GetProperty(ics.ComponentPropertyGeo); geo == nil || geo.Value != "48.500000;-2.250000" {
			t.Errorf("GEO is %v", geo)
		}
		for id, want := range map[string]string{uid: "CONFIRMED", "canceled": "CANCELLED", "postponed": "TENTATIVE"} {
			if got := before[id].GetProperty(ics.ComponentPropertyStatus).Value; got != want {
				t.Errorf("STATUS of %s is %s, want %s", id, got, want)
			}
		}
		start, end, _, allDay := moments(t, before["whole days"])
		if !allDay || start != "2027-04-01 00:00:00" || end != "2027-04-03 23:59:59" {
			t.Errorf("whole days: %s to %s, %t", start, end, allDay)
		}
	})
}

func TestSubscriptionsAreFeedsForVisitors(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withLegacy, withNoon, withUsers)
		fields := js{"title": "Fair", "start_date": "2027-03-14 20:00:00", "end_date": "2027-03-14 22:00:00", "status": "publish"}
		s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", fields)
		fields["title"], fields["status"] = "Secret", "draft"
		s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", fields)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.server.URL+oldSubscription, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth("administrator", password)
		response, err := s.server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if a := s.read(response); strings.Contains(a.text, "Secret") || !strings.Contains(a.text, "SUMMARY:Fair") {
			t.Errorf("credentials change the feed: %d %s", a.status, a.text)
		}
		first := s.page(http.MethodGet, oldSubscription, nil)
		if again := s.page(http.MethodGet, oldSubscription, map[string]string{"If-None-Match": first.header.Get("ETag")}); again.status != http.StatusNotModified {
			t.Errorf("a feed that has not changed is answered %d, tag %q", again.status, first.header.Get("ETag"))
		}
		if head := s.page(http.MethodHead, oldSubscription, nil); head.status != http.StatusOK || head.text != "" || head.header.Get("Content-Type") != first.header.Get("Content-Type") {
			t.Errorf("HEAD is answered %d %v", head.status, head.header)
		}
		if post := s.page(http.MethodPost, oldSubscription, nil); post.status != http.StatusMethodNotAllowed {
			t.Errorf("POST is answered %d", post.status)
		}
		s.mustBy("administrator", http.StatusOK, http.MethodPatch, "/events/by-slug/fair", js{"title": "Fete"})
		for range 3 { // The second time it may be one that was cached.
			if a := s.page(http.MethodGet, oldSubscription, nil); !strings.Contains(a.text, "SUMMARY:Fete") {
				t.Errorf("a feed is out of date: %s", a.text)
			}
		}
	})
}

func TestAnOldAddressOfADatabaseThatIsAwaySaysSo(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withLegacy)
	if err := s.Store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/?p=7", "/event/fair/ical/", oldSubscription} {
		if a := s.page(http.MethodGet, path, nil); a.status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d, want 503", path, a.status)
		}
	}
}
