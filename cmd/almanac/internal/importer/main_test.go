package importer_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/importer/site"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
	"almanac/runtime/transfer"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// databases are empty ones with the schema.
var databases = storetest.NewTemplate(func(url string) error {
	a, err := service.Open(context.Background(), generated.Service(), config(url, deployments.B()))
	if err != nil {
		return err
	}
	return a.Close()
})

// now is the time of all tests.
var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// config configures a service of a deployment at the time of the tests.
func config(url string, d deployment.Deployment) service.Config {
	return service.Config{
		Database: url, Deployment: d, Migrate: true, Open: true,
		Clock: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

// deployment returns deployment B in the zone of the fixtures.
func testDeployment(t *testing.T) deployment.Deployment {
	t.Helper()
	d := deployments.B()
	var err error
	if d.Zone, err = dates.ParseZone("America/New_York"); err != nil {
		t.Fatal(err)
	}
	return d
}

func open(t *testing.T, url string, d deployment.Deployment) *service.Service {
	t.Helper()
	return openConfig(t, config(url, d))
}

// openConfig opens a service that is configured.
func openConfig(t *testing.T, c service.Config) *service.Service {
	t.Helper()
	a, err := service.Open(t.Context(), generated.Service(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

// importFrom imports sources that must not fail.
func importFrom(t *testing.T, a *service.Service, sources ...string) transfer.Report {
	t.Helper()
	report, err := transfer.Import(t.Context(), a.API, sources, transfer.Options{Adapt: site.Adapt})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// get reads JSON over HTTP.
func get(t *testing.T, a *service.Service, path string) map[string]any {
	t.Helper()
	answer := httptest.NewRecorder()
	a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "http://localhost"+a.Env.Deployment.APIPath()+path, http.NoBody))
	var body map[string]any
	if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil {
		t.Fatalf("%s: %v: %s", path, err, answer.Body)
	}
	return body
}

// listAll lists every record of a resource over HTTP, by id.
func listAll(t *testing.T, a *service.Service, resource string) map[int64]map[string]any {
	t.Helper()
	all := map[int64]map[string]any{}
	for page := 1; ; page++ {
		query := url.Values{"per_page": {"50"}, "page": {strconv.Itoa(page)}, "hide_empty": {"false"}}
		if resource == "events" {
			query.Set("start_date", "0001-01-01")
			query.Set("end_date", "9999-12-31")
		}
		body := get(t, a, "/"+resource+"?"+query.Encode())
		list, ok := body[resource].([]any)
		if !ok {
			t.Fatalf("list %s: %v", resource, body)
		}
		for _, item := range list {
			r := item.(map[string]any)
			all[int64(r["id"].(float64))] = r
		}
		if body["next_rest_url"] == nil {
			return all
		}
	}
}

// remove deletes a record over HTTP.
func remove(t *testing.T, a *service.Service, path string) {
	t.Helper()
	answer := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodDelete, "http://localhost"+a.Env.Deployment.APIPath()+path, http.NoBody)
	request.RemoteAddr = "127.0.0.1:1"
	a.Handler().ServeHTTP(answer, request)
	if answer.Code != http.StatusOK {
		t.Fatalf("delete %s: %s", path, answer.Body)
	}
}
