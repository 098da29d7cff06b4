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

// eventRequest is a request for the page of an event, or for the one that other sites frame.
type eventRequest struct{ page *pageRequest }

// show shows an event.
func (o eventRequest) show(seen *records.Record) (string, *frame) {
	e := o.page.known(*seen)
	d := eventDetail{
		detail: o.page.detail(seen, e.Title, e.Description), Cost: o.page.cost(e), Picture: o.page.picture(e.Image, onEvent),
		Protected: seen.Hidden, Featured: e.Featured, Online: webAddress(e.OnlineURL),
	}
	if d.Text == "" {
		d.detail = o.page.detail(seen, e.Title, e.Excerpt)
	}
	if d.Status = o.page.t.status(e.Status); d.Status != "" {
		d.Reason = e.Reason
	}
	d.When = e.whole(o.page.t)
	if !seen.Hidden {
		d.Zone = o.page.zoneOf(&e)
	}
	if site := webAddress(e.Website); site != e.URL {
		d.Website = site
	}
	if d.Standing = o.standing(&e); d.Standing == "" && !seen.Hidden { // The API gives its file to nobody without the password.
		d.Add = o.addToCalendar(&e)
	}
	for _, venue := range e.Venues {
		d.Places = append(d.Places, o.page.place(venue))
	}
	for _, organizer := range e.Organizers {
		d.Organizers = append(d.Organizers, link{organizer.Name, o.page.link(pathOf(o.page.api.Env.Deployment.SiteURL, organizer.URL), nil)})
	}
	d.Topics = append(o.topics("category", e.Categories), o.topics("tag", e.Tags)...)
	words := compact(" · ", d.Status, d.When.Text(), firstPlace(e.Venues), summary(e.Excerpt, e.Description))
	f := o.page.about(e.Title, e.URL, words, e.Image)
	f.showsPath("events/" + strconv.FormatInt(e.ID, 10))
	f.OpenGraph, f.Body, f.OEmbed = "article", d, o.page.oEmbedURL(e.URL) // Open Graph has no type for events.
	if e.JSONLD != nil {
		f.JSONLD = o.linkedData(&e)
	}
	return "event", f
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
func (o eventRequest) standing(e *Event) string {
	end := e.over()
	past := !o.page.api.Env.Clock().Before(end)
	if !past {
		o.page.visit.expireAt(end)
	}
	switch {
	case e.Status == "canceled":
		return o.page.t.Text("This event is canceled.")
	case past:
		return o.page.t.Text("This event has ended.")
	}
	return ""
}

// topics links to the pages of terms of an event.  Those of categories lie below
// their parents, to which the page that is linked here leads on.
func (o eventRequest) topics(kind string, terms []Term) []link {
	var list []link
	path := o.page.api.Env.Resource(kind).PagePath
	for _, term := range terms {
		list = append(list, link{term.Name, o.page.link(path+"/"+url.PathEscape(term.Slug)+"/", nil)})
	}
	return list
}
