package app_test

import (
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

// TestTheServiceAnswersAsSpecifiedFromReplicas runs a third of the conformance cases where
// reads go to a standby: each case writes, and looks for it at once.
func TestTheServiceAnswersAsSpecifiedFromReplicas(t *testing.T) {
	if testing.Short() {
		t.Skip("the primary stands for all; make test-all runs it")
	}
	primary := storetest.NewPrimary(t)
	standby := primary.Standby(t, "standby")
	if err := prepare(primary.URL()); err != nil {
		t.Fatal(err)
	}
	const ran = "SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'"
	before, err := standby.Number(ran)
	if err != nil {
		t.Fatal(err)
	}
	// The service is closed when its subtest ends: then the figures are complete.
	t.Run("cases", func(t *testing.T) {
		conformance(t, primary.URL(), service.Config{Deployment: deployments.A(), Options: store.Options{Replicas: []string{standby.URL()}}}, false, 3)
	})
	n, err := standby.Number(ran)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the standby ran %d transactions", n-before)
	if n-before < 1000 {
		t.Error("the standby was hardly read")
	}
}
