package calendar

import (
	"cmp"

	"almanac/runtime/cost"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/text"
	"almanac/runtime/views"
)

// EventLD is an event as schema.org describes it.  Empty parts are left out.
type EventLD struct {
	Context        string    `json:"@context"`
	Type           string    `json:"@type"`
	Name           string    `json:"name"`
	Description    string    `json:"description"`
	Image          string    `json:"image,omitempty"`
	URL            string    `json:"url"`
	AttendanceMode string    `json:"eventAttendanceMode"`
	Status         string    `json:"eventStatus"`
	Start          string    `json:"startDate"`
	End            string    `json:"endDate"`
	Location       *Location `json:"location,omitempty"`
	Organizer      *PersonLD `json:"organizer,omitempty"`
	Offers         *OfferLD  `json:"offers,omitempty"`
	Performer      string    `json:"performer"`
}

// OfferLD is the price of an event as schema.org describes it.
type OfferLD struct {
	Type         string `json:"@type"`
	Price        string `json:"price"`
	Currency     string `json:"priceCurrency"`
	URL          string `json:"url"`
	Category     string `json:"category"`
	Availability string `json:"availability"`
	ValidFrom    string `json:"validFrom"`
}

// Location is where an event takes place: at a venue, online, or both.
type Location struct {
	Place  *PlaceLD
	Online *VirtualLocationLD
}

// VirtualLocationLD is the address of an online event as schema.org describes it.
type VirtualLocationLD struct {
	Type string `json:"@type"`
	URL  string `json:"url"`
}

