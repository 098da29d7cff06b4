package events

import (
	"strings"

	"almanac/generated"
	"almanac/runtime/calendar"
	"almanac/runtime/cost"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/views"
)

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
	Language    string // "" for none.
	Protected   bool
	Repeats     bool // It is one date of a series.
	SeriesID    int64
	Dates       *model.SeriesDates // Of the series, where a list has it once; nil elsewhere.
	Cost        cost.Cost
	Website     string           // Its own page when it has no other.
	Image       *views.ImageView // Nil for none.
	Status      string           // scheduled, canceled or postponed.
	Reason      string           // Why it is canceled or postponed.
	Online      bool             // People can attend it online.
	OnlineURL   string           // Where to attend it online, "" for nowhere.
	Ticketed    bool             // Some provider sells tickets.
	Featured    bool
	Sticky      bool
	Categories  []Term
	Tags        []Term
	Venues      []Record
	Organizers  []Record
	JSONLD      *calendar.EventLD // Nil in lists and for protected events.
}

// Term is what pages show of a category or a tag of an event.
type Term struct {
	ID         int64
	Name, Slug string
}

// NewEvent returns an event as pages show it.  The API hides of a protected event whether it
// lasts whole days; its times, which are public, say the same.
func NewEvent(seen records.Record) Event {
	v := seen.View.(*generated.EventView)
	is := func(flag *bool) bool { return flag != nil && *flag } // Nil for a protected event.
	r := NewRecord(v)
	e := Event{
		ID: r.ID, Title: r.Name, URL: r.URL, Description: r.Description, Excerpt: v.Excerpt,
		Start: dates.WallTime(v.StartDate), End: dates.WallTime(v.EndDate),
		StartUTC: dates.WallTime(v.UTCStartDate), EndUTC: dates.WallTime(v.UTCEndDate),
		TimeZone: v.Timezone, Zone: v.TimezoneAbbr, AllDay: is(v.AllDay),
		Language: seen.Language(), Protected: seen.Hidden,
		Cost: v.CostDetails.Cost, Website: r.Website, Image: v.Image.Value,
		Status: v.EventStatus, Reason: v.EventStatusReason, Featured: is(v.Featured), Sticky: is(v.Sticky),
		Categories: newTerms(v.Categories), Tags: newTerms(v.Tags), JSONLD: v.JSONLD,
	}
	if s := v.Series; s != nil {
		e.Repeats, e.SeriesID, e.Dates = true, s.ID, s.Dates
	}
	if e.Protected && e.Start == e.Start.StartOfDay() && e.End == e.End.EndOfDay() {
		e.AllDay = true
	}
	if list := v.Ticketed; list != nil && list.Value != nil {
		e.Ticketed = len(*list.Value) > 0
	}
	if e.Online = v.AttendanceMode != ""; e.Online { // Offline is left out.
		e.OnlineURL = v.OnlineURL
	}
	for _, venue := range v.Venue {
		e.Venues = append(e.Venues, NewRecord(venue))
	}
	for _, organizer := range v.Organizer {
		e.Organizers = append(e.Organizers, NewRecord(organizer))
	}
	return e
}

// GoesOn reports whether the event stands for a series that has further dates.
func (e *Event) GoesOn() bool { return e.Dates != nil && e.Dates.Count > 1 }

// newTerms returns the terms of an event, whose response has escaped names.
func newTerms(list []*views.EmbeddedTerm) []Term {
	var terms []Term
	for _, t := range list {
		terms = append(terms, Term{t.ID, Unescape(t.Name), t.Slug})
	}
	return terms
}

// Record is what pages show of any other record, with its plain name.
type Record struct{ views.PageData }

// NewRecord returns a record as pages show it.
func NewRecord(view views.PageRecord) Record {
	r := Record{view.PageData()}
	r.Name = Unescape(r.Name)
	return r
}

// Unescape returns the plain text of a name, which responses have as HTML with
// these three characters escaped; templates escape it once more.
func Unescape(s string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(s)
}
