package jobs

import (
	"strings"
	"testing"
	"time"

	"almanac/runtime/dates"
)

func TestATimeOfDayFollowsTheClocksOfItsZone(t *testing.T) {
	tests := []struct {
		name, zone, every, begun string
		want                     []string // Due times that follow, in UTC.
	}{
		{"the hour that is skipped runs at its end", "Europe/Berlin", "02:30", "2026-03-28T12:00:00Z", []string{"2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"}},
		{"the hour that comes twice runs once", "Europe/Berlin", "02:30", "2026-10-24T12:00:00Z", []string{"2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"}},
		{"a skipped midnight", "Africa/Cairo", "00:00", "2026-04-23T12:00:00Z", []string{"2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"}},
		{"a day that is skipped", "Pacific/Apia", "03:00", "2011-12-29T20:00:00Z", []string{"2011-12-30T10:00:00Z", "2011-12-30T13:00:00Z", "2011-12-31T13:00:00Z"}},
		{"its midnight is one due time", "Pacific/Apia", "00:00", "2011-12-29T20:00:00Z", []string{"2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"}},
		{"no zone", "UTC", "03:00", "2026-06-01T03:00:00Z", []string{"2026-06-02T03:00:00Z"}},
		{"an interval", "Europe/Berlin", "24h", "2026-03-28T12:00:00Z", []string{"2026-03-29T12:00:00Z"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			zone, err := dates.ParseZone(tt.zone)
			if err != nil {
				t.Fatal(err)
			}
			due, err := parse(tt.every, zone)
			if err != nil {
				t.Fatal(err)
			}
			at, err := time.Parse(time.RFC3339, tt.begun)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.want {
				before := at
				at = due.next(at)
				if got := at.UTC().Format(time.RFC3339); got != want {
					t.Fatalf("the next due time is %s, want %s", got, want)
				}
				if last := due.latest(before, at.Add(time.Second)); !last.Equal(at) {
					t.Errorf("a second later, the last due time is %s", last)
				}
			}
		})
	}
}

func TestMissedDueTimesOfAnIntervalAreOne(t *testing.T) {
	due, err := parse("10m", dates.Zone{})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	if got := due.latest(at, at.Add(35*time.Minute)).Sub(at); got != 30*time.Minute {
		t.Errorf("the last of them is after %s", got)
	}
}

func TestAJobThatIsDescribedWronglyIsNamed(t *testing.T) {
	tests := []struct{ name, every, want string }{
		{"no-shows", "3:00", `job "no-shows": "3:00" is not a schedule: Every is an interval of whole seconds, such as "10m" or "24h", or a time of day, such as "03:00"`},
		{"no-shows", "24:00", "is not a schedule"},
		{"no-shows", "", "is not a schedule"},
		{"no-shows", "-10m", "is not a schedule"},
		{"no-shows", "1500ms", "is not a schedule"},
		{"No Shows", "10m", `job "No Shows": the name must be words of lower-case letters`},
		{"taken", "10m", `job "taken": another job has this name`},
	}
	for _, tt := range tests {
		run := Job{}.Run
		_, err := New(nil, []Job{{Name: "taken", Every: "10m", Run: run}, {Name: tt.name, Every: tt.every, Run: run}}, dates.Zone{}, nil, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), `job "taken": it has no function Run`) {
			t.Errorf("%s every %q: %v", tt.name, tt.every, err)
		}
	}
}

func TestPausesDoubleUpToAnHour(t *testing.T) {
	for failures, want := range map[int64]time.Duration{1: 10 * time.Second, 2: 20 * time.Second, 9: 2560 * time.Second, 10: time.Hour, 1 << 40: time.Hour} {
		if got := delay(failures); got != want {
			t.Errorf("after %d failures it is %s, want %s", failures, got, want)
		}
	}
}
