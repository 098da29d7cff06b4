// Package clients_test runs clients of the API against the service: the
// generated Go client, whose examples docs/clients.md shows.
package clients_test

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// noon is when the examples happen.
var noon = time.Date(2026, time.June, 1, 12, 0, 0, 0, time.UTC)

// secret is the password of every user here.
const secret = "correct horse battery"

// start starts a service on a database and returns its address and its users.
func start(ctx context.Context, c service.Config) (address string, users *auth.Users, stop func(), err error) {
	if c.Deployment.Namespace == "" {
		c.Deployment = deployments.B()
	}
	// The address is known before the service is opened, which shows it in links.
	server := httptest.NewUnstartedServer(nil)
	c.Deployment.SiteURL = "http://" + server.Listener.Addr().String()
	c.Log, c.Migrate = slog.New(slog.NewTextHandler(io.Discard, nil)), true
	a, err := service.Open(ctx, generated.Service(), c)
	if err != nil {
		server.Close()
		return "", nil, nil, err
	}
	server.Config.Handler = a.Handler()
	server.Start()
	stop = func() {
		server.Close()
		_ = a.Close()
	}
	return server.URL + c.Deployment.APIPath(), a.Env.Users, stop, nil
}

// calendar starts a service for an example, by default deployment B without
// users, and returns its address.  Its clock stands still.
func calendar(options ...func(*service.Config)) (address string, users *auth.Users, stop func()) {
	dir, err := os.MkdirTemp("", "calendar")
	check(err)
	c := service.Config{Database: "sqlite:" + filepath.Join(dir, "calendar.db"), Open: true, Clock: func() time.Time { return noon }}
	for _, set := range options {
		set(&c)
	}
	address, users, end, err := start(context.Background(), c)
	check(err)
	return address, users, func() {
		end()
		check(os.RemoveAll(dir))
	}
}

// withUsers makes the service ask who calls.
func withUsers(c *service.Config) { c.Open = false }

// inTwoLanguages makes the service deployment A.
func inTwoLanguages(c *service.Config) { c.Deployment = deployments.A() }

// check ends an example that does not work.
func check(err error) {
	if err != nil {
		panic(err)
	}
}
