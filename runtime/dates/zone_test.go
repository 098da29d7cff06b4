package dates

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// mustZone returns the zone of a name that is known to be good.
func mustZone(t testing.TB, name string) Zone {
	t.Helper()
	z, err := ParseZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestParseZoneKnowsEveryFormOfAName(t *testing.T) {
	const summer = WallTime("2027-07-01 12:00:00")
	tests := []struct {
		written, name, abbreviation string
		offset                      time.Duration
	}{
		{"Europe/Paris", "Europe/Paris", "CEST", 2 * time.Hour},
		{"europe/paris", "Europe/Paris", "CEST", 2 * time.Hour},
		{"AMERICA/NEW_YORK", "America/New_York", "EDT", -4 * time.Hour},
		{"america/argentina/buenos_aires", "America/Argentina/Buenos_Aires", "-03", -3 * time.Hour},
		{"Asia/Singapore", "Asia/Singapore", "+08", 8 * time.Hour},
		{"Australia/Sydney", "Australia/Sydney", "AEST", 10 * time.Hour},
		{"GMT", "GMT", "GMT", 0},
		{"EST", "EST", "EST", -5 * time.Hour},
		{"Etc/GMT-14", "Etc/GMT-14", "+14", 14 * time.Hour},
		{"UTC", "UTC", "UTC", 0},
		{"utc", "UTC", "UTC", 0},
		{"Etc/UTC", "Etc/UTC", "UTC", 0},
		{"UTC+0", "UTC+0", "UTC+0", 0},
		{"UTC-0", "UTC+0", "UTC+0", 0},
		{"UTC+5", "UTC+5", "UTC+5", 5 * time.Hour},
		{"utc+05", "UTC+5", "UTC+5", 5 * time.Hour},
		{"UTC-3.5", "UTC-3.5", "UTC-3.5", -210 * time.Minute},
		{"UTC+5.75", "UTC+5.75", "UTC+5.75", 345 * time.Minute},
		{"UTC-0.5", "UTC-0.5", "UTC-0.5", -30 * time.Minute},
		{"UTC+5:30", "UTC+5:30", "UTC+5.5", 330 * time.Minute},
		{"UTC+5:20", "UTC+5:20", "UTC+5:20", 320 * time.Minute},
		{"UTC+14", "UTC+14", "UTC+14", 14 * time.Hour},
		{"+05:30", "+05:30", "UTC+5.5", 330 * time.Minute},
		{"-0330", "-03:30", "UTC-3.5", -210 * time.Minute},
		{"+05", "+05:00", "UTC+5", 5 * time.Hour},
		{"-00:30", "-00:30", "UTC-0.5", -30 * time.Minute},
	}
	for _, tt := range tests {
		t.Run(tt.written, func(t *testing.T) {
			z := mustZone(t, tt.written)
			if z.Name() != tt.name || z.String() != tt.name {
				t.Errorf("name = %q, want %q", z.Name(), tt.name)
			}
			if got := z.Abbreviation(summer); got != tt.abbreviation {
				t.Errorf("abbreviation = %q, want %q", got, tt.abbreviation)
			}
			if got := z.Offset(summer); got != tt.offset {
				t.Errorf("offset = %v, want %v", got, tt.offset)
			}
			if again := mustZone(t, z.Name()); again != z {
				t.Errorf("the zone of %q differs from the zone of %q", z.Name(), tt.written)
			}
		})
	}
}

func TestParseZoneRefusesOtherNames(t *testing.T) {
	names := []string{
		"", " ", "x/y", "Local", "local", "localtime", "Factory", "Europe", "Europe/", "/Europe/Paris", "../Europe/Paris",
		"Europe/../Europe/Paris", "/etc/localtime", "europe\\paris", " UTC", "UTC ", "UTC+", "UTC 5", "UTC+5.", "UTC+5.555",
		"UTC+5.33", "UTC+5:3", "UTC+5:60", "UTC+5:300", "UTC+15", "UTC-14:01", "UTC++5", "UTC+1e1", "UTC+.5", "GMT+5",
		"+5", "+5:30", "+5:3", "+053", "+05:60", "+15:00", "+05:30:00", "05:30", "5", "+", "-", "+٠٥", "Europe/Paris\x00",
		"America/New_Yor\u212a", strings.Repeat("x", 5000),
	}
	for _, name := range names {
		z, err := ParseZone(name)
		if err == nil {
			t.Errorf("ParseZone(%q) = %v, want an error", name, z)
			continue
		}
		if n := utf8.RuneCountInString(err.Error()); n > 300 {
			t.Errorf("ParseZone(%.20q): the message has %d characters: %s", name, n, err)
		}
	}
}

func TestTheZeroZoneIsUTC(t *testing.T) {
	var z Zone
	if z != mustZone(t, "UTC") || z.Name() != "UTC" || z.Abbreviation("2027-01-01 00:00:00") != "UTC" {
		t.Errorf("the zero zone is %v", z)
	}
}

func TestAbbreviationFollowsTheDate(t *testing.T) {
	tests := []struct {
		name, zone string
		wall       WallTime
		want       string
	}{
		{"a second before summer time", "America/New_York", "2027-03-14 01:59:59", "EST"},
		{"the first second of summer time", "America/New_York", "2027-03-14 03:00:00", "EDT"},
		{"a skipped time is read as the time it becomes", "America/New_York", "2027-03-14 02:30:00", "EDT"},
		{"the repeated hour counts as its first pass", "America/New_York", "2027-11-07 01:30:00", "EDT"},
		{"the first second of winter time that is not repeated", "America/New_York", "2027-11-07 02:00:00", "EST"},
		{"summer of the southern half", "Australia/Sydney", "2027-01-15 12:00:00", "AEDT"},
		{"before the railways", "America/New_York", "1800-01-01 00:00:00", "LMT"},
		{"the far future keeps the last rule", "America/New_York", "9998-07-01 00:00:00", "EDT"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := mustZone(t, tt.zone).Abbreviation(tt.wall); got != tt.want {
				t.Errorf("Abbreviation(%q) = %q, want %q", tt.wall, got, tt.want)
			}
		})
	}
}

