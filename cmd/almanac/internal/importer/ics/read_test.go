package ics_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/ics"
	"almanac/runtime/dates"
)

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
	if e.StartUTC != "" {
		s += " (" + string(e.StartUTC) + " - " + string(e.EndUTC) + ")"
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
		{"an hour that comes twice, in UTC", event("DTSTART:20271031T003000Z", "DTEND:20271031T013000Z"), "2027-10-31 02:30:00 - 2027-10-31 02:30:00 Europe/Paris (2027-10-31 00:30:00 - 2027-10-31 01:30:00)"},
		{"the second of two equal hours", event("DTSTART:20271031T013000Z", "DTEND:20271031T020000Z"), "2027-10-31 02:30:00 - 2027-10-31 03:00:00 Europe/Paris (2027-10-31 01:30:00 - 2027-10-31 02:00:00)"},
		{"a duration into the second of two equal hours", event("DTSTART;TZID=Europe/Vienna:20271031T023000", "DURATION:PT45M"), "2027-10-31 02:30:00 - 2027-10-31 02:15:00 Europe/Vienna (2027-10-31 00:30:00 - 2027-10-31 01:15:00)"},
		{"an end that must be in the second of two equal hours", event("DTSTART;TZID=Europe/Vienna:20271031T023000", "DTEND;TZID=Europe/Vienna:20271031T021500"), "2027-10-31 02:30:00 - 2027-10-31 02:15:00 Europe/Vienna (2027-10-31 00:30:00 - 2027-10-31 01:15:00)"},
		{"two equal hours in a zone of the file", office("DTSTART:20271031T003000Z", "DTEND;TZID=Our Office:20271031T031500"), "2027-10-31 02:30:00 - 2027-10-31 03:15:00 Europe/Paris"},
		{"a start that clocks skip, and an end after it", event("DTSTART;TZID=Europe/Berlin:20270328T023000", "DTEND;TZID=Europe/Berlin:20270328T040000"), "2027-03-28 03:30:00 - 2027-03-28 04:00:00 Europe/Berlin"},
		{"a start that clocks skip keeps the length before an end that it would pass", event("DTSTART;TZID=Europe/Berlin:20270328T023000", "DTEND;TZID=Europe/Berlin:20270328T031500"), "2027-03-28 03:30:00 - 2027-03-28 04:15:00 Europe/Berlin"},
		{"a start that clocks of the file skip", office("DTSTART;TZID=Our Office:20270328T023000", "DTEND;TZID=Our Office:20270328T031500"), "2027-03-28 03:30:00 - 2027-03-28 04:15:00 Europe/Paris"},
		{"UTC in a zone that the property names", event("DTSTART;TZID=America/New_York:20260704T230000Z"), "2026-07-04 19:00:00 - 2026-07-04 19:00:00 America/New_York"},
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

func TestAFileWithoutACalendarIsRefused(t *testing.T) {
	for name, content := range map[string]string{"nothing": "", "another text": "Dear reader,\n", "a card": "BEGIN:VCARD\nEND:VCARD\n"} {
		t.Run(name, func(t *testing.T) {
			c, err := ics.Read(t.Context(), []byte(content), options(t))
			var syntax *ics.SyntaxError
			if c != nil || !errors.As(err, &syntax) || syntax.Line != 1 || !strings.Contains(syntax.Text, "expected BEGIN:VCALENDAR, found ") {
				t.Errorf("got %v, %v", c, err)
			}
		})
	}
}

// good is an event that is well, before or behind others.
var good = []string{"BEGIN:VEVENT", "UID:good@x", "SUMMARY:Good", "DTSTART:20270110T100000Z", "END:VEVENT"}

func TestWhatCannotBeReadIsSkippedWithItsLineAndTitle(t *testing.T) {
	bad := func(lines ...string) []byte {
		return file(slices.Concat(good, []string{"BEGIN:VEVENT", "UID:1@x", "SUMMARY:Choir"}, lines, []string{"END:VEVENT"})...)
	}
	whole := string(bad("DTSTART:20270101"))
	cutOff, _, _ := strings.Cut(whole, "DTSTART:20270101")
	tests := []struct {
		name string
		file []byte
		line int
		want string
	}{
		{"no start", bad(), 9, "expected a DTSTART"},
		{"an empty start", bad("DTSTART:"), 9, "expected a DTSTART"},
		{"a date that is none", bad("DTSTART:20260230T100000"), 12, `found "20260230T100000"`},
		{"an hour that is none", bad("DTSTART:20260201T250000"), 12, `found "20260201T250000"`},
		{"a word", bad("DTSTART:tomorrow"), 12, `found "tomorrow"`},
		{"several starts", bad("DTSTART:20260101,20260102"), 12, "expected one date as DTSTART"},
		{"an offset that is none", bad("DTSTART:20260101T100000+9999"), 12, "expected a date"},
		{"a change whose date is none", bad("DTSTART:20270101", "RECURRENCE-ID:never"), 13, "as RECURRENCE-ID"},
		{"an event that is cut off", []byte(cutOff), 9, "expected an END:VEVENT for this component, found the end of the file in line 11"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(t, tt.file, options(t))
			if len(c.Events) != 1 || c.Events[0].Title != "Good" || len(c.Skipped) != 1 {
				t.Fatalf("got %d events, skipped %v", len(c.Events), c.Skipped)
			}
			s := c.Skipped[0]
			if s.Line != tt.line || !strings.Contains(s.Text, tt.want) || s.Title != "Choir" {
				t.Errorf("got %+v, want line %d: %s", s, tt.line, tt.want)
			}
			for _, of := range c.Series {
				if of.UID == "1@x" {
					t.Errorf("it tells what the series has: %+v", of)
				}
			}
		})
	}
	cut := read(t, []byte("BEGIN:VCALENDAR\n"+strings.Join(good, "\n")), options(t))
	if len(cut.Events) != 1 || len(cut.Skipped) != 1 || !strings.Contains(cut.Skipped[0].Text, "expected an END:VCALENDAR") {
		t.Errorf("without the end of the calendar: got %+v", cut)
	}
}

