package calendar

import (
	"almanac/runtime/dates"
	"almanac/runtime/feed"
	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/views"
)

// FeedData is what a record says about itself in feeds: the facts of json_ld,
// and those that json_ld has no word for or only one place.
type FeedData struct {
	EventData
	AllDay     bool
	Website    string
	Places     []PlaceData
	Organizers []PersonData
	terms      []feed.Term
}

// Entry is an entry of a feed.
type Entry = feed.Entry

// AddTerm adds a term that the record has, in the group of its link.
func (f *FeedData) AddTerm(group, name string) {
	f.terms = append(f.terms, feed.Term{Taxonomy: group, Name: name})
}

// FeedEntry says what feeds tell about a record: the same that a list does, so
// that of a protected one its content is left out.
func FeedEntry(v *views.View, m model.PostRecord, f FeedData) feed.Entry {
	p := m.AsPost()
	e := feed.Entry{
		ID: p.ID, UID: f.UID, GlobalID: v.GlobalID(p.ID), Version: p.Version, Title: f.Name,
		Start: dates.WallTime(f.Start), End: dates.WallTime(f.End), Zone: Zone(v, f.TimeZone),
		StartUTC: dates.WallTime(f.StartUTC), EndUTC: dates.WallTime(f.EndUTC),
		Status: p.Status, URL: v.PageURL(m.Resource(), p.Slug),
		Published: dates.WallTime(p.DateUTC), Modified: dates.WallTime(p.ModifiedUTC),
	}
	if v.ContentHidden(m.Resource(), p) {
		e.ContentHidden = true
		return e
	}
	e.Description, e.AllDay, e.Website, e.Cost, e.Terms = f.Description, f.AllDay, f.Website, Cost(v, f.Cost), f.terms
	e.EventStatus, e.StatusReason = f.Status, f.StatusReason
	if e.Image = imageURL(v, m); e.Image != "" {
		e.ImageType = images.MediaType(p.Image.URL)
	}
	if attendanceModes[f.AttendanceMode] != "" {
		e.OnlineURL, e.AttendanceMode = f.OnlineURL, f.AttendanceMode
	}
	if e.Description == "" {
		e.Description = f.Excerpt
	}
	for _, place := range f.Places {
		e.Places = append(e.Places, feedPlace(v, place))
	}
	for _, person := range f.Organizers {
		e.Organizers = append(e.Organizers, feed.Person{Name: person.Name, Email: person.Email})
	}
	return e
}

// feedPlace says what feeds tell about a venue; coordinates where the
// deployment shows them.
func feedPlace(v *views.View, f PlaceData) feed.Place {
	a := f.Address
	place := feed.Place{
		Name: f.Name, Street: a.Street, City: a.Locality, Region: a.Region, Code: a.Code, Country: a.Country,
	}
	if v.Env.Deployment.HasExtension(geoloc) {
		place.Latitude, place.Longitude = f.Latitude, f.Longitude
	}
	return place
}
