package recurrence

import (
	"time"

	"almanac/runtime/dates"
)

// Length is how long each date of a pattern lasts.
//
// Most end by the clock: what lasts from 23:00 to 05:00 does so in the night too in which the
// clocks change, when that is an hour more or less.  Section 3.8.5.3 would have each date last
// exactly as long as the first one, and what ends at closing time would end an hour after it.  A
// pattern has an exact length where somebody has said so: by DURATION in a file.
type Length struct {
	Seconds int64
	Exact   bool // So many seconds pass; else the clock goes so far.
}

// Length returns how long the dates last that have no end of their own.
func (p *Pattern) Length() Length {
	if p.Duration > 0 {
		return Length{Seconds: p.Duration, Exact: true}
	}
	return Length{Seconds: p.End.Sub(p.Start)}
}

// SetFirst sets the start of the first date by the rule, and how long all dates last.  Whole days,
// and zones without changes of clocks, have no exact length.
func (p *Pattern) SetFirst(start dates.WallTime, l Length) {
	p.Start, p.End, p.Duration = start, start.AddSeconds(l.Seconds), 0
	if l.Exact && !p.AllDay && !p.Zone.IsFixed() {
		p.Duration = l.Seconds
		p.End = p.Zone.At(p.Zone.Instant(start).Add(time.Duration(l.Seconds) * time.Second))
	}
}

// endAt returns the end of a date that is written by the clock.  One that the clocks skip is read
// with the offset before the gap, and one that comes twice is the first that is not before the
// start.
func (p *Pattern) endAt(start dates.Moment, written dates.WallTime) dates.Moment {
	return p.Zone.NotBefore(start, p.Zone.SpanEnd(start, p.Zone.Moment(written, "")))
}