func TestOtherProgramsFilesAreReadAllTheSame(t *testing.T) {
	begin := []string{"BEGIN:VEVENT", "UID:1@x", "SUMMARY:Choir", "DTSTART:20270110T100000Z"}
	with := func(lines ...string) []byte { return file(append(slices.Concat(begin, lines), "END:VEVENT")...) }
	plain := string(with())
	quoted := `ATTENDEE;X-RESPONSE-COMMENT="He said "yes" today";CN=Someone:mailto:a@x.example`
	tests := []struct {
		name  string
		file  []byte
		title string // "Choir" unless said.
		place string
		text  string
		when  string // "2027-01-10 11:00:00 - 2027-01-10 11:00:00 Europe/Paris" unless said.
		notes int
	}{
		{"quotation marks inside of a parameter", with(quoted, "LOCATION:Hall"), "", "Hall", "", "", 0},
		{"a quotation mark that nothing ends", with(`ORGANIZER;CN="Jane:mailto:jane@x.example`, "LOCATION:Hall"), "", "Hall", "", "", 0},
		{"blanks behind each line", []byte(strings.ReplaceAll(plain, "\r\n", " \r\n")), "", "", "", "", 0},
		{"blanks around names and parameters", with("LOCATION ; LANGUAGE = de : Hall"), "", "Hall", "", "", 0},
		{"names in lower case", []byte(strings.NewReplacer("BEGIN", "begin", "END", "end", "DTSTART", "dtstart", "SUMMARY", "summary").Replace(plain)), "", "", "", "", 0},
		{"empty lines between all", []byte(strings.ReplaceAll(string(with("LOCATION:Ha", " ll")), "\r\n", "\r\n\r\n")), "", "Hall", "", "", 0},
		{"ends of lines of old computers", []byte(strings.ReplaceAll(plain, "\r\n", "\r")), "", "", "", "", 0},
		{"UTF-16", append([]byte("\xff\xfe"), []byte(strings.Join(strings.Split(plain, ""), "\x00")+"\x00")...), "", "", "", "", 0},
		{"Windows-1252", with("LOCATION:Caf\xe9"), "", "Café", "", "", 0},
		{"indented lines", []byte(strings.ReplaceAll(string(with("LOCATION:Hall")), "\r\n", "\r\n   ")), "", "Hall", "", "", 0},
		{"a byte order mark in the middle", append([]byte(string(file())+"\ufeff"), with()...), "", "", "", "", 0},
		{"a colon before a parameter", with("DTEND:TZID=Europe/Paris:20270110T120000"), "", "", "", "2027-01-10 11:00:00 - 2027-01-10 12:00:00 Europe/Paris", 0},
		{"text before the calendar", append([]byte("\r\nContent-Type: text/calendar\r\n\r\n"), with()...), "", "", "", "", 0},
		{"an event without a calendar", []byte(strings.Join(good, "\n")), "Good", "", "", "", 0},
		{"a raw line break in a text", with("DESCRIPTION:First line", "", "The second: line", "Location: Town", "https://x.example/a", "LOCATION:Hall"), "", "Hall", "First line\n\nThe second: line\nLocation: Town\nhttps://x.example/a", "", 0},
		{"a raw line break in a place", with("LOCATION:Hall", "Main Street 1"), "", "Hall\nMain Street 1", "", "", 0},
		{"a line that is no property", with("DTEND:20270110T100000Z", "what is this"), "", "", "", "", 1},
		{"a property without a value", with("DTEND;VALUE=DATE", "LOCATION:Hall"), "", "Hall", "", "", 1},
		{"a parameter without a value", with("LOCATION;LANGUAGE:Hall"), "", "Hall", "", "", 0},
		{"components that end too early", with("BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:no"), "", "", "", "", 0},
		{"an end too many", with("END:VALARM", "LOCATION:Hall"), "", "Hall", "", "", 0},
		{"components deep inside", with(slices.Concat(slices.Repeat([]string{"BEGIN:X"}, 30), slices.Repeat([]string{"END:X"}, 30), []string{"LOCATION:Hall"})...), "", "Hall", "", "", 0},
		{"quoted-printable", with("LOCATION;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9=0D=0AParis", "DESCRIPTION;QUOTED-PRINTABLE:one =", "line=3D1"), "", "Café\r\nParis", "one line=1", "", 0},
		{"an empty duration", with("DURATION:"), "", "", "", "", 0},
		{"an empty end", with("DTEND:", "DTEND;VALUE=DATE:"), "", "", "", "", 0},
		{"trailing commas", with("CATEGORIES:,", "EXDATE:20270111T100000Z,", "RDATE:,"), "", "", "", "", 0},
		{"the end of the day", with("DTEND:20270110T240000Z"), "", "", "", "2027-01-10 11:00:00 - 2027-01-11 01:00:00 Europe/Paris", 0},
		{"ISO 8601", with("DTEND:2027-01-10T12:30:00.000+01:00"), "", "", "", "2027-01-10 11:00:00 - 2027-01-10 12:30:00 Europe/Paris", 0},
		{"a time without seconds", with("DTEND:20270110T1130Z"), "", "", "", "2027-01-10 11:00:00 - 2027-01-10 12:30:00 Europe/Paris", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(t, tt.file, options(t))
			if len(c.Events) != 1 || len(c.Skipped) != 0 {
				t.Fatalf("got %d events, skipped %v", len(c.Events), c.Skipped)
			}
			e := c.Events[0]
			want := []string{or(tt.title, "Choir"), tt.place, tt.text, or(tt.when, "2027-01-10 11:00:00 - 2027-01-10 11:00:00 Europe/Paris")}
			if diff := cmp.Diff(want, []string{e.Title, e.Location, e.Description, times(e)}); diff != "" || len(e.Notes) != tt.notes || len(e.Lost) != 0 {
				t.Errorf("(-want +got)\n%s\nnotes %q, lost %q", diff, e.Notes, e.Lost)
			}
		})
	}
}

