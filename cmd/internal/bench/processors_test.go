package bench

import (
	"net/http/httptest"
	"testing"
)

// perProcessor is how many requests are under way for each processor.
const perProcessor = 4

// BenchmarkProcessors answers requests without a network on all processors: with
// -cpu 1,2,4, the times of an operation show what does not share them.
func BenchmarkProcessors(b *testing.B) {
	for name, url := range map[string]func(testing.TB) string{"SQLite": loaded.SQLite, "PostgreSQL": loaded.PostgreSQL} {
		b.Run(name, func(b *testing.B) {
			s := serve(b, url(b), "full", 0)
			for _, c := range cases() {
				b.Run(c.name, func(b *testing.B) { share(b, s, c) })
			}
		})
	}
}

// share has the service answer requests on all processors.
func share(b *testing.B, s *server, c benchmark) {
	h := s.app.Handler()
	b.SetParallelism(perProcessor)
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, c.request(int(s.next.Add(1))).http(b.Context()))
			if answer.Code != c.status {
				b.Errorf("%s is answered %d, not %d: %s", c.name, answer.Code, c.status, answer.Body)
				return
			}
		}
	})
}
