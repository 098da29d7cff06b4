package pages

import (
	"net/url"
	"strconv"
)

// place is a venue with a link to its page and to a map.
type place struct {
	link
	Address string
	Map     string // "" for none.
}

// place shows a venue as part of another page.
func (p *pageRequest) place(venue Record) place {
	return place{
		link:    link{venue.Name, p.linkTo(venue.URL)},
		Address: p.t.address(&venue.Address),
		Map:     mapOf(venue),
	}
}

// mapOf returns the address of a map of OpenStreetMap with the venue: by its
// coordinates, else by its address; "" where there is neither, or no map is
// wanted.
func mapOf(venue Record) string {
	if !venue.HasMap {
		return ""
	}
	if venue.Latitude != nil && venue.Longitude != nil {
		lat, lng := strconv.FormatFloat(*venue.Latitude, 'f', -1, 64), strconv.FormatFloat(*venue.Longitude, 'f', -1, 64)
		return "https://www.openstreetmap.org/?mlat=" + lat + "&mlon=" + lng + "#map=17/" + lat + "/" + lng
	}
	a := venue.Address
	words := compact(", ", a.Street, a.Locality, a.Country)
	if a.Street == "" || words == "" {
		return ""
	}
	return "https://www.openstreetmap.org/search" + search(url.Values{"query": {words}})
}
