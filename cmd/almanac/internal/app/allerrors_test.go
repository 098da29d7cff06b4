package app_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNoErrorOfAWriteHidesAnother(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": "T", "start_date": "2027-01-01 10:00", "end_date": "2027-01-01 11:00"})
		wrong := js{"rule": "FREQ=DAILY;COUNT=2", "except": []string{"20270230"}}
		for _, tt := range []struct {
			name string
			body js
			want []string
		}{
			{"a wrong time zone", js{"timezone": "Nowhere", "start_date": "2027-01-02 10:00", "end_date": "2027-01-02 09:00", "recurrence": wrong}, []string{"end_date", "recurrence", "timezone"}},
			{"a wrong status, on whole days", js{"status": "zzz", "all_day": true, "start_date": "2027-01-02", "end_date": "2027-01-01"}, []string{"end_date", "status"}},
			{"a wrong rule", js{"recurrence": "FREQ=HOURLY", "start_date": "2027-01-02", "end_date": "2027-01-01"}, []string{"end_date", "recurrence"}},
			{"what is right on whole days", js{"status": "zzz", "all_day": true, "start_date": "2027-01-02 10:00", "end_date": "2027-01-02 09:00"}, []string{"status"}},
			{"dates that are none", js{"timezone": "Nowhere", "start_date": "20270230", "end_date": "123456"}, []string{"end_date", "start_date", "timezone"}},
		} {
			t.Run(tt.name, func(t *testing.T) {
				for _, at := range [][2]string{{http.MethodPost, "/events"}, {http.MethodPatch, one("events", event.id())}} {
					body := maps.Clone(tt.body)
					if at[0] == http.MethodPost {
						body["title"] = "T"
					}
					refused := s.must(http.StatusBadRequest, at[0], at[1], body)
					got := slices.Sorted(maps.Keys(refused.body["data"].(js)["params"].(js)))
					if diff := cmp.Diff(tt.want, got); diff != "" {
						t.Errorf("%s (-want +got):\n%s", at[0], diff)
					}
				}
			})
		}
	})
}