// or returns the first text that is not empty.
func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func TestAPartOfAnEventThatCannotBeReadIsLostAlone(t *testing.T) {
	tests := []struct {
		name, line, want string
	}{
		{"an end that is none", "DTEND:20270230T100000Z", "imported without its end: line 8: expected a date"},
		{"a duration that is none", "DURATION:2 hours", "imported without its end: line 8: expected a duration"},
		{"a negative duration", "DURATION:-PT1H", "imported without its end: line 8: expected a duration"},
		{"a rule that is none", "RRULE:every week", "only its first event is imported: line 8: expected a rule such as FREQ=WEEKLY"},
		{"a rule out of bounds", "RRULE:FREQ=YEARLY;BYMONTH=13", "BYMONTH: expected numbers from 1 to 12"},
		{"a rule of vCalendar", "RRULE:W1 MO #10", "only its first event is imported"},
		{"no repetition", "RRULE:FREQ=DAILY;COUNT=0", "only its first event is imported"},
		{"a rule of another calendar", "RRULE:RSCALE=HEBREW;FREQ=YEARLY", "expected a rule of the Gregorian calendar"},
		{"an added date that is none", "RDATE:20270231,20270301T100000Z", `imported without some of its dates: line 8: expected a date`},
		{"a removed date that is none", "EXDATE:tomorrow", "some of its dates may have been removed: line 8"},
		{"a removing rule that is none", "EXRULE:never", "some of its dates may have been removed: line 8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(t, event("DTSTART:20270101T100000Z", tt.line), options(t))
			if len(c.Skipped) != 0 || len(c.Events) == 0 || c.Events[0].Start != "2027-01-01 11:00:00" {
				t.Fatalf("got %+v", c)
			}
			lost := strings.Join(append(c.Events[0].Lost, c.Series[0].Lost...), "\n")
			if !strings.Contains(lost, tt.want) {
				t.Errorf("lost %q, want %s", lost, tt.want)
			}
			if doubt := strings.HasPrefix(tt.line, "R"); c.Series[0].Unsure != doubt {
				t.Errorf("unsure: %v", c.Series[0].Unsure)
			}
		})
	}
}

