package admission

import (
	"fmt"
	"testing"
	"time"
)

func TestSendersArePacedEachForItself(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := NewRateLimiter(2, 4)
	steps := []struct {
		after   time.Duration
		address string
		want    time.Duration // To wait.
	}{
		{0, "192.0.2.1", 0},
		{0, "192.0.2.1", 0},
		{0, "192.0.2.1", 0},
		{0, "192.0.2.1", 0},
		{0, "192.0.2.1", 500 * time.Millisecond},
		{0, "192.0.2.1", 500 * time.Millisecond}, // A refusal costs nothing.
		{0, "192.0.2.2", 0},
		{500 * time.Millisecond, "192.0.2.1", 0},
		{0, "192.0.2.1", 500 * time.Millisecond},
		{time.Hour, "192.0.2.1", 0},
		{0, "2001:db8::1", 0},
		{0, "2001:db8::2", 0},
		{0, "2001:db8::3", 0},
		{0, "2001:db8::4", 0},
		{0, "2001:db8::5", 500 * time.Millisecond}, // One customer's network.
		{0, "2001:db8:0:1::5", 0},
	}
	for i, step := range steps {
		now = now.Add(step.after)
		if got := l.Take(now, step.address); got != step.want {
			t.Errorf("step %d: %s waits %v, want %v", i+1, step.address, got, step.want)
		}
	}
}

func TestQuietSendersAreForgotten(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := NewRateLimiter(1, 10)
	for i := range 1000 {
		l.Take(now, fmt.Sprintf("192.0.%d.%d", i/256, i%256))
	}
	l.Take(now.Add(2*time.Minute), "198.51.100.1")
	if got := len(l.senders); got != 1 {
		t.Errorf("%d senders are remembered, want 1", got)
	}
}

func TestManySendersTakeNoMoreMemory(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	l := NewRateLimiter(1, 2)
	for i := range mostSenders + 10 {
		l.Take(now, fmt.Sprintf("2001:db8:%x:%x::1", i>>16, i&0xffff))
	}
	if got := len(l.senders); got != 10 {
		t.Errorf("%d senders are remembered, want 10", got)
	}
}
