package events

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/calendar"
	"almanac/runtime/dates"
	"almanac/runtime/records"
	"almanac/runtime/recurrence/describe"
)

// Where says in short where an event is: at the first venue, and at how many others.
func (p *Page) Where(venues []Record) string {
	if len(venues) == 0 {
		return ""
	}
	first := frame.Compact(", ", venues[0].Name, venues[0].Address.Locality)
	if others := len(venues) - 1; others > 0 {
		return first + " " + p.T.Text("and %d more", others)
	}
	return first
}

// Topics links to the pages of terms of an event.  Those of categories lie below
// their parents, to which the page that is linked here leads on.
func (p *Page) Topics(resource string, terms []Term) []frame.Link {
	var list []frame.Link
	path := p.API.Env.Resource(resource).PagePath
	for _, term := range terms {
		list = append(list, frame.Link{Text: term.Name, Href: p.Link(path+"/"+url.PathEscape(term.Slug)+"/", nil)})
	}
	return list
}

// Day is a day of the list with the events that begin on it.
type Day struct {
	Heading string
	ISO     string // Empty for events that have begun earlier, and for those of today that are over.
	Tile    *Tile  // Nil for those.
	Over    bool   // They are folded: a list from today on begins with what is on or comes next.
	Events  []Item
}

// Item is an event in a list.
type Item struct {
	Title     string
	Href      string
	Lang      string // Language of the title, "" for that of the page.
	When      Span
	Begins    string // Time of day.
	Tile      *Tile
	Zone      string // Short name of a zone that is not that of the site.
	Where     string
	Cost      string
	Summary   string
	Picture   *Picture // Nil for none.
	Free      bool     // Cost is the word for it.
	Online    string   // The word for it, "" for an event that is at a place only.
	Status    string   // Canceled or postponed, "" for an event that takes place.
	State     string   // The same for style sheets.
	Featured  string   // The word for it, "" for others.
	Protected string   // The same.
	Repeats   string   // The same, for a date of a series.
	Rule      string   // In words: how the series repeats that the item stands for, "" for others.
	Next      string   // Its next dates.
	Why       string   // What it belongs to that has words of the search, "" where its own texts have them.
	Sticky    bool
	AllDay    bool
	Category  string // First category that has a color, "" for none.
	Color     string // Classes of its color.
}

// Class returns the classes of the element.
func (i Item) Class() string {
	return frame.Compact(" ", i.Color, frame.When(i.Featured != "", "featured"), i.State)
}

// Item shows an event in a list, below its first day.
func (p *Page) Item(e *Event) Item {
	i := Item{
		Title: e.Title, Href: p.LinkTo(e.URL), Lang: p.OtherLanguage(e.Language),
		When: e.below(p.T), Begins: p.T.FormatTime(e.Start), Tile: NewTile(p.T, frame.Day(e.Start)), Cost: p.Cost(e),
		Summary: frame.Summary(e.Excerpt, e.Description), Sticky: e.Sticky, AllDay: e.AllDay, Status: p.T.Status(e.Status),
	}
	for _, category := range e.Categories {
		if color := p.ColorOf(category.Slug); i.Color == "" && color != "" {
			i.Color, i.Category = color, category.Name
			p.addLegend(category, color)
		}
	}
	i.Free = e.Cost.IsFree()
	if i.Status != "" {
		i.State = e.Status
	}
	if e.Featured {
		i.Featured = p.T.Text("Featured")
	}
	if e.Protected {
		i.Protected = p.T.Text("Protected")
	}
	if e.Repeats {
		i.Repeats = p.T.Text("Repeats")
	}
	if pattern, ok := p.patterns[e.SeriesID]; ok && e.Dates != nil && !e.Protected {
		i.Rule = describe.Pattern(p.T.Tag, &pattern)
		var next []string
		for _, other := range e.Dates.Next[min(1, len(e.Dates.Next)):] { // Without its own.
			next = append(next, p.T.ShortDate(frame.Day(dates.WallTime(other.Start))))
		}
		if len(next) > 0 {
			i.Next = p.T.Text("Next dates: %s", strings.Join(next, ", "))
		}
	}
	if i.Summary == e.Title {
		i.Summary = "" // It says nothing more.
	}
	site := p.API.Env.Deployment.Zone
	if e.TimeZone != site.Name() && (!e.AllDay || otherDay(e, site)) {
		i.Zone = e.Zone
	}
	if i.Where = p.Where(e.Venues); e.Online {
		i.Online = p.T.Text("Online")
	}
	i.Why = p.why(e, i.Where)
	return i
}

// Days puts events below the day on which they begin by their own clock.  What has
// begun before the first day of the list stands below one heading; where that is
// today, what has begun before today began.  What of today is over by now stands below another one.
func (p *Page) Days(records []records.Record, from time.Time, today bool) []Day {
	var days []Day
	for _, seen := range records {
		event := NewEvent(seen)
		begin := frame.Day(event.Start)
		earlier, isOver := p.Begun(&event, from, today)
		if isOver && !event.GoesOn() {
			continue
		}
		heading := Day{Heading: frame.UpperFirst(p.T.LongDate(begin)), ISO: frame.ISO(begin), Tile: NewTile(p.T, begin)}
		one := p.Item(&event)
		one.Picture = p.Picture(event.Image, inList)
		if earlier {
			heading, one.When = Day{Heading: p.T.Text("Ongoing")}, event.Whole(p.T)
		}
		if from.Equal(p.Today) && p.EndedToday(&event) {
			heading = Day{Heading: p.T.Text("Earlier today"), Over: true}
		}
		at := slices.IndexFunc(days, func(d Day) bool { return d.Heading == heading.Heading })
		if at < 0 {
			at, days = len(days), append(days, heading)
		}
		days[at].Events = append(days[at].Events, one)
	}
	if len(days) == 1 {
		days[0].Over = false // There is nothing else.
	}
	return days
}

// EndedToday reports whether an event is over since today began.  The page ends with the next one
// that is not.
func (p *Page) EndedToday(e *Event) bool {
	end := e.Over()
	if p.Now.Before(end) {
		p.Visit.ExpireAt(end)
		return false
	}
	return end.After(p.Midnight)
}

// Begun reports whether an event has begun before a day, and whether it is over then: it
// ended at the midnight with which the day begins, when others begin and end at once.
func (p *Page) Begun(e *Event, from time.Time, today bool) (earlier, isOver bool) {
	earlier, isOver = frame.Day(e.Start).Before(from), e.LastDay().Before(from)
	if today {
		start, end := e.Instants()
		earlier = earlier && start.Before(p.Midnight)
		isOver = end.After(start) && !end.After(p.Midnight)
	}
	return earlier, isOver
}

// Cost returns what an event costs, as the site shows it.
func (p *Page) Cost(e *Event) string {
	return e.Cost.Whole(calendar.SiteCurrency(p.API.Env.Deployment), p.T.Text("Free"))
}
