package filter

import (
	"slices"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/param"
)

// windowMonths is how far ahead events are listed when nothing is said.
const windowMonths = 24

// StrictDates makes the date parameters instants instead of whole days.
func StrictDates(q *Query, name string, p param.Opt[bool]) {
	q.strict = p.Or(false)
	if p.IsSet() {
		q.echo(name, q.Sent(name))
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
	at, ok := q.date(name, p)
	if !ok {
		return
	}
	q.lifted = true
	if !q.strict {
		at = q.zone(name).EndOfDay(at)
	}
	q.keep(name, comparison{column: column, operator: operator, at: at})
}

// From keeps records whose column is at or after the beginning of the day, or
// the instant when dates are strict.  Without a date it is today, unless the
// window is lifted.
func From(q *Query, name, column string, p param.Opt[string]) {
	at, ok := q.date(name, p)
	if !ok {
		if p.Sent() || q.lifted {
			return
		}
		at = q.Site.Now
		q.lastsByDefault()
	}
	if !q.strict {
		at = q.zone(name).StartOfDay(at)
	}
	q.keep(name, comparison{column: column, operator: ">=", at: at, broad: !ok})
}

// Until keeps records whose column is at or before the end of the day, or the
// instant when dates are strict.  Without a date it is 24 months from now,
// unless the window is lifted.
func Until(q *Query, name, column string, p param.Opt[string]) {
	at, ok := q.date(name, p)
	if !ok {
		if p.Sent() || q.lifted {
			return
		}
		at = q.Site.Zone.Instant(q.Site.Zone.At(q.Site.Now).AddMonths(windowMonths))
		q.lastsByDefault()
	}
	if !q.strict {
		at = q.zone(name).EndOfDay(at)
	}
	q.keep(name, comparison{column: column, operator: "<=", at: at, broad: !ok})
}

// zone returns the time zone that a parameter's dates are read and rounded in:
// that of the site, or UTC for local times without a zone.
func (q *Query) zone(name string) dates.Zone {
	if slices.Contains(q.OwnClock, name) {
		return dates.Zone{}
	}
	return q.Site.Zone
}

// date reads a date.  It returns false when none was sent or the text is no
// date, which it notes.
func (q *Query) date(name string, p param.Opt[string]) (time.Time, bool) {
	if !p.IsSet() {
		return time.Time{}, false
	}
	if !dates.Absolute(p.V) {
		q.lastsASecond()
	}
	at, err := dates.ParseInstant(p.V, q.zone(name), q.Site.Now)
	if err != nil {
		q.fail(name, "%s: %v", name, err)
		return time.Time{}, false
	}
	return at, true
}

// keep adds the comparison that a parameter stands for, which include lifts, and
// has links to other pages repeat its date as local time.  Of a strict one that
// comes twice when clocks are set back they tell the instant.
func (q *Query) keep(name string, c comparison) {
	zone := q.zone(name)
	text := string(zone.At(c.at))
	if again := zone.Instant(dates.Wall(text)); q.strict && dates.FromUnix(again.Unix()) != dates.FromUnix(c.at.Unix()) {
		text = c.at.UTC().Format(time.RFC3339)
	}
	q.echo(name, text)
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
