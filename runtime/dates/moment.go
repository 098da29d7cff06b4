package dates

import "time"

// Moment is a date as it was read in a zone: the instant, and the local time then.
type Moment struct {
	Local   WallTime  // By the clock of the zone.
	Written WallTime  // Local as it was written: another time where the clocks skip it.
	Instant time.Time // In UTC.
	Exact   bool      // The text names the instant, by an offset or a timestamp.
}

// UTC returns the instant of m as a wall time in UTC.  Instants outside of the years
// 0000 to 9999 become the nearest end.
func (m Moment) UTC() WallTime { return FromUnix(m.Instant.Unix()) }

// Moment returns what the local time w means in z.  A time that the clocks skip moves
// forward by the gap; of one that comes twice it is the instant known, in UTC, if that is
// one of the two, else the first.  Known may be empty.
func (z Zone) Moment(w, known WallTime) Moment {
	instant := z.toUTC(w.Unix())
	m := Moment{Local: FromUnix(z.toLocal(instant)), Written: w, Instant: time.Unix(instant, 0).UTC()}
	return m.Known(z, known)
}

// Known returns m with an instant that was known before, in UTC, if m was written as no
// more than a local time and the clock of z shows it at that instant.
func (m Moment) Known(z Zone, known WallTime) Moment {
	if !m.Exact && m.Written == m.Local && known.Valid() && z.Local(known) == m.Local {
		m.Instant = known.time()
	}
	return m
}

// SpanEnd returns when something ends that was written to last from start to end.  That
// is end itself, unless the start has moved forward because the clocks skip it, and a local
// time as the end does not come after it: then it lasts as long as it was written.
func (z Zone) SpanEnd(start, end Moment) Moment {
	length := end.Written.Sub(start.Written)
	if start.Written == start.Local || end.Exact || end.Instant.After(start.Instant) || length < 0 {
		return end
	}
	instant := start.Instant.Add(time.Duration(length) * time.Second)
	return Moment{Local: z.At(instant), Written: end.Written, Instant: instant}
}

// Reading returns when something begins and ends whose wall times are known, in UTC: what
// [Zone.Moment] returns of both.  The rules of a zone may change so that the end comes before
// the start then; see [Zone.NotBefore].
func (z Zone) Reading(start, end, knownStart, knownEnd WallTime) (startUTC, endUTC WallTime) {
	from, to := z.Moment(start, knownStart), z.Moment(end, knownEnd)
	if end >= start {
		to = z.NotBefore(from, to)
	}
	return from.UTC(), to.UTC()
}

// NotBefore returns when something ends that is written by the clock: of an end that comes twice
// the second one if the first is before the start, and the start where both are.
func (z Zone) NotBefore(start, end Moment) Moment {
	if !end.Instant.Before(start.Instant) {
		return end
	}
	day := end.UTC().AddSeconds(secondsPerDay) // The offset of the second time is that of the day after.
	end = z.Moment(end.Written, end.Written.AddSeconds(day.Sub(z.Local(day))))
	if end.Instant.Before(start.Instant) {
		end.Local, end.Instant = start.Local, start.Instant
	}
	return end
}

// Repeats reports whether the clocks of z show the local time w twice.
func (z Zone) Repeats(w WallTime) bool {
	if z.loc == nil {
		return false
	}
	first := z.toUTC(w.Unix())
	for span := time.Unix(first, 0).In(z.loc); ; {
		_, end := bounds(span)
		if end.IsZero() || end.Unix() > first+secondsPerDay { // No clock was set back by more than a day.
			return false
		}
		if _, offset := end.Zone(); w.Unix()-int64(offset) >= end.Unix() {
			return true
		}
		span = end
	}
}

// IsFixed reports whether z is UTC or an offset from it, and has no name in the IANA database.
func (z Zone) IsFixed() bool { return z.loc == nil }
