package bench

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"almanac/runtime/store"
)

func BenchmarkZZExplain(b *testing.B) {
	for _, url := range []string{loaded.SQLite(b), loaded.PostgreSQL(b)} {
		s := serve(b, url, "")
		cases := s.reads(b)
		cases = append(cases, create())
		var calls []store.Call
		var st *store.Store
		st = openStore(b, url, func(c store.Call) { calls = append(calls, c) })
		old := s.app.Env.Store
		for _, c := range cases {
			s.app.Env.Store = st
			for range 7 { // Past pgx's and PostgreSQL's choice of generic plans.
				calls = nil
				s.app.Handler().ServeHTTP(httptest.NewRecorder(), c.request(int(s.next.Add(1))).http(b.Context()))
			}
			list := calls
			s.app.Env.Store = old
			fmt.Printf("\n=== %s %s\n", st.Dialect(), c.name)
			for _, call := range list {
				for _, q := range call.Statements {
					fmt.Println("---", q.SQL, "\n   args", short(q.Args))
					if c.name == "create" {
						continue
					}
					explain := "EXPLAIN QUERY PLAN "
					if st.Dialect() == store.PostgreSQL {
						explain = "EXPLAIN (ANALYZE, BUFFERS) "
					}
					begin := time.Now()
					_ = old.Read().Query(b.Context(), store.Statement{SQL: q.SQL, Args: q.Args, Each: func(store.Row) error { return nil }})
					took := time.Since(begin)
					begin = time.Now()
					_ = old.Read().Query(b.Context(), store.Statement{SQL: q.SQL, Args: q.Args, Each: func(store.Row) error { return nil }})
					fmt.Println("   took", took, time.Since(begin))
					err := old.Read().Query(b.Context(), store.Statement{SQL: explain + q.SQL, Args: q.Args, Each: func(r store.Row) error {
						if st.Dialect() == store.PostgreSQL {
							var t string
							err := r.Scan(&t)
							fmt.Println("     ", t)
							return err
						}
						var a, p, n int64
						var t string
						err := r.Scan(&a, &p, &n, &t)
						fmt.Println("     ", a, p, t)
						return err
					}})
					if err != nil {
						fmt.Println("ERR", err)
					}
				}
			}
		}
	}
}

func short(a []any) string {
	s := fmt.Sprint(a)
	if len(s) > 200 {
		s = s[:200]
	}
	return s
}

func openStore(b *testing.B, url string, f func(store.Call)) *store.Store {
	st, err := store.Open(b.Context(), url, store.Options{OnQuery: func(_ context.Context, c store.Call) { f(c) }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = st.Close() })
	return st
}