func TestEventsWithoutAUIDAreKnownAgain(t *testing.T) {
	read := func(lines ...string) []ics.Event {
		return read(t, file(slices.Concat([]string{"BEGIN:VEVENT"}, lines, []string{"END:VEVENT"})...), options(t)).Events
	}
	choir := read("DTSTART:20270101T100000Z", "SUMMARY:Choir", "LOCATION:Hall")
	again := read("SUMMARY: Choir ", "UID:", "DESCRIPTION:New", "LOCATION:Hall", "DTSTART:20270101T100000Z")
	other := read("DTSTART:20270101T100000Z", "SUMMARY:Choir", "LOCATION:Church")
	if len(choir) != 1 || choir[0].UID == "" || choir[0].UID != again[0].UID || choir[0].UID == other[0].UID {
		t.Errorf("got %v, %v, %v", choir, again, other)
	}
}

func TestOfOneUIDTheNewestVersionCountsAndEqualOnesAreEventsOfTheirOwn(t *testing.T) {
	version := func(lines ...string) []string {
		return slices.Concat([]string{"BEGIN:VEVENT", "UID:1"}, lines, []string{"END:VEVENT"})
	}
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"by SEQUENCE", slices.Concat(version("SEQUENCE:2", "SUMMARY:New", "DTSTART:20270102"), version("SEQUENCE:1", "SUMMARY:Old", "DTSTART:20270101")), []string{"1 New"}},
		{"by LAST-MODIFIED", slices.Concat(version("LAST-MODIFIED:20260102T000000Z", "SUMMARY:New", "DTSTART:20270102"), version("LAST-MODIFIED:20260101T000000Z", "SUMMARY:Old", "DTSTART:20270101")), []string{"1 New"}},
		{"SEQUENCE before LAST-MODIFIED", slices.Concat(version("SEQUENCE:1", "LAST-MODIFIED:20260101T000000Z", "SUMMARY:New", "DTSTART:20270102"), version("LAST-MODIFIED:20260102T000000Z", "SUMMARY:Old", "DTSTART:20270101")), []string{"1 New"}},
		{"equal ones of one start are one", slices.Concat(version("SUMMARY:Old", "DTSTART:20270101"), version("SUMMARY:New", "DTSTART:20270101")), []string{"1 New"}},
		{"equal ones of two starts are two", slices.Concat(version("SUMMARY:Second", "DTSTART:20270102"), version("SUMMARY:First", "DTSTART:20270101")), []string{"1 First", "1#20270102T000000 Second"}},
		{"in any order", slices.Concat(version("SUMMARY:First", "DTSTART:20270101"), version("SUMMARY:Second", "DTSTART:20270102")), []string{"1 First", "1#20270102T000000 Second"}},
		{"a cancellation without a start", slices.Concat(version("SUMMARY:Off", "DTSTART:20270101"), []string{"END:VCALENDAR", "BEGIN:VCALENDAR", "METHOD:CANCEL"}, version("SEQUENCE:1")), []string{"1 Off cancelled"}},
		{"an older cancellation", slices.Concat(version("SEQUENCE:2", "SUMMARY:On", "DTSTART:20270101"), version("SEQUENCE:1", "STATUS:CANCELLED")), []string{"1 On"}},
		{"the cancellation of one of a series", slices.Concat(version("SUMMARY:Choir", "DTSTART:20270101", "RRULE:FREQ=DAILY;COUNT=2"), version("RECURRENCE-ID;VALUE=DATE:20270102", "STATUS:CANCELLED")), []string{"1 Choir", "1  cancelled"}},
		{"the reply of a guest", slices.Concat(version("SUMMARY:On", "DTSTART:20270101"), []string{"END:VCALENDAR", "BEGIN:VCALENDAR", "METHOD:REPLY"}, version("SEQUENCE:1")), []string{"1 On"}},
		{"in two calendars", slices.Concat(version("SUMMARY:Old", "DTSTART:20270101"), []string{"END:VCALENDAR", "BEGIN:VCALENDAR"}, version("SEQUENCE:1", "SUMMARY:New", "DTSTART:20270101")), []string{"1 New"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(t, file(tt.lines...), options(t))
			var got []string
			for _, e := range c.Events {
				state := ""
				if e.Status == ics.Cancelled {
					state = " cancelled"
				}
				got = append(got, e.UID+" "+e.Title+state)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if noted := len(c.Series[len(c.Series)-1].Notes) > 0; noted != strings.Contains(strings.Join(got, ""), "#") || len(c.Skipped) > 0 {
				t.Errorf("notes: %+v", c.Series)
			}
		})
	}
}

