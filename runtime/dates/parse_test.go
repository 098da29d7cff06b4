package dates

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// friday is the present of these tests: Friday, November 20, 2026, 04:30:59 in
// New York.
func friday() time.Time {
	return time.Date(2026, time.November, 20, 9, 30, 59, 500, time.UTC)
}

func TestParseReadsWrittenDates(t *testing.T) {
	tests := []struct {
		text string
		want WallTime
	}{
		{"2027-03-05", "2027-03-05 00:00:00"},
		{"2027-3-5", "2027-03-05 00:00:00"},
		{"0000-01-01", "0000-01-01 00:00:00"},
		{"0000-02-29", "0000-02-29 00:00:00"},
		{"9999-12-31 23:59:59", "9999-12-31 23:59:59"},
		{"2027-03-05 04:30", "2027-03-05 04:30:00"},
		{"2027-03-05 9:05", "2027-03-05 09:05:00"},
		{"2027-03-05T04:30:15", "2027-03-05 04:30:15"},
		{"2027-03-05t04:30", "2027-03-05 04:30:00"},
		{"  2027-03-05 \t 04:30  ", "2027-03-05 04:30:00"},
		{"2027-03-05 04:30:15.999999", "2027-03-05 04:30:15"},
		{"2027-03-05 4:30pm", "2027-03-05 16:30:00"},
		{"2027-03-05 4:30 P.M.", "2027-03-05 16:30:00"},
		{"2027-03-05 12am", "2027-03-05 00:00:00"},
		{"2027-03-05 12pm", "2027-03-05 12:00:00"},
		{"2027-03-05 noon", "2027-03-05 12:00:00"},
		{"2028-02-29", "2028-02-29 00:00:00"},
		{"03/05/2027", "2027-03-05 00:00:00"},
		{"3/5/2027 16:00", "2027-03-05 16:00:00"},
		{"03/05/2027 4pm", "2027-03-05 16:00:00"},

		{"20270305", "2027-03-05 00:00:00"},
		{" 20280229 ", "2028-02-29 00:00:00"},
		{"20270305043015", "2027-03-05 04:30:15"},
		{"20270314023000", "2027-03-14 03:30:00"},

		{"2027-03-05T10:00:00Z", "2027-03-05 05:00:00"},
		{"2027-05-02T10:00:00+02:00", "2027-05-02 04:00:00"},
		{"2027-03-05T10:00:00.123456789+0200", "2027-03-05 03:00:00"},
		{"2027-03-05T10:00-05", "2027-03-05 10:00:00"},
		{"2027-03-05 10:00:00 +02:00", "2027-03-05 03:00:00"},
		{"2027-03-05 10:00:00 UTC", "2027-03-05 05:00:00"},
		{"2027-03-05T10:00:00-00:00", "2027-03-05 05:00:00"},
		{"2027-03-05T10:00:00+23:59", "2027-03-04 05:01:00"},
		{"Fri, 05 Mar 2027 10:00:00 GMT", "2027-03-05 05:00:00"},
		{"2027-03-14T06:59:59Z", "2027-03-14 01:59:59"},
		{"2027-03-14T07:00:00Z", "2027-03-14 03:00:00"},

		{"2027-03-14 02:30", "2027-03-14 03:30:00"},
		{"2027-03-14 01:59:59", "2027-03-14 01:59:59"},
		{"2027-11-07 01:30", "2027-11-07 01:30:00"},

		{"1809000000", "2027-04-29 08:00:00"},
		{"@1809000000", "2027-04-29 08:00:00"},
		{" 1809000000 ", "2027-04-29 08:00:00"},
		{"100000000", "1973-03-03 04:46:40"},
		{"99999999999", "5138-11-16 04:46:39"},
		{"-1809000000", "1912-09-04 07:00:00"},
		{"+1809000000", "2027-04-29 08:00:00"},
		{"@86400", "1970-01-01 19:00:00"},
		{"@+86400", "1970-01-01 19:00:00"},
		{"@0", "1969-12-31 19:00:00"},
		{"@-86400", "1969-12-30 19:00:00"},

		{"March 5 2027", "2027-03-05 00:00:00"},
		{"5 March 2027", "2027-03-05 00:00:00"},
		{"March 5, 2027 4pm", "2027-03-05 16:00:00"},
		{"March 5th, 2027, 4pm", "2027-03-05 16:00:00"},
		{"MARCH 5, 2027 at 4pm", "2027-03-05 16:00:00"},
		{"1 january 2027", "2027-01-01 00:00:00"},
		{"1st jan 2027", "2027-01-01 00:00:00"},
		{"sept 5 2027", "2027-09-05 00:00:00"},
		{"5 march", "2026-03-05 00:00:00"},
		{"march 5", "2026-03-05 00:00:00"},
		{"30 march 09:15", "2026-03-30 09:15:00"},
		{"march 2027", "2027-03-01 00:00:00"},
		{"Friday, March 5, 2027", "2027-03-05 00:00:00"},
		{"may 1 0000", "0000-05-01 00:00:00"},
	}
	z := mustZone(t, "America/New_York")
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := Parse(tt.text, z, friday())
			if err != nil || got.Local != tt.want {
				t.Errorf("Parse(%q) = %q, %v, want %q", tt.text, got.Local, err, tt.want)
			}
		})
	}
}

