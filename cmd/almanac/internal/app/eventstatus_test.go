package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEventsSayWhetherTheyTakePlaceAndWhere(t *testing.T) {
	venue := js{"venue": "Hall"}
	const stream = "https://stream.example/7"
	place := js{"@type": "Place", "name": "Hall", "description": "", "url": "", "address": js{"@type": "PostalAddress"}, "telephone": "", "sameAs": ""}
	online := js{"@type": "VirtualLocation", "url": stream}
	tests := []struct {
		name     string
		sent     js
		shown    js     // The members that are shown.
		status   string // Of json_ld.
		mode     string
		location any
		ics      []string // Lines of the calendar.
		csv      string   // End of the row.
	}{
		{"nothing sent", js{}, js{}, "EventScheduled", "Offline", nil, []string{"STATUS:CONFIRMED"}, "scheduled,,"},
		{
			"the words for what is usual",
			js{"event_status": "scheduled", "attendance_mode": "offline", "venue": venue},
			js{},
			"EventScheduled", "Offline", place,
			[]string{"STATUS:CONFIRMED", "LOCATION:Hall"},
			"scheduled,,",
		},
		{
			"canceled, in British spelling",
			js{"event_status": "cancelled", "event_status_reason": "Storm; all day", "venue": venue},
			js{"event_status": "canceled", "event_status_reason": "Storm; all day"},
			"EventCancelled", "Offline", place,
			[]string{"STATUS:CANCELLED", `COMMENT:Storm\; all day`},
			"canceled,Storm; all day,",
		},
		{
			"postponed and online",
			js{"event_status": "postponed", "attendance_mode": "online", "online_url": stream},
			js{"event_status": "postponed", "attendance_mode": "online", "online_url": stream},
			"EventPostponed", "Online", online,
			[]string{"STATUS:TENTATIVE", "CONFERENCE;VALUE=URI:" + stream, "LOCATION:" + stream},
			"postponed,," + stream,
		},
		{
			"at a place and online",
			js{"attendance_mode": "mixed", "online_url": stream, "venue": venue},
			js{"attendance_mode": "mixed", "online_url": stream},
			"EventScheduled", "Mixed",
			[]any{place, online},
			[]string{"LOCATION:Hall", "CONFERENCE;VALUE=URI:" + stream},
			"scheduled,," + stream,
		},
		{
			"an address that nobody attends",
			js{"online_url": stream, "venue": venue},
			js{"online_url": stream},
			"EventScheduled", "Offline", place,
			[]string{"LOCATION:Hall"},
			"scheduled,,",
		},
	}
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", tt.sent))
				shown := js{}
				for _, name := range []string{"event_status", "event_status_reason", "attendance_mode", "online_url"} {
					if value, ok := event.body[name]; ok {
						shown[name] = value
					}
				}
				if diff := cmp.Diff(tt.shown, shown); diff != "" {
					t.Errorf("members (-want +got)\n%s", diff)
				}
				ld, _ := s.must(http.StatusOK, http.MethodGet, one("events", event.id()), nil).body["json_ld"].(js)
				if ld["eventStatus"] != "https://schema.org/"+tt.status || ld["eventAttendanceMode"] != "https://schema.org/"+tt.mode+"EventAttendanceMode" {
					t.Errorf("json_ld says %v, %v", ld["eventStatus"], ld["eventAttendanceMode"])
				}
				if diff := cmp.Diff(tt.location, ld["location"]); diff != "" {
					t.Errorf("location (-want +got)\n%s", diff)
				}
				feed := "/calendar/events/v1/events/" + list(event.id()) + "?format="
				calendar := s.page(http.MethodGet, feed+"ics", nil).text
				for _, line := range tt.ics {
					if !strings.Contains(calendar, "\r\n"+line+"\r\n") {
						t.Errorf("no %q in\n%s", line, calendar)
					}
				}
				if table := s.page(http.MethodGet, feed+"csv", nil).text; !strings.HasSuffix(table, ","+tt.csv+"\r\n") {
					t.Errorf("the row of CSV ends otherwise: %s", table)
				}
			})
		}
	})
}

func TestPagesMarkEventsThatDoNotTakePlace(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{
			"event_status": "postponed", "event_status_reason": "Storm", "attendance_mode": "online", "online_url": "https://stream.example/7",
		}))
		page := s.page(http.MethodGet, below(event.body["url"]), nil).text
		for _, want := range []string{`<strong class="mark postponed">Postponed</strong> <bdi>Storm</bdi>`, `<a href="https://stream.example/7" rel="external">`} {
			if !strings.Contains(page, want) {
				t.Errorf("no %s in the page of the event", want)
			}
		}
		s.must(http.StatusOK, http.MethodPatch, one("events", event.id()), js{"post_password": "open sesame"})
		listed := s.must(http.StatusOK, http.MethodGet, "/events?include="+list(event.id()), nil).body["events"].([]any)[0].(js)
		for _, name := range []string{"event_status", "event_status_reason", "attendance_mode", "online_url"} {
			if value, shown := listed[name]; shown {
				t.Errorf("%s of a protected event is %v", name, value)
			}
		}
	})
}

func TestFaultsOfTheStatusOfEvents(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		a := s.must(http.StatusBadRequest, http.MethodPost, "/events", newEvent("Fair", js{"event_status": "off", "attendance_mode": "", "online_url": "stream", "event_status_reason": 5}))
		want := js{
			"event_status": "event_status must be one of scheduled, canceled, postponed.", "attendance_mode": "attendance_mode must be one of offline, online, mixed.",
			"online_url": "online_url must be a URL that begins with http://, https:// or ftp://.",
		}
		if diff := cmp.Diff(want, a.body["data"].(js)["params"]); diff != "" {
			t.Errorf("faults (-want +got)\n%s", diff)
		}
	})
}
