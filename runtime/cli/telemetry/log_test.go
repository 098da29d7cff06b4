package telemetry_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"almanac/runtime/cli/telemetry"
)

// serve has a handler answer and returns the status.
func serve(h http.Handler, r *http.Request) int {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code
}

func TestEveryRequestHasALineInTheLog(t *testing.T) {
	s := open(t)
	answer := get(t, s.handler, api+"/orders?search=Hush7Hush&password=Hush7Hush", "X-Request-Id", "one", "Authorization", "Bearer Hush7Hush")
	body := text(t, answer)
	var line map[string]any
	if err := json.Unmarshal(s.log.Bytes(), &line); err != nil {
		t.Fatalf("not one line of JSON: %v\n%s", err, s.log)
	}
	want := map[string]any{
		"level": "INFO", "msg": "request", "http.request.method": "GET", "url.path": api + "/orders",
		"http.route": "/orders", "http.response.status_code": 200.0, "http.response.body.size": float64(len(body)),
		"user.id": 1.0, "user.name": "admin", "request_id": "one", "client.address": "127.0.0.1",
	}
	for name, value := range want {
		if line[name] != value {
			t.Errorf("%s is %v, want %v", name, line[name], value)
		}
	}
	whole, waited := line["http.server.request.duration"].(float64), line["db.client.operation.duration"].(float64)
	if line["almanac.db_statements"].(float64) < 1 || whole <= 0 || whole > 60 || waited <= 0 || waited > 60 {
		t.Errorf("the line tells neither queries nor times: %s", s.log)
	}
	if strings.Contains(s.log.String(), "Hush") {
		t.Errorf("the line has what the client sent: %s", s.log)
	}
	s.log.Reset()
	get(t, s.handler, "/readyz")
	if !strings.Contains(s.log.String(), `"level":"DEBUG"`) {
		t.Errorf("a probe is told as %s, want the level debug", s.log)
	}
}

func TestLevelsAreWords(t *testing.T) {
	for _, word := range append(telemetry.LogLevels(), "", "INFO+2", "loud") {
		if _, err := telemetry.ParseLevel(word); (err == nil) != slices.Contains(telemetry.LogLevels(), word) {
			t.Errorf("%q: %v", word, err)
		}
	}
}

func TestTimesAreForAdministratorsWhoAsk(t *testing.T) {
	s := open(t)
	path := api + "/orders/7"
	if got := get(t, s.handler, path).Header.Get("Server-Timing"); got != "" {
		t.Errorf("without being asked: %q", got)
	}
	got := get(t, s.handler, path, "Prefer", "respond-async, server-timing").Header
	if !strings.HasPrefix(got.Get("Server-Timing"), "total;dur=") || !strings.Contains(got.Get("Server-Timing"), `desc="`) || got.Get("Preference-Applied") != "server-timing" {
		t.Errorf("asked for: %q, applied %q", got.Get("Server-Timing"), got.Get("Preference-Applied"))
	}
	for range 2 { // What is asked for twice is kept.
		get(t, s.handler, api+"/labels")
	}
	if got := get(t, s.handler, api+"/labels", "Prefer", "server-timing").Header.Get("Server-Timing"); !strings.Contains(got, `desc="0 statements, 0 round trips"`) {
		t.Errorf("an answer that was kept: %q", got)
	}
	s.Env.AuthDisabled = false
	if got := get(t, s.handler, path, "Prefer", "server-timing").Header.Get("Server-Timing"); got != "" {
		t.Errorf("a visitor is told %q", got)
	}
}
