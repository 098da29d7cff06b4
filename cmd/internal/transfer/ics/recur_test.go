package ics_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/transfer/ics"
)

// starts lists when the events of a file start, without seconds.
func starts(c *ics.Calendar) []string {
	var all []string
	for _, e := range c.Events {
		all = append(all, string(e.Start[:16]))
	}
	return all
}

func TestSeriesAreExpandedByTheClockOfTheirZone(t *testing.T) {
	paris := "DTSTART;TZID=Europe/Paris:20261019T190000"
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"over the change of clocks", []string{paris, "RRULE:FREQ=WEEKLY;COUNT=3"}, []string{"2026-10-19 19:00", "2026-10-26 19:00", "2026-11-02 19:00"}},
		{"in UTC, shown by the clock of the site", []string{"DTSTART:20261019T170000Z", "RRULE:FREQ=WEEKLY;COUNT=2"}, []string{"2026-10-19 19:00", "2026-10-26 18:00"}},
		{"until a time in UTC", []string{paris, "RRULE:FREQ=WEEKLY;UNTIL=20261026T180000Z"}, []string{"2026-10-19 19:00", "2026-10-26 19:00"}},
		{"until just before it", []string{paris, "RRULE:FREQ=WEEKLY;UNTIL=20261026T175959Z"}, []string{"2026-10-19 19:00"}},
		{"until a day, which counts", []string{paris, "RRULE:FREQ=WEEKLY;UNTIL=20261026"}, []string{"2026-10-19 19:00", "2026-10-26 19:00"}},
		{"on days of the month", []string{paris, "RRULE:FREQ=MONTHLY;BYDAY=3MO;COUNT=3;WKST=SU;X-A=1;"}, []string{"2026-10-19 19:00", "2026-11-16 19:00", "2026-12-21 19:00"}},
		{"without removed ones", []string{paris, "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;TZID=Europe/Paris:20261026T190000"}, []string{"2026-10-19 19:00", "2026-11-02 19:00"}},
		{"without one removed in UTC", []string{paris, "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20261026T180000Z,20261102T180000Z"}, []string{"2026-10-19 19:00"}},
		{"without one removed by its day", []string{paris, "RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE;VALUE=DATE:20261026"}, []string{"2026-10-19 19:00"}},
		{"without the first", []string{paris, "RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE;TZID=Europe/Paris:20261019T190000"}, []string{"2026-10-26 19:00"}},
		{"with added ones", []string{paris, "RDATE;TZID=Europe/Paris:20261020T200000", "RDATE;VALUE=PERIOD:20261021T180000Z/PT2H"}, []string{"2026-10-19 19:00", "2026-10-20 20:00", "2026-10-21 20:00"}},
		{"with a start that no rule leads to", []string{paris, "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2"}, []string{"2026-10-19 19:00", "2026-10-20 19:00", "2026-10-27 19:00"}},
		{"of whole days", []string{"DTSTART;VALUE=DATE:20261231", "RRULE:FREQ=YEARLY;COUNT=2"}, []string{"2026-12-31 00:00", "2027-12-31 00:00"}},
		{"by the hour", []string{paris, "RRULE:FREQ=HOURLY;INTERVAL=12;COUNT=3;BYHOUR=7,19"}, []string{"2026-10-19 19:00", "2026-10-20 07:00", "2026-10-20 19:00"}},
		{"with a choice that is repeated", []string{paris, "RRULE:FREQ=DAILY;COUNT=3;BYHOUR=21,19,19;BYMINUTE=0,0"}, []string{"2026-10-19 19:00", "2026-10-19 21:00", "2026-10-20 19:00"}},
		{"of many times of a few days", []string{paris, "RRULE:FREQ=YEARLY;COUNT=2;BYMONTH=10;BYMONTHDAY=19;BYHOUR=" + numbers(1, 23) + ";BYMINUTE=0," + numbers(1, 59)}, []string{"2026-10-19 19:00", "2026-10-19 19:01"}},
		{"that never is again", []string{paris, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"}, []string{"2026-10-19 19:00"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(t, event(tt.lines...), options(t))
			if diff := cmp.Diff(tt.want, starts(c)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if n := len(c.Events[0].Notes); n > 0 {
				t.Errorf("notes: %q", c.Events[0].Notes)
			}
		})
	}
}

