package recurrence_test

import (
	"testing"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// TestDatesKeepTheirTimesOfDayOverEachChangeOfTheClocks repeats something each day over all
// changes of the offset of all zones from 2020 to 2035, at a time that the change skips or
// repeats, and just outside: it is read with the offset before the change (RFC 5545, section
// 3.3.5), and on other days with that of the day.  So is the end, unless it would not come after a
// start that was skipped.
func TestDatesKeepTheirTimesOfDayOverEachChangeOfTheClocks(t *testing.T) {
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
	list, err := p.Expand("", dates.Last, 7)
	if err != nil || len(list) != 7 {
		t.Fatalf("%s from %s: %d dates, %v", zone, start, len(list), err)
	}
	for _, d := range list {
		want, known := reading(loc, d.ID, low, high, before)
		end, endKnown := reading(loc, d.ID.AddSeconds(5400), low, high, before)
		if !known || !endKnown {
			continue // Another change within three days.
		}
		if d.Start.Local != d.ID && end <= want {
			end = want + 5400
		}
		if got := d.Start.Instant.Unix(); got != want {
			t.Fatalf("%s, %s: the start is %s, want %s", zone, d.ID, d.Start.Instant, time.Unix(want, 0).UTC())
		}
		if got := d.End.Instant.Unix(); got != end {
			t.Fatalf("%s, %s: the end is %s, want %s", zone, d.ID, d.End.Instant, time.Unix(end, 0).UTC())
		}
	}
	return true
}

func TestAnEndThatComesTwiceIsTheFirstThatIsNotBeforeTheStart(t *testing.T) {
	paris, err := dates.ParseZone("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	for end, want := range map[dates.WallTime]dates.WallTime{
		"2026-10-25 02:10:00": "2026-10-25 01:10:00", "2026-10-25 02:55:00": "2026-10-25 00:55:00",
	} {
		p := recurrence.Pattern{Zone: paris, Dates: []recurrence.Span{{Start: "2026-10-25 02:50:00", End: end}}}
		if d := p.At("2026-10-25 02:50:00"); d.End.UTC() != want || d.End.Local != end {
			t.Errorf("%s is %s in UTC, want %s", end, d.End.UTC(), want)
		}
	}
}

// reading returns the instant of a local time around a change that concerns the times from low to
// high, and whether no other change concerns it.
func reading(loc *time.Location, local dates.WallTime, low, high int64, before int) (int64, bool) {
	w := local.Unix()
	if w >= low && w < high {
		return w - int64(before), true
	}
	at := time.Unix(w, 0).UTC()
	return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, loc).Unix(), plain(loc, local)
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
