package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"almanac/runtime/store/storetest"
)

// TestMain lets this binary be the servers that the bench starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && slices.Contains([]string{baselineServer, almanac}, os.Args[1]) {
		os.Exit(start(os.Args))
	}
	storetest.Main(m)
}

// tiny are the settings of a run that a test can afford.
func tiny(t *testing.T, store string) settings {
	// Not below the test's own directory, which is closed to PostgreSQL's user.
	dir, err := os.MkdirTemp("/tmp", "almanac-bench-test-") //nolint:usetesting // See above.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return settings{
		stores: []string{store}, events: 1000, length: 50 * time.Millisecond, rounds: 1, connections: 2,
		syncs: []string{"normal"}, mmap: "0", data: dir, json: filepath.Join(dir, "figures.json"),
	}
}

// bench runs all scenarios, whose answers are checked, and returns the report.
func bench(t *testing.T, o settings) report {
	t.Helper()
	var table bytes.Buffer
	if err := measure(t.Context(), o, &table); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(o.json)
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	for _, name := range names() {
		if !strings.Contains(table.String(), "| "+name+" |") {
			t.Errorf("the table has no row of %s:\n%s", name, &table)
		}
	}
	return r
}

func TestEveryScenarioIsMeasuredOnSQLite(t *testing.T) {
	r := bench(t, tiny(t, sqlite))
	for _, row := range r.Stores[0].Rows {
		if row.Rate <= 0 || row.Bytes <= 0 {
			t.Errorf("%s of %s: %+v", row.Scenario, row.Target, row)
		}
	}
}

func TestEveryScenarioIsMeasuredOnPostgreSQL(t *testing.T) {
	if testing.Short() {
		t.Skip("SQLite stands for both; make test-all runs it")
	}
	storetest.PostgreSQL(t) // Skips where there is none.
	o := tiny(t, postgres)
	bench(t, o)
	// The data set is kept: a second run only copies it.
	o.scenarios = []string{"get"}
	if err := measure(t.Context(), o, new(bytes.Buffer)); err != nil {
		t.Error(err)
	}
}

func TestASlowBaselineOrClientMakesTheRunVoid(t *testing.T) {
	rows := func(one, list, get, page float64) storeReport {
		return storeReport{Store: postgres, Rows: []row{
			{Scenario: selectOne, Target: selectOne, CPU: one},
			{Scenario: "list-cold", Target: baselineServer, CPU: list},
			{Scenario: "get", Target: baselineServer, CPU: get},
			{Scenario: constant, Target: constant, Rate: page},
		}}
	}
	for _, tt := range []struct {
		name   string
		report storeReport
		void   string
	}{
		{"all are fast", rows(30, 300, 80, 40000), ""},
		{"the list is slow", rows(30, 370, 80, 40000), "list-cold"},
		{"get is slow", rows(30, 300, 100, 40000), "get"},
		{"the client is slow", rows(30, 300, 80, 9000), "client"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.report.void()
			if (tt.void == "") != (tt.report.Void == "") || !strings.Contains(tt.report.Void, tt.void) {
				t.Errorf("void is %q, want one about %q", tt.report.Void, tt.void)
			}
		})
	}
}
