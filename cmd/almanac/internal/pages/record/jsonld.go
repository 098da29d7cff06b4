package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/jsonenc"
)

// linkedData is what a page says to search engines in the words of schema.org, by the names
// of the properties.
type linkedData map[string]any

// schemaOrg begins the values that schema.org lists.
const schemaOrg = "https://schema.org"

// newLinkedData returns the json_ld of a response as a document of its own: without empty
// members, which search engines reject, and with plain texts, as nobody decodes HTML there.
func newLinkedData(part jsonenc.Appender) linkedData {
	d := json.NewDecoder(bytes.NewReader(part.AppendJSON(nil)))
	d.UseNumber()
	var members map[string]any
	_ = d.Decode(&members) // It has just been encoded.
	ld, _ := filled(members).(map[string]any)
	ld["@context"] = schemaOrg
	return ld
}

// filled returns a value without its empty members and items, nil for an empty value.
func filled(value any) any {
	switch v := value.(type) {
	case string:
		if v == "" {
			return nil
		}
	case []any:
		var list []any
		for _, item := range v {
			if item = filled(item); item != nil {
				list = append(list, item)
			}
		}
		if list == nil {
			return nil
		}
		return list
	case map[string]any:
		rest := map[string]any{}
		for name, member := range v {
			if member = filled(member); member == nil {
				continue
			}
			if words, is := member.(string); is && (name == "name" || name == "description") {
				member = events.Unescape(words)
			}
			rest[name] = member
		}
		return rest
	}
	return value
}

// linkedDataOf describes an event by the rules that search engines have for events; open
// says whether one can still attend.
func linkedDataOf(e *events.Event, open bool) linkedData {
	ld := newLinkedData(e.JSONLD)
	delete(ld, "performer") // The API has the same word for all events, and nobody has said who performs.
	if e.AllDay {
		ld["startDate"], ld["endDate"] = frame.ISO(frame.Day(e.Start)), frame.ISO(frame.Day(e.End))
	}
	if places := locations(ld, e); len(places) > 0 {
		ld["location"] = places
	}
	var organizers []linkedData
	for _, r := range e.Organizers {
		address := cmp.Or(frame.WebAddress(r.Website), r.URL)
		organizers = append(organizers, linkedData{"@type": organization, "name": r.Name, "url": address})
	}
	if organizers != nil {
		ld["organizer"] = organizers
	}
	if offer, ok := ld["offers"].(map[string]any); ok {
		delete(offer, "availability")
		if open {
			offer["availability"] = schemaOrg + "/InStock"
		}
		price, _ := offer["price"].(string)
		if lowest, highest, ranges := strings.Cut(price, costDash); ranges {
			delete(offer, "price")
			offer["@type"], offer["lowPrice"], offer["highPrice"] = "AggregateOffer", lowest, highest
		}
	}
	return ld
}

// organization is the type of organizers: they do not say whether they are a person, and
// most are a club, a venue or a company.
const organization = "Organization"

// locations returns where an event takes place.  Search engines require an address.
func locations(ld linkedData, e *events.Event) []any {
	list, several := ld["location"].([]any)
	if one := ld["location"]; one != nil && !several {
		list = []any{one}
	}
	online := false
	for _, one := range list {
		place, _ := one.(map[string]any)
		online = online || place["@type"] == "VirtualLocation"
		if place["@type"] == "Place" && len(e.Venues) > 0 {
			place["url"] = e.Venues[0].URL
			if address, _ := place["address"].(map[string]any); len(address) == 1 { // Its type.
				address["name"] = place["name"]
			}
		}
	}
	if mode, _ := ld["eventAttendanceMode"].(string); !online && !strings.HasSuffix(mode, "/OfflineEventAttendanceMode") {
		list = append(list, linkedData{"@type": "VirtualLocation", "url": e.URL}) // Its page says how to attend.
	}
	return list
}

// costDash is what the API writes between the lowest and the highest cost.
const costDash = " – "