func TestUTCInGapsAndOverlaps(t *testing.T) {
	tests := []struct {
		name, zone string
		wall       WallTime
		utc        WallTime
		back       WallTime // What Local makes of utc.
	}{
		{"an ordinary time", "America/New_York", "2027-05-02 10:00:00", "2027-05-02 14:00:00", "2027-05-02 10:00:00"},
		{"last second before the gap", "America/New_York", "2027-03-14 01:59:59", "2027-03-14 06:59:59", "2027-03-14 01:59:59"},
		{"first second of the gap", "America/New_York", "2027-03-14 02:00:00", "2027-03-14 07:00:00", "2027-03-14 03:00:00"},
		{"within the gap", "America/New_York", "2027-03-14 02:30:00", "2027-03-14 07:30:00", "2027-03-14 03:30:00"},
		{"last second of the gap", "America/New_York", "2027-03-14 02:59:59", "2027-03-14 07:59:59", "2027-03-14 03:59:59"},
		{"first second after the gap", "America/New_York", "2027-03-14 03:00:00", "2027-03-14 07:00:00", "2027-03-14 03:00:00"},
		{"before the overlap", "America/New_York", "2027-11-07 00:59:59", "2027-11-07 04:59:59", "2027-11-07 00:59:59"},
		{"first pass of the overlap", "America/New_York", "2027-11-07 01:00:00", "2027-11-07 05:00:00", "2027-11-07 01:00:00"},
		{"end of the overlap", "America/New_York", "2027-11-07 01:59:59", "2027-11-07 05:59:59", "2027-11-07 01:59:59"},
		{"after the overlap", "America/New_York", "2027-11-07 02:00:00", "2027-11-07 07:00:00", "2027-11-07 02:00:00"},
		{"gap east of UTC", "Europe/Paris", "2027-03-28 02:15:00", "2027-03-28 01:15:00", "2027-03-28 03:15:00"},
		{"overlap east of UTC", "Europe/Paris", "2027-10-31 02:15:00", "2027-10-31 00:15:00", "2027-10-31 02:15:00"},
		{"gap of half an hour", "Australia/Lord_Howe", "2027-10-03 02:10:00", "2027-10-02 15:40:00", "2027-10-03 02:40:00"},
		{"overlap of half an hour", "Australia/Lord_Howe", "2027-04-04 01:45:00", "2027-04-03 14:45:00", "2027-04-04 01:45:00"},
		{"gap at midnight", "America/Santiago", "2027-09-05 00:30:00", "2027-09-05 04:30:00", "2027-09-05 01:30:00"},
		{"a day that Samoa skipped", "Pacific/Apia", "2011-12-30 12:00:00", "2011-12-30 22:00:00", "2011-12-31 12:00:00"},
		{"a day that Kwajalein skipped", "Pacific/Kwajalein", "1993-08-21 12:00:00", "1993-08-22 00:00:00", "1993-08-22 12:00:00"},
		{"a fixed offset", "UTC-3.5", "2027-05-01 10:00:00", "2027-05-01 13:30:00", "2027-05-01 10:00:00"},
		{"the last day of a far leap year", "Europe/Paris", "2040-12-31 12:00:00", "2040-12-31 11:00:00", "2040-12-31 12:00:00"},
		{"the day after a far leap year", "Europe/Paris", "2041-01-01 00:00:00", "2040-12-31 23:00:00", "2041-01-01 00:00:00"},
		{"the day after a far leap year in summer", "Australia/Lord_Howe", "2097-01-01 09:00:00", "2096-12-31 22:00:00", "2097-01-01 09:00:00"},
		{"the day after the last leap year", "America/New_York", "9997-01-01 00:00:00", "9997-01-01 05:00:00", "9997-01-01 00:00:00"},
		{"the end of the calendar", "America/New_York", "9999-12-31 23:00:00", "9999-12-31 23:59:59", "9999-12-31 18:59:59"},
		{"the beginning of the calendar", "Asia/Tokyo", "0000-01-01 01:00:00", "0000-01-01 00:00:00", "0000-01-01 09:18:59"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			z := mustZone(t, tt.zone)
			if got := z.UTC(tt.wall); got != tt.utc {
				t.Errorf("UTC(%q) = %q, want %q", tt.wall, got, tt.utc)
			}
			if got := z.Local(tt.utc); got != tt.back {
				t.Errorf("Local(%q) = %q, want %q", tt.utc, got, tt.back)
			}
		})
	}
}

