package filter

import (
	"slices"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/param"
)

// windowMonths is how far ahead events are listed when nothing is said.
const windowMonths = 24

// ExactTimes makes the date parameters instants instead of whole days.
func ExactTimes(q *Query, name string, p param.Opt[bool]) {
	q.strict = p.ValueOr(false)
	if p.IsSet() {
		q.addLinkParam(name, q.RawParam(name))
	}
}

// Before keeps records whose column lies before the date: before the end of
// its day, or before the instant when dates are strict.
func Before(q *Query, name, column string, p param.Opt[string]) { edge(q, name, column, "<", p) }

// After keeps records whose column lies after the date: after the end of its
// day, or after the instant when dates are strict.
func After(q *Query, name, column string, p param.Opt[string]) { edge(q, name, column, ">", p) }

// edge adds one strict comparison, which lifts the default window.
func edge(q *Query, name, column, operator string, p param.Opt[string]) {
	at, ok := parseDate(q, name, p)
	if !ok {
		return
	}
	q.dateFilterOff = true
	if !q.strict {
		at = parseZone(q, name).EndOfDay(at)
	}
	q.addDateCondition(name, comparison{column: column, operator: operator, at: at})
}

// OnOrAfter keeps records whose column is at or after the beginning of the day, or
// the instant when dates are strict.  Without a date it is today, unless the
// window is lifted.
func OnOrAfter(q *Query, name, column string, p param.Opt[string]) {
	at, ok := parseDate(q, name, p)
	if !ok {
		if p.IsPresent() || q.dateFilterOff {
			return
		}
		at = q.Settings.Now
		expireWithWindow(q)
	}
	if !q.strict {
		at = parseZone(q, name).StartOfDay(at)
	}
	q.addDateCondition(name, comparison{column: column, operator: ">=", at: at, broad: !ok})
}

// OnOrBefore keeps records whose column is at or before the end of the day, or the
// instant when dates are strict.  Without a date it is 24 months from now,
// unless the window is lifted.
func OnOrBefore(q *Query, name, column string, p param.Opt[string]) {
	at, ok := parseDate(q, name, p)
	if !ok {
		if p.IsPresent() || q.dateFilterOff {
			return
		}
		at = q.Settings.Zone.Instant(q.Settings.Zone.At(q.Settings.Now).AddMonths(windowMonths))
		expireWithWindow(q)
	}
	if !q.strict {
		at = parseZone(q, name).EndOfDay(at)
	}
	q.addDateCondition(name, comparison{column: column, operator: "<=", at: at, broad: !ok})
}

// parseZone returns the time zone that a parameter's dates are read and rounded in:
// that of the site, or UTC for local times without a zone.
func parseZone(q *Query, name string) dates.Zone {
	if slices.Contains(q.OwnClock, name) {
		return dates.Zone{}
	}
	return q.Settings.Zone
}

// parseDate reads a date.  It returns false when none was sent or the text is no
// date, which it notes.
func parseDate(q *Query, name string, p param.Opt[string]) (time.Time, bool) {
	if !p.IsSet() {
		return time.Time{}, false
	}
	if !dates.IsAbsolute(p.Value) {
		expireNextSecond(q)
	}
	at, err := dates.ParseInstant(p.Value, parseZone(q, name), q.Settings.Now)
	if err != nil {
		q.fail(name, "%s: %v", name, err)
		return time.Time{}, false
	}
	return at, true
}

// addDateCondition adds the comparison that a parameter stands for, which include lifts, and
// has links to other pages repeat its date as local time.  Of a strict one that
// comes twice when clocks are set back they tell the instant.
func (q *Query) addDateCondition(name string, c comparison) {
	zone := parseZone(q, name)
	text := string(zone.At(c.at))
	if again := zone.Instant(dates.WallTime(text)); q.strict && dates.FromUnix(again.Unix()) != dates.FromUnix(c.at.Unix()) {
		text = c.at.UTC().Format(time.RFC3339)
	}
	q.addLinkParam(name, text)
	if !q.hasInclude {
		c.own = slices.Contains(q.OwnClock, name)
		q.compare(c)
	}
}

// flag writes a boolean as links carry it.
func flag(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// quarter is what the offsets of time zones are multiples of, and the times at
// which they change.
const quarter = 15 * time.Minute

// expireAt notes that the list may be another one from an instant on, although
// nothing was written.
func expireAt(q *Query, until time.Time) {
	if q.ExpiresAt.IsZero() || until.Before(q.ExpiresAt) {
		q.ExpiresAt = until
	}
}

// expireTomorrow notes that the list follows the day in the site's time zone.  A
// day may end at any quarter of an hour, with the clocks of the zone; asking again
// at each is cheap.
func expireTomorrow(q *Query) {
	now := q.Settings.Now
	next := now.Truncate(quarter).Add(quarter)
	if day := q.Settings.Zone.At(now).StartOfDay(); q.Settings.Zone.At(next).StartOfDay() != day {
		// Zones with odd offsets end their day between two quarters.
		next = now.Truncate(time.Minute).Add(time.Minute)
	}
	expireAt(q, next)
}

// expireNextSecond notes that the list follows the clock.
func expireNextSecond(q *Query) { expireAt(q, q.Settings.Now.Truncate(time.Second).Add(time.Second)) }

// expireWithWindow notes that the list follows the present day, or the present
// instant when dates are strict.
func expireWithWindow(q *Query) {
	if q.strict {
		expireNextSecond(q)
	} else {
		expireTomorrow(q)
	}
}
