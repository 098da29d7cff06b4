package filter_test

import (
	"testing"

	"almanac/runtime/filter"
	"almanac/runtime/param"
	"almanac/runtime/store/storetest"
)

// BenchmarkSQL measures how a list with some filters becomes a statement;
// nothing is executed.
func BenchmarkSQL(b *testing.B) {
	s, err := openStore(storetest.SQLite(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	terms := &reader{rows: [][]any{{int64(7), "jazz", "Jazz", int64(7)}}}
	b.ReportAllocs()
	for b.Loop() {
		q := newQuery(s, terms, editor)
		filter.OnOrAfter(q, "start_date", "start_date", param.Opt[int]{}, param.Of("2027-03-05"))
		filter.OnOrBefore(q, "end_date", "end_date", param.Opt[int]{}, param.Of("2027-04-05"))
		filter.LinkedTo(b.Context(), q, "venue", venues, param.Of([]int64{7}))
		filter.SearchAnyField(q, "search", param.Of("jazz night"))
		if len(sql(q)) == 0 || len(q.Args.Values()) == 0 {
			b.Fatal("no statement")
		}
	}
}
