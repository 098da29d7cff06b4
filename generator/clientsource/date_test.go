package client

import (
	"testing"
	"time"
)

func TestDatesAndTimesOfDayAreThoseOfAClock(t *testing.T) {
	zone := time.FixedZone("UTC+2", 2*3600)
	at := time.Date(2026, 11, 23, 14, 30, 5, 0, zone)
	if got := DateOf(at); got != "2026-11-23" {
		t.Errorf("date = %s", got)
	}
	if got, err := DateOf(at).In(zone); err != nil || !got.Equal(time.Date(2026, 11, 23, 0, 0, 0, 0, zone)) {
		t.Errorf("beginning of the day = %v, %v", got, err)
	}
	if got := TimeOfDayOf(at); got != "14:30:05" {
		t.Errorf("time of day = %s", got)
	}
	if got, err := TimeOfDayOf(at).SinceMidnight(); err != nil || got != 14*time.Hour+30*time.Minute+5*time.Second {
		t.Errorf("since midnight = %v, %v", got, err)
	}
	if _, err := Date("2026-02-30").In(zone); err == nil {
		t.Error("no error of a day that does not exist")
	}
	if _, err := TimeOfDay("noon").SinceMidnight(); err == nil {
		t.Error("no error of a word")
	}
}
