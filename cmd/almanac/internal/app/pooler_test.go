package app_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// TestTheServiceAnswersAsSpecifiedBehindAPooler runs a third of the conformance cases by
// way of a PgBouncer that gives each transaction another session.
func TestTheServiceAnswersAsSpecifiedBehindAPooler(t *testing.T) {
	if testing.Short() {
		t.Skip("the direct way stands for all; make test-all runs it")
	}
	url := prepared.PostgreSQL(t)
	pooler := storetest.NewPooler(t, url)
	conformance(t, pooler.URL(url), service.Config{Deployment: deployments.A(), Options: store.Options{UnnamedStatements: true, MaxConns: 20}}, false, 3)
}

// TestMigrationsTakeADirectWay starts a service on an empty database whose pooler
// it may use for everything else.
func TestMigrationsTakeADirectWay(t *testing.T) {
	url := storetest.PostgreSQL(t)
	pooler := storetest.NewPooler(t, url)
	c := service.Config{
		Database: pooler.URL(url), MigrateDatabase: url, Migrate: true, Open: true, Deployment: deployments.B(), Log: quiet(),
		Options: store.Options{UnnamedStatements: true, MaxConns: 10},
	}
	a, err := service.Open(t.Context(), generated.Service(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close() }()
	server := httptest.NewServer(a.Handler())
	defer server.Close()
	// Many at once, so that sessions change hands.
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for range 10 {
				body := strings.NewReader(`{"title":"Picnic","start_date":"2030-05-01 14:00:00","end_date":"2030-05-01 18:00:00","tags":["Popular"],"categories":["Music"]}`)
				r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, server.URL+c.Deployment.APIPath()+"/events", body)
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("Content-Type", "application/json")
				answer, err := server.Client().Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				_ = answer.Body.Close()
				if answer.StatusCode != http.StatusCreated {
					t.Errorf("a write is answered with %s", answer.Status)
				}
			}
		})
	}
	all.Wait()
	if _, err := service.Verify(t.Context(), a.Store, a.Env.Resources); err != nil {
		t.Error(err)
	}
}

// TestNamedStatementsMeetAPooler shows why the mode is there: were it not needed,
// the tests before this one would show nothing.
func TestNamedStatementsMeetAPooler(t *testing.T) {
	url := storetest.PostgreSQL(t)
	pooler := storetest.NewPooler(t, url)
	s, err := open.Store(t.Context(), pooler.URL(url), store.Options{MaxConns: 10})
	if err != nil {
		return // It met the pooler already.
	}
	defer func() { _ = s.Close() }()
	var failed error
	for range 50 {
		for n := range 3 {
			if err := s.Reader().Batch(t.Context(), []store.Statement{{SQL: "SELECT $1::bigint", Args: []any{n}}, {SQL: "SELECT 2"}}); err != nil {
				failed = err
			}
		}
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				_ = s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT pg_sleep(0.002), $1::text", Args: []any{"x"}})
			})
		}
		all.Wait()
	}
	if failed == nil {
		t.Skip("this PgBouncer knows named statements, which those before 1.21 do not")
	}
	t.Log(failed)
}

// TestAURLMaySayThatItLeadsThroughAPooler is for the commands that have no flag
// for it.
func TestAURLMaySayThatItLeadsThroughAPooler(t *testing.T) {
	url := storetest.PostgreSQL(t)
	pooled := storetest.NewPooler(t, url).URL(url) + "&default_query_exec_mode=cache_describe"
	for _, readOnly := range []bool{false, true} {
		s, err := open.Store(t.Context(), pooled, store.Options{ReadOnly: readOnly})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		for range 3 {
			if err := s.Reader().Batch(t.Context(), []store.Statement{{SQL: "SELECT $1::bigint", Args: []any{1}}, {SQL: "SELECT 2"}}); err != nil {
				t.Error(err)
			}
		}
	}
}