func TestRulesThatTheLibraryCannotFollowAreReported(t *testing.T) {
	for _, rule := range []string{
		"FREQ=MONTHLY;BYDAY=53MO", "FREQ=MONTHLY;BYDAY=-53MO", "FREQ=SECONDLY", "FREQ=HOURLY;BYSETPOS=2", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5",
		"FREQ=MINUTELY;INTERVAL=1440;BYHOUR=5", "FREQ=MINUTELY;INTERVAL=60;BYMINUTE=5", "FREQ=DAILY;BYSECOND=0,30",
		"FREQ=YEARLY;BYHOUR=0," + numbers(1, 23) + ";BYMINUTE=0,10,20,30,40,50", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=" + numbers(1, 13),
	} {
		t.Run(rule, func(t *testing.T) {
			c := read(t, event("DTSTART:20261019T190000", "RRULE:"+rule), options(t))
			if len(c.Events) != 1 || len(c.Events[0].Notes) != 1 || !strings.Contains(c.Events[0].Notes[0], "cannot be followed") {
				t.Errorf("got %+v", c.Events)
			}
		})
	}
}

// repeated writes a number many times, as a list of a rule.
func repeated(n string, times int) string {
	return strings.TrimSuffix(strings.Repeat(n+",", times), ",")
}

// numbers lists all numbers between two but 0.
func numbers(from, to int) string {
	var all []string
	for n := from; n <= to; n++ {
		if n != 0 {
			all = append(all, strconv.Itoa(n))
		}
	}
	return strings.Join(all, ",")
}

