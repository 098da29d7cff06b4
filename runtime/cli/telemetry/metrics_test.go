package telemetry_test

import (
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/cli/telemetry"
)

func TestMetricsCountRequestsByRouteAndStatus(t *testing.T) {
	s := open(t)
	for _, path := range []string{api + "/orders", api + "/orders/", api + "/orders/7", api + "/orders/8?search=x", "/elsewhere", "/livez"} {
		get(t, s.handler, path)
	}
	got := text(t, get(t, s.metrics.Handler(), "/metrics"))
	for _, want := range []string{
		`http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="200",http_route="/orders"} 2`,
		`http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="404",http_route="/orders/{id}"} 2`,
		`http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="404",http_route="none"} 1`,
		`http_server_request_duration_seconds_count{http_request_method="GET",http_response_status_code="200",http_route="/livez"} 1`,
		`almanac_http_response_body_bytes_total{http_request_method="GET",http_route="/orders"} `,
		`http_server_active_requests 0`,
		`db_client_operation_duration_seconds_count{db_operation_name="batch"}`,
		`db_client_connection_max{db_client_connection_pool_name="write"} 1`,
		`db_client_connection_count{db_client_connection_pool_name="write",state="used"} 0`,
		`almanac_cache_requests_total{cache="responses",result="hit"} 3`,
		`almanac_cache_requests_total{cache="responses",result="miss"} 4`,
		`almanac_password_attempts_total{result="wrong"} 0`,
		`almanac_password_seats_in_use 0`,
		`almanac_limit_in_use{limit="body_bytes"} 0`,
		`almanac_limit_capacity{limit="anonymous_body_bytes"} 0`,
		`almanac_limit_refused_total{limit="body_rate_bytes"} 0`,
		`almanac_outbox_entries{state="pending"} 0`,
		`almanac_webhook_attempts_total{result="failed"} 0`,
		`almanac_webhook_deliveries{state="waiting"} 0`,
		`almanac_webhook_lag_seconds 0`,
		`almanac_outbox_attempts_total{result="failed",topic="mail"} 0`,
		`almanac_job_failures{name="orders"} 0`,
		`almanac_job_lag_seconds{name="orders"} 0`,
		`version="1.2.3"`,
		`go_goroutines`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}

func TestWordsOfClientsMakeNoSeries(t *testing.T) {
	s := open(t)
	for _, method := range []string{"BREW", "PROPFIND"} {
		r, err := http.NewRequestWithContext(t.Context(), method, "/anything", nil)
		if err != nil {
			t.Fatal(err)
		}
		s.handler.ServeHTTP(nowhere{}, r)
	}
	got := text(t, get(t, s.metrics.Handler(), "/metrics"))
	if !strings.Contains(got, `http_server_request_duration_seconds_count{http_request_method="other",http_response_status_code="404",http_route="none"} 2`) {
		t.Errorf("unknown methods and paths are not counted as one:\n%s", got)
	}
}

// nowhere throws answers away.
type nowhere struct{}

// Header returns headers that nobody sees.
func (nowhere) Header() http.Header { return http.Header{} }

// Write throws a part away.
func (nowhere) Write(p []byte) (int, error) { return len(p), nil }

// WriteHeader throws a status away.
func (nowhere) WriteHeader(int) {}

func TestTheAdminListenerKeepsProfilesForThisMachine(t *testing.T) {
	s := open(t)
	admin := telemetry.Admin(s.Probes(), s.metrics, "almanac", "10.0.0.9")
	tests := []struct {
		name, path, from, host, site string
		want                         int
	}{
		{"the probe of the process", "/livez", "10.0.0.7:1", "almanac:9464", "", 200},
		{"the probe of the database", "/readyz", "10.0.0.7:1", "almanac:9464", "", 200},
		{"metrics from elsewhere", "/metrics", "10.0.0.7:1", "almanac:9464", "", 200},
		{"metrics by a name of the setting, in other letters", "/metrics", "10.0.0.7:1", "ALMANAC.", "", 200},
		{"metrics by an address", "/metrics", "10.0.0.7:1", "[2001:db8::1]:9464", "", 200},
		{"metrics for a program that names no host", "/metrics", "10.0.0.7:1", "", "", 200},
		{"metrics by a name that was pointed here", "/metrics", "127.0.0.1:1", "rebound.example:9464", "", 421},
		{"a probe by a name that was pointed here", "/livez", "127.0.0.1:1", "rebound.example", "", 421},
		{"metrics for another site's page", "/metrics", "127.0.0.1:1", "127.0.0.1:9464", "cross-site", 403},
		{"profiles from here", "/debug/pprof/", "127.0.0.1:1", "localhost:9464", "", 200},
		{"a heap profile from here", "/debug/pprof/heap", "[::1]:1", "[::1]:9464", "", 200},
		{"profiles from elsewhere", "/debug/pprof/heap", "10.0.0.7:1", "127.0.0.1:9464", "", 403},
		{"profiles by another name", "/debug/pprof/heap", "127.0.0.1:1", "almanac:9464", "", 403},
		{"the arguments of the program", "/debug/pprof/cmdline", "127.0.0.1:1", "localhost:9464", "", 404},
		{"the service itself", api + "/orders", "127.0.0.1:1", "localhost:9464", "", 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, tt.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.RemoteAddr, r.Host = tt.from, tt.host
			if tt.site != "" {
				r.Header.Set("Sec-Fetch-Site", tt.site)
			}
			if got := serve(admin, r); got != tt.want {
				t.Errorf("status %d, want %d", got, tt.want)
			}
		})
	}
}
