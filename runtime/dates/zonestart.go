package dates

import "time"

// FirstInstant returns the first instant at which clocks of z show the local time w or a
// later one of its day, in UTC: the gap's end where the clock skips w.
func (z Zone) FirstInstant(w WallTime) time.Time {
	t := z.Instant(w)
	if z.loc == nil || z.At(t) == w {
		return t
	}
	return lastChange(t.In(z.loc)).UTC()
}