func TestNoRuleTakesLong(t *testing.T) {
	const never = ";BYMONTH=2;BYMONTHDAY=30"
	minutes, positions := ";BYHOUR=0,"+numbers(1, 23)+";BYMINUTE=0,"+numbers(1, 59), ";BYSETPOS="+numbers(-366, 366)
	tests := []struct{ name, rule string }{
		{"each minute", "FREQ=MINUTELY"},
		{"a minute of the day", "FREQ=MINUTELY;BYHOUR=19;BYMINUTE=1"},
		{"hours of a day that never comes", "FREQ=HOURLY" + never},
		{"minutes of a day that never comes", "FREQ=MINUTELY" + never},
		{"a day that never comes", "FREQ=DAILY" + never},
		{"a day of the year in another month", "FREQ=WEEKLY;BYMONTH=2;BYYEARDAY=300"},
		{"a day of the year in another week", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYYEARDAY=5"},
		{"a large interval", "FREQ=DAILY;INTERVAL=100000000"},
		{"repeated times", "FREQ=DAILY;BYHOUR=" + repeated("9", 600) + ";BYMINUTE=" + repeated("0", 600) + ";BYSECOND=" + repeated("0", 600)},
		{"repeated hours of a day that never comes", "FREQ=MINUTELY;BYHOUR=" + repeated("9", 1000) + never},
		{"repeated days", "FREQ=YEARLY;BYDAY=" + repeated("1MO", 1000) + ";BYMONTHDAY=" + repeated("31", 1000) + ";BYMONTH=" + repeated("2", 1000)},
		{"all seconds", "FREQ=DAILY" + minutes + ";BYSECOND=0," + numbers(1, 59)},
		{"all minutes of a year", "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU" + minutes},
		{"all minutes of a month", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU" + minutes},
		{"all positions of a day that never comes", "FREQ=DAILY" + never + positions},
		{"all positions of all days", "FREQ=YEARLY;BYMONTHDAY=" + numbers(1, 31) + positions},
		{"the most positions of a day that never comes", "FREQ=DAILY" + never + ";BYSETPOS=" + numbers(1, 12)},
		{"positions that a year does not have", "FREQ=YEARLY;BYMONTHDAY=" + numbers(1, 30) + ";BYMONTH=" + numbers(1, 11) + ";BYSETPOS=" + numbers(355, 366)},
		{"all minutes of a day that never comes", "FREQ=MINUTELY" + minutes + never},
		{"all days of a year that are none", "FREQ=DAILY;BYMONTH=2;BYYEARDAY=" + numbers(100, 366)},
	}
	starts := []string{"19300101T190000", "00010102T190000"}
	if testing.Short() {
		starts = starts[:1]
	}
	for _, tt := range tests {
		for _, start := range starts {
			t.Run(tt.name+" from "+start, func(t *testing.T) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				begin := time.Now()
				read(t, event("DTSTART:"+start, "RRULE:"+tt.rule), options(t))
				// A second where nothing else runs; without a bound the worst take hours.
				if took := time.Since(begin); took > time.Minute {
					t.Errorf("took %s", took)
				}
				runtime.ReadMemStats(&after)
				if took := after.TotalAlloc - before.TotalAlloc; took > 4<<30 {
					t.Errorf("took %d MiB", took>>20)
				}
			})
		}
	}
}

// series is a weekly choir with a change in the second week and one cancelled in
// the third.
func series(extra ...string) []byte {
	return file(append([]string{
		"BEGIN:VEVENT", "UID:w", "SUMMARY:Choir", "DTSTART;TZID=Europe/Paris:20261123T190000", "DTEND;TZID=Europe/Paris:20261123T210000", "RRULE:FREQ=WEEKLY", "END:VEVENT",
		"BEGIN:VEVENT", "UID:w", "SUMMARY:Concert", "RECURRENCE-ID:20261130T180000Z", "DTSTART;TZID=Europe/Paris:20261201T200000", "END:VEVENT",
		"BEGIN:VEVENT", "UID:w", "SUMMARY:Choir", "RECURRENCE-ID;VALUE=DATE:20261207", "STATUS:CANCELLED", "DTSTART;TZID=Europe/Paris:20261207T190000", "END:VEVENT",
	}, extra...)...)
}

func TestEventsOfASeriesMayDiffer(t *testing.T) {
	o := options(t)
	o.Until = "2026-12-14 23:59:59"
	c := read(t, series(), o)
	var got []string
	for _, e := range c.Events {
		got = append(got, fmt.Sprint(e.Occurrence, " ", e.Title, " ", e.Start, " ", e.Status == ics.Cancelled))
	}
	want := []string{
		" Choir 2026-11-23 19:00:00 false", "20261130T190000 Concert 2026-12-01 20:00:00 false",
		"20261207T190000 Choir 2026-12-07 19:00:00 true", "20261214T190000 Choir 2026-12-14 19:00:00 false",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	s := c.Series[0]
	if !s.Endless || s.Past+s.Future != 0 || !s.Has("") || !s.Has("20261214T190000") || s.Has("20261213T190000") || !s.Has("20300101T000000") {
		t.Errorf("got %+v", s)
	}
}

func TestAChangeWithoutItsSeriesIsAnEvent(t *testing.T) {
	c := read(t, file("BEGIN:VEVENT", "UID:w", "SUMMARY:Concert", "RECURRENCE-ID;TZID=Europe/Paris:20261130T190000", "DTSTART;TZID=Europe/Paris:20261201T200000", "END:VEVENT"), options(t))
	if len(c.Events) != 1 || c.Events[0].Occurrence != "20261130T190000" {
		t.Errorf("got %+v", c.Events)
	}
}

func TestAChangeAfterTheTimeUpToWhichEventsAreTaken(t *testing.T) {
	late := []string{"BEGIN:VEVENT", "UID:w", "SUMMARY:Concert", "RECURRENCE-ID;TZID=Europe/Paris:20301202T190000", "DTSTART;TZID=Europe/Paris:20301203T200000", "END:VEVENT"}
	alone := read(t, file(late...), options(t))
	if len(alone.Events) != 1 || alone.Events[0].Start != "2030-12-03 20:00:00" {
		t.Errorf("without its series: got %+v", alone.Events)
	}
	c := read(t, file(append([]string{
		"BEGIN:VEVENT", "UID:w", "SUMMARY:Choir", "DTSTART;TZID=Europe/Paris:20261123T190000", "RRULE:FREQ=WEEKLY;COUNT=2", "END:VEVENT",
	}, late...)...), options(t))
	if len(c.Events) != 2 || !c.Series[0].Endless {
		t.Errorf("with its series: got %+v of %+v", c.Events, c.Series)
	}
}

func TestTheEventsToComeAreTakenFirst(t *testing.T) {
	tests := []struct {
		name         string
		rule         string
		first        string
		n            int
		past, future int
	}{
		{"of a series that goes on", "FREQ=DAILY", "2026-11-20 19:00", 10, 1419, 722},
		{"of one that ends soon, with the latest before", "FREQ=DAILY;UNTIL=20261124", "2026-11-15 19:00", 10, 1414, 0},
		{"of one that is over, the latest", "FREQ=DAILY;COUNT=30", "2023-01-21 19:00", 10, 20, 0},
		{"of a short one, all", "FREQ=DAILY;COUNT=4", "2023-01-01 19:00", 4, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := options(t)
			o.Most = 10
			c := read(t, event("DTSTART:20230101T190000", "RRULE:"+tt.rule), o)
			s := c.Series[0]
			if got := starts(c); len(got) != tt.n || got[0] != tt.first || s.Past != tt.past || s.Future != tt.future {
				t.Errorf("got %d from %s, %d before, %d after", len(got), got[0], s.Past, s.Future)
			}
		})
	}
}

func TestOfSeveralVersionsTheLastCounts(t *testing.T) {
	c := read(t, file(
		"BEGIN:VEVENT", "UID:1", "SEQUENCE:2", "SUMMARY:New", "DTSTART:20260101", "END:VEVENT",
		"BEGIN:VEVENT", "UID:1", "SEQUENCE:1", "SUMMARY:Old", "DTSTART:20260101", "END:VEVENT",
	), options(t))
	if len(c.Events) != 1 || c.Events[0].Title != "New" {
		t.Errorf("got %+v", c.Events)
	}
}
