package dates

import (
	"testing"
	"time"
)

func TestAnInstantIsTheOneThatTheTextNames(t *testing.T) {
	newYork := mustZone(t, "America/New_York")
	second := time.Date(2026, time.November, 1, 6, 30, 0, 0, time.UTC)
	tests := []struct {
		text, want string
		exact      bool
	}{
		{"2026-11-01 01:30:00", "2026-11-01T05:30:00Z", false},
		{"2026-11-01T01:30:00-04:00", "2026-11-01T05:30:00Z", true},
		{"2026-11-01T01:30:00-05:00", "2026-11-01T06:30:00Z", true},
		{"2026-11-01T06:30:00Z", "2026-11-01T06:30:00Z", true},
		{"1793514600", "2026-11-01T06:30:00Z", true},
		{"now", "2026-11-01T06:30:00Z", false},
		{"2026-03-08 02:30:00", "2026-03-08T07:30:00Z", false},
		{"9999-12-31 23:59:59", "10000-01-01T04:59:59Z", false},
	}
	for _, tt := range tests {
		got, err := Parse(tt.text, newYork, second)
		if err != nil || got.Instant.Format(time.RFC3339) != tt.want || got.Exact != tt.exact {
			t.Errorf("%s is %s, exact %v, %v, want %s, exact %v", tt.text, got.Instant.Format(time.RFC3339), got.Exact, err, tt.want, tt.exact)
		}
	}
}

