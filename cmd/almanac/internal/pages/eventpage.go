package pages

import (
	"net/url"
	"strconv"

	"almanac/runtime/records"
)

// eventDetail is the content of an event's page.
type eventDetail struct {
	detail
	Cost       string
	Picture    *picture // Nil for none.
	Protected  bool
	Featured   bool
	Status     string // Canceled or postponed, "" for an event that takes place.
	Reason     string // Why it does not.
	Standing   string // A sentence about an event that is over or does not take place, "" for others.
	Online     string // Address at which to attend.
	Places     []place
	Organizers []link
	Topics     []link
	Add        []calendarLink // How to put the event into a calendar, nothing for one that nobody can attend.
}

// event makes the page of an event.
func (p *pageRequest) event(seen *records.Record) *frame {
	e := newEvent(*seen)
	d := eventDetail{
		detail: p.detail(seen, e.Title, e.Description), Cost: p.cost(&e), Picture: p.picture(e.Image, onEvent),
		Protected: e.Protected, Featured: e.Featured, Online: webAddress(e.OnlineURL),
	}
	if d.Text == "" {
		d.detail = p.detail(seen, e.Title, e.Excerpt)
	}
	if d.Status = p.t.status(e.Status); d.Status != "" {
		d.Reason = e.Reason
	}
	d.When = e.whole(p.t)
	if !e.Protected {
		d.Zone = p.zoneOf(&e)
	}
	if site := webAddress(e.Website); site != e.URL {
		d.Website = site
	}
	if d.Standing = p.standing(&e); d.Standing == "" && !e.Protected {
		d.Add = p.addToCalendar(&e) // The API gives the file of a protected event to nobody without the password.
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
	f.OpenGraph, f.Body = "article", d // Open Graph has no type for events.
	f.OEmbed = p.api.Env.Deployment.SiteURL + p.oEmbedPath() + search(url.Values{"url": {e.URL}})
	if e.JSONLD != nil {
		f.JSONLD = linkedDataOf(&e, d.Standing == "")
	}
	return f
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
