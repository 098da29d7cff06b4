package dates

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestDetailsAreZeroPaddedAndInOrder(t *testing.T) {
	tests := []struct {
		name string
		wall WallTime
		want string
	}{
		{
			"parts keep their zeros", "0007-03-04 05:06:07",
			`{"year":"0007","month":"03","day":"04","hour":"05","minutes":"06","seconds":"07"}`,
		},
		{
			"no date has empty parts", "",
			`{"year":"","month":"","day":"","hour":"","minutes":"","seconds":""}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := json.Marshal(tt.wall.Details())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("Details() (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWallArithmetic(t *testing.T) {
	tests := []struct {
		name      string
		got, want WallTime
	}{
		{"a day starts at midnight", WallTime("2027-03-14 13:30:01").StartOfDay(), "2027-03-14 00:00:00"},
		{"a day ends a second before midnight", WallTime("2027-03-14 13:30:01").EndOfDay(), "2027-03-14 23:59:59"},
		{"a month more keeps the day", WallTime("2027-03-14 13:30:01").AddMonths(1), "2027-04-14 13:30:01"},
		{"two years more", WallTime("2026-11-20 09:30:00").AddMonths(24), "2028-11-20 09:30:00"},
		{"a day that the month lacks runs over", WallTime("2027-01-31 10:00:00").AddMonths(1), "2027-03-03 10:00:00"},
		{"months may be taken away", WallTime("2028-03-31 10:00:00").AddMonths(-1), "2028-03-02 10:00:00"},
		{"months stop at the last second", WallTime("9999-01-01 00:00:00").AddMonths(24), "9999-12-31 23:59:59"},
		{"months stop at the first second", WallTime("0000-01-05 00:00:00").AddMonths(-1), "0000-01-01 00:00:00"},
		{"absurd months stop at the last second", WallTime("2027-01-01 00:00:00").AddMonths(1 << 60), "9999-12-31 23:59:59"},
		{"absurd months stop at the first second", WallTime("2027-01-01 00:00:00").AddMonths(-1 << 60), "0000-01-01 00:00:00"},
		{"seconds carry into the next year", WallTime("2027-12-31 23:59:59").AddSeconds(1), "2028-01-01 00:00:00"},
		{"absurd seconds stop at the first second", WallTime("2027-12-31 23:59:59").AddSeconds(-1 << 63), "0000-01-01 00:00:00"},
		{"absurd seconds stop at the last second", WallTime("0000-01-01 00:00:00").AddSeconds(1<<63 - 1), "9999-12-31 23:59:59"},
		{"what is no wall time counts as 1970", WallTime("garbage").StartOfDay(), "1970-01-01 00:00:00"},
		{"the epoch", FromUnix(0), "1970-01-01 00:00:00"},
		{"seconds before all years", FromUnix(-1 << 63), "0000-01-01 00:00:00"},
		{"seconds after all years", FromUnix(1<<63 - 1), "9999-12-31 23:59:59"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %q, want %q", tt.got, tt.want)
			}
		})
	}
}

func TestSubCountsSecondsAcrossYears(t *testing.T) {
	got := WallTime("2028-03-01 00:00:00").Sub("2028-02-28 23:59:59")
	if want := int64(86401); got != want {
		t.Errorf("Sub() = %d, want %d", got, want)
	}
	if got := WallTime("2027-01-01 00:00:00").Sub("2027-01-01 00:00:01"); got != -1 {
		t.Errorf("Sub() of the earlier one = %d, want -1", got)
	}
}

func TestISOHasTheOffsetOfTheDay(t *testing.T) {
	tests := []struct {
		name, zone string
		wall       WallTime
		want       string
	}{
		{"winter", "America/New_York", "2025-11-21 13:30:00", "2025-11-21T13:30:00-05:00"},
		{"summer", "America/New_York", "2025-07-21 13:30:00", "2025-07-21T13:30:00-04:00"},
		{"UTC", "UTC", "2025-07-21 13:30:00", "2025-07-21T13:30:00+00:00"},
		{"half hours", "UTC-3.5", "2025-07-21 13:30:00", "2025-07-21T13:30:00-03:30"},
		{"local mean time without its seconds", "America/New_York", "0000-01-01 00:00:00", "0000-01-01T00:00:00-04:56"},
		{"no date", "UTC", "", "1970-01-01T00:00:00+00:00"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.wall.ISO(mustZone(t, tt.zone)); got != tt.want {
				t.Errorf("ISO() = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestValidKnowsTheCalendar(t *testing.T) {
	tests := []struct {
		wall WallTime
		want bool
	}{
		{"0000-01-01 00:00:00", true},
		{"0000-02-29 00:00:00", true},
		{"9999-12-31 23:59:59", true},
		{"2027-02-29 00:00:00", false},
		{"2027-01-01 24:00:00", false},
		{"2027-01-01T00:00:00", false},
		{"2027-01-01 00:00:00.5", false},
		{"", false},
	}
	for _, tt := range tests {
		if got := tt.wall.Valid(); got != tt.want {
			t.Errorf("WallTime(%q).Valid() = %t, want %t", tt.wall, got, tt.want)
		}
	}
}

func TestWallsCompareAsTheirInstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Int64Range(firstSecond, lastSecond).Draw(t, "a")
		b := rapid.Int64Range(firstSecond, lastSecond).Draw(t, "b")
		v, w := FromUnix(a), FromUnix(b)
		if !v.Valid() || v.Unix() != a || w.Sub(v) != b-a || (v < w) != (a < b) {
			t.Errorf("%d is %q, %d is %q, w.Sub(v) = %d", a, v, b, w, w.Sub(v))
		}
		if got := WallTime(time.Unix(a, 0).UTC().Format(Layout)); got != v {
			t.Errorf("FromUnix(%d) = %q, want %q", a, v, got)
		}
	})
}
