package telemetry

import (
	"testing"
	"time"
)

func TestDurationsHaveFewDigits(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 412_345 * time.Nanosecond: "412µs", 1_234_567 * time.Nanosecond: "1.2ms", 87_654_321 * time.Nanosecond: "87.7ms",
		3_456 * time.Millisecond: "3.5s", 90 * time.Second: "1m30s",
	} {
		if got := rounded(d).String(); got != want {
			t.Errorf("%d ns is written %s, want %s", d, got, want)
		}
	}
}
