package record

import (
	"net/url"
	"strconv"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/generated"
	"almanac/runtime/dates"
	"almanac/runtime/records"
	"almanac/runtime/recurrence"
	"almanac/runtime/recurrence/describe"
)

// How many dates of its series the page of an event lists, and how many of them are not folded.
const (
	maxNextDates     = 100
	maxUnfoldedDates = 10
)

// eventSeries is what the page of an event says of the series of which it is one date.
type eventSeries struct {
	Rule     string // In words.
	Next     []nextDate
	Folded   []nextDate           // Those after the first ones.
	Later    string               // Page of the last of these, where more follow; "" where none do.
	Programs []frame.CalendarLink // How to put all dates into a calendar.
	pattern  recurrence.Pattern
	id       dates.WallTime // Start of the event by the rule.
}

// nextDate is a date of a series that is to come.
type nextDate struct {
	Href   string
	When   events.Span
	Status string // Canceled or postponed, "" for one that takes place.
	State  string // The same for style sheets.
}

// nextDateColumns are what is read of the next dates, which may be many and have long texts.
var nextDateColumns = []string{
	"id", "slug", "start_date", "end_date", "utc_start_date", "utc_end_date", "timezone", "all_day", "event_status",
	"hide_from_listings", "password",
}

// seriesOf returns what is said of the series of an event, nil for a single event and one that is
// protected.  It runs one statement.
func seriesOf(p *events.Page, seen *records.Record, e *events.Event) (*eventSeries, error) {
	event := seen.Record.(*generated.Event)
	if event.SeriesID == 0 || e.Protected {
		return nil, nil
	}
	found, list, err := p.Visit.NextDates(seen, nextDateColumns, maxNextDates+1)
	if err != nil || found == nil {
		return nil, err
	}
	s := &eventSeries{pattern: found.VisiblePattern(), id: dates.WallTime(event.RecurrenceID)}
	s.Rule = describe.Pattern(p.T.Tag, &s.pattern)
	k := event.Resource()
	for _, m := range list {
		other := m.(*generated.Event)
		if other.ID == event.ID || other.HideFromListings || len(s.Next) == maxNextDates {
			continue
		}
		one := events.Event{
			Start: dates.WallTime(other.StartDate), End: dates.WallTime(other.EndDate),
			StartUTC: dates.WallTime(other.UTCStartDate), EndUTC: dates.WallTime(other.UTCEndDate),
			TimeZone: other.Timezone, AllDay: other.AllDay,
		}
		next := nextDate{Href: p.Link(k.PagePath+"/"+url.PathEscape(other.Slug)+"/", nil), When: one.Whole(p.T)}
		if other.Password == "" { // Else only title and time are public.
			if next.Status = p.T.Status(other.EventStatus); next.Status != "" {
				next.State = other.EventStatus
			}
		}
		if len(s.Next) == 0 {
			begin, _ := one.Instants()
			p.Visit.ExpireAt(begin)
		}
		s.Next = append(s.Next, next)
	}
	if len(s.Next) > 0 && len(list) > maxNextDates+1 { // With the event itself.
		s.Later = s.Next[len(s.Next)-1].Href
	}
	if len(s.Next) > maxUnfoldedDates {
		s.Next, s.Folded = s.Next[:maxUnfoldedDates], s.Next[maxUnfoldedDates:]
	}
	if len(s.Next) > 0 {
		format := url.Values{"format": {"ics"}}
		path := "/" + k.SeriesRoute + "/" + strconv.FormatInt(found.ID, 10)
		s.Programs = append(p.Programs(p.API.Env.Deployment.APIURL()+path+frame.Query(format)), p.Download(path, format))
	}
	return s, nil
}
