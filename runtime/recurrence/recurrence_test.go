package recurrence_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/recurrence"
)

const layout = "20060102T150405"

// at reads a time of a test.
func at(t *testing.T, text string) time.Time {
	t.Helper()
	v, err := time.Parse(layout, text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// list returns the first times of a rule, until 2045.
func list(t *testing.T, rule, start string, most int) []string {
	t.Helper()
	r, err := recurrence.Parse(rule)
	if err != nil {
		t.Fatal(err)
	}
	times, all := r.Times(at(t, start), at(t, "20450101T000000"), 1_000_000), []string{}
	for len(all) < most {
		next, ok := times.Next()
		if !ok {
			break
		}
		all = append(all, next.Format(layout))
	}
	if times.Err() != nil {
		t.Error(times.Err())
	}
	return all
}

// TestRulesMeanWhatTheyMeanToDateutil: the rules are random, their times those that
// python-dateutil 2.9 lists.  Left out is where it differs from the standard: positions
// in the week of the start, of which it counts the days from the start alone, and
// days with a number beside days without one, which it wants both of.
func TestRulesMeanWhatTheyMeanToDateutil(t *testing.T) {
	file, err := os.Open("testdata/dateutil.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for lines := json.NewDecoder(file); lines.More(); {
		var want struct {
			Rule, Start string
			Times       []string
		}
		if err := lines.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Times, list(t, want.Rule, want.Start, 8)); diff != "" {
			t.Errorf("%s from %s (-want +got)\n%s", want.Rule, want.Start, diff)
		}
	}
}

// TestRulesOfTheStandard has what other libraries read in several ways.
func TestRulesOfTheStandard(t *testing.T) {
	for _, tt := range []struct{ name, rule, start, want string }{
		{"positions count in the whole week of the start", "FREQ=WEEKLY;BYDAY=MO,TH;BYSETPOS=1;COUNT=2", "20260101T090000", "20260105 20260112"},
		{"the weekday of a week number is that of the start", "FREQ=YEARLY;BYWEEKNO=20;COUNT=2", "20260511T090000", "20260511 20270517"},
		{"days with and without a number", "FREQ=MONTHLY;BYDAY=1MO,FR;COUNT=4", "20261001T090000", "20261002 20261005 20261009 20261016"},
		{"the last working day", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3", "20261001T090000", "20261030 20261130 20261231"},
		{"leap days are left out", "FREQ=YEARLY;COUNT=2", "20240229T090000", "20240229 20280229"},
		{"leap days move back", "FREQ=YEARLY;SKIP=BACKWARD;COUNT=2", "20240229T090000", "20240229 20250228"},
		{"missing days move forward, and are there once", "FREQ=MONTHLY;BYMONTHDAY=1,31;SKIP=FORWARD;COUNT=3", "20270131T090000", "20270131 20270201 20270301"},
		{"the start is none of its times", "FREQ=DAILY;BYDAY=SA;COUNT=1", "20261127T090000", "20261128"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.ReplaceAll(strings.Join(list(t, tt.rule, tt.start, 8), " "), "T090000", "")
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestAnErrorNamesThePartAndWhatWouldBeRight(t *testing.T) {
	for rule, want := range map[string]string{
		"FREQ=SECONDLY":             `FREQ: expected one of MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, found "SECONDLY"`,
		"BYDAY=MO":                  `FREQ is missing`,
		"FREQ=DAILY;COUNT=0":        `COUNT: expected a number from 1 to 1000000000, found "0"`,
		"FREQ=DAILY;BYMONTHDAY=0":   `BYMONTHDAY: expected numbers from 1 to 31 or -31 to -1, found "0"`,
		"FREQ=DAILY;BYDAY=1XX":      `BYDAY: expected days such as MO, 2TU or -1FR, found "1XX"`,
		"FREQ=DAILY;BYDAY=1,2MO":    `BYDAY: expected days such as MO, 2TU or -1FR, found "1,2MO"`,
		"FREQ=DAILY;FREQ=DAILY":     `FREQ appears twice`,
		"FREQ=DAILY;BYEASTER=1":     `BYEASTER is unknown; rules have parts such as FREQ, INTERVAL and BYDAY`,
		"FREQ=DAILY;RSCALE=CHINESE": `RSCALE: expected GREGORIAN, found "CHINESE"`,
	} {
		if _, err := recurrence.Parse(rule); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", rule, err, want)
		}
	}
	for rule, want := range map[string]string{
		"FREQ=HOURLY":                       `FREQ: expected one of DAILY, WEEKLY, MONTHLY, YEARLY, found "HOURLY"`,
		"FREQ=FOO":                          `FREQ: expected one of DAILY, WEEKLY, MONTHLY, YEARLY, found "FOO"`,
		"FREQ=DAILY;INTERVAL=0":             `INTERVAL: expected a number from 1 to 999, found "0"`,
		"FREQ=DAILY;INTERVAL=1000":          `INTERVAL: expected a number from 1 to 999, found "1000"`,
		"FREQ=DAILY;COUNT=3;UNTIL=20270101": "use COUNT or UNTIL, not both",
		"FREQ=DAILY;BYMINUTE=5":             "BYHOUR, BYMINUTE and BYSECOND are not supported",
		"FREQ=DAILY;BYWEEKNO=1":             "BYWEEKNO needs FREQ=YEARLY",
		"FREQ=DAILY;BYYEARDAY=1":            "BYYEARDAY needs FREQ=YEARLY",
		"FREQ=WEEKLY;BYMONTHDAY=1":          "BYMONTHDAY needs FREQ=DAILY, MONTHLY or YEARLY",
		"FREQ=WEEKLY;BYDAY=2TU":             "BYDAY: numbered days such as 2TU need FREQ=MONTHLY, or FREQ=YEARLY without BYWEEKNO",
		"FREQ=YEARLY;BYWEEKNO=1;BYDAY=2TU":  "BYDAY: numbered days such as 2TU need FREQ=MONTHLY, or FREQ=YEARLY without BYWEEKNO",
		"FREQ=MONTHLY;BYSETPOS=1":           "BYSETPOS needs another part, such as BYDAY",
	} {
		if _, err := recurrence.ParseStrict(rule); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", rule, err, want)
		}
	}
}

func TestARuleWithoutATimeEndsAfterItsSteps(t *testing.T) {
	r, err := recurrence.Parse("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")
	if err != nil {
		t.Fatal(err)
	}
	times := r.Times(at(t, "20260101T090000"), at(t, "99990101T000000"), 20_000)
	if at, ok := times.Next(); ok || !errors.Is(times.Err(), recurrence.ErrSteps) {
		t.Errorf("got %v, %v, %v", at, ok, times.Err())
	}
}

func FuzzTimes(f *testing.F) {
	f.Add("FREQ=MONTHLY;BYDAY=-1FR,2MO;BYSETPOS=1,-1;SKIP=FORWARD", int64(1_800_000_000))
	f.Add("FREQ=MINUTELY;INTERVAL=7;BYHOUR=3;BYMINUTE=5;BYYEARDAY=-1", int64(-60_000_000_000))
	f.Fuzz(func(t *testing.T, rule string, start int64) {
		r, err := recurrence.Parse(rule)
		if err != nil {
			return
		}
		from := time.Unix(start%200_000_000_000, 0).UTC()
		times, last := r.Times(from, from.AddDate(20, 0, 0), 2000), from.Add(-1)
		for {
			next, ok := times.Next()
			if !ok {
				break
			}
			if !next.After(last) {
				t.Fatalf("%s after %s", next, last)
			}
			last = next
		}
	})
}

func TestTheRestOfASplitGoesOnAsBefore(t *testing.T) {
	for _, rule := range []string{
		"FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=BACKWARD", "FREQ=MONTHLY", "FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=FORWARD",
		"FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=FORWARD;COUNT=7", "FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=FORWARD;COUNT=2",
	} {
		p := recurrence.Pattern{Start: "2026-01-31 19:00:00", End: "2026-01-31 20:00:00", Rule: rule}
		whole, err := p.Expand("", "2026-12-31 23:59:59", 20)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, err := p.Split(whole[1].ID)
		if err != nil {
			t.Fatal(err)
		}
		var parts []recurrence.Date
		for _, part := range []recurrence.Pattern{before, rest} {
			list, err := part.Expand("", "2026-12-31 23:59:59", 20)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, list...)
		}
		if diff := cmp.Diff(whole, parts, cmp.Transformer("start", func(d recurrence.Date) string { return string(d.ID) })); diff != "" {
			t.Errorf("%s (-whole +parts)\n%s", rule, diff)
		}
	}
}
