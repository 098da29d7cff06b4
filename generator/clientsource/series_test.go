package client

import (
	"net/http"
	"testing"
)

func TestASeriesIsReadAtItsRoute(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){
		says(200, `{"id":7,"rule":"FREQ=DAILY","except":["2026-12-22 19:00:00"],"dates":[{"start_date":"2027-01-02 20:00:00"}]}`),
		says(200, `[{"id":7}]`, "X-Total", "1", "X-TotalPages", "1"),
	}}
	s := newSeriesService(things(t, f).caller, "shift-series")
	how, err := s.Get(t.Context(), 7)
	if err != nil || how.Rule != "FREQ=DAILY" || len(how.Except) != 1 || how.Dates[0].EndDate != "" {
		t.Errorf("got %+v, %v", how, err)
	}
	page, err := s.List(t.Context(), SeriesParams{PerPage: Set[int64](5)})
	if err != nil || page.Total != 1 || page.Records[0].ID != 7 {
		t.Errorf("got %+v, %v", page, err)
	}
	for one, err := range s.All(t.Context(), SeriesParams{}) {
		if err != nil || one.ID != 7 {
			t.Errorf("got %+v, %v", one, err)
		}
	}
	if f.calls[0].path != "/v1/shift-series/7" || f.calls[1].path != "/v1/shift-series" || f.calls[1].query != "per_page=5" {
		t.Errorf("sent %+v", f.calls)
	}
}
