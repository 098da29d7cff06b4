package cli

import (
	"testing"
	"time"
)

func TestSinceIsADateOrADuration(t *testing.T) {
	now := time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)
	tests := []struct{ text, want string }{
		{"24h", "2026-11-19T15:00:00Z"},
		{"90m", "2026-11-20T13:30:00Z"},
		{"2026-11-01", "2026-11-01T00:00:00Z"},
		{"2026-11-01 08:30", "2026-11-01T08:30:00Z"},
		{"2026-11-01 08:30:15", "2026-11-01T08:30:15Z"},
		{"2026-11-01T08:30:15+02:00", "2026-11-01T06:30:15Z"},
		{"yesterday", ""},
		{"-24h", ""},
		{"2026-02-30", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			at, err := since(tt.text, now)
			if tt.want == "" {
				if err == nil {
					t.Errorf("it is taken for %s", at)
				}
				return
			}
			if got := at.UTC().Format(time.RFC3339); err != nil || got != tt.want {
				t.Errorf("got %s, %v; want %s", got, err, tt.want)
			}
		})
	}
}
