package record

import (
	"net/url"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/desk"
	"almanac/runtime/records"
)

// eventDetail is the content of an event's page.
type eventDetail struct {
	detail
	Tile       *events.Tile
	Cost       string
	Picture    *events.Picture // Nil for none.
	Protected  bool
	Featured   bool
	Status     string // Canceled or postponed, "" for an event that takes place.
	State      string // The same for style sheets.
	Reason     string // Why it does not.
	Standing   string // A sentence about an event that is over or does not take place, "" for others.
	Online     string // Address at which to attend.
	Places     []place
	Organizers []frame.Link
	Topics     []frame.Link
	Series     *eventSeries         // Nil for a single event.
	Add        []frame.CalendarLink // How to put the event into a calendar, nothing for one that nobody can attend.
	Tickets    bool                 // The website sells tickets.
	Share      share
	Further    []furtherEvents
	Edit       string // Address of the event at the desk, where everybody may edit it.
}

// eventFrame makes the page of an event.
func eventFrame(p *events.Page, seen *records.Record) (*frame.Frame, error) {
	e := events.NewEvent(*seen)
	d := eventDetail{
		detail: newDetail(p, seen, e.Title, e.Description), Cost: p.Cost(&e), Picture: p.Picture(e.Image, events.OnEvent),
		Protected: e.Protected, Featured: e.Featured, Online: frame.WebAddress(e.OnlineURL),
	}
	if d.Text == "" {
		d.detail = newDetail(p, seen, e.Title, e.Excerpt)
	}
	if d.Status = p.T.Status(e.Status); d.Status != "" {
		d.Reason, d.State = e.Reason, e.Status
	}
	d.When, d.Tile = e.Whole(p.T), events.NewTile(p.T, frame.Day(e.Start))
	if !e.Protected {
		d.Zone = p.ZoneOf(&e)
	}
	if site := frame.WebAddress(e.Website); site != e.URL {
		d.Website = site
	}
	if d.Standing = standing(p, &e); d.Standing == "" && !e.Protected {
		d.Add = addToCalendar(p, &e) // The API gives the file of a protected event to nobody without the password.
		d.Tickets = d.Website != "" && (e.Ticketed || d.Cost != "" && !e.Cost.IsFree())
	}
	d.Share = shareOf(p, &e)
	var err error
	if d.Series, err = seriesOf(p, seen, &e); err != nil {
		return nil, err
	}
	if d.Further, err = further(p, &e); err != nil {
		return nil, err
	}
	for _, venue := range e.Venues {
		d.Places = append(d.Places, placeOf(p, venue))
	}
	for _, organizer := range e.Organizers {
		d.Organizers = append(d.Organizers, frame.Link{Text: organizer.Name, Href: p.LinkTo(organizer.URL)})
	}
	d.Topics = append(p.Topics("category", e.Categories), p.Topics("tag", e.Tags)...)
	words := frame.Compact(" · ",
		d.Status, d.When.Text(), p.Where(e.Venues), frame.Summary(e.Excerpt, e.Description))
	f := About(p, e.Title, e.URL, words, e.Image)
	f.ShowsPath("events/" + strconv.FormatInt(e.ID, 10))
	switch edit := deskRecord(p, seen); {
	case p.API.Env.AuthDisabled:
		d.Edit = edit
	case edit != "":
		f.Desk.Href = edit // After signing in.
	}
	f.OpenGraph, f.Body = "article", d // Open Graph has no type for events.
	f.OEmbed = p.API.Env.Deployment.SiteURL + p.Site.OEmbedPath() + frame.Query(url.Values{"url": {e.URL}})
	if e.JSONLD != nil {
		ld := linkedDataOf(&e, d.Standing == "")
		if schedule := d.Series.schedule(); schedule != nil {
			ld["eventSchedule"] = schedule
		}
		f.JSONLD = ld
	}
	return f, nil
}

// deskRecord returns the address of a record at the desk, "" where none is served, and of a
// record that is not stored.
func deskRecord(p *events.Page, seen *records.Record) string {
	if pattern, _ := p.API.Pages(desk.Path); pattern != desk.Path || p.Preview {
		return ""
	}
	id := strconv.FormatInt(seen.Common().ID, 10)
	return p.Root + strings.TrimPrefix(desk.Path, "/") + "/records/" + seen.Resource().Plural + "/" + id
}

// standing says that an event is canceled or over, "" for others.  The page of one that
// is to come ends with it.
func standing(p *events.Page, e *events.Event) string {
	end := e.Over()
	past := !p.Now.Before(end)
	if !past {
		p.Visit.ExpireAt(end)
	}
	switch {
	case e.Status == "canceled":
		return p.T.Text("This event is canceled.")
	case past:
		return p.T.Text("This event has ended.")
	}
	return ""
}