func TestWholeDaysInDisguise(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  string
	}{
		{"a date with a time", []string{"DTSTART;VALUE=DATE:20270110T000000", "DTEND;VALUE=DATE:20270112T000000"}, "2027-01-10 00:00:00 - 2027-01-11 23:59:59"},
		{"a date with a time in UTC", []string{"DTSTART;VALUE=DATE:20270110T080000Z"}, "2027-01-10 00:00:00 - 2027-01-10 23:59:59"},
		{"a date that is called a time", []string{"DTSTART;VALUE=DATE-TIME:20270110"}, "2027-01-10 00:00:00 - 2027-01-10 23:59:59"},
		{"midnights of Outlook", []string{"DTSTART;TZID=Europe/Paris:20270110T000000", "DTEND;TZID=Europe/Paris:20270111T000000", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"}, "2027-01-10 00:00:00 - 2027-01-10 23:59:59"},
		{"midnights in UTC", []string{"DTSTART:20270109T230000Z", "DTEND:20270111T230000Z", "X-MICROSOFT-CDO-ALLDAYEVENT:true"}, "2027-01-10 00:00:00 - 2027-01-11 23:59:59"},
		{"midnights of another zone", []string{"DTSTART:20270110T050000Z", "DTEND:20270111T050000Z", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"}, "2027-01-10 00:00:00 - 2027-01-10 23:59:59"},
		{"of no length", []string{"DTSTART:20270110T000000", "X-FUNAMBOL-ALLDAY:1"}, "2027-01-10 00:00:00 - 2027-01-10 23:59:59"},
		{"a last minute", []string{"DTSTART;VALUE=DATE:20270110", "DTEND:20270111T235900"}, "2027-01-10 00:00:00 - 2027-01-11 23:59:59"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := read(t, event(tt.lines...), options(t)).Events[0]
			if got := times(e); got != tt.want+" Europe/Paris whole days" || len(e.Notes)+len(e.Lost) > 0 {
				t.Errorf("got %s, want %s, notes %q %q", got, tt.want, e.Notes, e.Lost)
			}
		})
	}
}

func TestWhereToAttendAnEventOnline(t *testing.T) {
	tests := []struct {
		name            string
		lines           []string
		url, mode, note string
	}{
		{"CONFERENCE", []string{"CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL=Join:https://x.example/a"}, "https://x.example/a", "online", ""},
		{"of Google", []string{"X-GOOGLE-CONFERENCE:https://x.example/a"}, "https://x.example/a", "online", ""},
		{"of Microsoft", []string{"X-MICROSOFT-SKYPETEAMSMEETINGURL:https://x.example/a", "LOCATION:Room 5"}, "https://x.example/a", "mixed", ""},
		{"a place that is an address", []string{"LOCATION:https://x.example/a"}, "https://x.example/a", "online", ""},
		{"the same twice", []string{"LOCATION:https://x.example/a", "CONFERENCE;VALUE=URI:https://x.example/a"}, "https://x.example/a", "online", ""},
		{"a video before sound", []string{"CONFERENCE;FEATURE=AUDIO:https://x.example/b", `CONFERENCE;FEATURE="VIDEO","CHAT":https://x.example/a`}, "https://x.example/a", "online", "https://x.example/b"},
		{"a telephone", []string{"CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+331234"}, "", "", "tel:+331234"},
		{"a place", []string{"LOCATION:Hall"}, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := read(t, event(append(tt.lines, "DTSTART:20270110")...), options(t)).Events[0]
			if e.OnlineURL != tt.url || e.AttendanceMode != tt.mode || strings.Contains(e.Location, "://") && e.Location == e.OnlineURL {
				t.Errorf("got %q, %q, at %q", e.OnlineURL, e.AttendanceMode, e.Location)
			}
			if !strings.Contains(strings.Join(e.Notes, "\n"), tt.note) || tt.note == "" && len(e.Notes) > 0 {
				t.Errorf("notes %q", e.Notes)
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
