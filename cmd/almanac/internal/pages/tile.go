package pages

import "time"

// tile is a day as a leaf of a calendar.
type tile struct {
	Weekday string
	Number  int
	Month   string
}

func (t *translation) tile(day time.Time) *tile {
	return &tile{t.WeekdayAbbr[day.Weekday()], day.Day(), t.MonthAbbr[day.Month()-1]}
}
