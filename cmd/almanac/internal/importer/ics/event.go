package ics

import "almanac/runtime/dates"

// Options say how a file is read.
type Options struct {
	Site  dates.Zone     // Zone of what names none.
	Today dates.WallTime // In the zone of the site.
	Until dates.WallTime // Events of series that begin later are left out.
	Ends  bool           // Until is the end of all series, and not only how far their events are listed.
	Most  int            // Events of one series at most.
}

// Calendar is what a file holds.
type Calendar struct {
	Events  []Event
	Series  []Series
	Skipped []Skipped
	Notes   []string // About the file as a whole.
	Others  int      // Tasks, journals and the like, which are no events.
}

// Skipped is an event that could not be read, or a part of the file that is missing.
type Skipped struct {
	SyntaxError
	Component string // VEVENT, or VCALENDAR for the rest of a calendar.
	Title     string // "" where nobody knows.
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
	Line int // Where it stands.
	UID  string
	// Of a series: its original start by the clock of the series, "20060102T150405"; "" where there is no series.
	Occurrence string
	Changed    bool `json:"-"` // It has other values than its series.
	Sequence   int64
	Modified   dates.WallTime // UTC; "" where nothing is said.
	Created    dates.WallTime // UTC; "" where nothing is said.

	Start, End dates.WallTime // In Zone.
	// Where the clock shows Start or End twice, and the second time is meant; else "".
	StartUTC, EndUTC dates.WallTime `json:",omitempty"`
	Zone             dates.Zone
	AllDay           bool // From 00:00:00 of the first day to 23:59:59 of the last.

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
	Lost        []string `json:"-"` // What could not be read or kept at all.

	OnlineURL      string   `json:",omitempty"` // Where to attend it.
	AttendanceMode string   `json:",omitempty"` // As feeds of this service say it: offline, online or mixed.
	EventStatus    string   `json:",omitempty"` // As feeds of this service say it: canceled or postponed.
	StatusReason   string   `json:",omitempty"` // Why, where EventStatus is reported.
	Tags           []string `json:",omitempty"` // Those of Categories that are tags.
	Website, Cost  string   `json:",omitempty"` // As feeds of this service say them.
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
	First        string   // Occurrence with which it begins; "" where there is no series.
	Until        string   // Key of the last moment up to which the events are known.
	Past, Future int      // Events that Options.Most left out.
	Endless      bool     // It goes on after Options.Until.
	TooMany      bool     // It has more events than were looked at.
	Unsure       bool     // Not all of it could be read.
	Notes, Lost  []string // As of events, of all of them together.
	Parts        []Part   // The series that the service can keep; nil for single events.
	keys         map[string]bool
}

// Has reports whether an event belongs to the series, which may also be because
// nobody knows that it does not.
func (s Series) Has(occurrence string) bool {
	return s.keys[occurrence] || s.TooMany || occurrence > s.Until
}

// On returns an occurrence of the series on the day of another one, "" for none.
func (s Series) On(occurrence string) string {
	const day = len("20060102")
	found := ""
	for key := range s.keys {
		if len(key) > day && len(occurrence) > day && key[:day] == occurrence[:day] && (found == "" || key < found) {
			found = key
		}
	}
	return found
}
