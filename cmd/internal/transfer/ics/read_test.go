package ics_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/transfer/ics"
	"almanac/runtime/dates"
)

// zone returns a zone by its name.
func zone(t testing.TB, name string) dates.Zone {
	t.Helper()
	z, err := dates.ParseZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// options are those of a site in Paris at the end of 2026.
func options(t testing.TB) ics.Options {
	return ics.Options{Site: zone(t, "Europe/Paris"), Today: "2026-11-20 00:00:00", Until: "2028-11-20 23:59:59", Most: 750}
}

// file makes a file of lines as they are in a calendar.
func file(lines ...string) []byte {
	all := append([]string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN"}, lines...)
	return []byte(strings.Join(append(all, "END:VCALENDAR", ""), "\r\n"))
}

// event makes a file of one event.
func event(lines ...string) []byte {
	return file(append(append([]string{"BEGIN:VEVENT", "UID:1@x", "SUMMARY:Choir"}, lines...), "END:VEVENT")...)
}

// read reads a file that must be well.
func read(t *testing.T, content []byte, o ics.Options) *ics.Calendar {
	t.Helper()
	c, err := ics.Read(t.Context(), content, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, content)
	}
	return c
}

// times words when an event is.
func times(e ics.Event) string {
	s := string(e.Start) + " - " + string(e.End) + " " + e.Zone.Name()
	if e.AllDay {
		s += " whole days"
	}
	return s
}

// outlook describes a zone by a name that nobody knows, with rules from 1601 on.
var outlook = []string{
	"BEGIN:VTIMEZONE", "TZID:Our Office", "BEGIN:STANDARD", "DTSTART:16011028T030000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
	"TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010325T020000",
	"RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE",
}

func TestTimesAreThoseThatTheFileMeans(t *testing.T) {
	office := func(lines ...string) []byte {
		return file(append(append(append([]string{}, outlook...), "BEGIN:VEVENT", "UID:1@x"), append(lines, "END:VEVENT")...)...)
	}
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"an IANA name", event("DTSTART;TZID=America/New_York:20260704T190000", "DTEND;TZID=America/New_York:20260704T210000"), "2026-07-04 19:00:00 - 2026-07-04 21:00:00 America/New_York"},
		{"an IANA name behind a path", event("DTSTART;TZID=/mozilla.org/20070129_1/Europe/Berlin:20260704T190000"), "2026-07-04 19:00:00 - 2026-07-04 19:00:00 Europe/Berlin"},
		{"an IANA name of three parts behind a path", event("DTSTART;TZID=/a/b/America/Argentina/Salta:20260704T190000"), "2026-07-04 19:00:00 - 2026-07-04 19:00:00 America/Argentina/Salta"},
		{"a quoted name", event(`DTSTART;TZID="Europe/Rome":20260704T190000`), "2026-07-04 19:00:00 - 2026-07-04 19:00:00 Europe/Rome"},
		{"a Windows name", event("DTSTART;TZID=Tokyo Standard Time:20260704T190000", "DURATION:PT90M"), "2026-07-04 19:00:00 - 2026-07-04 20:30:00 Asia/Tokyo"},
		{"a zone of the file, with a name in X-LIC-LOCATION", file("BEGIN:VTIMEZONE", "TZID:Mine", "X-LIC-LOCATION:Asia/Kolkata", "END:VTIMEZONE",
			"BEGIN:VEVENT", "UID:1", "DTSTART;TZID=Mine:20260704T190000", "END:VEVENT"), "2026-07-04 19:00:00 - 2026-07-04 19:00:00 Asia/Kolkata"},
		{"a zone of the file that agrees with the site in summer", office("DTSTART;TZID=Our Office:20260704T190000"), "2026-07-04 19:00:00 - 2026-07-04 19:00:00 Europe/Paris"},
		{"and in winter", office("DTSTART;TZID=Our Office:20261204T190000", "DTEND:20261204T190000Z"), "2026-12-04 19:00:00 - 2026-12-04 20:00:00 Europe/Paris"},
		{"UTC, which most write for want of a zone", event("DTSTART:20260704T170000Z", "DTEND:20260704T190000Z"), "2026-07-04 19:00:00 - 2026-07-04 21:00:00 Europe/Paris"},
		{"UTC in a calendar with a zone", file("X-WR-TIMEZONE:America/New_York", "BEGIN:VEVENT", "UID:1", "DTSTART:20260704T170000Z", "END:VEVENT"), "2026-07-04 13:00:00 - 2026-07-04 13:00:00 America/New_York"},
		{"UTC in a feed of this service", file("BEGIN:VEVENT", "UID:site.example?id=7@site.example", "DTSTART:20260704T170000Z", "END:VEVENT"), "2026-07-04 17:00:00 - 2026-07-04 17:00:00 UTC"},
		{"a floating time", event("DTSTART:20260704T170000", "DTEND:20260704T180000"), "2026-07-04 17:00:00 - 2026-07-04 18:00:00 Europe/Paris"},
		{"an end in another zone", event("DTSTART;TZID=Europe/Paris:20260704T190000", "DTEND;TZID=Europe/London:20260704T190000"), "2026-07-04 19:00:00 - 2026-07-04 20:00:00 Europe/Paris"},
		{"one whole day", event("DTSTART;VALUE=DATE:20260704"), "2026-07-04 00:00:00 - 2026-07-04 23:59:59 Europe/Paris whole days"},
		{"three whole days", event("DTSTART;VALUE=DATE:20260704", "DTEND;VALUE=DATE:20260707"), "2026-07-04 00:00:00 - 2026-07-06 23:59:59 Europe/Paris whole days"},
		{"whole days by their duration", event("DTSTART;VALUE=DATE:20260704", "DURATION:P2D"), "2026-07-04 00:00:00 - 2026-07-05 23:59:59 Europe/Paris whole days"},
		{"a whole day that ends when it begins", event("DTSTART;VALUE=DATE:20260704", "DTEND;VALUE=DATE:20260704"), "2026-07-04 00:00:00 - 2026-07-04 23:59:59 Europe/Paris whole days"},
		{"a duration over the change of clocks is exact", event("DTSTART;TZID=Europe/Paris:20260329T000000", "DURATION:PT6H"), "2026-03-29 00:00:00 - 2026-03-29 07:00:00 Europe/Paris"},
		{"a duration in days keeps the time", event("DTSTART;TZID=Europe/Paris:20260328T120000", "DURATION:P1D"), "2026-03-28 12:00:00 - 2026-03-29 12:00:00 Europe/Paris"},
		{"a leap second", event("DTSTART:20161231T235960"), "2016-12-31 23:59:59 - 2016-12-31 23:59:59 Europe/Paris"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(t, tt.file, options(t))
			if len(c.Events) != 1 {
				t.Fatalf("got %d events", len(c.Events))
			}
			if got := times(c.Events[0]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	tokyo := options(t)
	tokyo.Site = zone(t, "Asia/Tokyo")
	got := read(t, office("DTSTART;TZID=Our Office:20260704T190000", "DURATION:PT1H"), tokyo).Events[0]
	if want := "2026-07-04 19:00:00 - 2026-07-04 20:00:00 +02:00"; times(got) != want {
		t.Errorf("a zone of the file that nobody knows: got %s, want %s", times(got), want)
	}
}

func TestAnEndBeforeTheStartIsReported(t *testing.T) {
	e := read(t, event("DTSTART:20260704T170000", "DTEND:20260704T160000"), options(t)).Events[0]
	if e.End != e.Start || len(e.Notes) != 1 || !strings.Contains(e.Notes[0], "before its start") {
		t.Errorf("got %s, %q", times(e), e.Notes)
	}
}

func TestTextsAreThoseThatPeopleRead(t *testing.T) {
	e := read(t, event(
		"DTSTART:20260704T170000", `LOCATION:Town Hall\, Room 5\nMain Street 1`, "GEO:48.85;2.29",
		`DESCRIPTION:A & B < C\n\nBring: "cake"\; and `, ` tea. A fold inside of a wo`, " rd.",
		`CATEGORIES:Music,Rock\, hard`, "CATEGORIES:Music", "URL:https://choir.example/x", "CLASS:CONFIDENTIAL", "STATUS:tentative",
		`ORGANIZER;CN="Doe, Jane":MAILTO:jane%2Bx@choir.example`, "CONTACT:Joe", "SEQUENCE:3", "LAST-MODIFIED:20260101T120000Z", "CREATED:20250101T120000Z",
		"ATTACH;FMTTYPE=image/png:https://choir.example/a.png", "X-NONE;A=b:c", "BEGIN:VALARM", "ACTION:DISPLAY", "END:VALARM",
	), options(t)).Events[0]
	want := ics.Event{
		Line: 4, UID: "1@x", Sequence: 3, Modified: "2026-01-01 12:00:00", Created: "2025-01-01 12:00:00",
		Start: "2026-07-04 17:00:00", End: "2026-07-04 17:00:00", Zone: zone(t, "Europe/Paris"), Title: "Choir",
		Description: "A &amp; B &lt; C\n\nBring: \"cake\"; and tea. A fold inside of a word.", Location: "Town Hall, Room 5\nMain Street 1",
		Geo: &ics.Point{Latitude: 48.85, Longitude: 2.29}, Organizers: []ics.Person{{"Doe, Jane", "jane+x@choir.example"}, {Name: "Joe"}},
		Categories: []string{"Music", "Rock, hard"}, URL: "https://choir.example/x", Image: "https://choir.example/a.png",
		Status: ics.Tentative, Private: true,
	}
	if diff := cmp.Diff(want, e, cmp.Comparer(func(a, b dates.Zone) bool { return a == b })); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestDescriptionsMayBeHTML(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"plain", `DESCRIPTION:a <b and c\, 1 < 2`, "a &lt;b and c, 1 &lt; 2"},
		{"HTML that is called text", `DESCRIPTION:One<br>two <a href="https://x.example">three</a>`, `One<br>two <a href="https://x.example">three</a>`},
		{"an alternative", "DESCRIPTION:x\r\nX-ALT-DESC;FMTTYPE=text/html:<p>One\\, two</p>", "<p>One, two</p>"},
		{"an escape of nothing", `DESCRIPTION:10\:30 \"x\" end\`, `10:30 "x" end\`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := read(t, event("DTSTART:20260704T170000", tt.line), options(t)).Events[0].Description; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestInvalidICalendarIsReportedWithItsLine(t *testing.T) {
	tests := []struct {
		name string
		file string
		line int
		want string
	}{
		{"nothing", "", 1, "expected BEGIN:VCALENDAR, found nothing"},
		{"another text", "Dear reader,\n", 1, "expected a property such as SUMMARY:Concert"},
		{"an event without a calendar", "BEGIN:VEVENT\nEND:VEVENT\n", 1, `expected BEGIN:VCALENDAR, found "BEGIN:VEVENT"`},
		{"a calendar without an end", "BEGIN:VCALENDAR\nVERSION:2.0\n", 2, "expected END:VCALENDAR, which line 1 begins"},
		{"an end too many", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n", 3, "expected END:VEVENT, which line 2 begins, found END:VCALENDAR"},
		{"a line that is no property", string(event("DTSTART:20260101", "what is this")), 8, `found "what is this"`},
		{"after a folded line", string(event("DTSTART:20260101", "X-A:b\r\n c\r\n d", "=")), 11, `found "="`},
		{"a parameter without a value", string(event("DTSTART;TZID:20260101")), 7, "expected a parameter of DTSTART such as VALUE=DATE"},
		{"a quotation without an end", string(event(`ORGANIZER;CN="x:mailto:y`)), 7, "expected a quotation mark at the end of the parameter CN"},
		{"no value", string(event("DTSTART;VALUE=DATE")), 7, "expected a colon and the value of DTSTART"},
		{"no UID", string(file("BEGIN:VEVENT", "DTSTART:20260101", "END:VEVENT")), 4, "expected a UID"},
		{"no start", string(event()), 4, "expected a DTSTART"},
		{"a date that is none", string(event("DTSTART:20260230T100000")), 7, `found "20260230T100000"`},
		{"a date in another form", string(event("DTSTART:2026-01-01")), 7, "expected a date such as 20260131"},
		{"a zone that nobody knows", string(event("DTSTART;TZID=Nowhere:20260101T100000")), 7, `found TZID="Nowhere"`},
		{"a zone without offsets", string(file("BEGIN:VTIMEZONE", "TZID:X", "BEGIN:STANDARD", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1", "DTSTART;TZID=X:20260101T100000", "END:VEVENT")), 6, "TZOFFSETFROM"},
		{"a duration that is none", string(event("DTSTART:20260101T100000", "DURATION:2 hours")), 8, "PT1H30M"},
		{"a rule that is none", string(event("DTSTART:20260101T100000", "RRULE:every week")), 8, "FREQ=WEEKLY"},
		{"a rule out of bounds", string(event("DTSTART:20260101T100000", "RRULE:FREQ=YEARLY;BYMONTH=13")), 8, "bymonth must be between 1 and 12"},
		{"a removed date that is none", string(event("DTSTART:20260101T100000", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:tomorrow")), 9, "as EXDATE"},
		{"another encoding", string(event("DTSTART:20260101T100000", "LOCATION:Caf\xe9")), 8, "UTF-8"},
		{"too deep", strings.Repeat("BEGIN:VCALENDAR\n", 20), 11, "at most 10 deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := ics.Read(t.Context(), []byte(tt.file), options(t))
			var syntax *ics.SyntaxError
			if c != nil || !errors.As(err, &syntax) {
				t.Fatalf("got %v, %v", c, err)
			}
			if syntax.Line != tt.line || !strings.Contains(syntax.Text, tt.want) {
				t.Errorf("got %v, want line %d: %s", err, tt.line, tt.want)
			}
		})
	}
}

func TestALineMayBeFoldedInsideOfALetter(t *testing.T) {
	e := read(t, event("DTSTART:20260101T100000", "LOCATION:Caf\xc3", " \xa9"), options(t)).Events[0]
	if e.Location != "Café" {
		t.Errorf("got %q", e.Location)
	}
}

func TestSeveralCalendarsMayBeInAFile(t *testing.T) {
	two := append(event("DTSTART:20260101T100000"), file("BEGIN:VTODO", "UID:t", "END:VTODO", "BEGIN:VEVENT", "UID:2", "DTSTART:20260102", "END:VEVENT")...)
	if c := read(t, two, options(t)); len(c.Events) != 2 || c.Others != 1 {
		t.Errorf("got %d events, %d others", len(c.Events), c.Others)
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if c, err := ics.Read(ctx, event("DTSTART:20260101T100000"), options(t)); c != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", c, err)
	}
}
