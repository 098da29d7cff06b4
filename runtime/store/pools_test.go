package store_test

import (
	"context"
	"testing"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

func TestPoolsTellWhoWaitsForAConnection(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s, err := open.Store(t.Context(), url, store.Options{MaxConns: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		before := s.PoolStats()[0].WaitCount // The first connection of PostgreSQL is waited for too.
		held, waiting := make(chan struct{}), make(chan error, 1)
		go func() {
			<-held
			waiting <- s.Reader().Query(context.Background(), store.Statement{SQL: "SELECT 1"})
		}()
		err = s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT 1", ScanRow: func(store.Row) error {
			close(held)
			time.Sleep(50 * time.Millisecond)
			if p := s.PoolStats()[0]; p.MaxOpen != 1 || p.Open != 1 || p.InUse != 1 {
				t.Errorf("while a statement runs: %+v, want one connection, in use", p)
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		if err := <-waiting; err != nil {
			t.Fatal(err)
		}
		if p := s.PoolStats()[0]; p.InUse != 0 || p.WaitCount != before+1 || p.WaitDuration < 10*time.Millisecond {
			t.Errorf("afterwards: %+v, want that somebody waited once", p)
		}
	})
}
