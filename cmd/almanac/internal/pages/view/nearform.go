package view

import (
	"cmp"
	"slices"
	"strconv"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/runtime/text"
)

// distances are the kilometers that pages offer.
var distances = []string{"2", "5", "10", "25"}

// nearby returns the places to choose the events near one of, cities and then venues, and the
// distances from it; nothing where no venue has coordinates.
func nearby(p *events.Page, a *address.Address, venues []events.Record) []Selection {
	var cities, halls []Option
	for _, venue := range venues {
		if venue.Latitude == nil || venue.Longitude == nil {
			continue
		}
		id, city := strconv.FormatInt(venue.ID, 10), venue.Address.Locality
		halls = append(halls, Option{id, venue.Name, id == a.Near, 0})
		if city != "" {
			cities = append(cities, Option{city, city, text.Fold(city) == text.Fold(a.Near), 0})
		}
	}
	if len(halls) == 0 {
		return nil
	}
	slices.SortFunc(cities, func(a, b Option) int { return cmp.Compare(a.Text, b.Text) })
	places := append(slices.Compact(cities), halls...)
	if a.Near != "" && !slices.ContainsFunc(places, func(o Option) bool { return o.Chosen }) {
		places = append(places, Option{a.Near, p.Center.Name, true, 0})
	}
	listed, within := distances, cmp.Or(a.Within, strconv.Itoa(events.DefaultWithin))
	if !slices.Contains(listed, within) {
		listed = append([]string{within}, distances...)
	}
	var far []Option
	for _, km := range listed {
		far = append(far, Option{km, p.T.Text("Within %s km", km), km == within, 0})
	}
	return []Selection{
		{address.ParamNear, p.T.Text("Near"), p.T.Text("Anywhere"), places, len(places) <= maxMenu},
		{address.ParamWithin, p.T.Text("Distance"), "", far, false},
	}
}
