package postgres_test

import (
	"testing"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// BenchmarkReadOnAReplica compares reads on the primary alone with those that look
// at the primary's log and go to a replica.
func BenchmarkReadOnAReplica(b *testing.B) {
	primary := storetest.NewPrimary(b)
	standby := primary.Standby(b, "standby")
	for _, way := range []struct {
		name     string
		replicas []string
	}{{"primary", nil}, {"replica", []string{standby.URL()}}} {
		b.Run(way.name, func(b *testing.B) {
			s, err := open.Store(b.Context(), primary.URL(), store.Options{Replicas: way.replicas})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			list := []store.Statement{{SQL: "SELECT $1::bigint", Args: []any{1}}, {SQL: "SELECT 2"}}
			time.Sleep(time.Second)
			for b.Loop() {
				if err := s.Reader().Batch(b.Context(), list); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
