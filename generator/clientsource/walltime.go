// Dates as the interface writes them, and as Go knows them.

package client

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// wallLayout is the form in which the interface writes dates.
const wallLayout = "2006-01-02 15:04:05"

// WallTime is a local time "YYYY-MM-DD HH:MM:SS" as in responses, without a
// zone: that of a start and an end is the record's, that of other dates the
// site's, and that of fields named "utc" is UTC.
type WallTime string

// In returns the instant at which clocks in the zone show the wall time, or an
// error if it is not a time.
func (w WallTime) In(zone *time.Location) (time.Time, error) {
	t, err := time.ParseInLocation(wallLayout, string(w), zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("read wall time %q: %w", string(w), err)
	}
	return t, nil
}

// Wall returns a date to send as the clock of t shows it.  A start and an
// end are read in the record's time zone, other dates in the site's.
func Wall(t time.Time) Opt[string] { return Set(t.Format(wallLayout)) }

// At returns a date to send as an instant, with its offset from UTC.  The
// service converts it into the zone that the date is kept in.
func At(t time.Time) Opt[string] { return Set(t.Format(time.RFC3339)) }

// Zone returns the time zone with a name as the interface writes it: that of
// the IANA ("Europe/Paris") or an offset ("UTC+5", "UTC-3.5", "UTC+5:30",
// "+05:30").  On systems without the IANA's rules import time/tzdata.
func Zone(name string) (*time.Location, error) {
	offset, named := strings.CutPrefix(name, "UTC")
	if offset == "" && named {
		return time.UTC, nil
	}
	if named || strings.HasPrefix(name, "+") || strings.HasPrefix(name, "-") {
		seconds, err := offsetSeconds(offset)
		if err != nil {
			return nil, fmt.Errorf("read time zone %q: %w", name, err)
		}
		return time.FixedZone(name, seconds), nil
	}
	if name == "" { // LoadLocation would take it for UTC.
		return nil, errors.New("read time zone: the name is empty")
	}
	return time.LoadLocation(name)
}

// offsetSeconds reads hours with a sign: "+5", "-3.5", "+5:30", "+05:30".
func offsetSeconds(text string) (int, error) {
	size := strings.TrimLeft(text, "+-")
	whole, minutes, clock := strings.Cut(size, ":")
	hours, err := strconv.ParseFloat(whole, 64)
	if err != nil || len(text) != len(size)+1 || hours > 14 {
		return 0, fmt.Errorf("%q is no offset", text)
	}
	seconds := int(hours * 3600)
	if clock {
		n, err := strconv.Atoi(minutes)
		if err != nil || n < 0 || n > 59 {
			return 0, fmt.Errorf("%q is no offset", text)
		}
		seconds += n * 60
	}
	if text[0] == '-' {
		seconds = -seconds
	}
	return seconds, nil
}

// instant returns a time in UTC as the clocks of a named zone show it.
func instant(utc WallTime, zone string) (time.Time, error) {
	t, err := utc.In(time.UTC)
	if err != nil {
		return time.Time{}, err
	}
	location, err := Zone(zone)
	if err != nil {
		return time.Time{}, err
	}
	return t.In(location), nil
}

// DateDetails is a wall time in its parts, each zero-padded.
type DateDetails struct {
	Year    string `json:"year"`
	Month   string `json:"month"`
	Day     string `json:"day"`
	Hour    string `json:"hour"`
	Minutes string `json:"minutes"`
	Seconds string `json:"seconds"`
}