// TestParseReadsEnglishAsPHPDoes has the answers of strtotime in PHP 8.2 but
// for the texts with "at" and "in" and the last group, which PHP refuses or
// gets wrong.
func TestParseReadsEnglishAsPHPDoes(t *testing.T) {
	tests := []struct {
		text string
		want WallTime
	}{
		{"now", "2026-11-20 04:30:59"},
		{"today", "2026-11-20 00:00:00"},
		{"midnight", "2026-11-20 00:00:00"},
		{"noon", "2026-11-20 12:00:00"},
		{"tomorrow", "2026-11-21 00:00:00"},
		{"YESTERDAY", "2026-11-19 00:00:00"},
		{"tomorrow 9am", "2026-11-21 09:00:00"},
		{"tomorrow, 9am", "2026-11-21 09:00:00"},
		{"Tomorrow   09:00", "2026-11-21 09:00:00"},
		{"tomorrow at 9:30 pm", "2026-11-21 21:30:00"},
		{"today noon", "2026-11-20 12:00:00"},
		{"tomorrow midnight", "2026-11-21 00:00:00"},
		{"yesterday 14:00", "2026-11-19 14:00:00"},
		{"today 23:59:59", "2026-11-20 23:59:59"},
		{"10:00", "2026-11-20 10:00:00"},
		{"9am", "2026-11-20 09:00:00"},

		{"monday", "2026-11-23 00:00:00"},
		{"friday", "2026-11-20 00:00:00"},
		{"Fri", "2026-11-20 00:00:00"},
		{"this friday", "2026-11-20 00:00:00"},
		{"next friday", "2026-11-27 00:00:00"},
		{"last friday", "2026-11-13 00:00:00"},
		{"previous monday", "2026-11-16 00:00:00"},
		{"this saturday", "2026-11-21 00:00:00"},
		{"next saturday", "2026-11-21 00:00:00"},
		{"last saturday", "2026-11-14 00:00:00"},
		{"last thursday", "2026-11-19 00:00:00"},
		{"next wednesday 4pm", "2026-11-25 16:00:00"},
		{"friday 4pm", "2026-11-20 16:00:00"},
		{"saturday +1 week", "2026-11-28 00:00:00"},

		{"next week", "2026-11-23 04:30:59"},
		{"last week", "2026-11-09 04:30:59"},
		{"this week", "2026-11-16 04:30:59"},
		{"next month", "2026-12-20 04:30:59"},
		{"last month", "2026-10-20 04:30:59"},
		{"this month", "2026-11-20 04:30:59"},
		{"next year", "2027-11-20 04:30:59"},
		{"next month 9am", "2026-12-20 09:00:00"},
		{"monday next week", "2026-11-23 00:00:00"},
		{"sunday next week", "2026-11-29 00:00:00"},
		{"friday last week", "2026-11-13 00:00:00"},
		{"next week friday 9am", "2026-11-27 09:00:00"},

		{"+2 weeks", "2026-12-04 04:30:59"},
		{"+ 2 weeks", "2026-12-04 04:30:59"},
		{"-3 days", "2026-11-17 04:30:59"},
		{"2 weeks", "2026-12-04 04:30:59"},
		{"2weeks", "2026-12-04 04:30:59"},
		{"+1 week 2 days", "2026-11-29 04:30:59"},
		{"+1 month -1 day", "2026-12-19 04:30:59"},
		{"3 days ago", "2026-11-17 04:30:59"},
		{"1 week 2 days ago", "2026-11-11 04:30:59"},
		{"+90 minutes", "2026-11-20 06:00:59"},
		{"+30 secs", "2026-11-20 04:31:29"},
		{"+1 fortnight", "2026-12-04 04:30:59"},
		{"in 2 hours", "2026-11-20 06:30:59"},
		{"tomorrow +2 hours", "2026-11-21 02:00:00"},
		{"tomorrow 9am +1 week", "2026-11-28 09:00:00"},
		{"+1 day 10:00", "2026-11-21 10:00:00"},
		{"10:00 +1 day", "2026-11-21 10:00:00"},
		{"+1 day noon", "2026-11-21 12:00:00"},
		{"now +1 day", "2026-11-21 04:30:59"},
		{"2027-03-01 +2 weeks", "2027-03-15 00:00:00"},
		{"2027-03-01 10:00 +2 weeks", "2027-03-15 10:00:00"},
		{"2027-03-01 10:00 +10 weeks", "2027-05-10 10:00:00"},
		{"2027-03-14 +36 hours", "2027-03-15 12:00:00"},
		{"2027-03-13 02:30 +1 day", "2027-03-14 03:30:00"},
		{"2027-01-31 +1 month", "2027-03-03 00:00:00"},

		{"first day of march 2027", "2027-03-01 00:00:00"},
		{"last day of february", "2026-02-28 00:00:00"},
		{"last day of february 2028", "2028-02-29 00:00:00"},
		{"first day of next month", "2026-12-01 04:30:59"},
		{"last day of this month", "2026-11-30 04:30:59"},
		{"first day of last month", "2026-10-01 04:30:59"},
		{"first day of next month midnight", "2026-12-01 00:00:00"},
		{"first day of january next year", "2027-01-01 00:00:00"},
		{"first monday of june 2027", "2027-06-07 00:00:00"},
		{"last friday of next month", "2026-12-25 00:00:00"},
		{"last sunday of march 2027", "2027-03-28 00:00:00"},
		{"third thursday of november 2027 4pm", "2027-11-18 16:00:00"},
		{"fifth monday of may 2027", "2027-05-31 00:00:00"},
		{"first monday of next month 10:00", "2026-12-07 10:00:00"},

		{"first monday of january next year", "2027-01-04 00:00:00"},
		{"last wednesday of november 2027 +2 weeks", "2027-12-08 00:00:00"},
		{"next friday -1 day", "2026-11-26 00:00:00"},
	}
	z := mustZone(t, "America/New_York")
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := Parse(tt.text, z, friday())
			if err != nil || got.Local != tt.want {
				t.Errorf("Parse(%q) = %q, %v, want %q", tt.text, got.Local, err, tt.want)
			}
		})
	}
}

