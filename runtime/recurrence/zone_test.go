package recurrence_test

import (
	"testing"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// TestDatesKeepTheirTimeOfDayOverEachChangeOfTheClocks repeats something each day over all
// changes of the offset of all zones from 2020 to 2035, at a time that the change skips or
// repeats, and just outside: it is read with the offset before the change (RFC 5545, section
// 3.3.5), and on other days with that of the day.
func TestDatesKeepTheirTimeOfDayOverEachChangeOfTheClocks(t *testing.T) {
	changes := 0
	for _, name := range dates.ZoneNames() {
		loc, _ := dates.Rules().Location(name)
		zone, err := dates.ParseZone(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := time.Date(2020, 1, 1, 0, 0, 0, 0, loc); at.Year() < 2036; {
			_, change := at.ZoneBounds()
			if change.IsZero() {
				break
			}
			at = change
			_, before := change.Add(-time.Second).Zone()
			_, after := change.Zone()
			low, high := change.Unix()+int64(min(before, after)), change.Unix()+int64(max(before, after))
			for _, local := range []int64{low - 1, low, (low + high) / 2, high - 1, high} {
				if checkDays(t, zone, loc, local, low, high, before) {
					changes++
				}
			}
		}
	}
	if changes < 10_000 {
		t.Errorf("%d times were tried", changes)
	}
}

// checkDays repeats something from three days before a local time to three days after it, around
// a change that concerns the times from low to high, and reports whether it could.
func checkDays(t *testing.T, zone dates.Zone, loc *time.Location, local, low, high int64, before int) bool {
	t.Helper()
	start := dates.FromUnix(local).AddSeconds(-3 * 86400)
	if !plain(loc, start) {
		return false // Another change concerns the first time.
	}
	p := recurrence.Pattern{Start: start, End: start.AddSeconds(5400), Zone: zone, Rule: "FREQ=DAILY;COUNT=7"}
	if zone.Instant(p.End).Sub(zone.Instant(start)) != 90*time.Minute {
		return false // Its length is another one: a change follows at once.
	}
	list, err := p.Expand("", dates.Last, 7)
	if err != nil || len(list) != 7 {
		t.Fatalf("%s from %s: %d dates, %v", zone, start, len(list), err)
	}
	for _, d := range list {
		id := d.ID.Unix()
		var want int64
		switch {
		case id >= low && id < high:
			want = id - int64(before)
		case !plain(loc, d.ID):
			continue // Another change within three days.
		default:
			w := time.Unix(id, 0).UTC()
			want = time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), 0, loc).Unix()
		}
		if got := d.Start.Instant.Unix(); got != want {
			t.Fatalf("%s, %s: the start is %s, want %s", zone, d.ID, d.Start.Instant, time.Unix(want, 0).UTC())
		}
		if got := d.End.Instant.Sub(d.Start.Instant); got != 90*time.Minute {
			t.Fatalf("%s, %s: lasts %s", zone, d.ID, got)
		}
	}
	return true
}

// plain reports whether the clocks of a zone show a time once.
func plain(loc *time.Location, w dates.WallTime) bool {
	instants := map[int64]bool{}
	for hours := -16; hours <= 16; hours += 4 {
		_, offset := time.Unix(w.Unix()+int64(hours)*3600, 0).In(loc).Zone()
		at := w.Unix() - int64(offset)
		if _, its := time.Unix(at, 0).In(loc).Zone(); its == offset {
			instants[at] = true
		}
	}
	return len(instants) == 1
}
