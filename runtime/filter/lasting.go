package filter

import "time"

// quarter is what the offsets of time zones are multiples of, and the times at
// which they change.
const quarter = 15 * time.Minute

// lasts notes that the list may be another one from an instant on, although
// nothing was written.
func (q *Query) lasts(until time.Time) {
	if q.Until.IsZero() || until.Before(q.Until) {
		q.Until = until
	}
}

// lastsToday notes that the list follows the day in the site's time zone.  A
// day may end at any quarter of an hour, with the clocks of the zone; asking again
// at each is cheap.
func (q *Query) lastsToday() {
	now := q.Site.Now
	next := now.Truncate(quarter).Add(quarter)
	if day := q.Site.Zone.At(now).StartOfDay(); q.Site.Zone.At(next).StartOfDay() != day {
		// Zones with odd offsets end their day between two quarters.
		next = now.Truncate(time.Minute).Add(time.Minute)
	}
	q.lasts(next)
}

// lastsASecond notes that the list follows the clock.
func (q *Query) lastsASecond() { q.lasts(q.Site.Now.Truncate(time.Second).Add(time.Second)) }

// lastsByDefault notes that the list follows the present day, or the present
// instant when dates are strict.
func (q *Query) lastsByDefault() {
	if q.strict {
		q.lastsASecond()
	} else {
		q.lastsToday()
	}
}
