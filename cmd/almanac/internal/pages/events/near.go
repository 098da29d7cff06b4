package events

import (
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/text"
)

// DefaultWithin is how many kilometers around a place, a city or a venue of the site, its events are.
const DefaultWithin = 10

// Center is the point that a page calls near.
type Center struct {
	near, within        string // Values of the parameters.
	Name                string
	latitude, longitude float64
}

// Params returns the parameters of the API for the events near the center.
func (c *Center) Params() map[string]string {
	degrees := func(d float64) string { return strconv.FormatFloat(d, 'f', -1, 64) }
	return map[string]string{
		"geoloc_lat": degrees(c.latitude), "geoloc_lng": degrees(c.longitude), "geoloc_radius": c.within,
	}
}

// Locate finds the center that an address names.  What it does not find it notes and leaves
// out.
func (p *Page) Locate(a *address.Address) error {
	if a.Near == "" {
		a.Within = "" // A distance from nothing.
		return nil
	}
	if a.Within == "" {
		a.Within = strconv.Itoa(DefaultWithin)
	}
	if p.Center != nil && p.Center.near == a.Near && p.Center.within == a.Within {
		return nil
	}
	if km, err := strconv.Atoi(a.Within); err != nil || km < 1 || km > maxWithin {
		p.Note(p.T.InvalidFilter(address.ParamWithin, frame.Printable(a.Within)))
		a.Within = strconv.Itoa(DefaultWithin)
	}
	places, err := p.placesNamed(a.Near)
	if err != nil {
		return err
	}
	c := &Center{near: a.Near, within: a.Within}
	count := 0.0
	for _, place := range places {
		if place.Latitude != nil && place.Longitude != nil {
			c.latitude, c.longitude, count = c.latitude+*place.Latitude, c.longitude+*place.Longitude, count+1
			c.Name = place.Address.Locality
			if isVenue(place, a.Near) {
				c.Name = place.Name
			}
		}
	}
	if count == 0 {
		p.Note(p.T.InvalidFilter(address.ParamNear, frame.Printable(a.Near)))
		a.Near, a.Within = "", ""
		return nil
	}
	c.latitude, c.longitude = c.latitude/count, c.longitude/count
	p.Center = c
	return nil
}

// maxWithin is how many kilometers a circle of the API has at most, less some.
const maxWithin = 20_000

func isVenue(place Record, id string) bool { return strconv.FormatInt(place.ID, 10) == id }

// placesNamed returns the venue with an ID, or those in a city.
func (p *Page) placesNamed(near string) ([]Record, error) {
	listed, err := p.ListVenues()
	if err != nil {
		return nil, err
	}
	in := func(places []Record) (list []Record) {
		for _, place := range places {
			if isVenue(place, near) {
				return []Record{place}
			}
			if place.Address.Locality != "" && text.Fold(place.Address.Locality) == text.Fold(near) {
				list = append(list, place)
			}
		}
		return list
	}
	if found := in(listed); len(found) > 0 || len(listed) < maxVenues {
		return found, nil
	}
	// It is none of the first ones.
	if id, err := strconv.ParseInt(near, 10, 64); err == nil {
		return p.venue(id)
	}
	phrase := `"` + strings.ReplaceAll(near, `"`, " ") + `"`
	further, err := p.Visit.First("venue", map[string]string{"search": phrase}, maxVenues)
	return in(recordsOf(further)), err
}
