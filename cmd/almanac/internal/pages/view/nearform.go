package view

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/text"
)

// distances are the kilometers that pages offer.
var distances = []string{"2", "5", "10", "25"}

// nearForm chooses a place and a distance from it.
type nearForm struct {
	Hidden    []frame.Field // The other filters.
	Distances []Option
	Places    []optionGroup
}

// optionGroup are values of one sort.
type optionGroup struct {
	Label   string
	Options []Option
}

// addNearby adds to the menu of places the form for those within a distance, where some have
// coordinates.
func addNearby(p *events.Page, list []menu, a address.Address) ([]menu, error) {
	venues, err := p.ListVenues()
	if err != nil {
		return nil, err
	}
	near, within := cmp.Or(a.Near, a.Venue, a.City), cmp.Or(a.Within, strconv.Itoa(events.DefaultWithin))
	cities, halls := optionGroup{Label: p.T.Text("City")}, optionGroup{Label: p.T.Text("Venue")}
	for _, venue := range venues {
		if venue.Latitude == nil || venue.Longitude == nil {
			continue
		}
		id, city := strconv.FormatInt(venue.ID, 10), venue.Address.Locality
		halls.Options = append(halls.Options, Option{id, venue.Name, id == near, 0})
		if city != "" {
			cities.Options = append(cities.Options, Option{city, city, text.Fold(city) == text.Fold(near), 0})
		}
	}
	if len(halls.Options) == 0 {
		return list, nil // Places have no coordinates here.
	}
	slices.SortFunc(cities.Options, func(a, b Option) int { return cmp.Compare(a.Text, b.Text) })
	cities.Options = slices.Compact(cities.Options)
	n := &nearForm{Places: []optionGroup{cities, halls}}
	isChosen := func(o Option) bool { return o.Chosen }
	if a.Near != "" && !slices.ContainsFunc(slices.Concat(cities.Options, halls.Options), isChosen) {
		n.Places = append(n.Places, optionGroup{p.T.Text("Place"), []Option{{a.Near, p.Center.Name, true, 0}}})
	}
	listed := distances
	if !slices.Contains(listed, within) {
		listed = append([]string{within}, distances...)
	}
	for _, km := range listed {
		n.Distances = append(n.Distances, Option{km, p.T.Text("Within %s km", km), km == within, 0})
	}
	places := slices.IndexFunc(list, func(m menu) bool { return m.Filter == address.ParamCity })
	if places < 0 {
		places, list = len(list), append(list, menu{Filter: address.ParamCity, Label: p.T.Text("Place")})
	}
	list[places].Near = n
	a.City, a.Venue, a.Near, a.Within, a.Page = "", "", "", "", 1
	params := a.Params()
	for _, name := range slices.Sorted(maps.Keys(params)) {
		n.Hidden = append(n.Hidden, frame.Field{Name: name, Value: params.Get(name)})
	}
	n.Hidden = append(n.Hidden, p.LanguageFields()...)
	return list, nil
}
