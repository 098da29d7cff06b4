package pages

import (
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/records"
)

// eventDetail is the content of an event's page.
type eventDetail struct {
	detail
	Tile       *tile
	Cost       string
	Picture    *picture // Nil for none.
	Protected  bool
	Featured   bool
	Status     string // Canceled or postponed, "" for an event that takes place.
	State      string // The same for style sheets.
	Reason     string // Why it does not.
	Standing   string // A sentence about an event that is over or does not take place, "" for others.
	Online     string // Address at which to attend.
	Places     []place
	Organizers []link
	Topics     []link
	Series     *eventSeries   // Nil for a single event.
	Add        []calendarLink // How to put the event into a calendar, nothing for one that nobody can attend.
	Tickets    bool           // The website sells tickets.
	Share      share
	Further    []furtherEvents
	Edit       string // Address of the event at the desk, where everybody may edit it.
}

// event makes the page of an event.
func (p *pageRequest) event(seen *records.Record) (*frame, error) {
	e := newEvent(*seen)
	d := eventDetail{
		detail: p.detail(seen, e.Title, e.Description), Cost: p.cost(&e), Picture: p.picture(e.Image, onEvent),
		Protected: e.Protected, Featured: e.Featured, Online: webAddress(e.OnlineURL),
	}
	if d.Text == "" {
		d.detail = p.detail(seen, e.Title, e.Excerpt)
	}
	if d.Status = p.t.status(e.Status); d.Status != "" {
		d.Reason, d.State = e.Reason, e.Status
	}
	d.When, d.Tile = e.whole(p.t), p.t.tile(date(e.Start))
	if !e.Protected {
		d.Zone = p.zoneOf(&e)
	}
	if site := webAddress(e.Website); site != e.URL {
		d.Website = site
	}
	if d.Standing = p.standing(&e); d.Standing == "" && !e.Protected {
		d.Add = p.addToCalendar(&e) // The API gives the file of a protected event to nobody without the password.
		d.Tickets = d.Website != "" && (e.Ticketed || d.Cost != "" && !e.Cost.IsFree())
	}
	d.Share = p.share(&e)
	var err error
	if d.Series, err = p.series(seen, &e); err != nil {
		return nil, err
	}
	if d.Further, err = p.further(&e); err != nil {
		return nil, err
	}
	for _, venue := range e.Venues {
		d.Places = append(d.Places, p.place(venue))
	}
	for _, organizer := range e.Organizers {
		d.Organizers = append(d.Organizers, link{organizer.Name, p.linkTo(organizer.URL)})
	}
	d.Topics = append(p.topics("category", e.Categories), p.topics("tag", e.Tags)...)
	words := compact(" · ", d.Status, d.When.Text(), firstPlace(e.Venues), summary(e.Excerpt, e.Description))
	f := p.about(e.Title, e.URL, words, e.Image)
	f.showsPath("events/" + strconv.FormatInt(e.ID, 10))
	switch edit := p.deskRecord(seen); {
	case p.api.Env.AuthDisabled:
		d.Edit = edit
	case edit != "":
		f.Desk.Href = edit // After signing in.
	}
	f.OpenGraph, f.Body = "article", d // Open Graph has no type for events.
	f.OEmbed = p.api.Env.Deployment.SiteURL + p.oEmbedPath() + search(url.Values{"url": {e.URL}})
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
func (p *pageRequest) deskRecord(seen *records.Record) string {
	if pattern, _ := p.api.Pages(desk.Path); pattern != desk.Path || p.preview {
		return ""
	}
	id := strconv.FormatInt(seen.Common().ID, 10)
	return p.root + strings.TrimPrefix(desk.Path, "/") + "/records/" + seen.Resource().Plural + "/" + id
}

// firstPlace says in short where an event is.
func firstPlace(venues []Record) string {
	if len(venues) == 0 {
		return ""
	}
	return compact(", ", venues[0].Name, venues[0].Address.Locality)
}

// standing says that an event is canceled or over, "" for others.  The page of one that
// is to come ends with it.
func (p *pageRequest) standing(e *Event) string {
	end := e.over()
	past := !p.now.Before(end)
	if !past {
		p.visit.expireAt(end)
	}
	switch {
	case e.Status == "canceled":
		return p.t.Text("This event is canceled.")
	case past:
		return p.t.Text("This event has ended.")
	}
	return ""
}

// topics links to the pages of terms of an event.  Those of categories lie below
// their parents, to which the page that is linked here leads on.
func (p *pageRequest) topics(resource string, terms []Term) []link {
	var list []link
	path := p.api.Env.Resource(resource).PagePath
	for _, term := range terms {
		list = append(list, link{term.Name, p.link(path+"/"+url.PathEscape(term.Slug)+"/", nil)})
	}
	return list
}
