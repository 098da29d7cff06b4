package record

import (
	"net/url"
	"strconv"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
)

// place is a venue with a link to its page and to a map.
type place struct {
	frame.Link
	Address string
	Map     string // "" for none.
}

// placeOf shows a venue as part of another page.
func placeOf(p *events.Page, venue events.Record) place {
	return place{
		Link:    frame.Link{Text: venue.Name, Href: p.LinkTo(venue.URL)},
		Address: p.T.Address(&venue.Address),
		Map:     mapOf(venue),
	}
}

// mapOf returns the address of a map of OpenStreetMap with the venue: by its
// coordinates, else by its address; "" where there is neither, or no map is
// wanted.
func mapOf(venue events.Record) string {
	if !venue.HasMap {
		return ""
	}
	if venue.Latitude != nil && venue.Longitude != nil {
		lat, lng := strconv.FormatFloat(*venue.Latitude, 'f', -1, 64), strconv.FormatFloat(*venue.Longitude, 'f', -1, 64)
		return "https://www.openstreetmap.org/?mlat=" + lat + "&mlon=" + lng + "#map=17/" + lat + "/" + lng
	}
	a := venue.Address
	words := frame.Compact(", ", a.Street, a.Locality, a.Country)
	if a.Street == "" || words == "" {
		return ""
	}
	return "https://www.openstreetmap.org/search" + frame.Query(url.Values{"query": {words}})
}
