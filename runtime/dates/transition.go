package dates

import "time"

// Transition is a time at which a zone changes its offset.
type Transition struct {
	At           WallTime      // Local time by the offset before it.
	OffsetBefore time.Duration // Ahead of UTC before it.
	OffsetAfter  time.Duration // Ahead of UTC after it.
	Name         string        // Abbreviation after it, as Abbreviation returns it.
	DST          bool          // Whether daylight saving time is kept after it.
}

// Transitions returns what tells the offset of z at every local time of a year,
// 0 to 9999: the last transition before the year, then those in it.  Where none
// came before, as with fixed offsets, the first one stands at the beginning of
// the year and changes nothing.
func (z Zone) Transitions(year int) []Transition {
	begin := civil{year, time.January, 1}.seconds()
	if z.loc == nil {
		offset := time.Duration(z.offset) * time.Second
		at := FromUnix(begin)
		return []Transition{{At: at, OffsetBefore: offset, OffsetAfter: offset, Name: z.Abbreviation(at)}}
	}
	// The year begins and ends up to a day off UTC's.
	end := civil{year + 1, time.January, 1}.seconds() + secondsPerDay
	var list []Transition
	for span := time.Unix(begin-secondsPerDay, 0).In(z.loc); span.Unix() < end; {
		start, next := bounds(span)
		t := transition(span, start, begin)
		// Package time may part a span at the turn of a year.
		if len(list) == 0 || t.OffsetBefore != t.OffsetAfter && t.At > list[len(list)-1].At {
			list = append(list, t)
		}
		if next.IsZero() {
			break
		}
		span = next
	}
	return list
}

// transition describes how the span of equal offset that t lies in begins: at
// start or, when that is zero, with the year at begin.
func transition(t, start time.Time, begin int64) Transition {
	name, offset := t.Zone()
	to := time.Duration(offset) * time.Second
	if start.IsZero() {
		return Transition{At: FromUnix(begin), OffsetBefore: to, OffsetAfter: to, Name: name, DST: t.IsDST()}
	}
	_, before := start.Add(-time.Second).Zone()
	return Transition{
		At: FromUnix(start.Unix() + int64(before)), OffsetBefore: time.Duration(before) * time.Second, OffsetAfter: to,
		Name: name, DST: t.IsDST(),
	}
}
