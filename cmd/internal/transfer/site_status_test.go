package transfer_test

import (
	"fmt"
	"strings"
	"testing"

	"almanac/cmd/internal/transfer"
	"almanac/cmd/internal/transfer/sitetest"
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
			databases.Each(t, func(t *testing.T, url string) {
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