func TestParseRefusesEverythingElse(t *testing.T) {
	tests := []struct{ about, texts string }{
		{"garbage", "garbage|foo bar|tomorow|x|-|+|@|,|:|.|/|at|in|ago|of|é|明日|2027-03-05\x00|nöw|wee\u212a|next wee\u212a|now!|'now'|now;"},
		{"nothing", "| |\t"},
		{"impossible days", "20270230|20271301|00000000|20270230100000|2027-02-30|2027-02-29|02/30/2027|February 30 2027|2027-04-31|0000-00-00|0000-00-00 00:00:00|2027-01-00|2027-00-01|2027-13-01|13/01/2027|32 march 2027|fifth monday of june 2027"},
		{"impossible times", "20270305250000|20270305106000|20270305 10:00|2027-03-05 25:00|2027-03-05 24:00|24:00|2027-03-05 10:60|2027-03-05 10:00:60|2027-03-05 0am|2027-03-05 13pm|tomorrow 25:00|2027-03-05 100:00|2027-03-05 10:5"},
		{"impossible offsets", "2027-03-05T10:00:00+24:00|2027-03-05T10:00:00+05:60|2027-03-05T10:00:00+5|2027-03-05T10:00:00+|2027-03-05T10:00:00ZZ|2027-03-05T10:00:00Z +1 day|tomorrow 9am UTC|2027-03-05Z|2027-03-05+02:00|2027-03-05T10:00:00 02:00|2027-03-05 10:00 Europe/Paris"},
		{"years of another length", "20270-01-01|027-01-01|27-01-01|3/5/27|3/5|-2027-01-01|+2027-01-01|02027-03-05"},
		{"other numbers", "2027|0|1|1234|12345|123456|1234567|123456789012|1234567890123|123456789012345|+86400|-86400|-20270305|- 1809000000|12345.5|@1.5|@ 86400|@- 86400|@-|@@1|1e10"},
		{"out of the calendar", "@253402400000|99999999999999|99999999999999999999999|@-62167300000|9999-12-31T23:59:59-06:00|0000-01-01T00:00:00Z|+9000 years|2027 years ago|-999999999 years|+999999999 weeks|9999-12-31 +1 day|0000-01-01 -1 second"},
		{"broken numeric dates", "2027-03|2027-03-|2027-03-05T|2027-03-05T10|2027-03-05Tnoon|2027-03-05T 10:00|2027 -03-05|2027-03 -05|2027-03/05|2027/03/05|05.03.2027|2027-mar-05|2027-03-05-06|2027-03-0510:00|2027-03-05noon"},
		{"two of a kind", "today tomorrow|tomorrow yesterday|2027-03-05 tomorrow|monday friday|10:00 11:00|noon midnight|2027-03-05 2027-03-06|tomorrow 9am 10am"},
		{"times before days, which PHP drops", "9am tomorrow|noon tomorrow|4pm friday|+1 day tomorrow|10:00 2027-03-05"},
		{"half phrases", "next|last|first|first day|first day of|last day of|first monday|first monday of|next of|this|march|5|5th|tomorrow at|tomorrow 9|tomorrow,|, tomorrow|tomorrow ,, 9am|+2|2 sat|+1 foo|week|weeks ago|first day of 2027-03-05|first day of next year|second day of march|next mar|tomorrow9am|9 tomorrow"},
		{"amounts with two directions", "--1 day|+-1 day|-3 days ago|in 3 days ago|in -3 days|in now|ago 3 days|3 days ago, ago"},
		{"months after a place in a month", "last day of february +1 month|first monday of june 2027 1 year ago"},
		{"a weekday that is another one", "Monday, March 5, 2027|thu 5 march 2027"},
		{"a long text", strings.Repeat(" ", 98) + "now"},
	}
	z := mustZone(t, "America/New_York")
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			for text := range strings.SplitSeq(tt.texts, "|") {
				if got, err := Parse(text, z, friday()); err == nil {
					t.Errorf("Parse(%q) = %q, want an error", text, got.Local)
				}
			}
		})
	}
}

