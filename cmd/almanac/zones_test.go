package main

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"almanac/runtime/cli"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
)

// TestZonesAppliesTheRulesAndTheAuditSaysSoInOneLine has events that a program with the rules of
// 2025 has stored: winter evenings in Vancouver, which are an hour earlier since then.
func TestZonesAppliesTheRulesAndTheAuditSaysSoInOneLine(t *testing.T) {
	db := database(t)
	if _, err := almanac(t, "", "demo", "--database", db); err != nil {
		t.Fatal(err)
	}
	s, err := open.Store(t.Context(), db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{SQL: `UPDATE events SET timezone = 'America/Vancouver',
			start_date = '2027-01-15 19:00:00', end_date = '2027-01-15 22:00:00',
			utc_start_date = '2027-01-16 03:00:00', utc_end_date = '2027-01-16 06:00:00'`})
		return err
	})
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		t.Helper()
		out, err := almanac(t, "", append(args, "--database", db)...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	changes := func(out string) string {
		found := regexp.MustCompile(`(?m)^America/Vancouver +\S+ +(\d+)$`).FindStringSubmatch(out)
		if found == nil {
			t.Fatalf("got\n%s", out)
		}
		return found[1]
	}
	due := changes(run("zones", "--dry-run"))
	if got := []string{changes(run("zones", "--dry-run")), changes(run("zones")), changes(run("zones"))}; due == "0" || got[0] != due || got[1] != due || got[2] != "0" {
		t.Errorf("%s records were due, then %v", due, got)
	}
	table := run("audit", "--action", "recalculated", "--limit", "3")
	if lines := strings.Split(strings.TrimSpace(table), "\n"); len(lines) != 2 || !strings.Contains(lines[1], due+" records") {
		t.Errorf("the audit says\n%s", table)
	}
	if _, err := almanac(t, "", "zones", "now", "--database", db); cli.ExitCode(err) != 2 {
		t.Errorf("an argument is %v", err)
	}
}
