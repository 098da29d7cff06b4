package store_test

import (
	"strconv"
	"strings"
	"testing"

	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// BenchmarkRows measures the reading of twelve rows with thirty values, as many as
// a page of events has.
func BenchmarkRows(b *testing.B) {
	for name, url := range map[string]func(testing.TB) string{"SQLite": storetest.SQLite, "PostgreSQL": storetest.PostgreSQL} {
		b.Run(name, func(b *testing.B) {
			s, err := open.Store(b.Context(), url(b), store.Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = s.Close() })
			readTwelve(b, s)
		})
	}
}

// readTwelve reads twelve rows again and again.
func readTwelve(b *testing.B, s *store.Store) {
	var columns []string
	for i := range 26 {
		columns = append(columns, "CAST('text "+strconv.Itoa(i)+" of a record' AS text)")
	}
	columns = append(columns, "CAST(1 AS bigint)", "CAST(2 AS bigint)", "CAST(3 AS bigint)", "CAST(NULL AS double precision)")
	numbers := strings.TrimSuffix(strings.Repeat("SELECT 1 UNION ALL ", 12), " UNION ALL ")
	text := "SELECT " + strings.Join(columns, ", ") + " FROM (" + numbers + ") AS twelve"
	texts, ids, real := make([]string, 26), make([]int64, 3), (*float64)(nil)
	var targets []any
	for i := range texts {
		targets = append(targets, &texts[i])
	}
	targets = append(targets, &ids[0], &ids[1], &ids[2], &real)
	b.ReportAllocs()
	for b.Loop() {
		rows := 0
		err := s.Reader().Query(b.Context(), store.Statement{SQL: text, ScanRow: func(row store.Row) error {
			rows++
			return row.Scan(targets...)
		}})
		if err != nil || rows != 12 || ids[2] != 3 {
			b.Fatalf("%d rows, the last with the number %d: %v", rows, ids[2], err)
		}
	}
}
