package faulttest

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

// jumping is a clock that tests set.
type jumping struct{ at atomic.Int64 }

// now returns the time that was set.
func (j *jumping) now() time.Time { return time.Unix(0, j.at.Load()) }

// planned is what a response says about an event.
type planned struct {
	ID     int64
	Status string
}

// ask sends a request to a service in this process.
func ask(t *testing.T, h http.Handler, method, path string, body any, want int) (got planned) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(method, "http://localhost"+deployments.B().APIPath()+path, bytes.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != want {
		t.Fatalf("%s %s = %d: %s", method, path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestTheClockJumps moves the clock of the service to and fro: scheduled events
// are published when it passes their time, once, and never taken back.
func TestTheClockJumps(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		real := time.Now().UTC()
		clock := &jumping{}
		clock.at.Store(real.UnixNano())
		a, err := service.Open(t.Context(), generated.Service(), service.Config{
			Database: url, Deployment: deployments.B(), Open: true, Migrate: true, Clock: clock.now, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.Close() }()
		h, writes := a.Handler(), 0
		plan := func(at time.Time) int64 {
			writes++
			made := ask(t, h, http.MethodPost, "/events", map[string]any{
				"title": "Planned", "start_date": "2030-05-01 14:00:00", "end_date": "2030-05-01 18:00:00", "date_utc": at.Format(time.DateTime), "tags": "x",
			}, http.StatusCreated)
			return made.ID
		}
		soon, later := plan(real.Add(time.Hour)), plan(real.AddDate(2, 0, 0))
		for _, jump := range []struct {
			to          time.Time
			soon, later string
		}{
			{real.AddDate(-10, 0, 0), "future", "future"},
			{real.Add(-time.Hour), "future", "future"},
			{real.Add(2 * time.Hour), "publish", "future"},
			{real.AddDate(-1, 0, 0), "publish", "future"},
			{real.AddDate(30, 0, 0), "publish", "publish"},
			{time.Unix(0, 0), "publish", "publish"},
			{real, "publish", "publish"},
		} {
			clock.at.Store(jump.to.UnixNano())
			for id, want := range map[int64]string{soon: jump.soon, later: jump.later} {
				for range 2 {
					if got := ask(t, h, http.MethodGet, path("events", id), nil, http.StatusOK); got.Status != want {
						t.Errorf("at %s event %d is %q, want %q", jump.to, id, got.Status, want)
					}
				}
			}
			plan(jump.to.Add(-time.Second))
			ask(t, h, http.MethodPatch, path("events", soon), map[string]any{"excerpt": jump.to.String()}, http.StatusOK)
			writes++
		}
		if _, err := service.Verify(t.Context(), a.Store, a.Env.Resources); err != nil {
			t.Error(err)
		}
		table.add(row{fault: "clock jumps by hours and years", store: storeOf(url), load: "1 client", acknowledged: writes})
	})
}
