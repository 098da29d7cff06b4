package ics

import "almanac/runtime/dates"

// Options say how a file is read.
type Options struct {
	Site  dates.Zone     // Zone of what names none.
	Today dates.WallTime // In the zone of the site.
	Until dates.WallTime // Events of series that begin later are left out.
	Most  int            // Events of one series at most.
}

// Calendar is what a file holds.
type Calendar struct {
	Events []Event
	Series []Series
	Notes  []string // About the file as a whole.
	Others int      // Tasks, journals and the like, which are no events.
}

// Status says whether an event takes place.
type Status int

// What STATUS says of an event.
const (
	Confirmed Status = iota // Also where nothing is said.
	Tentative
	Cancelled
)

// Event is one event, or one of a series.  Texts are plain unless said
// otherwise, and empty where nothing is said.
type Event struct {
	Line       int // Where it stands.
	UID        string
	Occurrence string // Of a series: its original start, "20060102T150405"; "" for the first, and where there is no series.
	Sequence   int64
	Modified   dates.WallTime // UTC; "" where nothing is said.
	Created    dates.WallTime // UTC; "" where nothing is said.

	Start, End dates.WallTime // In Zone.
	Zone       dates.Zone
	AllDay     bool // From 00:00:00 of the first day to 23:59:59 of the last.

	Title       string
	Description string // HTML.
	Location    string // Several lines are possible.
	Geo         *Point
	Organizers  []Person
	Categories  []string
	URL, Image  string
	Status      Status
	Private     bool
	Notes       []string // What could not be kept as it is.
}

// Point is a place on the earth, in degrees.
type Point struct{ Latitude, Longitude float64 }

// Person is who organizes an event.
type Person struct{ Name, Email string }

// Series tells of an entry that has one UID, of how many events it may be.
type Series struct {
	Line         int
	UID, Title   string
	Sequence     int64
	Modified     dates.WallTime
	Until        string // Key of the last moment up to which the events are known.
	Past, Future int    // Events that Options.Most left out.
	Endless      bool   // It goes on after Options.Until.
	TooMany      bool   // It has more events than were looked at.
	keys         map[string]bool
}

// Has reports whether an event belongs to the series, which may also be because
// nobody knows that it does not.
func (s Series) Has(occurrence string) bool {
	return s.keys[occurrence] || s.TooMany || occurrence > s.Until
}
