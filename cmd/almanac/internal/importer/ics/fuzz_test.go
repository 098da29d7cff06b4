package ics_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/importer/ics"
)

// FuzzRead reads any bytes: there is a calendar whose events are whole, or an
// error with a line of the file.
func FuzzRead(f *testing.F) {
	f.Add(series(outlook...))
	f.Add(event("DTSTART;TZID=Our Office:20261019T190000", "DURATION:P1DT2H", "RRULE:FREQ=MONTHLY;BYDAY=-1MO;BYSETPOS=1;UNTIL=20280101", "RDATE:20270101T000000Z", "EXDATE:20261019T190000"))
	f.Add(event("DTSTART;VALUE=DATE:20261019", "DTEND;VALUE=DATE:20261021", "RRULE:FREQ=MINUTELY;BYHOUR=5", `CATEGORIES:a\,b,c\`, "GEO:1;2", `ORGANIZER;CN="a^'b":mailto:x`))
	f.Add(event("DTSTART:00010102T190000", "RRULE:FREQ=YEARLY;BYHOUR=9,9,0;BYMINUTE=0,0,1;BYSECOND=0,0;BYMONTHDAY=30;BYMONTH=2;BYSETPOS=1,-1", "RRULE:FREQ=MINUTELY;BYHOUR=9;BYMINUTE=1,1;BYYEARDAY=-1"))
	f.Add(event("DTSTART;TZID= (UTC+01:00) Amsterdam, Berlin:20270131T240000", "RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,-1,31;SKIP=FORWARD", "EXRULE:FREQ=DAILY;INTERVAL=3",
		"RDATE;VALUE=PERIOD:20270101T000000Z/PT2H,20270102T000000Z/", "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:a=", "b", `ATTENDEE;CN="a "b" c:d`, "END:VEVENT", "BEGIN:VEVENT", "UID:1@x",
		"RECURRENCE-ID;RANGE=THISANDFUTURE:20270201T230000Z", "DTSTART:2027-02-02T10:00:00+01:00", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"))
	f.Add([]byte("\xff\xfeB\x00"))
	f.Add([]byte("BEGIN:VCALENDAR\r\n A;B=\"c\":d"))
	o := options(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		begin := time.Now()
		c, err := ics.Read(t.Context(), content, o)
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("took %s", took)
		}
		if err != nil {
			var syntax *ics.SyntaxError
			if !errors.As(err, &syntax) || c != nil || syntax.Line < 1 || syntax.Line > strings.Count(string(content), "\n")+strings.Count(string(content), "\r")+1 {
				t.Fatalf("got %v, %v", c, err)
			}
			return
		}
		keys := map[[2]string]bool{}
		for _, e := range c.Events {
			key := [2]string{e.UID, e.Occurrence}
			switch {
			case !e.Start.Valid() || !e.End.Valid() || e.UID == "":
				t.Fatalf("not whole: %+v", e)
			case e.AllDay && (e.Start != e.Start.StartOfDay() || e.End != e.End.EndOfDay()):
				t.Fatalf("not of whole days: %+v", e)
			case keys[key] && strings.Count(strings.ToUpper(string(content)), "VCALENDAR") < 3:
				t.Fatalf("twice: %+v", e)
			}
			keys[key] = true
		}
	})
}
