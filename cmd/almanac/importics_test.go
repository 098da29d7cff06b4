package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCalendarsAreImportedByTheirFiles(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "Good.ICS"), filepath.Join(dir, "bad.ics")
	choir := "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Choir\r\nDTSTART:20260101T190000Z\r\nRRULE:FREQ=WEEKLY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	for path, content := range map[string]string{good: choir, bad: strings.NewReplacer("UID:1", "UID:2", "DTSTART:2026", "DTSTART:26").Replace(choir)} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	db := database(t)
	args := []string{"import", "--timezone", "Europe/Paris", "--database", db, "--until", "2026-02-01", "--max-occurrences", "4"}
	out, err := almanac(t, "", append(args, bad)...)
	if err == nil || !strings.HasPrefix(out, "incomplete: 1 item not imported, 0 partly imported\n") || !strings.Contains(out, `"Choir" of `+bad+", line 5: expected a date") {
		t.Errorf("a malformed event: printed %q, %v", out, err)
	}
	rehearsed, err := almanac(t, "", append(args, "--dry-run", good)...)
	if err != nil || !strings.HasPrefix(rehearsed, "dry run: nothing was changed\ncomplete: everything that was read was imported, with the differences below\nevents: 4 created\n") {
		t.Errorf("the rehearsal printed %q, %v", rehearsed, err)
	}
	out, err = almanac(t, "", append(args, good)...)
	if err != nil || !strings.Contains(out, "\nevents: 4 created\nseries: 1 created\ndifferences: 2\n") || !strings.Contains(out, "has too many dates: 4 were imported; 1 earlier and 0 later ones were skipped (--max-occurrences)") {
		t.Errorf("printed %q, %v", out, err)
	}
	out, err = almanac(t, "", append(args, good, bad)...)
	if err == nil || !strings.Contains(out, "events: 4 unchanged, 1 skipped\n") {
		t.Errorf("with a malformed file beside it: printed %q, %v", out, err)
	}
	if _, err := almanac(t, "", append(args, filepath.Join(dir, "none.ics"))...); err == nil || !strings.Contains(err.Error(), "none.ics: no such file") {
		t.Errorf("a file that is not there: got %v", err)
	}
}
