package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// said keeps what a server writes into its log.
type said struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{} // Closed at the next part; nil when nobody waits.
}

// Write keeps a part.
func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
	return s.text.Write(p)
}

// await returns the first group of a pattern once the log matches it, and "" when
// the server ended before.
func (s *said) await(pattern *regexp.Regexp, ended <-chan struct{}) string {
	for {
		s.mu.Lock()
		if s.changed == nil {
			s.changed = make(chan struct{})
		}
		changed, m := s.changed, pattern.FindStringSubmatch(s.text.String())
		s.mu.Unlock()
		if m != nil {
			return m[1]
		}
		select {
		case <-changed:
		case <-ended:
			return ""
		}
	}
}

// lines returns the lines of the log that have a message.
func (s *said) lines(t *testing.T, message string) []map[string]any {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []map[string]any
	for text := range strings.Lines(s.text.String()) {
		var line map[string]any
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Errorf("the log has a line that is not JSON: %s", text)
		}
		if line["msg"] == message {
			list = append(list, line)
		}
	}
	return list
}

// serving starts a server as main does, and returns where it answers and its log.
// It is stopped when the test ends.
func serving(t *testing.T, args ...string) (root string, log *said) {
	t.Helper()
	log = &said{}
	var out bytes.Buffer
	ended := running(t, &out, log, args...)
	root = log.await(started, ended)
	if out.Len() > 0 {
		t.Errorf("standard output has %q, want nothing", out.String())
	}
	if root == "" {
		t.Fatalf("the server does not answer: %s", log.text.String())
	}
	return root, log
}

// running runs a server as main does until the test ends, and returns what is
// closed when it ended.
func running(t *testing.T, out, errs io.Writer, args ...string) (ended <-chan struct{}) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var err error
	done := make(chan struct{})
	args = append([]string{"almanac", "serve", "--listen", "127.0.0.1:0", "--database", database(t)}, args...)
	go func() {
		defer close(done)
		err = commands(strings.NewReader(""), out, errs).Run(ctx, args)
	}()
	t.Cleanup(func() {
		stop()
		select {
		case <-done:
			if err != nil {
				t.Errorf("the server ended with %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Error("the server did not stop")
		}
	})
	return done
}

// browse returns the status and the body of a response.
func browse(t *testing.T, address string, header ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body), answer.Header
}

func TestAnOperatorSeesRequestsInMetricsAndLog(t *testing.T) {
	root, log := serving(t, "--admin-listen", "127.0.0.1:0")
	main := strings.Split(root, "/calendar")[0]
	started := log.lines(t, "admin listener started")
	if len(started) != 1 {
		t.Fatalf("the log does not say where the admin listener is")
	}
	admin := "http://" + started[0]["address"].(string)
	for _, path := range []string{"/events", "/events", "/events/7", "/nothing"} {
		browse(t, root+path, "X-Request-Id", "seven")
	}
	status, metrics, _ := browse(t, admin+"/metrics")
	if status != http.StatusOK {
		t.Fatalf("/metrics is %d", status)
	}
	for _, want := range []string{
		`http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="200",http_route="/events"} 2`,
		`http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="404",http_route="/events/{id}"} 1`,
		`http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="404",http_route="none"} 1`,
		`db_client_connection_max{db_client_connection_pool_name="read"}`, `almanac_build_info{`, `go_goroutines `,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("/metrics lacks %s", want)
		}
	}
	for path, want := range map[string]int{"/livez": 200, "/readyz": 200, "/debug/pprof/": 200, "/": 200, strings.TrimPrefix(root, main) + "/events": 404} {
		if status, _, _ := browse(t, admin+path); status != want {
			t.Errorf("%s of the admin listener is %d, want %d", path, status, want)
		}
	}
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap"} {
		if status, _, _ := browse(t, main+path); status != http.StatusNotFound {
			t.Errorf("%s of the service is %d, want 404", path, status)
		}
	}
	lines := log.lines(t, "request")
	if len(lines) < 4 || lines[0]["http.route"] != "/events" || lines[0]["http.response.status_code"] != 200.0 || lines[0]["request_id"] != "seven" || lines[0]["almanac.db_statements"].(float64) < 1 {
		t.Errorf("the log has %d lines of requests, the first is %v", len(lines), lines)
	}
	if _, _, header := browse(t, root+"/tags", "Prefer", "server-timing"); !regexp.MustCompile(`^total;dur=[0-9.]+, db;dur=[0-9.]+;desc="[0-9]+ statements, [0-9]+ round trips", queue;dur=[0-9.]+$`).MatchString(header.Get("Server-Timing")) {
		t.Errorf("Server-Timing is %q", header.Get("Server-Timing"))
	}
}

func TestASecondServerStartsWhereTheAdminAddressIsTaken(t *testing.T) {
	_, first := serving(t)
	_, second := serving(t)
	// Another program on this machine may have the address already.
	for _, log := range []*said{first, second} {
		with, without := log.lines(t, "admin listener started"), log.lines(t, "admin listener not started: address in use, set --admin-listen")
		if len(with)+len(without) != 1 {
			t.Errorf("the log says %v and %v, want one of them", with, without)
		}
	}
	if len(second.lines(t, "admin listener started")) != 0 {
		t.Error("both servers have the same admin listener")
	}
}

func TestTheLogIsForPeopleWhereTheyAskForIt(t *testing.T) {
	root, log := serving(t, "--admin-listen", "none", "--log-format", "text")
	browse(t, root+"/events?search=hush")
	log.mu.Lock()
	defer log.mu.Unlock()
	want := regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d\.\d{3} INF 200 +[0-9.]+[µm]?s  GET    /[a-z0-9/]+/events user\.name=admin request_id=\S+$`)
	if !want.MatchString(log.text.String()) || strings.Contains(log.text.String(), "hush") {
		t.Errorf("as text the log has %s", log.text.String())
	}
}
