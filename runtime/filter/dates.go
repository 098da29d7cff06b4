package filter

import (
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
		at = at.EndOfDay()
	}
	q.echo(name, string(at))
	if !q.hasInclude {
		q.compare(column, operator, at, false)
	}
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
		at = q.Site.Zone.At(q.Site.Now)
		q.lastsByDefault()
	}
	if !q.strict {
		at = at.StartOfDay()
	}
	q.echo(name, string(at))
	if !q.hasInclude {
		q.compare(column, ">=", at, !ok)
	}
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
		at = q.Site.Zone.At(q.Site.Now).AddMonths(windowMonths)
		q.lastsByDefault()
	}
	if !q.strict {
		at = at.EndOfDay()
	}
	q.echo(name, string(at))
	if !q.hasInclude {
		q.compare(column, "<=", at, !ok)
	}
}

// date reads a date in the site's time zone.  It returns false when none was
// sent or the text is no date, which it notes.
func (q *Query) date(name string, p param.Opt[string]) (dates.Wall, bool) {
	if !p.IsSet() {
		return "", false
	}
	if !dates.Absolute(p.V) {
		q.lastsASecond()
	}
	at, err := dates.Parse(p.V, q.Site.Zone, q.Site.Now)
	if err != nil {
		q.fail(name, "%s: %v", name, err)
		return "", false
	}
	return at, true
}

// flag writes a boolean as links carry it.
func flag(b bool) string {
	if b {
		return "1"
	}
	return "0"
}
