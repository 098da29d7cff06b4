package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"almanac/runtime/service/servicetest"
)

// hiddenTimes are those of dates that visitors may not see: no other date has them.
var hiddenTimes = regexp.MustCompile(`03:33|T0333|04:44|T0444|05:55|T0555|3:33|4:44|5:55`)

// secretSeries makes series of which visitors may see some dates or none, and returns the number
// of series and the ids of the dates that they may not see.
func secretSeries(s *site) (series int, hidden []string) {
	s.t.Helper()
	create := func(title string, recurrence any, more js) []js {
		event := newEvent(title, js{
			"start_date": "2026-06-09 19:00", "end_date": "2026-06-09 22:00", "timezone": "Europe/Paris", "recurrence": recurrence,
		})
		maps.Copy(event, more)
		made := s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", event)
		series++
		found := s.mustBy("administrator", http.StatusOK, http.MethodGet,
			fmt.Sprintf("/events?series=%v&per_page=50&status=any&context=edit", made.body["series"].(js)["id"]), nil)
		var list []js
		for _, e := range found.body["events"].([]any) {
			list = append(list, e.(js))
		}
		return list
	}
	change := func(event js, fields js) {
		s.mustBy("administrator", http.StatusOK, http.MethodPatch, fmt.Sprintf("/events/%v", event["id"]), fields)
	}
	hide := func(list ...js) {
		for _, event := range list {
			hidden = append(hidden, fmt.Sprint(event["id"]))
		}
	}
	venue := js{"venue": js{"venue": "Secret hall", "status": "private"}}
	at := func(status, start string, more js) js {
		fields := js{"status": status, "title": "Secret " + status, "start_date": start, "end_date": start[:11] + "06:00"}
		maps.Copy(fields, more)
		return fields
	}

	hide(create("Secret drafts", "FREQ=DAILY;COUNT=4", js{"status": "draft", "start_date": "2026-06-09 03:33", "end_date": "2026-06-09 04:00"})...)
	hide(create("Secret private", "FREQ=DAILY;COUNT=4", js{"status": "private", "start_date": "2026-06-09 04:44", "end_date": "2026-06-09 05:00"})...)
	create("Protected", "FREQ=DAILY;COUNT=4", js{"post_password": "sesame", "description": "Secret text", "venue": venue["venue"]})

	mixed := create("Mixed", js{"rule": "FREQ=DAILY;COUNT=12", "dates": []js{{"start_date": "2026-06-20 05:55"}, {"start_date": "2026-07-01 21:00"}}}, nil)
	change(mixed[0], at("draft", "2026-06-09 03:33", nil))
	change(mixed[2], at("private", "2026-06-11 04:44", venue))
	change(mixed[3], js{"description": "Secret text", "post_password": "sesame"})
	change(mixed[4], js{"venue": venue["venue"]})
	change(mixed[5], at("publish", "2026-06-14 03:33", nil))
	s.mustBy("administrator", http.StatusOK, http.MethodDelete, fmt.Sprintf("/events/%v", mixed[5]["id"]), nil)
	for i, event := range mixed {
		if event["start_date"] == "2026-06-20 05:55:00" {
			change(event, js{"status": "draft", "title": "Secret extra"})
			hide(mixed[i])
		}
	}
	hide(mixed[0], mixed[2], mixed[5])

	drafts := create("Secret plan", js{"rule": "FREQ=WEEKLY;COUNT=9", "dates": []js{{"start_date": "2026-08-25 05:55"}}}, js{"status": "draft"})
	change(drafts[3], js{"status": "publish", "title": "Shown", "slug": "shown"})
	hide(drafts[:3]...)
	hide(drafts[4:]...)
	return series, hidden
}

func TestVisitorsFindNothingOfHiddenDatesOfSeries(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withUsers, withClock(servicetest.NewClock(time.Date(2026, 6, 5, 12, 0, 0, 0, time.UTC))))
		series, hidden := secretSeries(s)
		probe := func(path string, a response) {
			t.Helper()
			if found := hiddenTimes.FindString(a.text); found != "" {
				t.Errorf("%s has the time %s of a hidden date: %s", path, found, a.text)
			}
			if strings.Contains(strings.ToLower(a.text), "secret") {
				t.Errorf("%s has a secret: %s", path, a.text)
			}
		}
		api := func(path string, statuses ...int) response {
			t.Helper()
			a := s.get(path)
			probe(path, a)
			for _, status := range statuses {
				if a.status == status {
					return a
				}
			}
			t.Errorf("%s: status %d, want one of %v", path, a.status, statuses)
			return a
		}
		api("/series?per_page=50", http.StatusOK)
		for _, format := range []string{"json", "ics", "csv", "rss"} {
			api("/events?format="+format, http.StatusOK)
			api("/events?collapse=series&format="+format, http.StatusOK)
		}
		shown := 0
		for id := 1; id <= series; id++ {
			for _, format := range []string{"json", "ics"} {
				if a := api(fmt.Sprintf("/series/%d?format=%s", id, format), http.StatusOK, http.StatusNotFound); a.status == http.StatusOK {
					shown++
				}
			}
			api(fmt.Sprintf("/events?series=%d", id), http.StatusOK)
		}
		if shown != 6 { // The protected, the mixed, and that with one date, in two formats.
			t.Errorf("visitors find %d series", shown)
		}
		if a := api(fmt.Sprintf("/series/%d", series), http.StatusOK); a.body["rule"] != "" || a.body["start_date"] != "2026-06-30 19:00:00" {
			t.Errorf("the rule of drafts is shown: %s", a.text)
		}
		if a := s.mustBy("administrator", http.StatusOK, http.MethodGet, fmt.Sprintf("/series/%d", series), nil); a.body["rule"] == "" || len(a.body["dates"].([]any)) != 1 {
			t.Errorf("those who may see it do not find the rule: %s", a.text)
		}
		mixed := api(fmt.Sprintf("/series/%d", series-1), http.StatusOK)
		if seen := fmt.Sprint(mixed.body["dates"], mixed.body["occurrences"]); seen != "[map[start_date:2026-07-01 21:00:00]]10" {
			t.Errorf("visitors do not find the dates that they may see, and no others: %s", mixed.text)
		}
		for _, id := range hidden {
			for _, query := range []string{"", "?format=ics"} {
				api("/events/"+id+query, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound)
			}
		}
		paths := []string{
			"/", "/?month=2026-06", "/?view=list", "/?view=list&from=2026-06-01", "/?view=week&date=2026-06-09", "/?view=day&date=2026-06-09",
			"/?view=photo", "/embed/", "/?search=secret",
		}
		_, pages := s.sitemapPages()
		for address := range pages {
			paths = append(paths, below(address))
			probe("the sitemap", response{text: address})
		}
		for _, e := range api("/events?per_page=50", http.StatusOK).body["events"].([]any) {
			paths = append(paths, below(e.(js)["url"]))
		}
		for _, path := range paths {
			a := s.page(http.MethodGet, path, nil)
			if path == "/?search=secret" { // It repeats what is looked for.
				a.text = strings.ReplaceAll(a.text, "secret", "")
			}
			if probe(path, a); a.status != http.StatusOK {
				t.Errorf("%s: status %d", path, a.status)
			}
		}
		if len(paths) < 20 {
			t.Errorf("only %d pages were looked at", len(paths))
		}
	})
}
