package service_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	records "almanac/generator/testdata/records/generated"
	"almanac/runtime/dates"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
	"almanac/runtime/zoneinfo"
	"almanac/runtime/zoneinfo/zoneinfotest"
)

// start opens a server that has rules of its own, and returns the rules in force and its log.
func start(t *testing.T, database string, own *zoneinfo.Rules) (inForce *zoneinfo.Rules, log string, s *servicetest.Server) {
	t.Helper()
	dates.UseRules(own)
	var lines bytes.Buffer
	s = servicetest.New(t, database, records.Service(), func(c *service.Config) {
		c.Log = slog.New(slog.NewTextHandler(&lines, nil))
		c.Deployment.Zone, _ = dates.ParseZone("America/Vancouver")
	})
	return dates.Rules(), lines.String(), s
}

// rows returns the rules in the database.
func rows(t *testing.T, s *servicetest.Server) (value string) {
	t.Helper()
	err := s.Store.Reader().Query(t.Context(), store.Statement{
		SQL:     "SELECT value FROM schema_metadata WHERE name = $1",
		Args:    []any{"time_zone_rules"},
		ScanRow: func(row store.Row) error { return row.Scan(&value) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestServersShareTheNewestRules is not parallel: the rules are those of the program.
func TestServersShareTheNewestRules(t *testing.T) {
	before := dates.Rules()
	t.Cleanup(func() { dates.UseRules(before) })
	vancouver := func(version string, offset int) *zoneinfo.Rules {
		return zoneinfotest.Edition(t, version, zoneinfotest.Zones{"America/Vancouver": {{Offset: offset * 3600, Name: "PT"}}})
	}
	older, newer, rebuilt := vancouver("2998a", -8), vancouver("2999b", -7), vancouver("2999b", -6)
	storetest.Each(t, func(t *testing.T, database string) {
		if r, log, _ := start(t, database, older); r != older || !strings.Contains(log, "time zone rules stored in the database") {
			t.Errorf("the first server has %s and logs\n%s", r, log)
		}
		r, _, s := start(t, database, newer)
		stored := rows(t, s)
		if r != newer || !strings.HasPrefix(stored, "2999b ") {
			t.Errorf("a server with newer rules has %s and stores %.20s", r, stored)
		}

		r, log, s := start(t, database, older)
		if r.String() != "2999b (database)" || !strings.Contains(log, "are those of the database") {
			t.Errorf("an older server has %s and logs\n%s", r, log)
		}
		const evening = dates.WallTime("2027-01-15 19:00:00")
		if got := s.Env.Deployment.Zone.UTC(evening); got != "2027-01-16 02:00:00" {
			t.Errorf("its zone reads %s as %s", evening, got)
		}
		if health := body(t, strings.TrimSuffix(s.URL, s.Env.Deployment.APIPath())+"/readyz"); health != "ok\ntime zones 2999b (database)\n" {
			t.Errorf("its health is %q", health)
		}

		if r, log, s = start(t, database, rebuilt); r != rebuilt || rows(t, s) != stored || strings.Contains(log, "rules") {
			t.Errorf("another build of a version has %s, changes the rules of the database or logs\n%s", r, log)
		}
		r, log, s = start(t, database, fixed(t))
		if !r.IsFixed() || rows(t, s) != stored || !strings.Contains(log, "level=WARN") || !strings.Contains(log, "need the same ZONEINFO") {
			t.Errorf("a server with ZONEINFO has %s and logs\n%s", r, log)
		}
	})
}

func TestBrokenRulesOfADatabaseStopNoServer(t *testing.T) {
	before := dates.Rules()
	t.Cleanup(func() { dates.UseRules(before) })
	database := storetest.SQLite(t)
	_, _, s := start(t, database, before)
	err := s.Store.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{SQL: "UPDATE schema_metadata SET value = '2999z AAAA' WHERE name = 'time_zone_rules'"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if r, log, _ := start(t, database, before); r != before || !strings.Contains(log, "cannot be used") {
		t.Errorf("the server has %s and logs\n%s", r, log)
	}
}

// fixed returns rules that ZONEINFO names.
func fixed(t *testing.T) *zoneinfo.Rules {
	t.Helper()
	path := t.TempDir()
	rules := zoneinfotest.TZif(t, []zoneinfotest.Period{{Offset: -8 * 3600, Name: "PT"}})
	if err := os.WriteFile(filepath.Join(path, "PST8PDT"), rules, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ZONEINFO", path)
	r, err := zoneinfo.Choose()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func body(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
