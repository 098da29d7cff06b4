package ics_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/importer/ics"
)

// many makes a file of several calendars, each with several entries of the same
// lines.
func many(calendars, entries int, lines ...string) []byte {
	var out []byte
	for c := range calendars {
		var all []string
		for e := range entries {
			all = append(all, "BEGIN:VEVENT", fmt.Sprintf("UID:%d@%d", e, c))
			all = append(append(all, lines...), "END:VEVENT")
		}
		out = append(out, file(all...)...)
	}
	return out
}

func TestAFileHasNoMoreEventsThanFitIntoMemory(t *testing.T) {
	daily := []string{"DTSTART:19300101T190000", "RRULE:FREQ=DAILY"}
	listed := "RDATE:20260101" + strings.Repeat(",20260101", 1_000_001)
	onsets := append([]string{"BEGIN:VTIMEZONE", "TZID:Here"}, strings.Split(strings.Repeat(strings.Join([]string{
		"BEGIN:STANDARD", "DTSTART:00010102T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "RRULE:FREQ=DAILY", "END:STANDARD,",
	}, ","), 121), ",")...)
	onsets = append(onsets[:len(onsets)-1], "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1", "DTSTART;TZID=Here:20260101T190000", "END:VEVENT")
	tests := []struct {
		name string
		file []byte
		most int
		want string
		long bool // It takes seconds, and short does without.
	}{
		{"starts of series", many(1, 30, daily...), 750, "use an earlier --until", true},
		{"starts of series of several calendars", many(4, 10, daily...), 750, "use an earlier --until", false},
		{"events of series", many(1, 15, daily...), 50_000, "lower --max-occurrences or an earlier --until", true},
		{"dates of a list", event("DTSTART:20260101T190000", listed), 750, "line 8: ", false},
		{"removed dates", event("DTSTART:20260101T190000", strings.Replace(listed, "RDATE", "EXDATE", 1)), 750, "line 8: ", false},
		{"changes of clocks", file(onsets...), 750, "line 600: ", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.long {
				t.Skip("make test-all runs it")
			}
			o := options(t)
			o.Most = tt.most
			_, err := ics.Read(t.Context(), tt.file, o)
			var syntax *ics.SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 4 || !strings.Contains(syntax.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestAZoneThatIsDescribedWithoutSenseIsTheOneOfItsName(t *testing.T) {
	tests := []struct{ name, tzid, line, want, zone string }{
		{"a rule that cannot be followed", "Here", "RRULE:FREQ=SECONDLY", "line 7: expected a supported rule", "Europe/Paris"},
		{"an offset that is none", "Asia/Tokyo", "TZOFFSETTO:+2500", "line 6: expected DTSTART, TZOFFSETFROM such as -0500 and TZOFFSETTO in STANDARD", "Asia/Tokyo"},
		{"no offset", "Here", "TZOFFSETTO:", "line 6: expected DTSTART", "Europe/Paris"},
		{"a date that is none", "Tokyo Standard Time", "DTSTART:20001301T000000", "line 6: expected DTSTART", "Asia/Tokyo"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := []string{"DTSTART:20000102T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100"}
			name, _, _ := strings.Cut(tt.line, ":")
			lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, name+":") })
			c := read(t, file(slices.Concat([]string{"BEGIN:VTIMEZONE", "TZID:" + tt.tzid, "BEGIN:STANDARD", tt.line}, lines, []string{
				"END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1", "DTSTART;TZID=" + tt.tzid + ":20260101T190000", "END:VEVENT",
			})...), options(t))
			if len(c.Events) != 1 || c.Events[0].Zone.Name() != tt.zone || c.Events[0].Start != "2026-01-01 19:00:00" || !strings.Contains(strings.Join(c.Notes, "\n"), tt.want) {
				t.Errorf("got %+v", c)
			}
		})
	}
}
