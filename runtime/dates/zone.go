package dates

import (
	"fmt"
	"strings"
	"time"

	"almanac/runtime/messages"
)

// Zone is the time zone of an event or of the site, with the name that the
// interface shows.  Zones are comparable; the zero value is UTC.
type Zone struct {
	name   string         // Empty for UTC.
	loc    *time.Location // Nil for UTC and fixed offsets.
	offset int64          // Seconds east of UTC, for fixed offsets.
}

// ParseZone returns the zone of a name: an IANA name in any case ("Europe/Paris",
// "europe/paris"), "UTC", an offset by name ("UTC+5", "UTC-3.5", "UTC+5:30")
// or by clock ("+05:30", "-0330", "+05").  Offsets go up to 14 hours.  The
// error, also for "", is a sentence for the client.
func ParseZone(name string) (Zone, error) {
	lower := lowerASCII(name)
	if lower == "utc" {
		return Zone{}, nil
	}
	if z, ok := offsetZone(lower); ok {
		return z, nil
	}
	loc, ok := Rules().Location(name)
	if !ok {
		return Zone{}, messages.NewMessage(
			`%s is not a time zone; use an IANA name such as "Europe/Paris", or an offset such as "UTC+5", "UTC-3.5" or `+
				`"+05:30"`, quote(name))
	}
	return Zone{name: loc.String(), loc: loc}, nil
}

// offsetZone returns the zone of a fixed offset.  The form that was written
// stays: "UTC+5" and "+05:00" are shown as such.
func offsetZone(lower string) (Zone, bool) {
	rest, named := strings.CutPrefix(lower, "utc")
	parse, write := parseOffset, clockOffset
	if named {
		parse, write = parseNamedOffset, namedOffset
	}
	offset, ok := parse(rest)
	if !ok || offset < -maxZoneOffset || offset > maxZoneOffset {
		return Zone{}, false
	}
	name := write(offset)
	if named && strings.Contains(rest, ":") {
		sign, size := signOf(offset)
		name = fmt.Sprintf("UTC%s%d:%02d", sign, size/secondsPerHour, size%secondsPerHour/secondsPerMinute)
	}
	return Zone{name: name, offset: offset}, true
}

// Name returns the name that the API shows: the canonical spelling of an
// IANA name, or the offset in the form it was written in.
func (z Zone) Name() string {
	if z.name == "" {
		return "UTC"
	}
	return z.name
}

// String returns the name of z.
func (z Zone) String() string { return z.Name() }

// Abbreviation returns the short name of z at the local time w: "EST" or "EDT"
// by date, "+08" where the zone has only a number, "UTC+5" or "UTC-3.5" for a
// fixed offset, "UTC" for UTC.
func (z Zone) Abbreviation(w WallTime) string {
	return z.abbreviation(z.toUTC(w.Unix()))
}

// AbbreviationAt is Abbreviation at a time in UTC.
func (z Zone) AbbreviationAt(utc WallTime) string { return z.abbreviation(utc.Unix()) }

// abbreviation returns the short name at an instant, in seconds since 1970.
func (z Zone) abbreviation(utc int64) string {
	switch {
	case z.loc != nil:
		name, _ := time.Unix(utc, 0).In(z.loc).Zone()
		return name
	case z.name == "":
		return "UTC"
	}
	return namedOffset(z.offset)
}

// UTC converts the local time w to UTC.  A time that the clock skips moves
// forward by the gap; of a time that comes twice the first one counts.
// Results outside of the years 0000 to 9999 become the nearest end.
func (z Zone) UTC(w WallTime) WallTime { return FromUnix(z.toUTC(w.Unix())) }

// Local converts the UTC time w to local time.  Results outside of the years
// 0000 to 9999 become the nearest end.
func (z Zone) Local(utc WallTime) WallTime { return FromUnix(z.toLocal(utc.Unix())) }

// At returns the local time of an instant; fractions of a second are dropped.
// Results outside of the years 0000 to 9999 become the nearest end.
func (z Zone) At(t time.Time) WallTime { return FromUnix(z.toLocal(t.Unix())) }

// Instant returns the instant of the local time w, in UTC.  Of times that the
// clock skips and of times that come twice it is the one that UTC returns; it may
// lie some hours outside of the years 0000 to 9999.
func (z Zone) Instant(w WallTime) time.Time { return time.Unix(z.toUTC(w.Unix()), 0).UTC() }

// Day returns the local day that t lies in, as its midnight in UTC: a date for the calendar, to
// compare with others and to count from.
func (z Zone) Day(t time.Time) time.Time { return time.Unix(z.midnight(t), 0).UTC() }

// StartOfDay returns the first instant of the local day that t lies in.
func (z Zone) StartOfDay(t time.Time) time.Time {
	return time.Unix(z.toUTC(z.midnight(t)), 0).UTC()
}

// EndOfDay returns the last second of the local day that t lies in: the one before
// the next day begins.  That is 23:59:59, for the second time where clocks are set
// back at midnight.
func (z Zone) EndOfDay(t time.Time) time.Time {
	return time.Unix(z.toUTC(z.midnight(t)+secondsPerDay)-1, 0).UTC()
}

// midnight returns 00:00:00 of the local day of an instant, as local time in
// seconds since 1970.
func (z Zone) midnight(t time.Time) int64 {
	day, _ := civilOf(z.toLocal(t.Unix()))
	return day.seconds()
}

// Offset returns how far the local time w is ahead of UTC, negative in the
// west.  It is always w minus the instant that UTC returns for it, so that of
// a skipped time it is the offset before the gap.
func (z Zone) Offset(w WallTime) time.Duration {
	local := w.Unix()
	return time.Duration(local-z.toUTC(local)) * time.Second
}

// toLocal converts an instant to local time, both as seconds since 1970.
func (z Zone) toLocal(utc int64) int64 {
	if z.loc == nil {
		return utc + z.offset
	}
	_, offset := time.Unix(utc, 0).In(z.loc).Zone()
	return utc + int64(offset)
}

// bounds returns the span of equal offset that an instant lies in, as ZoneBounds
// does: zero where there is none.  The last day of a leap year is mended, of
// which package time says, beyond the changes that it has in tables, that its span
// ended the day before: a loop over the spans would never get past it.
func bounds(t time.Time) (start, end time.Time) {
	start, end = t.ZoneBounds()
	if !end.IsZero() && !end.After(t) {
		end = time.Date(t.UTC().Year()+1, time.January, 1, 0, 0, 0, 0, time.UTC).In(t.Location())
	}
	return start, end
}

// toUTC converts a local time to the instant, both as seconds since 1970.  It
// walks over the spans of equal offset around that time, because time.Date
// does not promise which instant it takes in gaps and overlaps.
func (z Zone) toUTC(local int64) int64 {
	if z.loc == nil {
		return local - z.offset
	}

	// Offsets stay below 16 hours (local mean time of Manila and Alaska), so
	// that no instant before the first span can be the answer.
	span := time.Unix(local-secondsPerDay, 0).In(z.loc)
	for before := int64(0); ; {
		_, offset := span.Zone()
		start, end := bounds(span)
		instant := local - int64(offset)
		switch {
		case !start.IsZero() && instant < start.Unix():
			// The span before ended too early and this one begins too late.
			return before
		case end.IsZero() || instant < end.Unix():
			return instant
		}
		before, span = instant, end
	}
}
