package pages

import (
	"slices"
	"strings"
	"time"

	"almanac/runtime/calendar"
	"almanac/runtime/dates"
	"almanac/runtime/records"
	"almanac/runtime/recurrence/describe"
)

// day is a day of the list with the events that begin on it.
type day struct {
	Heading string
	ISO     string // Empty for events that have begun earlier.
	Tile    *tile  // Nil for those.
	Events  []item
}

// item is an event in a list.
type item struct {
	Title     string
	Href      string
	Lang      string // Language of the title, "" for that of the page.
	When      span
	Begins    string // Time of day.
	Tile      *tile
	Zone      string // Short name of a zone that is not that of the site.
	Where     string
	Cost      string
	Summary   string
	Picture   *picture // Nil for none.
	Free      bool     // Cost is the word for it.
	Online    string   // The word for it, "" for an event that is at a place only.
	Status    string   // Canceled or postponed, "" for an event that takes place.
	State     string   // The same for style sheets.
	Featured  string   // The word for it, "" for others.
	Protected string   // The same.
	Repeats   string   // The same, for a date of a series.
	Rule      string   // In words: how the series repeats that the item stands for, "" for others.
	Next      string   // Its next dates.
	Sticky    bool
	AllDay    bool
	Category  string // First category that has a color, "" for none.
	Color     string // Classes of its color.
}

// Class returns the classes of the element.
func (i item) Class() string {
	return compact(" ", i.Color, when(i.Featured != "", "featured"), i.State)
}

// when returns a name if something is so, else "".
func when(is bool, name string) string {
	if is {
		return name
	}
	return ""
}

// item shows an event in a list, below its first day.
func (p *pageRequest) item(e *Event) item {
	i := item{
		Title: e.Title, Href: p.linkTo(e.URL), Lang: p.otherLanguage(e.Language),
		When: e.below(p.t), Begins: p.t.FormatTime(e.Start), Tile: p.t.tile(date(e.Start)), Cost: p.cost(e),
		Summary: summary(e.Excerpt, e.Description), Sticky: e.Sticky, AllDay: e.AllDay, Status: p.t.status(e.Status),
	}
	for _, category := range e.Categories {
		if color := p.colorOf(category.Slug); i.Color == "" && color != "" {
			i.Color, i.Category = color, category.Name
			p.addLegend(category, color)
		}
	}
	i.Free = e.Cost.IsFree()
	if i.Status != "" {
		i.State = e.Status
	}
	if e.Featured {
		i.Featured = p.t.Text("Featured")
	}
	if e.Protected {
		i.Protected = p.t.Text("Protected")
	}
	if e.Repeats {
		i.Repeats = p.t.Text("Repeats")
	}
	if pattern, ok := p.patterns[e.SeriesID]; ok && e.Dates != nil && !e.Protected {
		i.Rule = describe.Pattern(p.t.Tag, &pattern)
		var next []string
		for _, other := range e.Dates.Next[min(1, len(e.Dates.Next)):] { // Without its own.
			next = append(next, p.t.shortDate(date(dates.WallTime(other.Start))))
		}
		if len(next) > 0 {
			i.Next = p.t.Text("Next dates: %s", strings.Join(next, ", "))
		}
	}
	if i.Summary == e.Title {
		i.Summary = "" // It says nothing more.
	}
	site := p.api.Env.Deployment.Zone
	if e.TimeZone != site.Name() && (!e.AllDay || otherDay(e, site)) {
		i.Zone = e.Zone
	}
	if i.Where = firstPlace(e.Venues); e.Online {
		i.Online = p.t.Text("Online")
	}
	return i
}

// otherLanguage returns the language of a record if it is not that of the messages, else "".
func (p *pageRequest) otherLanguage(language string) string {
	if language == p.t.Tag.String() {
		return ""
	}
	return language
}

// days puts events below the day on which they begin by their own clock.  What has
// begun before the first day of the list stands below one heading; where that is
// today, what has begun before today began.
func (p *pageRequest) days(records []records.Record, from time.Time, today bool) []day {
	var days []day
	for _, seen := range records {
		event := newEvent(seen)
		begin := date(event.Start)
		earlier, isOver := p.begun(&event, from, today)
		if isOver && !event.goesOn() {
			continue
		}
		heading := day{Heading: upperFirst(p.t.longDate(begin)), ISO: iso(begin), Tile: p.t.tile(begin)}
		one := p.item(&event)
		one.Picture = p.picture(event.Image, inList)
		if earlier {
			heading, one.When = day{Heading: p.t.Text("Already under way")}, event.whole(p.t)
		}
		at := slices.IndexFunc(days, func(d day) bool { return d.ISO == heading.ISO })
		if at < 0 {
			at, days = len(days), append(days, heading)
		}
		days[at].Events = append(days[at].Events, one)
	}
	return days
}

// begun reports whether an event has begun before a day, and whether it is over then: it
// ended at the midnight with which the day begins, when others begin and end at once.
func (p *pageRequest) begun(e *Event, from time.Time, today bool) (earlier, isOver bool) {
	earlier, isOver = date(e.Start).Before(from), e.lastDay().Before(from)
	if today {
		start, end := e.instants()
		earlier = earlier && start.Before(p.midnight)
		isOver = end.After(start) && !end.After(p.midnight)
	}
	return earlier, isOver
}

// cost returns what an event costs, as the site shows it.
func (p *pageRequest) cost(e *Event) string {
	return e.Cost.Whole(calendar.SiteCurrency(p.api.Env.Deployment), p.t.Text("Free"))
}
