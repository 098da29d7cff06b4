package dates_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/dates"
)

func TestTransitions(t *testing.T) {
	const hour = time.Hour
	winter := dates.Transition{At: "2025-10-26 03:00:00", OffsetBefore: 2 * hour, OffsetAfter: hour, Name: "CET"}
	summer := dates.Transition{At: "2026-03-29 02:00:00", OffsetBefore: hour, OffsetAfter: 2 * hour, Name: "CEST"}
	autumn := dates.Transition{At: "2026-10-25 03:00:00", OffsetBefore: 2 * hour, OffsetAfter: hour, Name: "CET"}
	tests := []struct {
		name, zone string
		year       int
		want       []dates.Transition
	}{
		{"the last one before the year, and those in it", "Europe/Paris", 2026, []dates.Transition{winter, summer, autumn}},
		{"UTC has none", "UTC", 2026, []dates.Transition{{At: "2026-01-01 00:00:00", Name: "UTC"}}},
		{"an offset has none", "UTC-3.5", 2026, []dates.Transition{{At: "2026-01-01 00:00:00", OffsetBefore: -210 * time.Minute, OffsetAfter: -210 * time.Minute, Name: "UTC-3.5"}}},
		{"a zone whose last one is long ago", "Asia/Tokyo", 2026, []dates.Transition{
			{At: "1951-09-09 01:00:00", OffsetBefore: 10 * hour, OffsetAfter: 9 * hour, Name: "JST"},
			{At: "1952-01-01 00:00:00", OffsetBefore: 9 * hour, OffsetAfter: 9 * hour, Name: "JST"},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			z, err := dates.ParseZone(tt.zone)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, z.Transitions(tt.year)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestEveryYearHasTransitionsInOrder(t *testing.T) {
	for _, name := range []string{"Europe/Paris", "America/Santiago", "Africa/Casablanca", "Australia/Lord_Howe", "Europe/Dublin"} {
		z, err := dates.ParseZone(name)
		if err != nil {
			t.Fatal(err)
		}
		for year := 0; year < 10000; year += 7 {
			list := z.Transitions(year)
			for i := range list {
				if i > 0 && list[i].At <= list[i-1].At || len(list) > 10 {
					t.Fatalf("%s %d: %v", name, year, list)
				}
			}
			if len(list) == 0 {
				t.Errorf("%s %d has none", name, year)
			}
		}
	}
}
