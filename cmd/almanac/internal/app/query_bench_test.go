package app_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/param"
	"almanac/runtime/service"
)

// BenchmarkQuery compares GET and QUERY of the same list of 20 events over HTTP, by one client, with
// a body of about 60 bytes and of 1 KiB, from the cache and without one.
func BenchmarkQuery(b *testing.B) {
	for name, bytes := range map[string]int64{"cached": 0, "cold": -1} {
		a, err := service.Open(b.Context(), generated.Service(), service.Config{
			Database: prepared.SQLite(b), Deployment: deployments.B(), Open: true, Log: quiet(), CacheBytes: bytes,
		})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = a.Close() })
		for i := range 20 {
			mustCreate(b, a.Handler(), newEvent(fmt.Sprint("Lecture ", i), js{"description": longText}))
		}
		server := httptest.NewServer(a.Handler())
		b.Cleanup(server.Close)
		list := server.URL + a.Env.Deployment.APIPath() + "/events"
		for _, words := range []string{"Lecture", strings.Repeat("Lecture ", 118)} {
			values := url.Values{"search": {words}, "per_page": {"20"}, "start_date": {"2020-01-01"}}
			text := fmt.Sprintf(`{"search":%q,"per_page":20,"start_date":"2020-01-01"}`, words)
			for method, ask := range map[string]func() (*http.Request, error){
				http.MethodGet: func() (*http.Request, error) {
					return http.NewRequestWithContext(b.Context(), http.MethodGet, list+"?"+values.Encode(), http.NoBody)
				},
				param.MethodQuery: func() (*http.Request, error) {
					r, err := http.NewRequestWithContext(b.Context(), param.MethodQuery, list, strings.NewReader(text))
					if err == nil {
						r.Header.Set("Content-Type", jsonType)
					}
					return r, err
				},
			} {
				b.Run(fmt.Sprintf("%s/%s/%d bytes", name, method, len(text)), func(b *testing.B) {
					for b.Loop() {
						r, err := ask()
						if err != nil {
							b.Fatal(err)
						}
						resp, err := server.Client().Do(r)
						if err != nil {
							b.Fatal(err)
						}
						if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
							b.Fatal(resp.StatusCode, err)
						}
						_ = resp.Body.Close()
					}
				})
			}
		}
	}
}
