package events

import (
	"time"

	"almanac/cmd/almanac/internal/pages/frame"
)

// Tile is a day as a leaf of a calendar.
type Tile struct {
	Weekday string
	Number  int
	Month   string
}

// NewTile returns the leaf of a day.
func NewTile(t *frame.Translation, day time.Time) *Tile {
	return &Tile{t.WeekdayAbbr[day.Weekday()], day.Day(), t.MonthAbbr[day.Month()-1]}
}
