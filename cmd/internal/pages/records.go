package pages

import (
	"almanac/runtime/calendar"
	"almanac/runtime/dates"
)

// Converters turns what the interface answers about a record into what pages show of
// it.  Each function gets the View of a runtime.Seen of its kind.
type Converters struct {
	Event     func(view any) Event
	Venue     func(view any) Venue
	Organizer func(view any) Organizer
	Term      func(view any) Term // Categories and tags.
}

// Event is what pages show of an event.  Texts are plain unless said otherwise;
// those of a protected event are empty.
type Event struct {
	ID          int64
	Title       string
	URL         string // Absolute address of its page.
	Description string // Cleaned HTML.
	Excerpt     string // Cleaned HTML.
	Start, End  dates.WallTime
	TimeZone    string // Name as the interface shows it, "Europe/Paris".
	Zone        string // Short name at the start, "CET".
	AllDay      bool
	Cost        string
	Website     string // Its own page when it has no other.
	Image       string // Address, "" for none.
	Featured    bool
	Sticky      bool
	Categories  []Term
	Tags        []Term
	Venues      []Venue
	Organizers  []Organizer
	JSONLD      *calendar.EventLD // Nil in lists and for protected events.
}

// Venue is what pages show of a venue.
type Venue struct {
	ID                  int64
	Name                string
	URL                 string
	Description         string // Cleaned HTML.
	Address, City       string
	Region, Code        string
	Country             string
	Phone, Website      string
	Image               string
	Latitude, Longitude *float64 // Degrees, nil when unknown.
	ShowMapLink         bool
	JSONLD              *calendar.PlaceLD
}

// Organizer is what pages show of an organizer.
type Organizer struct {
	ID                    int64
	Name                  string
	URL                   string
	Description           string // Cleaned HTML.
	Phone, Website, Email string
	Image                 string
	JSONLD                *calendar.PersonLD
}

// Term is what pages show of a category or a tag.
type Term struct {
	ID          int64
	Name        string
	Slug        string
	URL         string // Empty for terms of an event, which do not know those above them.
	Description string
	Parent      int64
}
