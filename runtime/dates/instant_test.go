package dates

import (
	"testing"
	"time"
)

func TestAnInstantIsTheOneThatTheTextNames(t *testing.T) {
	newYork := mustZone(t, "America/New_York")
	for text, want := range map[string]string{
		"2026-11-01 01:30:00": "2026-11-01T05:30:00Z", "2026-11-01T01:30:00-04:00": "2026-11-01T05:30:00Z", "2026-11-01T01:30:00-05:00": "2026-11-01T06:30:00Z",
		"1793514600": "2026-11-01T06:30:00Z", "2026-03-08 02:30:00": "2026-03-08T07:30:00Z", "9999-12-31 23:59:59": "10000-01-01T04:59:59Z",
	} {
		got, err := ParseInstant(text, newYork, time.Time{})
		if err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s is %s, %v, want %s", text, got.Format(time.RFC3339), err, want)
		}
	}
}

func TestADayBeginsAndEndsWithItsOwnSeconds(t *testing.T) {
	tests := []struct{ zone, at, start, end string }{
		{"UTC", "2026-11-22T16:00:00Z", "2026-11-22T00:00:00Z", "2026-11-22T23:59:59Z"},
		{"Asia/Tokyo", "2026-11-22T16:00:00Z", "2026-11-22T15:00:00Z", "2026-11-23T14:59:59Z"},
		{"UTC-12", "2026-11-22T11:59:59Z", "2026-11-21T12:00:00Z", "2026-11-22T11:59:59Z"},
		{"America/New_York", "2026-11-01T12:00:00Z", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z"},
		{"America/Sao_Paulo", "2018-11-04T12:00:00Z", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59Z"},
		{"America/Sao_Paulo", "2018-02-18T02:30:00Z", "2018-02-17T02:00:00Z", "2018-02-18T02:59:59Z"},
		{"Pacific/Apia", "2011-12-30T09:00:00Z", "2011-12-29T10:00:00Z", "2011-12-30T09:59:59Z"},
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
	}
}

func TestNoClockIsFurtherFromUTC(t *testing.T) {
	for _, found := range ianaZones() {
		z := mustZone(t, found.name)
		for year := 1840; year < 2040; year += 10 {
			if offset := z.Offset(WallTime(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Format(Layout))); offset.Abs() >= MaxOffset {
				t.Errorf("%s in %d: %s", found.name, year, offset)
			}
		}
	}
}
