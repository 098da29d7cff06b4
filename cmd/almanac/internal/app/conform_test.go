package app_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"almanac/cmd/internal/conform"
	"almanac/cmd/internal/conform/cases"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/deployment"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.MainAlone(m) }

// TestTheServiceAnswersAsSpecified runs every conformance case against both
// deployments, open and with users, each with a cache of responses and without, on
// both stores.  Two settings run every case; the others run those that are about the
// deployment or the mode, with a share of the rest.  In short every case runs on SQLite, and
// those that depend on the store run on PostgreSQL too.
func TestTheServiceAnswersAsSpecified(t *testing.T) {
	for _, tt := range []struct {
		name       string
		deployment deployment.Deployment
		open       bool
		cache      int64
		query      bool // Lists alone, asked by QUERY.
		share      int  // One of so many cases runs.
		short      int  // The same in short; 0 for none.
	}{
		{"A with users", deployments.A(), false, 0, false, 1, 1},
		{"B open", deployments.B(), true, 0, false, 1, 0},
		{"B with users", deployments.B(), false, 0, false, 4, 0},
		{"A open", deployments.A(), true, 0, false, 4, 0},
		{"A with users and without a cache", deployments.A(), false, -1, false, 4, 0},
		{"B open and without a cache", deployments.B(), true, -1, false, 4, 8},
		{"A with users, lists by QUERY", deployments.A(), false, 0, true, 1, 2},
		{"B open, lists by QUERY", deployments.B(), true, 0, true, 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			share := tt.share
			if testing.Short() {
				share = tt.short
			}
			if share == 0 {
				t.Skip("make test-all runs it")
			}
			prepared.Each(t, func(t *testing.T, url string) {
				t.Parallel() // Each has a database of its own.
				conformance(t, url, service.Config{Deployment: tt.deployment, Open: tt.open, CacheBytes: tt.cache}, tt.query, share)
			})
		})
	}
}

// prepare makes an empty database ready: the schema, and a user of each role.
func prepare(url string) error {
	ctx := context.Background()
	a, err := service.Open(ctx, generated.Service(), service.Config{Database: url, Deployment: deployments.B(), Migrate: true, SignIn: quickHashes(), Log: quiet()})
	if err != nil {
		return err
	}
	for _, role := range auth.Roles() {
		if _, err := a.Env.Users.Add(ctx, string(role), "", role, password); err != nil {
			return err
		}
	}
	return a.Close()
}

// password is that of every user in these tests.
const password = "correct horse battery"

// quiet returns a logger that says nothing.
func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// dependsOnTheStore reports whether a case is about what each store does in its own way:
// lists with filters, searches and dates, and writes of what is there.  In short,
// PostgreSQL runs these and a quarter of the others.
func dependsOnTheStore(c conform.Case) bool {
	return slices.Contains([]string{"events_list", "events_update", "events_delete"}, c.Area)
}

// conformance runs the cases that are meant for a deployment, and a share of those that are
// meant for all.
func conformance(t *testing.T, url string, c service.Config, query bool, share int) {
	t.Helper()
	now := &shiftedClock{}
	c.Database, c.SignIn, c.Log, c.Clock = url, quickHashes(), quiet(), now.Now
	a, err := service.Open(t.Context(), generated.Service(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	server.Client().Transport.(*http.Transport).MaxIdleConnsPerHost = 100
	byQuery := &asQuery{RoundTripper: server.Client().Transport}
	if query {
		server.Client().Transport = byQuery
		t.Cleanup(func() {
			if byQuery.sent.Load() == 0 {
				t.Error("no list was asked for by QUERY")
			}
		})
	}
	target := conform.Target{
		Base: server.URL + c.Deployment.APIPath(), Client: server.Client(), Deployment: c.Deployment.Name, Auth: conform.AuthRequired, Users: map[string]conform.Credentials{},
		Now: now.Now, Pass: now.advance,
	}
	if c.Open {
		target.Auth = conform.AuthOpen
	}
	for _, role := range auth.Roles() {
		target.Users[string(role)] = conform.Credentials{User: string(role), Password: password}
	}
	described, err := cases.Describe(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	chosen, quarter := oneIn(t, share), sample(t, 4)
	for _, c := range append(cases.All(), cases.Derived(described)...) {
		general := c.Needs.Deployment == "" && c.Needs.Auth == ""
		if general && !chosen() || strings.HasPrefix(url, "postgres") && !dependsOnTheStore(c) && !quarter() {
			continue
		}
		if query && !readsLists(c) {
			continue
		}
		t.Run(c.Area+"/"+c.Name, func(t *testing.T) {
			r := conform.RunCase(t.Context(), target, c)
			if r.Skipped != "" {
				t.Skip(r.Skipped)
			}
			for _, problem := range r.Problems {
				t.Error(problem)
			}
		})
	}
}
