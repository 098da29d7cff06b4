package dates

import "time"

// Transition is a time at which a zone changes its offset.
type Transition struct {
	At           WallTime      // Local time by the offset before it.
	OffsetBefore time.Duration // Ahead of UTC before it.
	OffsetAfter  time.Duration // Ahead of UTC after it.
	Name         string        // Abbreviation after it, as Abbreviation returns it.
}

// Transitions returns what tells the offset of z at every local time of a year,
// 0 to 9999: the last transition before the year, then those in it.  Where none
// came before, as with fixed offsets, the first one stands at the beginning of
// the year and changes nothing.  Where none follows within a year, one that changes
// nothing stands at the end: the clocks have stopped.
func (z Zone) Transitions(year int) []Transition {
	begin := civil{year, time.January, 1}.seconds()
	if z.loc == nil {
		return []Transition{z.unchanged(FromUnix(begin))}
	}
	// The year begins and ends up to a day off UTC's.
	end := civil{year + 1, time.January, 1}.seconds() + secondsPerDay
	var list []Transition
	span := lastChange(time.Unix(begin-secondsPerDay, 0).In(z.loc))
	if span.IsZero() {
		span = time.Unix(begin-secondsPerDay, 0).In(z.loc)
		list = []Transition{z.unchanged(FromUnix(begin))}
	} else {
		list = []Transition{transition(span)}
	}
	next := nextChange(span)
	for ; !next.IsZero() && next.Unix() < end; next = nextChange(span) {
		list, span = append(list, transition(next)), next
	}
	last := list[len(list)-1]
	if last.OffsetBefore != last.OffsetAfter && (next.IsZero() || next.Sub(span) > longestYear) {
		list = append(list, z.stop(span, last))
	}
	return list
}

const longestYear = 366 * 24 * time.Hour

// unchanged returns a transition of z that changes nothing.
func (z Zone) unchanged(at WallTime) Transition {
	offset := z.Offset(at)
	return Transition{At: at, OffsetBefore: offset, OffsetAfter: offset, Name: z.Abbreviation(at)}
}

// stop returns the transition that changes nothing after the last one, which begins a
// span: when the name of the time changes, or else at New Year.
func (z Zone) stop(span time.Time, last Transition) Transition {
	if _, end := bounds(span); !end.IsZero() && end.Sub(span) <= longestYear {
		return transition(end)
	}
	day, _ := civilOf(last.At.Unix())
	return z.unchanged(FromUnix(civil{day.year + 1, time.January, 1}.seconds()))
}

// transition describes how the span that begins at start differs from the one before.
func transition(start time.Time) Transition {
	name, after := start.Zone()
	_, before := start.Add(-time.Second).Zone()
	return Transition{
		At: FromUnix(start.Unix() + int64(before)), OffsetBefore: time.Duration(before) * time.Second,
		OffsetAfter: time.Duration(after) * time.Second, Name: name,
	}
}

// lastChange returns when the offset that holds at t began, zero where it always did.
// Spans can also differ in the name of the time alone, or in nothing.
func lastChange(t time.Time) time.Time {
	_, offset := t.Zone()
	for start, _ := bounds(t); !start.IsZero(); {
		before := start.Add(-time.Second)
		if _, earlier := before.Zone(); earlier != offset {
			return start
		}
		start, _ = bounds(before)
	}
	return time.Time{}
}

// nextChange returns when the offset that holds at t ends, zero where it never does.
func nextChange(t time.Time) time.Time {
	_, offset := t.Zone()
	for _, end := bounds(t); !end.IsZero(); {
		if _, later := end.Zone(); later != offset {
			return end
		}
		_, end = bounds(end)
	}
	return time.Time{}
}
