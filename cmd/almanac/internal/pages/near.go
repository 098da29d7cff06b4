package pages

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/records"
	"almanac/runtime/text"
	"almanac/runtime/views"
)

// The events near a place: a city or a venue of the site is the center of a circle.
const (
	paramNear   = "near"
	paramWithin = "within"

	defaultWithin = 10 // Kilometers.
)

// distances are the kilometers that pages offer.
var distances = []string{"2", "5", "10", "25"}

// center is the point that a page calls near.
type center struct {
	near, within        string // Values of the parameters.
	name                string
	latitude, longitude float64
}

// params returns the parameters of the API for the events near the center.
func (c *center) params() map[string]string {
	degrees := func(d float64) string { return strconv.FormatFloat(d, 'f', -1, 64) }
	return map[string]string{
		"geoloc_lat": degrees(c.latitude), "geoloc_lng": degrees(c.longitude), "geoloc_radius": c.within,
	}
}

// locate finds the center that an address names.  What it does not find it notes and leaves
// out.
func (p *pageRequest) locate(a *address) error {
	if a.Near == "" {
		a.Within = "" // A distance from nothing.
		return nil
	}
	if a.Within == "" {
		a.Within = strconv.Itoa(defaultWithin)
	}
	if p.center != nil && p.center.near == a.Near && p.center.within == a.Within {
		return nil
	}
	if km, err := strconv.Atoi(a.Within); err != nil || km < 1 || km > maxWithin {
		p.note(p.t.invalidFilter(paramWithin, printable(a.Within)))
		a.Within = strconv.Itoa(defaultWithin)
	}
	places, err := p.placesNamed(a.Near)
	if err != nil {
		return err
	}
	c := &center{near: a.Near, within: a.Within}
	count := 0.0
	for _, place := range places {
		if place.Latitude != nil && place.Longitude != nil {
			c.latitude, c.longitude, count = c.latitude+*place.Latitude, c.longitude+*place.Longitude, count+1
			c.name = place.Address.Locality
			if isVenue(place, a.Near) {
				c.name = place.Name
			}
		}
	}
	if count == 0 {
		p.note(p.t.invalidFilter(paramNear, printable(a.Near)))
		a.Near, a.Within = "", ""
		return nil
	}
	c.latitude, c.longitude = c.latitude/count, c.longitude/count
	p.center = c
	return nil
}

// maxWithin is how many kilometers a circle of the API has at most, less some.
const maxWithin = 20_000

func isVenue(place Record, id string) bool { return strconv.FormatInt(place.ID, 10) == id }

// placesNamed returns the venue with an ID, or those in a city.
func (p *pageRequest) placesNamed(near string) ([]Record, error) {
	listed, err := p.listVenues()
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
		return p.visit.venue(id)
	}
	phrase := `"` + strings.ReplaceAll(near, `"`, " ") + `"`
	further, err := p.visit.first("venue", map[string]string{"search": phrase}, maxVenues)
	return in(recordsOf(further)), err
}

// recordsOf returns what pages show of records.
func recordsOf(found []records.Record) []Record {
	list := make([]Record, len(found))
	for i, seen := range found {
		list[i] = newRecord(seen.View.(views.PageRecord))
	}
	return list
}

// listVenues returns the venues that can be chosen from.
func (p *pageRequest) listVenues() ([]Record, error) {
	if p.venues != nil {
		return p.venues, nil
	}
	found, err := p.firstRecords("venue", "title", "asc", maxVenues)
	p.venues = found
	return found, err
}

// nearForm chooses a place and a distance from it.
type nearForm struct {
	Hidden    []field // The other filters.
	Distances []option
	Places    []optionGroup
}

// optionGroup are values of one sort.
type optionGroup struct {
	Label   string
	Options []option
}

// addNearby adds to the menu of places the form for those within a distance, where some have
// coordinates.
func (p *pageRequest) addNearby(list []menu, a address) ([]menu, error) {
	venues, err := p.listVenues()
	if err != nil {
		return nil, err
	}
	near, within := cmp.Or(a.Near, a.Venue, a.City), cmp.Or(a.Within, strconv.Itoa(defaultWithin))
	cities, halls := optionGroup{Label: p.t.Text("City")}, optionGroup{Label: p.t.Text("Venue")}
	for _, venue := range venues {
		if venue.Latitude == nil || venue.Longitude == nil {
			continue
		}
		id, city := strconv.FormatInt(venue.ID, 10), venue.Address.Locality
		halls.Options = append(halls.Options, option{id, venue.Name, id == near, 0})
		if city != "" {
			cities.Options = append(cities.Options, option{city, city, text.Fold(city) == text.Fold(near), 0})
		}
	}
	if len(halls.Options) == 0 {
		return list, nil // Places have no coordinates here.
	}
	slices.SortFunc(cities.Options, func(a, b option) int { return cmp.Compare(a.Text, b.Text) })
	cities.Options = slices.Compact(cities.Options)
	n := &nearForm{Places: []optionGroup{cities, halls}}
	isChosen := func(o option) bool { return o.Chosen }
	if a.Near != "" && !slices.ContainsFunc(slices.Concat(cities.Options, halls.Options), isChosen) {
		n.Places = append(n.Places, optionGroup{p.t.Text("Place"), []option{{a.Near, p.center.name, true, 0}}})
	}
	listed := distances
	if !slices.Contains(listed, within) {
		listed = append([]string{within}, distances...)
	}
	for _, km := range listed {
		n.Distances = append(n.Distances, option{km, p.t.Text("Within %s km", km), km == within, 0})
	}
	places := slices.IndexFunc(list, func(m menu) bool { return m.Filter == paramCity })
	if places < 0 {
		places, list = len(list), append(list, menu{Filter: paramCity, Label: p.t.Text("Place")})
	}
	list[places].Near = n
	a.City, a.Venue, a.Near, a.Within, a.Page = "", "", "", "", 1
	params := a.params()
	for _, name := range slices.Sorted(maps.Keys(params)) {
		n.Hidden = append(n.Hidden, field{name, params.Get(name)})
	}
	n.Hidden = append(n.Hidden, p.languageFields()...)
	return list, nil
}
