package admission

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"almanac/runtime/apierror"
)

// TestBodiesHaveToArriveFastEnough reads bodies on a clock that each part moves
// on; no test waits for it.
func TestBodiesHaveToArriveFastEnough(t *testing.T) {
	const second = time.Second
	tests := []struct {
		name  string
		rate  int64
		parts []time.Duration // How long each part of 100 bytes is waited for.
		slow  int             // The part that is too late, from 1; 0 for none.
	}{
		{"at once", 100, []time.Duration{0, 0, 0}, 0},
		{"exactly at the rate, for long", 100, []time.Duration{second, second, second, second, second, second, second, second}, 0},
		{"at half the rate the grace is spent", 100, []time.Duration{2 * second, 2 * second, 2 * second, 2 * second, 2 * second, 2 * second}, 4},
		{"standing still at the beginning", 100, []time.Duration{6 * second}, 1},
		{"standing still after a fast beginning", 100, []time.Duration{0, 0, 0, 0, 0, 0, 0, 0, 6 * second}, 9},
		{"a pause within the grace", 100, []time.Duration{0, 4 * second, 0, second}, 0},
		{"any speed where there is no rate", 0, []time.Duration{time.Hour, time.Hour}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
			var deadlines []time.Duration // From the time at which they were set; 0 for never.
			part := 0
			b := &BodyState{
				ReadCloser: io.NopCloser(readFunc(func(p []byte) (int, error) {
					if part == len(tt.parts) {
						return 0, io.EOF
					}
					now = now.Add(tt.parts[part])
					part++
					return len(p), nil
				})),
				bodies: &BodyLimits{rate: tt.rate}, budget: &budget{}, pace: newPace(tt.rate, 4*second), now: func() time.Time { return now },
				deadline: func(until time.Time) error {
					deadlines = append(deadlines, max(0, until.Sub(now)))
					return nil
				},
			}
			var err error
			for p := make([]byte, 100); err == nil; {
				_, err = b.Read(p)
			}
			if tt.slow == 0 {
				if !errors.Is(err, io.EOF) || part != len(tt.parts) || b.bodies.slow.Load() != 0 {
					t.Fatalf("%v after part %d", err, part)
				}
				return
			}
			var f *apierror.Error
			if !errors.As(err, &f) || f.Status != http.StatusRequestTimeout || part != tt.slow || b.bodies.slow.Load() != 1 {
				t.Errorf("%v after part %d, want 408 after %d", err, part, tt.slow)
			}
			if last := deadlines[len(deadlines)-1]; last <= 0 || last > 4*second {
				t.Errorf("deadlines %v", deadlines)
			}
		})
	}
}

// readFunc is a reader made of a function.
type readFunc func([]byte) (int, error)

// Read calls the function.
func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// TestABodyIsNotAwaitedLongerThanItsRequest holds that what a fast body earns
// does not lift the time that the server has for the whole request.
func TestABodyIsNotAwaitedLongerThanItsRequest(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	var set []time.Time
	b := &BodyState{
		ReadCloser: io.NopCloser(strings.NewReader("x")), bodies: &BodyLimits{}, budget: &budget{}, pace: newPace(100, 5*time.Second),
		latest: now.Add(3 * time.Second), now: func() time.Time { return now }, deadline: func(until time.Time) error {
			set = append(set, until)
			return nil
		},
	}
	if _, err := io.ReadAll(b); err != nil {
		t.Fatal(err)
	}
	if len(set) < 2 || !set[0].Equal(b.latest) || !set[len(set)-1].IsZero() {
		t.Errorf("deadlines %v, want %v first and none at the end", set, b.latest)
	}
}
