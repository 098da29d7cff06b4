package desktest

import (
	"context"
	"log/slog"
	"testing"

	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// migrated is a database with the schema.
var migrated = storetest.NewTemplate(func(url string) error {
	d := generated.Service()
	s, err := service.Open(context.Background(), d, service.Config{
		Database: url, Deployment: d.Deployment(), Migrate: true, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	return s.Close()
})

// eachService runs a test with a service on both stores.  The desk is a client of the
// API, so that it hardly depends on them.
func eachService(t *testing.T, d service.Definition, test func(t *testing.T, s *servicetest.Server), options ...func(*service.Config)) {
	t.Helper()
	migrated.Sampled(t, func(t *testing.T, url string) { test(t, servicetest.New(t, url, d, options...)) })
}
