package frame

import (
	"strings"
	"time"

	"almanac/runtime/dates"
)

// Day returns the day of a wall time, as if in UTC; the first day of 1970 for
// a text that is no wall time.
func Day(w dates.WallTime) time.Time {
	return time.Unix(w.StartOfDay().Unix(), 0).UTC()
}

// ISO writes a day as addresses and attributes have it.
func ISO(day time.Time) string { return day.Format(time.DateOnly) }

// ZoneName names a zone with its short name.
func (p *Page) ZoneName(name, short string) string {
	area := strings.LastIndexByte(name, '/')
	if area < 0 {
		return name // UTC, or an offset.
	}
	return p.T.Text("%s time (%s)", strings.ReplaceAll(name[area+1:], "_", " "), short)
}