func TestAtIsTheLocalTimeOfAnInstant(t *testing.T) {
	instant := time.Date(2026, time.November, 20, 9, 30, 0, 999, time.FixedZone("", 3600))
	if got, want := mustZone(t, "America/New_York").At(instant), WallTime("2026-11-20 03:30:00"); got != want {
		t.Errorf("At() = %q, want %q", got, want)
	}
}

// TestUTCIsTheFirstInstantThatShowsTheTime compares UTC with its definition, in
// all zones: of the instants that the clock shows as w it is the first; when
// there is none, it lies the length of the gap after the change.
func TestUTCIsTheFirstInstantThatShowsTheTime(t *testing.T) {
	names := ZoneNames()
	rapid.Check(t, func(t *rapid.T) {
		z, err := ParseZone(rapid.SampledFrom(names).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		instant := rapid.Int64Range(WallTime("1850-01-01 00:00:00").Unix(), WallTime("2100-01-01 00:00:00").Unix()).Draw(t, "instant")
		if z.loc != nil && rapid.Bool().Draw(t, "near a change") {
			if _, change := time.Unix(instant, 0).In(z.loc).ZoneBounds(); !change.IsZero() {
				instant = change.Unix() + rapid.Int64Range(-90000, 90000).Draw(t, "distance")
			}
		}
		local := z.toLocal(instant)
		got := z.toUTC(local)
		if z.toLocal(got) != local || got > instant {
			t.Errorf("%v: %d is shown at %d, toUTC() = %d, which is shown as %d", z, local, instant, got, z.toLocal(got))
		}
		// The same wall time plus up to a day may lie in a gap.
		skipped := local + rapid.Int64Range(0, 86400).Draw(t, "ahead")
		if forward := z.toLocal(z.toUTC(skipped)); forward < skipped || forward-skipped > 86400 {
			t.Errorf("%v: %d becomes %d", z, skipped, forward)
		}
	})
}

func TestLocalUndoesUTCOutsideOfGaps(t *testing.T) {
	zones := []string{"America/New_York", "Europe/Paris", "Australia/Lord_Howe", "Asia/Kolkata", "UTC", "UTC-3.5", "+05:30"}
	rapid.Check(t, func(t *rapid.T) {
		z, err := ParseZone(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		const day = secondsPerDay
		instant := rapid.Int64Range(firstSecond+day, lastSecond-day).Draw(t, "instant")
		if rapid.Bool().Draw(t, "at the turn of a year") {
			turn := civil{rapid.IntRange(1, 9998).Draw(t, "year"), time.January, 1}.seconds()
			instant = turn + rapid.Int64Range(-2*day, 2*day).Draw(t, "distance")
		}
		w := z.Local(FromUnix(instant))
		if got := z.Local(z.UTC(w)); got != w {
			t.Errorf("Local(UTC(%q)) = %q in %v", w, got, z)
		}
	})
}

func FuzzParseZone(f *testing.F) {
	for _, name := range []string{"", "UTC", "utc+5", "UTC-3.5", "UTC+5:30", "+05:30", "-0330", "Europe/Paris", "Local", "../x", "UTC+5.75"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		z, err := ParseZone(name)
		if err != nil {
			return
		}
		again, err := ParseZone(z.Name())
		if err != nil || again != z {
			t.Errorf("ParseZone(%q) = %v, whose name gives %v, %v", name, z, again, err)
		}
		if len(name) > 40 || z.Offset("2027-01-01 00:00:00").Abs() > 14*time.Hour {
			t.Errorf("ParseZone(%q) = %v", name, z)
		}
	})
}
