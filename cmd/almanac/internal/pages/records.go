package pages

import (
	"strings"

	"almanac/runtime/calendar"
	"almanac/runtime/cost"
	"almanac/runtime/dates"
	"almanac/runtime/views"
)

// Converters turn the View of a records.Record, whose type is generated, into what pages show
// of it.
type Converters struct {
	Event func(view any) Event
	Color func(view any) (slug, color string) // Of a category; "" for none.
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
	StartUTC    dates.WallTime
	EndUTC      dates.WallTime
	TimeZone    string // Name as the API shows it, "Europe/Paris".
	Zone        string // Short name at the start, "CET".
	AllDay      bool
	Cost        cost.Cost
	Website     string           // Its own page when it has no other.
	Image       *views.ImageView // Nil for none.
	Status      string           // scheduled, canceled or postponed.
	Reason      string           // Why it is canceled or postponed.
	OnlineURL   string           // Where to attend it online, "" for nowhere.
	Featured    bool
	Sticky      bool
	Categories  []Term
	Tags        []Term
	Venues      []Record
	Organizers  []Record
	JSONLD      *calendar.EventLD // Nil in lists and for protected events.
}

// Record is what pages show of any other record, with its plain name.
type Record struct{ views.PageData }

// NewRecord returns what pages show of a record, from a response about it.
func NewRecord(view views.PageRecord) Record {
	r := Record{view.PageData()}
	r.Name = unescape(r.Name)
	return r
}

// Term is what pages show of a category or a tag of an event.
type Term struct{ Name, Slug string }

// NewTerm returns a term of an event, whose response has the escaped name.
func NewTerm(name, slug string) Term { return Term{Name: unescape(name), Slug: slug} }

// unescape returns the plain text of a name, which responses have as HTML with
// these three characters escaped; templates escape it once more.
func unescape(s string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(s)
}
