package service_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	records "almanac/generator/testdata/records/generated"
	"almanac/runtime/httpapi"
	"almanac/runtime/request"
	"almanac/runtime/service"
)

func TestMiddlewareWrapsTheAPI(t *testing.T) {
	d := records.Service()
	var id string
	s, err := service.Open(t.Context(), d, service.Config{
		Database: "sqlite:" + filepath.Join(t.TempDir(), "records.db"), Deployment: d.Deployment(), Open: true, Log: slog.New(slog.DiscardHandler),
		Middleware: func(api *httpapi.API) func(http.Handler) http.Handler {
			api.Env.ExposedHeaders = append(api.Env.ExposedHeaders, "X-Added")
			return func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					id = request.ID(r.Context())
					w.Header().Set("X-Added", strings.Join(api.ExposedHeaders(), "|"))
					if r.URL.Path == "/short" {
						r.URL.Path = api.Env.Deployment.APIPath() + "/orders"
					}
					next.ServeHTTP(w, r)
				})
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/short", http.NoBody)
	r.Header.Set("Origin", "http://localhost")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"orders":[]`) {
		t.Errorf("another path: %d %s", w.Code, w.Body)
	}
	if id == "" || id != w.Header().Get("X-Request-Id") {
		t.Errorf("the request has the ID %q, the response %q", id, w.Header().Get("X-Request-Id"))
	}
	exposed := strings.Split(w.Header().Get("Access-Control-Expose-Headers"), ", ")
	if got := w.Header().Get("X-Added"); got != strings.Join(exposed, "|") || !strings.Contains(got, "|X-Added|") {
		t.Errorf("scripts may read %q, want X-Added among them, and the same as %q", exposed, got)
	}
}
