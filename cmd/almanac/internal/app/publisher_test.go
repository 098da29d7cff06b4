package app_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service/servicetest"
)

func TestAFutureEventIsPublishedOnceWhenItsTimeComes(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		servers := []*site{openSite(t, url, withClock(now)), openSite(t, url, withClock(now))}
		first := servers[0]
		due := now.Now().Add(time.Hour).Format(time.DateTime)
		made := first.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Soon", js{"date_utc": due, "tags": "jazz"}))
		if made.body["status"] != "future" {
			t.Fatalf("status %v", made.body["status"])
		}
		for _, s := range servers {
			s.must(http.StatusOK, http.MethodGet, one("events", made.id()), nil)
		}
		s := first
		s.checkCounts()
		want := map[int64]int64{made.id(): 1}
		if diff := cmp.Diff(want, s.numbers("SELECT id, version FROM events WHERE status = 'future'")); diff != "" {
			t.Fatalf("before its time (-want +got):\n%s", diff)
		}
		now.Advance(2 * time.Hour)
		together(20, func(i int) {
			a := servers[i%2].get(one("events", made.id()))
			if a.status != http.StatusOK || a.body["status"] != "publish" {
				t.Errorf("after its time: status %d: %v", a.status, a.body["status"])
			}
		})
		want = map[int64]int64{made.id(): 2}
		if diff := cmp.Diff(want, s.numbers("SELECT id, version FROM events WHERE status = 'publish'")); diff != "" {
			t.Errorf("after its time (-want +got):\n%s", diff)
		}
		s.checkCounts()
		if a := s.get("/tags"); a.body["total"] == nil || len(a.body["tags"].([]any)) != 1 {
			t.Errorf("the tag does not show: %s", a.text)
		}
	})
}
