package app_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"almanac/cmd/internal/app"
	"almanac/cmd/internal/conform"
	"almanac/runtime"
	"almanac/runtime/auth"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// TestTheServiceAnswersAsSpecified runs every conformance case against both
// deployments, open and with users, on both stores.
func TestTheServiceAnswersAsSpecified(t *testing.T) {
	databases := storetest.NewTemplate(prepare)
	for _, tt := range []struct {
		name       string
		deployment runtime.Deployment
		open       bool
	}{
		{"A with users", runtime.DeploymentA(), false},
		{"B with users", runtime.DeploymentB(), false},
		{"A open", runtime.DeploymentA(), true},
		{"B open", runtime.DeploymentB(), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && (tt.open || tt.deployment.LanguageParam == "") {
				t.Skip("short: one deployment with users stands for all four")
			}
			databases.Each(t, func(t *testing.T, url string) {
				t.Parallel() // Each has a database of its own.
				conformance(t, url, tt.deployment, tt.open)
			})
		})
	}
}

// prepare makes an empty database ready: the schema, and a user of each role.
func prepare(url string) error {
	ctx := context.Background()
	a, err := app.Open(ctx, app.Config{Database: url, Deployment: runtime.DeploymentB(), Migrate: true, Log: quiet()})
	if err != nil {
		return err
	}
	for _, role := range auth.Roles() {
		if _, err := a.Env.Users.Add(ctx, string(role), role, password); err != nil {
			return err
		}
	}
	return a.Close()
}

// password is that of every user in these tests.
const password = "correct horse battery"

// quiet returns a logger that says nothing.
func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// conformance runs the cases that are meant for a deployment.
func conformance(t *testing.T, url string, d runtime.Deployment, open bool) {
	t.Helper()
	a, err := app.Open(t.Context(), app.Config{Database: url, Deployment: d, Open: open, Log: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	server.Client().Transport.(*http.Transport).MaxIdleConnsPerHost = 100
	target := conform.Target{
		Base: server.URL + d.Root(), Client: server.Client(), Deployment: d.Name, Auth: conform.AuthRequired, Users: map[string]conform.Credentials{},
	}
	if open {
		target.Auth = conform.AuthOpen
	}
	for _, role := range auth.Roles() {
		target.Users[string(role)] = conform.Credentials{User: string(role), Password: password}
	}
	described, err := conform.Describe(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(conform.Cases(), conform.Derived(described)...) {
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
