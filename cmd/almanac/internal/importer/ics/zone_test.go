package ics_test

import (
	"slices"
	"strings"
	"testing"
)

func TestAZoneMayHaveManyNames(t *testing.T) {
	const unknown = ""
	for name, want := range map[string]string{
		"europe/paris": "Europe/Paris", "Europe\\Berlin": "Europe/Berlin", "US-Eastern": "US/Eastern", "America/New York": "America/New_York", "America-New_York": "America/New_York",
		"/freeassociation.sourceforge.net/Europe/Berlin": "Europe/Berlin", "tzone://Microsoft/Utc": "UTC", "Etc/UTC": "Etc/UTC",
		"Eastern Standard Time": "America/New_York", "Eastern Standard Time 1": "America/New_York", "Eastern Daylight Time": "America/New_York",
		"Eastern Time (US & Canada)": "America/New_York", "Eastern": "America/New_York", "W. Europe": "Europe/Berlin", "PST": "America/Los_Angeles",
		"GMT+0200": "+02:00", "UTC-05:30": "UTC-5:30", "GMT-5": "-05:00", "(GMT+02.00)": "+02:00", "(GMT+05:30) Nowhere": "+05:30", "(UTC) Nowhere": "UTC",
		"(UTC+01:00) Amsterdam, Berlin, Bern, Rome": "Europe/Amsterdam", "(GMT-05.00) Eastern Time (US & Canada)": "America/New_York", "(GMT) Greenwich Mean Time/Dublin/London": "Europe/Dublin",
		"Sarajevo/Warsaw/Zagreb": "Europe/Sarajevo", "Brussels, Copenhagen, Madrid, Paris": "Europe/Brussels",
		"Customized Time Zone": unknown, "(no TZ description)": unknown, "tzone://Microsoft/Custom": unknown, "GMT -0500 (Standard) / GMT -0400 (Daylight)": unknown, "GMT+9900": unknown, "1": unknown,
	} {
		for _, quotes := range []string{"", `"`} {
			t.Run(name+quotes, func(t *testing.T) {
				c := read(t, file("X-WR-TIMEZONE:Asia/Tokyo", "BEGIN:VEVENT", "UID:1", "DTSTART;TZID="+quotes+name+quotes+":20260704T190000", "END:VEVENT"), options(t))
				if len(c.Events) != 1 {
					t.Fatalf("got %+v", c)
				}
				want, notes := want, 0
				if want == unknown {
					want, notes = "Asia/Tokyo", 1
				}
				if e := c.Events[0]; e.Zone.Name() != want || e.Start != "2026-07-04 19:00:00" || len(c.Notes) != notes {
					t.Errorf("got %s, notes %q, want %s", times(e), c.Notes, want)
				}
			})
		}
	}
}

