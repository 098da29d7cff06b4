package baseline

import (
	"strconv"
	"strings"
)

// plain returns a text without its tags.
func plain(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for {
		before, rest, found := strings.Cut(s, "<")
		b.WriteString(before)
		if !found {
			return strings.TrimSpace(b.String())
		}
		_, s, _ = strings.Cut(rest, ">")
	}
}

// linked appends an event as schema.org describes it.
func (e *Event) linked(b []byte) []byte {
	b = member(b, `{"@context":"http://schema.org","@type":"Event","name":`, e.Title)
	b = member(b, `,"description":`, plain(firstOf(e.Excerpt, e.Description)))
	b = append(append(b, `,"url":"`+SiteURL+`/event/`...), e.Slug...)
	b = append(b,
		`/","eventAttendanceMode":"https://schema.org/OfflineEventAttendanceMode",`+
			`"eventStatus":"https://schema.org/EventScheduled","startDate":"`...)
	b = e.time(e.Start).AppendFormat(b, "2006-01-02T15:04:05-07:00")
	b = e.time(e.End).AppendFormat(append(b, `","endDate":"`...), "2006-01-02T15:04:05-07:00")
	b = append(b, '"')
	if len(e.Venues) > 0 {
		b = e.Venues[0].placeLinked(append(b, `,"location":`...))
	}
	if len(e.Organizers) > 0 {
		b = e.Organizers[0].personLinked(append(b, `,"organizer":`...))
	}
	if price := e.price(); price != "" {
		b = append(append(b, `,"offers":{"@type":"Offer","price":"`...), price...)
		b = append(append(b, `","priceCurrency":"USD","url":"`+SiteURL+`/event/`...), e.Slug...)
		b = append(append(b, `/","category":"primary","availability":"inStock","validFrom":"`...), e.Date[:10]...)
		b = append(b, `T00:00:00+00:00"}`...)
	}
	return append(b, `,"performer":"Organization"}`...)
}

// firstOf returns the first text that is not empty.
func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// placeLinked appends a venue as schema.org describes it.
func (p *Post) placeLinked(b []byte) []byte {
	b = member(member(b, `{"@type":"Place","name":`, p.Name), `,"description":`, plain(p.Description))
	b = append(b, `,"url":"","address":{"@type":"PostalAddress"`...)
	b = optional(optional(b, `,"streetAddress":`, p.Address), `,"addressLocality":`, p.City)
	b = optional(optional(b, `,"addressRegion":`, p.StateProvince), `,"postalCode":`, p.Zip)
	b = append(optional(b, `,"addressCountry":`, p.Country), '}')
	if p.Lat != nil && p.Lng != nil {
		b = strconv.AppendFloat(append(b, `,"geo":{"@type":"GeoCoordinates","latitude":`...), *p.Lat, 'f', -1, 64)
		b = append(strconv.AppendFloat(append(b, `,"longitude":`...), *p.Lng, 'f', -1, 64), '}')
	}
	return append(member(member(b, `,"telephone":`, p.Phone), `,"sameAs":`, p.Website), '}')
}

// personLinked appends an organizer as schema.org describes it.
func (p *Post) personLinked(b []byte) []byte {
	b = member(member(b, `{"@type":"Person","name":`, p.Name), `,"description":`, plain(p.Description))
	b = member(member(b, `,"url":`, p.Website), `,"telephone":`, p.Phone)
	return append(member(member(b, `,"email":`, p.Email), `,"sameAs":`, p.Website), '}')
}