func TestAKnownInstantDecidesBetweenEqualHoursAlone(t *testing.T) {
	berlin := mustZone(t, "Europe/Berlin")
	tests := []struct{ name, text, known, want string }{
		{"the second one stays", "2027-10-31 02:30", "2027-10-31 01:30:00", "2027-10-31 01:30:00"},
		{"without a known one it is the first", "2027-10-31 02:30", "", "2027-10-31 00:30:00"},
		{"another time is not the known one", "2027-10-31 02:31", "2027-10-31 01:30:00", "2027-10-31 00:31:00"},
		{"an offset decides itself", "2027-10-31T02:30+02:00", "2027-10-31 01:30:00", "2027-10-31 00:30:00"},
		{"a wrong instant changes nothing", "2027-06-01 10:00", "2027-06-01 07:00:00", "2027-06-01 08:00:00"},
		{"a time that the clocks skip is not the later one", "2027-03-28 02:30", "2027-03-28 01:30:00", "2027-03-28 01:30:00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := Parse(tt.text, berlin, time.Time{})
			if got := m.Known(berlin, WallTime(tt.known)).UTC(); err != nil || string(got) != tt.want {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
}

func TestATimeRepeatsWhereClocksAreSetBack(t *testing.T) {
	tests := []struct {
		zone string
		at   WallTime
		want bool
	}{
		{"Europe/Berlin", "2027-10-31 01:59:59", false},
		{"Europe/Berlin", "2027-10-31 02:00:00", true},
		{"Europe/Berlin", "2027-10-31 02:59:59", true},
		{"Europe/Berlin", "2027-10-31 03:00:00", false},
		{"Europe/Berlin", "2027-03-28 02:30:00", false},
		{"America/Sao_Paulo", "2018-02-17 23:30:00", true},
		{"Australia/Lord_Howe", "2027-04-04 01:29:59", false},
		{"Australia/Lord_Howe", "2027-04-04 01:45:00", true},
		{"Pacific/Apia", "2011-12-30 12:00:00", false},
		{"Asia/Kolkata", "2027-10-31 02:30:00", false},
		{"UTC+5.5", "2027-10-31 02:30:00", false},
		{"UTC", "2027-10-31 02:30:00", false},
	}
	for _, tt := range tests {
		if got := mustZone(t, tt.zone).Repeats(tt.at); got != tt.want {
			t.Errorf("%s in %s: got %v", tt.at, tt.zone, got)
		}
	}
}

func TestAStartThatClocksSkipMovesTheEndOnlyIfItMust(t *testing.T) {
	berlin := mustZone(t, "Europe/Berlin")
	tests := []struct{ name, start, end, wantStart, wantEnd string }{
		{"an end after the gap stays", "2027-03-28 02:30", "2027-03-28 04:00", "2027-03-28 03:30:00", "2027-03-28 04:00:00"},
		{"an end that the start overtakes keeps the length", "2027-03-28 02:30", "2027-03-28 03:15", "2027-03-28 03:30:00", "2027-03-28 04:15:00"},
		{"an end at the moved start keeps the length", "2027-03-28 02:30", "2027-03-28 03:30", "2027-03-28 03:30:00", "2027-03-28 04:30:00"},
		{"an end in the gap too moves along", "2027-03-28 02:30", "2027-03-28 02:45", "2027-03-28 03:30:00", "2027-03-28 03:45:00"},
		{"nothing lasts no time", "2027-03-28 02:30", "2027-03-28 02:30", "2027-03-28 03:30:00", "2027-03-28 03:30:00"},
		{"an end in the gap alone moves forward", "2027-03-28 01:30", "2027-03-28 02:30", "2027-03-28 01:30:00", "2027-03-28 03:30:00"},
		{"an end before the start stays before it", "2027-03-28 02:30", "2027-03-28 01:00", "2027-03-28 03:30:00", "2027-03-28 01:00:00"},
		{"an end with an offset stays", "2027-03-28 02:30", "2027-03-28T03:15+02:00", "2027-03-28 03:30:00", "2027-03-28 03:15:00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start, err := Parse(tt.start, berlin, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			end, err := Parse(tt.end, berlin, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			end = berlin.SpanEnd(start, end)
			if string(start.Local) != tt.wantStart || string(end.Local) != tt.wantEnd || berlin.At(end.Instant) != end.Local {
				t.Errorf("got %s to %s, want %s to %s", start.Local, end.Local, tt.wantStart, tt.wantEnd)
			}
		})
	}
}

func TestADayBeginsAndEndsWithItsOwnSeconds(t *testing.T) {
	tests := []struct{ zone, at, day, start, end string }{
		{"UTC", "2026-11-22T16:00:00Z", "2026-11-22", "2026-11-22T00:00:00Z", "2026-11-22T23:59:59Z"},
		{"Asia/Tokyo", "2026-11-22T16:00:00Z", "2026-11-23", "2026-11-22T15:00:00Z", "2026-11-23T14:59:59Z"},
		{"UTC-12", "2026-11-22T11:59:59Z", "2026-11-21", "2026-11-21T12:00:00Z", "2026-11-22T11:59:59Z"},
		{"America/New_York", "2026-11-01T12:00:00Z", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z"},
		{"America/Sao_Paulo", "2018-11-04T12:00:00Z", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59Z"},
		{"America/Sao_Paulo", "2018-02-18T02:30:00Z", "2018-02-17", "2018-02-17T02:00:00Z", "2018-02-18T02:59:59Z"},
		{"Pacific/Apia", "2011-12-30T09:00:00Z", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T09:59:59Z"},
	}
	for _, tt := range tests {
		at, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		z := mustZone(t, tt.zone)
		if start, end := z.StartOfDay(at).Format(time.RFC3339), z.EndOfDay(at).Format(time.RFC3339); start != tt.start || end != tt.end {
			t.Errorf("%s in %s: from %s to %s, want %s to %s", tt.at, tt.zone, start, end, tt.start, tt.end)
		}
		if day := z.Day(at).Format(time.RFC3339); day != tt.day+"T00:00:00Z" {
			t.Errorf("%s in %s is on %s, want %s", tt.at, tt.zone, day, tt.day)
		}
	}
}

func TestNoClockIsFurtherFromUTC(t *testing.T) {
	for _, name := range ZoneNames() {
		z := mustZone(t, name)
		for year := 1840; year < 2040; year += 10 {
			if offset := z.Offset(WallTime(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Format(Layout))); offset.Abs() >= MaxOffset {
				t.Errorf("%s in %d: %s", name, year, offset)
			}
		}
	}
}
