package ics_test

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/ics"
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
		{"with empty and blank parts", []string{paris, "RRULE:freq=weekly; byday=MO,, TU,;bymonth=;count=3;"}, []string{"2026-10-19 19:00", "2026-10-20 19:00", "2026-10-26 19:00"}},
		{"until a day that its month does not have", []string{paris, "RRULE:FREQ=WEEKLY;UNTIL=20261131T235959Z;BYDAY=MO"}, []string{"2026-10-19 19:00", "2026-10-26 19:00", "2026-11-02 19:00", "2026-11-09 19:00", "2026-11-16 19:00", "2026-11-23 19:00", "2026-11-30 19:00"}},
		{"at an interval of nothing", []string{paris, "RRULE:FREQ=DAILY;INTERVAL=0;COUNT=2"}, []string{"2026-10-19 19:00", "2026-10-20 19:00"}},
		{"without what another rule removes", []string{paris, "RRULE:FREQ=DAILY;COUNT=4", "EXRULE:FREQ=DAILY;INTERVAL=2"}, []string{"2026-10-20 19:00", "2026-10-22 19:00"}},
		{"of the Gregorian calendar", []string{paris, "RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;BYDAY=3MO;COUNT=2;SKIP=OMIT"}, []string{"2026-10-19 19:00", "2026-11-16 19:00"}},
		{"at the end of months, back", []string{"DTSTART;VALUE=DATE:20270131", "RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;COUNT=4;SKIP=BACKWARD"}, []string{"2027-01-31 00:00", "2027-02-28 00:00", "2027-03-31 00:00", "2027-04-30 00:00"}},
		{"at the end of months, forward", []string{"DTSTART;VALUE=DATE:20270131", "RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;COUNT=4;SKIP=FORWARD"}, []string{"2027-01-31 00:00", "2027-03-01 00:00", "2027-03-31 00:00", "2027-05-01 00:00"}},
		{"at the end of months, both ways", []string{"DTSTART;VALUE=DATE:20270130", "RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,30;COUNT=5;SKIP=FORWARD"}, []string{"2027-01-30 00:00", "2027-02-01 00:00", "2027-03-01 00:00", "2027-03-30 00:00", "2027-04-01 00:00"}},
		{"on leap days, back", []string{"DTSTART:20240229T190000", "RRULE:RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD;UNTIL=20270301"}, []string{"2024-02-29 19:00", "2025-02-28 19:00", "2026-02-28 19:00", "2027-02-28 19:00"}},
		{"on leap days, forward, every second year", []string{"DTSTART:20240229T190000", "RRULE:RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=2;SKIP=FORWARD;COUNT=2"}, []string{"2024-02-29 19:00", "2026-03-01 19:00"}},
		{"of whole days, until midnight in UTC", []string{"DTSTART;VALUE=DATE:20270101", "RRULE:FREQ=DAILY;UNTIL=20270103T000000Z", "EXDATE:20270102T000000Z"}, []string{"2027-01-01 00:00", "2027-01-03 00:00"}},
		{"in an hour that clocks skip", []string{"DTSTART;TZID=Europe/Berlin:20270327T023000", "RRULE:FREQ=DAILY;COUNT=3"}, []string{"2027-03-27 02:30", "2027-03-28 03:30", "2027-03-29 02:30"}},
		{"from an hour that clocks skip", []string{"DTSTART;TZID=Europe/Berlin:20270328T023000", "RRULE:FREQ=DAILY;COUNT=2"}, []string{"2027-03-28 03:30", "2027-03-29 02:30"}},
		{"without one in an hour that clocks skip", []string{"DTSTART;TZID=Europe/Berlin:20270327T023000", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20270328T013000Z"}, []string{"2027-03-27 02:30", "2027-03-29 02:30"}},
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

func TestDaysInUTCAreTheSameDaysInTheWest(t *testing.T) {
	o := options(t)
	o.Site = zone(t, "America/New_York")
	for name, tt := range map[string]struct{ until, removed string }{"as midnight in UTC": {"20270103T000000Z", "20270102T000000Z"}, "as midnight there": {"20270103T050000Z", "20270102T050000Z"}, "as midnight somewhere else": {"20270103", "20270102T000000"}} {
		t.Run(name, func(t *testing.T) {
			c := read(t, event("DTSTART;VALUE=DATE:20270101", "RRULE:FREQ=DAILY;UNTIL="+tt.until, "EXDATE;TZID=Asia/Tokyo:"+tt.removed), o)
			if diff := cmp.Diff([]string{"2027-01-01 00:00", "2027-01-03 00:00"}, starts(c)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestRulesThatCannotBeFollowedAreReported(t *testing.T) {
	c := read(t, event("DTSTART:20261019T190000", "RRULE:FREQ=SECONDLY"), options(t))
	if len(c.Events) != 1 || len(c.Series[0].Lost) != 1 || !strings.Contains(c.Series[0].Lost[0], "expected a supported rule") || !c.Series[0].Unsure {
		t.Errorf("got %+v", c)
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
		"20261123T190000 Choir 2026-11-23 19:00:00 false", "20261130T190000 Concert 2026-12-01 20:00:00 false",
		"20261207T190000 Choir 2026-12-07 19:00:00 true", "20261214T190000 Choir 2026-12-14 19:00:00 false",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	s := c.Series[0]
	if !s.Endless || s.Past+s.Future != 0 || !s.Has("20261123T190000") || !s.Has("20261214T190000") || s.Has("20261213T190000") || !s.Has("20300101T000000") {
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

// eventsOf words the events of a file: when they are, and their titles.
func eventsOf(c *ics.Calendar) []string {
	var all []string
	for _, e := range c.Events {
		all = append(all, fmt.Sprintf("%s-%s %s", e.Start[5:16], e.End[11:16], e.Title))
	}
	return all
}

func TestEventsOfASeriesLastAsLongAsTheyAreSaidTo(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"until the same time of the day, over a change of clocks", []string{"DTSTART;TZID=Europe/Berlin:20270327T023000", "DTEND;TZID=Europe/Berlin:20270327T040000", "RRULE:FREQ=DAILY;COUNT=3"}, []string{
			"03-27 02:30-04:00 Choir", "03-28 03:30-04:00 Choir", "03-29 02:30-04:00 Choir",
		}},
		{"from a change of clocks on", []string{"DTSTART;TZID=Europe/Berlin:20270327T230000", "DTEND;TZID=Europe/Berlin:20270328T050000", "RRULE:FREQ=DAILY;COUNT=2"}, []string{
			"03-27 23:00-05:00 Choir", "03-28 23:00-05:00 Choir",
		}},
		{"until a time that the clocks skip", []string{"DTSTART;TZID=Europe/Berlin:20270326T230000", "DTEND;TZID=Europe/Berlin:20270327T023000", "RRULE:FREQ=DAILY;COUNT=3"}, []string{
			"03-26 23:00-02:30 Choir", "03-27 23:00-03:30 Choir", "03-28 23:00-02:30 Choir",
		}},
		{"for days, until the same time of the day", []string{"DTSTART;TZID=Europe/Berlin:20270320T100000", "DURATION:P1D", "RRULE:FREQ=WEEKLY;COUNT=2"}, []string{
			"03-20 10:00-10:00 Choir", "03-27 10:00-10:00 Choir",
		}},
		{"for hours, exactly", []string{"DTSTART;TZID=Europe/Berlin:20270320T230000", "DURATION:PT6H", "RRULE:FREQ=WEEKLY;COUNT=2"}, []string{
			"03-20 23:00-05:00 Choir", "03-27 23:00-06:00 Choir",
		}},
		{"until a time in UTC, exactly", []string{"DTSTART;TZID=Europe/Berlin:20270320T230000", "DTEND:20270321T040000Z", "RRULE:FREQ=WEEKLY;COUNT=2"}, []string{
			"03-20 23:00-05:00 Choir", "03-27 23:00-06:00 Choir",
		}},
		{"as a period", []string{"DTSTART:20270324T080000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2", "RDATE;VALUE=PERIOD:20270325T120000Z/PT3H,20270326T130000Z/20270326T190000Z"}, []string{
			"03-24 09:00-10:00 Choir", "03-25 09:00-10:00 Choir", "03-25 13:00-16:00 Choir", "03-26 14:00-20:00 Choir",
		}},
		{"a period beside a date", []string{"DTSTART;TZID=Europe/Paris:20270324T080000", "DURATION:PT1H", "RDATE;VALUE=PERIOD;TZID=Europe/Paris:20270325T120000/P1DT1H", "RDATE;TZID=Europe/Paris:20270326T080000"}, []string{
			"03-24 08:00-09:00 Choir", "03-25 12:00-13:00 Choir", "03-26 08:00-09:00 Choir",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(t, event(tt.lines...), options(t))
			if diff := cmp.Diff(tt.want, eventsOf(c)); diff != "" || len(c.Series[0].Lost) > 0 {
				t.Errorf("(-want +got)\n%s%q", diff, c.Series[0].Lost)
			}
		})
	}
}

func TestAChangeOfAllLaterEventsChangesThem(t *testing.T) {
	weekly := []string{"BEGIN:VEVENT", "UID:w", "SUMMARY:Choir", "DTSTART;TZID=Europe/Paris:20270104T180000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=5", "END:VEVENT"}
	change := func(id string, lines ...string) []string {
		return slices.Concat([]string{"BEGIN:VEVENT", "UID:w", "RECURRENCE-ID;" + id}, lines, []string{"END:VEVENT"})
	}
	later := change("RANGE=THISANDFUTURE;TZID=Europe/Paris:20270118T180000", "SUMMARY:Concert", "DTSTART;TZID=Europe/Paris:20270119T200000", "DURATION:PT2H")
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"in title, day, time and length", later, []string{"01-04 18:00-19:00 Choir", "01-11 18:00-19:00 Choir", "01-19 20:00-22:00 Concert", "01-26 20:00-22:00 Concert", "02-02 20:00-22:00 Concert"}},
		{"to whole days", change("RANGE=THISANDFUTURE;TZID=Europe/Paris:20270125T180000", "SUMMARY:Camp", "DTSTART;VALUE=DATE:20270126", "DTEND;VALUE=DATE:20270128"), []string{
			"01-04 18:00-19:00 Choir", "01-11 18:00-19:00 Choir", "01-18 18:00-19:00 Choir", "01-26 00:00-23:59 Camp", "02-02 00:00-23:59 Camp",
		}},
		{"but for one that has its own", slices.Concat(later, change("TZID=Europe/Paris:20270125T180000", "SUMMARY:Solo", "DTSTART;TZID=Europe/Paris:20270125T180000")), []string{
			"01-04 18:00-19:00 Choir", "01-11 18:00-19:00 Choir", "01-19 20:00-22:00 Concert", "01-25 18:00-18:00 Solo", "02-02 20:00-22:00 Concert",
		}},
		{"up to the next such change, in UTC", slices.Concat(change("RANGE=THISANDFUTURE:20270201T170000Z", "SUMMARY:Party", "DTSTART:20270201T170000Z"), later), []string{
			"01-04 18:00-19:00 Choir", "01-11 18:00-19:00 Choir", "01-19 20:00-22:00 Concert", "01-26 20:00-22:00 Concert", "02-01 18:00-18:00 Party",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, eventsOf(read(t, file(slices.Concat(weekly, tt.lines)...), options(t)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestARemovedDateOfANewerVersionRemovesAnOldChange(t *testing.T) {
	for _, tt := range []struct{ name, of, change, want string }{
		{"by SEQUENCE", "SEQUENCE:2", "SEQUENCE:1", ""},
		{"by LAST-MODIFIED", "LAST-MODIFIED:20260102T000000Z", "LAST-MODIFIED:20260101T000000Z", ""},
		{"of the same version, which stays", "SEQUENCE:1", "SEQUENCE:1", "20270111T180000"},
		{"of an older one, which stays", "SEQUENCE:1", "SEQUENCE:2", "20270111T180000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := read(t, file("BEGIN:VEVENT", "UID:w", tt.of, "DTSTART:20270104T180000", "RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE:20270111T180000", "END:VEVENT",
				"BEGIN:VEVENT", "UID:w", tt.change, "RECURRENCE-ID:20270111T180000", "DTSTART:20270112T180000", "END:VEVENT"), options(t))
			got := ""
			for _, e := range c.Events[1:] {
				got += e.Occurrence
			}
			if got != tt.want || c.Series[0].Has("20270111T180000") != (tt.want != "") {
				t.Errorf("got %s of %+v", got, c.Series)
			}
		})
	}
}

func TestAChangeThatCannotBeReadHidesItsEventAlone(t *testing.T) {
	c := read(t, file("BEGIN:VEVENT", "UID:w", "DTSTART:20270104T180000", "RRULE:FREQ=WEEKLY;COUNT=2", "END:VEVENT",
		"BEGIN:VEVENT", "UID:w", "SUMMARY:Concert", "RECURRENCE-ID:20270111T180000", "DTSTART:20270231T180000", "END:VEVENT"), options(t))
	if len(c.Events) != 1 || len(c.Skipped) != 1 || c.Skipped[0].Title != "Concert" || !c.Series[0].Has("20270111T180000") || c.Series[0].Has("20270112T180000") {
		t.Errorf("got %+v", c)
	}
}
