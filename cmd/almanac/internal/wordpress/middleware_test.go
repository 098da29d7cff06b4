package wordpress

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/coding"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// bears is the response of a list of toys.
type bears struct {
	Total int64  `header:"X-Toys-Total"`
	Link  string `header:"Link"`
	ETag  string `header:"ETag"`
	Body  map[string]string
}

// toysBelow returns an API with a few routes below a base path, as clients of
// WordPress see it.
func toysBelow(t *testing.T, base string) http.Handler {
	t.Helper()
	api := httpapi.NewAPI(&request.Env{
		Deployment: deployment.Deployment{BasePath: base, Namespace: "calendar/events/v1", SiteURL: "http://127.0.0.1:8080", DefaultPerPage: 10},
		Clock:      time.Now, Log: slog.New(slog.DiscardHandler), AuthDisabled: true, Limits: param.DefaultLimits(),
		Service: model.Service{License: "MIT", TotalHeader: "X-Toys-Total", PagesHeader: "X-Toys-TotalPages"},
	})
	httpapi.Handle(api, huma.Operation{OperationID: "list-toys", Method: http.MethodGet, Path: "/toys", Summary: "Toys"}, nil, func(h *http.Request, _ *request.Request, _ *struct{}) (*bears, error) {
		return &bears{Total: 12, ETag: `"t"`, Link: `<x>; rel="next"`, Body: map[string]string{"asked": h.URL.RawQuery}}, nil
	})
	return Middleware(api)(api)
}

// asked sends a request and returns the response with its body in JSON, nil where
// it is none.
func asked(t *testing.T, a http.Handler, method, path string) (*http.Response, map[string]any) {
	t.Helper()
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "http://localhost"+path, http.NoBody))
	var body map[string]any
	_ = json.Unmarshal(w.Body.Bytes(), &body) // Not every body is JSON.
	return w.Result(), body
}

func TestAnEnvelopeHoldsStatusAndHeader(t *testing.T) {
	a := toysBelow(t, "/wp-json")
	const root = "/wp-json/calendar/events/v1"
	answer, whole := asked(t, a, http.MethodGet, root+"/toys?_envelope")
	headers, _ := whole["headers"].(map[string]any)
	inner, _ := whole["body"].(map[string]any)
	if answer.StatusCode != 200 || whole["status"] != 200.0 || inner["asked"] == nil || len(whole) != 3 {
		t.Errorf("a list: %d %v", answer.StatusCode, whole)
	}
	if headers["X-Toys-Total"] != 12.0 || headers["Link"] != `<x>; rel="next"` {
		t.Errorf("headers %v, want the total as a number, and the link", headers)
	}
	if headers["Allow"] != "GET" || answer.Header.Get("X-Toys-Total") != "" {
		t.Errorf("Allow %v inside and the total %q outside, want GET, and the total inside alone", headers["Allow"], answer.Header.Get("X-Toys-Total"))
	}
	if _, reported := headers["Content-Security-Policy"]; reported {
		t.Errorf("headers %v, want none that says nothing to a script", headers)
	}

	answer, whole = asked(t, a, http.MethodGet, root+"/nothing?_envelope=1")
	inner, _ = whole["body"].(map[string]any)
	if answer.StatusCode != 200 || whole["status"] != 404.0 || inner["code"] != "rest_no_route" {
		t.Errorf("an error: %d %v, want 200 around a 404", answer.StatusCode, whole)
	}
	answer, whole = asked(t, a, http.MethodDelete, root+"/toys?_envelope=embed")
	headers, _ = whole["headers"].(map[string]any)
	if answer.StatusCode != 200 || whole["status"] != 405.0 || headers["Allow"] != "GET, HEAD, QUERY, OPTIONS" {
		t.Errorf("a wrong method: %d %v", answer.StatusCode, whole)
	}
}

func TestAnEnvelopeIsWholeForClientsThatTakeCodings(t *testing.T) {
	a := toysBelow(t, "/wp-json")
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/wp-json/calendar/events/v1/toys?_envelope&long="+strings.Repeat("x", 2*coding.Shortest), http.NoBody)
	r.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	if w.Header().Get("Content-Encoding") != "" || !json.Valid(w.Body.Bytes()) || w.Body.Len() < coding.Shortest {
		t.Errorf("coding %q of %.40q", w.Header().Get("Content-Encoding"), w.Body)
	}
}

func TestAnEnvelopeThatTheClientHasIsNotSentAgain(t *testing.T) {
	a := toysBelow(t, "/wp-json")
	const path = "/wp-json/calendar/events/v1/toys?_envelope"
	answer, _ := asked(t, a, http.MethodGet, path)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+path, http.NoBody)
	r.Header.Set("If-None-Match", answer.Header.Get("ETag"))
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	if answer.Header.Get("ETag") == "" || w.Code != http.StatusNotModified || w.Body.Len() > 0 {
		t.Errorf("tag %q: %d %s", answer.Header.Get("ETag"), w.Code, w.Body)
	}
}

func TestWordPressAddressesAreKnownWhereItsInterfaceIs(t *testing.T) {
	const route = "?rest_route=/calendar/events/v1/toys&a=1%3B2"
	tests := []struct {
		name, base, path string
		want             int
		asked            string
	}{
		{"at the root of the site", "/wp-json", "/" + route, 200, "a=1%3B2"},
		{"with the script's name", "/wp-json", "/index.php" + route, 200, "a=1%3B2"},
		{"with the slash encoded, and at the end", "/wp-json", "/?b=2&rest_route=%2Fcalendar%2Fevents%2Fv1%2Ftoys%2F", 200, "b=2"},
		{"of a site below a path", "/blog/wp-json", "/blog/" + route, 200, "a=1%3B2"},
		{"outside of that site", "/blog/wp-json", "/" + route, 404, ""},
		{"at another path", "/wp-json", "/elsewhere" + route, 404, ""},
		{"of an unknown route", "/wp-json", "/?rest_route=/calendar/events/v1/none", 404, ""},
		{"of another path by dots", "/wp-json", "/?rest_route=/x/../calendar/events/v1/toys", 404, ""},
		{"empty", "/wp-json", "/?rest_route=", 404, ""},
		{"where the service is mounted otherwise", "/", "/" + route, 404, ""},
		{"an envelope where the service is mounted otherwise", "/api", "/api/calendar/events/v1/toys?_envelope", 200, "_envelope"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer, body := asked(t, toysBelow(t, tt.base), http.MethodGet, tt.path)
			got, _ := body["asked"].(string)
			if answer.StatusCode != tt.want || got != tt.asked {
				t.Errorf("%s: %d %v, want %d with the query %q", tt.path, answer.StatusCode, body, tt.want, tt.asked)
			}
		})
	}
}
