package dates

import "time"

// Layout is the form in which dates are stored, compared and shown.
const Layout = "2006-01-02 15:04:05"

// The first and the last second that a WallTime can hold, in seconds since 1970 as
// if in UTC: 0000-01-01 00:00:00 and 9999-12-31 23:59:59.
const (
	firstSecond = -62167219200
	lastSecond  = 253402300799
)

// WallTime is a local wall time "YYYY-MM-DD HH:MM:SS" without a zone, in the years
// 0000 to 9999 of the proleptic Gregorian calendar.  Wall times compare as text.
// The empty WallTime stands for no date.  Arithmetic on a text that is not a wall
// time is on 1970-01-01 00:00:00; see Valid.
type WallTime string

// Last is the last wall time that there is.
const Last WallTime = "9999-12-31 23:59:59"

// Details is a wall time in its parts, each zero-padded, as the API
// shows them in start_date_details and its siblings.
type Details struct {
	Year    string `json:"year" doc:"Four digits"`
	Month   string `json:"month" doc:"01 to 12"`
	Day     string `json:"day" doc:"01 to 31"`
	Hour    string `json:"hour" doc:"00 to 23"`
	Minutes string `json:"minutes" doc:"00 to 59"`
	Seconds string `json:"seconds" doc:"00 to 59"`
}

// FromUnix returns the wall time at a number of seconds since 1970 as if in
// UTC.  Seconds outside of the years 0000 to 9999 give the nearest end.
func FromUnix(seconds int64) WallTime {
	seconds = min(max(seconds, firstSecond), lastSecond)
	return WallTime(time.Unix(seconds, 0).UTC().Format(Layout))
}

// Valid reports whether w is a wall time of the calendar: right layout,
// existing day, existing hour.
func (w WallTime) Valid() bool {
	_, err := time.Parse(Layout, string(w))
	return err == nil && len(w) == len(Layout)
}

// Details returns the parts of w; all are empty when w is not a wall time in
// its layout.
func (w WallTime) Details() Details {
	if len(w) != len(Layout) {
		return Details{}
	}
	s := string(w)
	return Details{
		Year: s[0:4], Month: s[5:7], Day: s[8:10],
		Hour: s[11:13], Minutes: s[14:16], Seconds: s[17:19],
	}
}

// StartOfDay returns 00:00:00 of the day of w.
func (w WallTime) StartOfDay() WallTime { return w.day() + " 00:00:00" }

// EndOfDay returns 23:59:59 of the day of w.
func (w WallTime) EndOfDay() WallTime { return w.day() + " 23:59:59" }

// day returns the date part of w.
func (w WallTime) day() WallTime {
	if len(w) != len(Layout) {
		w = FromUnix(0)
	}
	return w[:len("2006-01-02")]
}

// AddMonths returns w moved by n calendar months.  A day that the month does
// not have runs over into the next month, as in PHP and time.AddDate: January
// 31 plus one month is March 3, or 2 in leap years.  Results outside of the
// years 0000 to 9999 become the nearest end.
func (w WallTime) AddMonths(n int) WallTime {
	// More months than the calendar has would only overflow below.
	n = min(max(n, -12*maxYears), 12*maxYears)
	return FromUnix(w.time().AddDate(0, n, 0).Unix())
}

// AddSeconds returns w moved by n seconds as if in UTC.  Results outside of
// the years 0000 to 9999 become the nearest end.
func (w WallTime) AddSeconds(n int64) WallTime {
	const calendar = lastSecond - firstSecond
	return FromUnix(w.Unix() + min(max(n, -calendar), calendar))
}

// Sub returns the seconds from v to w as if both were in UTC; it is negative
// when w is the earlier one.
func (w WallTime) Sub(v WallTime) int64 { return w.Unix() - v.Unix() }

// Unix returns the seconds from 1970-01-01 00:00:00 to w as if in UTC.
func (w WallTime) Unix() int64 { return w.time().Unix() }

// ISO returns w in zone z as RFC 3339 writes it, with a numeric offset:
// "2025-11-21T13:30:00-05:00".
func (w WallTime) ISO(z Zone) string {
	if len(w) != len(Layout) {
		w = FromUnix(0)
	}
	return string(w[:10]) + "T" + string(w[11:]) + clockOffset(int64(z.Offset(w)/time.Second))
}

// ISOAt is ISO for the instant that w is in UTC, so that of an hour that comes twice
// the right one is written.
func (w WallTime) ISOAt(utc WallTime) string {
	if len(w) != len(Layout) {
		w = FromUnix(0)
	}
	return string(w[:10]) + "T" + string(w[11:]) + clockOffset(w.Sub(utc))
}

// time returns w as an instant as if in UTC, 1970 when w is no wall time.
func (w WallTime) time() time.Time {
	t, err := time.Parse(Layout, string(w))
	if err != nil {
		return time.Unix(0, 0).UTC()
	}
	return t
}