// PlaceLD is a venue as schema.org describes it.
type PlaceLD struct {
	Type        string    `json:"@type"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Image       string    `json:"image,omitempty"`
	URL         string    `json:"url"`
	Address     AddressLD `json:"address"`
	Geo         *GeoLD    `json:"geo,omitempty"`
	Telephone   string    `json:"telephone"`
	SameAs      string    `json:"sameAs"`

	part []byte // The whole, when it is encoded already.
}

// AddressLD is a postal address as schema.org describes it.
type AddressLD struct {
	Type     string `json:"@type"`
	Street   string `json:"streetAddress,omitempty"`
	Locality string `json:"addressLocality,omitempty"`
	Region   string `json:"addressRegion,omitempty"`
	Code     string `json:"postalCode,omitempty"`
	Country  string `json:"addressCountry,omitempty"`
}

// GeoLD is a point as schema.org describes it.
type GeoLD struct {
	Type      string  `json:"@type"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// OrganizationLD is an organization as schema.org describes it: with the properties of
// a person, so that either is the organizer of an event.
type OrganizationLD = PersonLD

// PersonLD is an organizer as schema.org describes it.
type PersonLD struct {
	Type        string `json:"@type"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Image       string `json:"image,omitempty"`
	URL         string `json:"url"`
	Telephone   string `json:"telephone"`
	Email       string `json:"email"`
	SameAs      string `json:"sameAs"`

	part []byte // The whole, when it is encoded already.
}

// schemaOrg is the vocabulary of json_ld.
const schemaOrg = "http://schema.org"

// EventData is what json_ld says about an event.
type EventData struct {
	Name, Description, Excerpt string
	Start, End, TimeZone       string
	StartUTC, EndUTC           string
	Cost                       string // Encoded, see package cost.
	UID                        string // In calendars; "" for one of our own.
	Status, StatusReason       string // A word of eventStatuses, and why.
	AttendanceMode, OnlineURL  string // A word of attendanceModes, and where to attend.
	Place                      *PlaceLD
	Organizer                  *PersonLD
}

// eventStatuses and attendanceModes are the words of the API in those of
// schema.org; without a word an event is scheduled and offline.
var (
	eventStatuses   = map[string]string{"canceled": "EventCancelled", "postponed": "EventPostponed"}
	attendanceModes = map[string]string{"online": "OnlineEventAttendanceMode", "mixed": "MixedEventAttendanceMode"}
)

// location returns where an event takes place, nil if that is unknown.
func (e EventData) location() *Location {
	l := &Location{Place: e.Place}
	if e.OnlineURL != "" && attendanceModes[e.AttendanceMode] != "" {
		l.Online = &VirtualLocationLD{Type: "VirtualLocation", URL: e.OnlineURL}
	}
	if l.Place == nil && l.Online == nil {
		return nil
	}
	return l
}

// imageURL returns the address of the image of a post as clients see it, "" for none.
func imageURL(v *views.View, m model.PostRecord) string {
	return model.PublicURL(v.Env.Deployment.SiteURL, m.AsPost().Image.URL)
}

// NewEventLD describes a published event, nil for lists and protected events.
func NewEventLD(v *views.View, m model.PostRecord, f EventData) *EventLD {
	p := m.AsPost()
	if !v.Single || p.Password != "" {
		return nil
	}
	zone := Zone(v, f.TimeZone)
	ld := &EventLD{
		Context: schemaOrg, Type: "Event", Name: v.EscapedText(f.Name), Description: summary(f.Excerpt, f.Description),
		Image: imageURL(v, m), URL: v.PageURL(m.Resource(), p.Slug),
		AttendanceMode: "https://schema.org/" + cmp.Or(attendanceModes[f.AttendanceMode], "OfflineEventAttendanceMode"),
		Status:         "https://schema.org/" + cmp.Or(eventStatuses[f.Status], "EventScheduled"),
		Start:          iso(zone, f.Start, f.StartUTC), End: iso(zone, f.End, f.EndUTC),
		Location: f.location(), Organizer: f.Organizer, Performer: "Organization",
	}
	if offer, ok := cost.DecodeShared(f.Cost).SchemaOffer(v.Env.Deployment.Settings[CurrencyCode]); ok {
		ld.Offers = &OfferLD{
			Type: "Offer", Price: offer.Price, Currency: offer.PriceCurrency, URL: ld.URL, Category: "primary",
			Availability: "inStock",
			ValidFrom:    dates.WallTime(p.Date).StartOfDay().ISO(dates.Zone{}),
		}
	}
	return ld
}

// iso returns a wall time with the offset that it has at its time in UTC, "" for the
// first one that it can be.
func iso(zone dates.Zone, w, utc string) string {
	if utc == "" {
		return dates.WallTime(w).ISO(zone)
	}
	return dates.WallTime(w).ISOAt(dates.WallTime(utc))
}

// summary returns the first of two HTML texts that is not empty, without its
// tags.  The words are those of the paragraphs that responses show, so that they
// stay the same when a client sends those back.  They are escaped as names are:
// pages put json_ld into a script element, which a written </script> would end.
func summary(first, second string) string {
	if s := text.StripTags(text.Paragraphs(first)); s != "" {
		return text.Escape(s)
	}
	return text.Escape(text.StripTags(text.Paragraphs(second)))
}

// PlaceData is what json_ld says about a venue.
type PlaceData struct {
	Name, Description, Excerpt, Phone, Website string
	Address                                    AddressLD
	Latitude, Longitude                        *float64
}

// NewPlaceLD describes a venue, nil for lists.
func NewPlaceLD(v *views.View, m model.PostRecord, f PlaceData) *PlaceLD {
	if !v.Single {
		return nil
	}
	memo := m.Common().Memo
	if memo != nil {
		if known, ok := memo.JSONLD.Load().(*PlaceLD); ok {
			return known
		}
	}
	ld := &PlaceLD{
		Type: "Place", Name: v.EscapedText(f.Name), Description: summary(f.Excerpt, f.Description),
		Image: imageURL(v, m), Telephone: f.Phone, SameAs: f.Website,
	}
	ld.Address = f.Address
	ld.Address.Type = "PostalAddress"
	if f.Latitude != nil && f.Longitude != nil && v.Env.Deployment.HasExtension(geoloc) {
		ld.Geo = &GeoLD{Type: "GeoCoordinates", Latitude: *f.Latitude, Longitude: *f.Longitude}
	}
	if memo != nil {
		ld.part = ld.AppendJSON(nil)
		memo.JSONLD.Store(ld)
	}
	return ld
}

// PersonData is what json_ld says about an organizer.
type PersonData struct {
	Name, Description, Excerpt, Phone, Website, Email string
}

// OrganizationData is what json_ld says about an organization.
type OrganizationData = PersonData

// NewPersonLD describes an organizer, nil for lists.
func NewPersonLD(v *views.View, m model.PostRecord, f PersonData) *PersonLD {
	return newOrganizerLD(v, m, f, "Person")
}

// NewOrganizationLD describes an organization, nil for lists.
func NewOrganizationLD(v *views.View, m model.PostRecord, f OrganizationData) *OrganizationLD {
	return newOrganizerLD(v, m, f, "Organization")
}

// newOrganizerLD describes a person or an organization, as the type says.
func newOrganizerLD(v *views.View, m model.PostRecord, f PersonData, schemaType string) *PersonLD {
	if !v.Single {
		return nil
	}
	memo := m.Common().Memo
	if memo != nil {
		if known, ok := memo.JSONLD.Load().(*PersonLD); ok {
			return known
		}
	}
	ld := &PersonLD{
		Type: schemaType, Name: v.EscapedText(f.Name), Description: summary(f.Excerpt, f.Description),
		Image: imageURL(v, m), URL: f.Website, Telephone: f.Phone, Email: f.Email, SameAs: f.Website,
	}
	if memo != nil {
		ld.part = ld.AppendJSON(nil)
		memo.JSONLD.Store(ld)
	}
	return ld
}
