package record

import (
	"strings"

	"almanac/runtime/dates"
)

// zones returns the time zones that people choose from: those of places, and UTC.
func zones() []Choice {
	list := []Choice{{Value: "UTC"}}
	for _, name := range dates.ZoneNames() {
		if strings.Contains(name, "/") && !strings.HasPrefix(name, "Etc/") {
			list = append(list, Choice{Value: name})
		}
	}
	return list
}

// zoneNamed returns the zone that a text names in any letter case, wholly or by its place
// alone, such as Europe/Paris for "paris"; else the text, which the API refuses unless it
// is another form of a zone.
func zoneNamed(typed string) string {
	typed = strings.TrimSpace(typed)
	wanted, found := strings.ReplaceAll(typed, " ", "_"), ""
	for _, zone := range zones() {
		_, place, _ := strings.Cut(zone.Value, "/")
		switch {
		case strings.EqualFold(zone.Value, wanted):
			return zone.Value
		case strings.EqualFold(place, wanted) && found != "":
			return typed // Two zones have the place.
		case strings.EqualFold(place, wanted):
			found = zone.Value
		}
	}
	if found == "" {
		return typed
	}
	return found
}