func TestAZoneThatTheFileDescribesComesBeforeItsName(t *testing.T) {
	zone := func(id string, lines ...string) []string {
		return slices.Concat([]string{"BEGIN:VTIMEZONE", "TZID:" + id}, lines, []string{"END:VTIMEZONE"})
	}
	standard := []string{"BEGIN:STANDARD", "DTSTART:20001029T020000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0000", "END:STANDARD"}
	summer := []string{"BEGIN:DAYLIGHT", "DTSTART:20000326T010000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100", "END:DAYLIGHT"}
	at := func(id string, days ...string) []string {
		var lines []string
		for _, day := range days {
			lines = append(lines, "BEGIN:VEVENT", "UID:"+day, "DTSTART;TZID="+id+":"+day+"T100000", "DTEND;TZID="+id+":"+day+"T110000", "END:VEVENT")
		}
		return lines
	}
	fixed := func(offset string) []string {
		return []string{"BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:" + offset, "TZOFFSETTO:" + offset, "END:STANDARD"}
	}
	tests := []struct {
		name  string
		lines []string
		want  []string // Zones of events at 10:00 of their days.
		notes int
	}{
		{"GMT with summer time", slices.Concat(zone("GMT", slices.Concat(standard, summer)...), at("GMT", "20270723", "20271223")), []string{"+01:00", "GMT"}, 1},
		{"which it says where it is", slices.Concat(zone("GMT", slices.Concat(standard, summer, []string{"X-LIC-LOCATION:Europe/London"})...), at("GMT", "20270723")), []string{"Europe/London"}, 1},
		{"a description that agrees", slices.Concat(zone("Europe/London", slices.Concat(standard, summer)...), at("Europe/London", "20270723", "20271223")), []string{"Europe/London", "Europe/London"}, 0},
		{"a name of Windows without summer time", slices.Concat(zone("Eastern Standard Time", fixed("-0500")...), at("Eastern Standard Time", "20270723", "20271223")), []string{"-05:00", "America/New_York"}, 1},
		{"without summer time, described from the year of the event on", slices.Concat(zone("America/New_York", observance("STANDARD", "20270101T000000", "-0500", "-0500")...), at("America/New_York", "20270723")), []string{"-05:00"}, 1},
		{"blanks before the name", slices.Concat(zone(" 1", fixed("+0200")...), at(" 1", "20270112")), []string{"+02:00"}, 0},
		{"a name in another case", slices.Concat(zone("my office", fixed("+0200")...), at("My Office", "20270112")), []string{"+02:00"}, 0},
		{"a name with commas that is not quoted", slices.Concat(zone(`Here\, there`, fixed("+0200")...), at("Here, there", "20270112")), []string{"+02:00"}, 0},
		{"a name with a colon that is not quoted", slices.Concat(zone("(UTC+02:00) Here", fixed("+0200")...), at("(UTC+02:00) Here", "20270112")), []string{"+02:00"}, 0},
		{"changes that are listed for one year, and another year", slices.Concat(zone("Europe/London",
			"BEGIN:DAYLIGHT", "DTSTART:20260329T010000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100", "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:20261025T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0000", "END:STANDARD"),
			at("Europe/London", "20260723", "20270723", "20250723")), []string{"Europe/London", "Europe/London", "Europe/London"}, 1},
		{"changes at a wrong time of the day, as The Events Calendar writes them", slices.Concat(zone("America/Los_Angeles",
			"BEGIN:DAYLIGHT", "DTSTART:20270314T100000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0700", "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:20271107T090000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0800", "END:STANDARD"),
			at("America/Los_Angeles", "20270313", "20270314", "20270315", "20271107")), []string{"America/Los_Angeles", "America/Los_Angeles", "America/Los_Angeles", "America/Los_Angeles"}, 0},
		{"two zones that are mixed up", slices.Concat(zone("Africa/Abidjan", slices.Concat(fixed("+0000"), []string{"TZID:America/Los_Angeles"}, fixed("-0800"))...), at("Africa/Abidjan", "20270112")), []string{"Africa/Abidjan"}, 0},
		{"one change that is listed", slices.Concat(zone("GMT", "BEGIN:DAYLIGHT", "DTSTART:20270328T010000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100", "END:DAYLIGHT"), at("GMT", "20270723")), []string{"+01:00"}, 1},
		{"a description of nothing", slices.Concat(zone("Europe/London"), at("Europe/London", "20270723")), []string{"Europe/London"}, 0},
		{"offsets with colons", slices.Concat(zone("X", fixed("+02:00")...), at("X", "20270112")), []string{"+02:00"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(t, file(tt.lines...), options(t))
			var got []string
			for _, e := range c.Events {
				if !strings.HasSuffix(string(e.Start), "10:00:00") || !strings.HasSuffix(string(e.End), "11:00:00") {
					t.Errorf("got %s", times(e))
				}
				got = append(got, e.Zone.Name())
			}
			if !slices.Equal(got, tt.want) || len(c.Notes) != tt.notes {
				t.Errorf("got %q, want %q, notes %q", got, tt.want, c.Notes)
			}
		})
	}
}

// vancouver has the rules of Vancouver from 2007 to 2025: clocks are set back in November
// 2026, which they are not.
var vancouver = []string{
	"BEGIN:VTIMEZONE", "TZID:America/Vancouver", "BEGIN:DAYLIGHT", "DTSTART:20070311T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
	"TZOFFSETFROM:-0800", "TZOFFSETTO:-0700", "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:20071104T020000",
	"RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0800", "END:STANDARD", "END:VTIMEZONE",
}

func TestAFileOfEarlierRulesKeepsWallTimesZoneAndSeries(t *testing.T) {
	lines := slices.Concat(vancouver, []string{
		"BEGIN:VEVENT", "UID:1@x", "SUMMARY:Choir", "DTSTART;TZID=America/Vancouver:20261015T190000", "DTEND;TZID=America/Vancouver:20261015T210000",
		"RRULE:FREQ=MONTHLY;UNTIL=20270216T030000Z", "EXDATE:20261216T030000Z,20270116T020000Z", "END:VEVENT", // 19:00 in December, and 18:00 in January.
		"BEGIN:VEVENT", "UID:1@x", "SUMMARY:Late choir", "RECURRENCE-ID:20270216T030000Z", "DTSTART;TZID=America/Vancouver:20270215T200000", "END:VEVENT",
		"BEGIN:VEVENT", "UID:1@x", "SUMMARY:Other choir", "RECURRENCE-ID:20261020T020000Z", "DTSTART;TZID=America/Vancouver:20261019T190000", "END:VEVENT",
		"BEGIN:VEVENT", "UID:2@x", "SUMMARY:Call", "DTSTART;TZID=America/Vancouver:20270120T190000", "DTEND:20270121T040000Z", "END:VEVENT",
	})
	for _, name := range []string{"America/Vancouver", "America_Vancouver"} {
		c := read(t, []byte(strings.ReplaceAll(string(file(lines...)), "America/Vancouver", name)), options(t))
		var got []string
		for _, e := range c.Events {
			got = append(got, times(e))
		}
		want := []string{
			"2026-10-15 19:00:00 - 2026-10-15 21:00:00 America/Vancouver", "2026-11-15 19:00:00 - 2026-11-15 21:00:00 America/Vancouver",
			"2027-01-15 19:00:00 - 2027-01-15 21:00:00 America/Vancouver", "2027-02-15 20:00:00 - 2027-02-15 20:00:00 America/Vancouver",
			"2026-10-19 19:00:00 - 2026-10-19 19:00:00 America/Vancouver",
			"2027-01-20 19:00:00 - 2027-01-20 21:00:00 America/Vancouver", // 04:00 UTC is an instant.
		}
		if !slices.Equal(got, want) || len(c.Series[0].Parts) != 1 || c.Series[0].Parts[0].Pattern.Rule != "FREQ=MONTHLY;UNTIL=20270216T020000Z" {
			t.Errorf("%s: got %q, series %+v", name, got, c.Series[0].Parts)
		}
		notes := append(slices.Clone(c.Notes), c.Series[0].Notes...)
		if want := []string{
			"4 events in America/Vancouver: the file has the rules of 2025; their wall times are kept", "dates to leave out (EXDATE) that it does not have: 1",
			"changed dates (RECURRENCE-ID in UTC) that it does not have: 1; imported as additional dates",
		}; !slices.Equal(notes, want) {
			t.Errorf("%s: notes %q", name, notes)
		}
	}
}

