package importer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

func TestCanceledEventsOfASiteStayCanceled(t *testing.T) {
	meta := func(status, reason string) map[string]string {
		return map[string]string{"_tribe_events_status": status, "_tribe_events_status_reason": reason}
	}
	tests := []struct {
		name string
		set  func(*sitetest.Site)
		want string // Status and reason of events 101, 102 and 400.
		asks string // A request that is not needed.
	}{
		{"by the list of wp/v2", func(s *sitetest.Site) {
			s.Statuses = map[int64]map[string]string{101: meta("canceled", "Rain"), 102: meta("postponed", ""), 400: meta("whatever", "No reason")}
		}, "canceled Rain, postponed <nil>, <nil> <nil>", "/events/102"},
		{"by wp/v2 for events that are over", func(s *sitetest.Site) {
			s.PastFrom = 102
			s.Statuses = map[int64]map[string]string{101: meta("", ""), 102: meta("canceled", "Rain"), 400: meta("", "")}
		}, "<nil> <nil>, canceled Rain, <nil> <nil>", "/events/102"},
		{"by single answers where wp/v2 is closed", func(s *sitetest.Site) {
			s.Closed = true
			s.Fault = onEvent("102", body("application/json", `{"id":102,"title":"Open air","slug":"open-air","start_date":"2027-06-01 10:00:00","end_date":"2027-06-01 11:00:00","json_ld":{"eventStatus":"https://schema.org/EventCancelled"}}`))
		}, "<nil> <nil>, canceled <nil>, <nil> <nil>", "wp/v2/tribe_events/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, url string) {
				site := sitetest.Play(t, "testdata/site")
				site.WordPress = true
				site.AddEvent(400, "choir-practice")
				tt.set(site)
				a := open(t, url, testDeployment(t))
				report := importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
				var got []string
				for _, id := range []int{101, 102, 400} {
					event := get(t, a, fmt.Sprintf("/events/%d", id))
					got = append(got, fmt.Sprint(event["event_status"], " ", event["event_status_reason"]))
				}
				if said := strings.Join(got, ", "); said != tt.want {
					t.Errorf("got %s, want %s\n%s", said, tt.want, report)
				}
				if all := strings.Join(site.Requests(), "\n"); strings.Contains(all, tt.asks) {
					t.Errorf("asked for %s:\n%s", tt.asks, all)
				}
				asked := len(site.Requests())
				importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
				for _, request := range site.Requests()[asked:] {
					if strings.Contains(request, "/events/10") {
						t.Errorf("an event that is here already was asked for again: %s", request)
					}
				}
			})
		})
	}
}

func TestEventsOfASiteKeepTheirUIDsInCalendars(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		site := sitetest.Play(t, "testdata/site")
		site.WordPress = true
		a := open(t, url, testDeployment(t))
		importSite(t, a, quick(t, site.URL, ""), transfer.Options{})
		if got, want := uid(t, a, 101), "101-1796412600-1796421600@calendar.example"; got != want {
			t.Errorf("the UID is %s, want %s", got, want)
		}
		write(t, a, "/events/101", `{"start_date":"2026-12-04 20:00:00"}`)
		if got, want := uid(t, a, 101), "101-1796412600-1796421600@calendar.example"; got != want {
			t.Errorf("the UID of the event that was moved is %s, want %s", got, want)
		}
		dir, _ := exported(t, a)
		b := open(t, databases.SQLite(t), testDeployment(t))
		if _, err := transfer.Import(t.Context(), b.API, []string{dir}, transfer.Options{}); err != nil {
			t.Fatal(err)
		}
		if got, want := uid(t, b, 101), "101-1796412600-1796421600@calendar.example"; got != want {
			t.Errorf("the UID after an export and an import is %s, want %s", got, want)
		}
	})
}

// uid returns the UID of an event in iCalendar.
func uid(t *testing.T, a *service.Service, id int64) string {
	t.Helper()
	answer := httptest.NewRecorder()
	path := fmt.Sprintf("http://localhost%s/events/%d?format=ics", a.Env.Deployment.APIPath(), id)
	a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	_, after, _ := strings.Cut(answer.Body.String(), "\r\nUID:")
	line, _, _ := strings.Cut(after, "\r\n")
	return line
}
