package pages

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"almanac/runtime/cost"
	"almanac/runtime/dates"
	"almanac/runtime/httpapi"
)

// day is a day of the list with the events that begin on it.
type day struct {
	Heading string
	ISO     string // Empty for events that have begun earlier.
	Events  []item
}

// item is an event in a list.
type item struct {
	Title     string
	Href      string
	Lang      string // Language of the title, "" for that of the page.
	When      span
	Begins    string // Time of day.
	Zone      string // Short name of a zone that is not that of the site.
	Where     string
	Cost      string
	Summary   string
	Picture   *picture // Nil for none.
	Status    string   // Canceled or postponed, "" for an event that takes place.
	Featured  bool
	Protected bool
	Sticky    bool
	AllDay    bool
	Continues bool // It has begun on an earlier day.
}

// item shows an event in a list, below its first day.
func (v *pageRequest) item(e *Event, seen httpapi.Seen) item {
	i := item{
		Title: e.Title, Href: v.link(pathOf(v.api.Env.Deployment.SiteURL, e.URL), nil), Lang: v.t.otherLanguage(seen.Language), When: v.t.below(e), Begins: v.t.FormatTime(e.Start), Cost: e.Cost,
		Summary: summary(e.Excerpt, e.Description), Featured: e.Featured, Protected: seen.Locked, Sticky: e.Sticky, AllDay: e.AllDay, Status: v.t.Statuses[e.Status],
	}
	if i.Summary == e.Title {
		i.Summary = "" // It says nothing more.
	}
	if e.TimeZone != v.api.Env.Deployment.Zone.Name() && (!e.AllDay || otherDay(e, v.api.Env.Deployment.Zone)) {
		i.Zone = e.Zone
	}
	if i.Where = firstPlace(e.Venues); i.Where == "" && e.OnlineURL != "" {
		i.Where = v.t.Online
	}
	return i
}

// otherDay reports whether the day on which an event begins is not the same one
// in the zone of the site.
func otherDay(e *Event, site dates.Zone) bool {
	return !e.zone().Instant(e.Start).Equal(site.Instant(e.Start))
}

// otherLanguage returns the language of a record if it is not the language of
// the messages, else "".
func (t *Messages) otherLanguage(language string) string {
	if language == t.Language {
		return ""
	}
	return language
}

// list reads a page of the list.
func (v *pageRequest) list(a *address) (*calendarView, error) {
	page, err := v.events(a, period{a.From, a.Until, a.Today}, 0, v.speaking())
	if err != nil {
		return nil, err
	}
	c := &calendarView{Heading: v.t.Upcoming, Count: v.t.count(page.Total), Empty: len(page.Records) == 0, Days: v.days(page.Records, a.From, a.Today)}
	switch {
	case !a.Until.IsZero() && a.Until.Equal(a.From):
		c.Heading = upperFirst(v.t.FormatDate(a.From, true))
	case !a.Today:
		c.Heading = fmt.Sprintf(v.t.Results, v.t.FormatDate(a.From, true))
	}
	c.Previous, c.Next, c.Position = v.t.pager(a.Page, page.Pages, func(n int64) string {
		other := *a
		other.Page = n
		return v.link("", other.params())
	})
	return c, nil
}

// pager returns the links to the previous and the next page.
func (t *Messages) pager(page, pages int64, link func(int64) string) (previous, next choice, position string) {
	if page > 1 {
		previous = choice{Text: t.PreviousPage, Href: link(page - 1)}
	}
	if page < pages {
		next = choice{Text: t.NextPage, Href: link(page + 1)}
	}
	if pages > 1 {
		position = fmt.Sprintf(t.PageOf, page, pages)
	}
	return previous, next, position
}

// days puts events below the day on which they begin by their own clock.  What has
// begun before the first day of the list stands below one heading; where that is
// today, what has begun before today began.
func (v *pageRequest) days(records []httpapi.Seen, from time.Time, today bool) []day {
	var days []day
	midnight := v.api.Env.Deployment.Zone.Instant(wall(from))
	for _, seen := range records {
		event := v.known(seen)
		begin := date(event.Start)
		earlier, over := begin.Before(from), event.lastDay().Before(from)
		if today {
			earlier = earlier && event.zone().Instant(event.Start).Before(midnight)
			over = event.End > event.Start && !event.zone().Instant(event.End).After(midnight)
		}
		if over {
			continue // It ended at the midnight with which the list begins, where others begin and end at once.
		}
		heading, one := day{Heading: upperFirst(v.t.FormatDate(begin, true)), ISO: iso(begin)}, v.item(&event, seen)
		one.Picture = v.picture(event.Image, inList)
		if earlier {
			heading, one.When = day{Heading: v.t.InProgress}, v.t.whole(&event)
		}
		at := slices.IndexFunc(days, func(d day) bool { return d.ISO == heading.ISO })
		if at < 0 {
			at, days = len(days), append(days, heading)
		}
		days[at].Events = append(days[at].Events, one)
	}
	return days
}

// known returns an event as pages show it.  The API hides of a protected event
// whether it lasts whole days; its times, which are public, say the same.
func (v *pageRequest) known(seen httpapi.Seen) Event {
	e := v.convert.Event(seen.View)
	e.Cost = v.t.cost(e.Cost)
	e.AllDay = e.AllDay || seen.Locked && e.Start == e.Start.StartOfDay() && e.End == e.End.EndOfDay()
	return e
}

// cost writes what an event costs, which the interface says in English.
func (t *Messages) cost(shown string) string {
	lowest, rest, ranges := strings.Cut(shown, between)
	if lowest != cost.Free {
		return shown
	}
	if ranges {
		return t.Free + between + rest
	}
	return t.Free
}

// between is what the interface writes between the lowest and the highest cost.
const between = " – "