func TestADateToLeaveOutHasAZoneOfItsOwn(t *testing.T) {
	london := slices.Concat([]string{"BEGIN:VTIMEZONE", "TZID:GMT"}, observance("STANDARD", "19701025T020000", "+0100", "+0000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
		observance("DAYLIGHT", "19700329T010000", "+0000", "+0100", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"), []string{"END:VTIMEZONE"})
	c := read(t, file(slices.Concat(london, []string{
		"BEGIN:VEVENT", "UID:1@x", "SUMMARY:Choir", "DTSTART;TZID=Europe/London:20270706T190000", "DTEND;TZID=Europe/London:20270706T200000",
		"RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;TZID=GMT:20270713T190000", "END:VEVENT",
	})...), options(t))
	if len(c.Events) != 2 || c.Events[1].Start != "2027-07-20 19:00:00" {
		t.Errorf("got %d events, series %+v", len(c.Events), c.Series)
	}
}

// TestTheEndOfASeriesIsThatOfItsFile has clocks of Morocco an hour ahead, as until September 2026.
func TestTheEndOfASeriesIsThatOfItsFile(t *testing.T) {
	c := read(t, file(slices.Concat([]string{"BEGIN:VTIMEZONE", "TZID:Africa/Casablanca"}, observance("STANDARD", "20260215T030000", "+0100", "+0000"),
		observance("DAYLIGHT", "20260322T020000", "+0000", "+0100"), observance("STANDARD", "20270207T030000", "+0100", "+0000"), []string{
			"END:VTIMEZONE",
			"BEGIN:VEVENT", "UID:1@x", "DTSTART;TZID=Africa/Casablanca:20261015T190000", "RRULE:FREQ=WEEKLY;UNTIL=20261105T180000Z", "END:VEVENT",
		})...), options(t))
	if len(c.Events) != 4 || c.Events[3].Start != "2026-11-05 19:00:00" || c.Series[0].Parts[0].Pattern.Rule != "FREQ=WEEKLY;UNTIL=20261105T190000Z" {
		t.Errorf("got %+v, series %+v, notes %q", c.Events, c.Series, c.Notes)
	}
}

// TestAFileOfLaterRulesIsReadByThem has clocks in Paris that stop in 2027.
func TestAFileOfLaterRulesIsReadByThem(t *testing.T) {
	winter, summer := observance("STANDARD", "20261025T030000", "+0200", "+0100"), observance("DAYLIGHT", "20270328T020000", "+0100", "+0200")
	for _, last := range [][]string{observance("DAYLIGHT", "20271031T030000", "+0200", "+0200"), nil} {
		c := read(t, file(slices.Concat([]string{"BEGIN:VTIMEZONE", "TZID:Europe/Paris"}, winter, summer, last, []string{
			"END:VTIMEZONE",
			"BEGIN:VEVENT", "UID:1@x", "DTSTART;TZID=Europe/Paris:20270715T190000", "END:VEVENT",
			"BEGIN:VEVENT", "UID:2@x", "DTSTART;TZID=Europe/Paris:20290115T190000", "END:VEVENT",
		})...), options(t))
		got, notes := c.Events[1].Zone.UTC(c.Events[1].Start), strings.Join(c.Notes, "\n")
		switch {
		case last != nil && (got != "2029-01-15 17:00:00" || !strings.Contains(notes, "those of the file are used")):
			t.Errorf("got %s, notes %q", times(c.Events[1]), notes)
		case last == nil && (got != "2029-01-15 18:00:00" || !strings.Contains(notes, "1 event in Europe/Paris: what the file says of its clocks ends on 2027-09-27")):
			t.Errorf("of a description that ends: got %s, notes %q", times(c.Events[1]), notes)
		}
	}
}

func observance(name, start, from, to string, more ...string) []string {
	return slices.Concat([]string{"BEGIN:" + name, "DTSTART:" + start, "TZOFFSETFROM:" + from, "TZOFFSETTO:" + to}, more, []string{"END:" + name})
}