func TestParseSaysWhatWouldBeRight(t *testing.T) {
	tests := []struct{ text, want string }{
		{"2027-02-30 10:00", `"2027-02-30 10:00" is not a date: the days of February 2027 run from 01 to 28`},
		{"2027-13-01", `"2027-13-01" is not a date: months run from 01 to 12`},
		{"2027", `"2027" is not a date: a number must be YYYYMMDD, YYYYMMDDHHMMSS, or a Unix timestamp of 9 to 11 digits`},
		{"1809000000000", `"1809000000000" is not a date: a number must be YYYYMMDD, YYYYMMDDHHMMSS, or a Unix timestamp of 9 to 11 digits`},
		{"20271301", `"20271301" is not a date: months run from 01 to 12`},
		{"today 24:00", `"today 24:00" is not a date: hours run from 00 to 23, or from 1 to 12 with am or pm; minutes and seconds from 00 to 59`},
		{"+9000 years", `"+9000 years" is not a date: it must lie in the years 0000 to 9999`},
		{"thu 5 march 2027", `"thu 5 march 2027" is not a date: March 5, 2027 is a Friday`},
		{"fifth monday of june 2027", `"fifth monday of june 2027" is not a date: June 2027 has four of these weekdays`},
		{strings.Repeat("<", 101), `"` + strings.Repeat("‹", 40) + `" is not a date: send at most 100 characters`},
	}
	for _, tt := range tests {
		_, err := Parse(tt.text, Zone{}, friday())
		if err == nil || err.Error() != tt.want {
			t.Errorf("Parse(%q): %v\nwant %s", tt.text, err, tt.want)
		}
	}
}

func TestMessagesRepeatLittle(t *testing.T) {
	for _, piece := range []string{"x", "é", "\x00", "\xff", "\U000e0001", "\"", "\u2028"} {
		_, err := Parse(strings.Repeat(piece, 5000), Zone{}, friday())
		if n := utf8.RuneCountInString(err.Error()); n > 200+len(" is not a date: ")+len(tooLong) {
			t.Errorf("the message for many %q has %d characters", piece, n)
		}
	}
}

func TestParseCountsInTheZone(t *testing.T) {
	tests := []struct {
		zone, text string
		want       WallTime
	}{
		{"Australia/Sydney", "tomorrow 9am", "2026-11-21 09:00:00"},
		{"Pacific/Kiritimati", "now", "2026-11-20 23:30:59"},
		{"Pacific/Honolulu", "today", "2026-11-19 00:00:00"},
		{"UTC+5:30", "now", "2026-11-20 15:00:59"},
		{"Asia/Tokyo", "1809000000", "2027-04-29 21:00:00"},
		{"Atlantic/Reykjavik", "next wednesday 4pm", "2026-11-25 16:00:00"},
	}
	for _, tt := range tests {
		t.Run(tt.zone, func(t *testing.T) {
			got, err := Parse(tt.text, mustZone(t, tt.zone), friday())
			if err != nil || got.Local != tt.want {
				t.Errorf("Parse(%q) = %q, %v, want %q", tt.text, got.Local, err, tt.want)
			}
		})
	}
}
