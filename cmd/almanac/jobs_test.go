package main

import (
	"strings"
	"testing"
)

func TestJobsAreListedAndRunOnDemand(t *testing.T) {
	db := enqueue(t)
	table, err := almanac(t, "", "jobs", "--database", db)
	if err != nil || !strings.Contains(table, "JOB ") || !strings.Contains(table, "series ") {
		t.Errorf("%v in\n%s", err, table)
	}
	lines, err := almanac(t, "", "jobs", "--json", "--database", db)
	if err != nil || !strings.Contains(lines, `{"name":"series","every":"24h","duration_seconds":0,"error":"","failures":0,`) {
		t.Errorf("%v in\n%s", err, lines)
	}
	if out, err := almanac(t, "", "jobs", "--run", "series", "--database", db); err != nil || !strings.Contains(out, "series") {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := almanac(t, "", "jobs", "--run", "backup", "--database", db); err == nil || !strings.Contains(err.Error(), `--run must be one of series, webhook-deliveries, former-values, not "backup"`) {
		t.Errorf("an unknown job: %v", err)
	}
}
