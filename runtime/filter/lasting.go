package filter

import "time"

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
