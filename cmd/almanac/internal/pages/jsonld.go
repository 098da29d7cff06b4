package pages

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"almanac/runtime/jsonenc"
)

// linkedData is what a page says to search engines in the words of schema.org, by the names
// of the members.
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

// filled returns a value without its empty members, nil for an empty one.
func filled(value any) any {
	switch v := value.(type) {
	case string:
		if v == "" {
			return nil
		}
	case []any:
		return filledList(v)
	case map[string]any:
		return filledMembers(v)
	}
	return value
}

// filledList returns the values of a list that are not empty, nil for none.
func filledList(values []any) any {
	var list []any
	for _, value := range values {
		if value = filled(value); value != nil {
			list = append(list, value)
		}
	}
	if list == nil {
		return nil
	}
	return list
}

// filledMembers returns the members that are not empty.
func filledMembers(members map[string]any) map[string]any {
	rest := map[string]any{}
	for name, member := range members {
		if member = filled(member); member == nil {
			continue
		}
		if words, is := member.(string); is && (name == "name" || name == "description") {
			member = unescape(words)
		}
		rest[name] = member
	}
	return rest
}

// linkedData describes an event by the rules that search engines have for events.
func (o eventRequest) linkedData(e *Event) linkedData {
	ld := newLinkedData(e.JSONLD)
	delete(ld, "performer") // The API has the same word for all events, and nobody has said who performs.
	if e.AllDay {
		ld["startDate"], ld["endDate"] = iso(date(e.Start)), iso(date(e.End))
	}
	if places := locations(ld, e); len(places) > 0 {
		ld["location"] = places
	}
	var organizers []linkedData
	for _, r := range e.Organizers {
		organizers = append(organizers, linkedData{"@type": organization, "name": r.Name, "url": cmp.Or(webAddress(r.Website), r.URL)})
	}
	if organizers != nil {
		ld["organizer"] = organizers
	}
	if offer, ok := ld["offers"].(map[string]any); ok {
		describeOffer(offer, o.standing(e) == "")
	}
	return ld
}

// organization is the type of organizers: they do not say whether they are a person, and
// most are a club, a venue or a company.
const organization = "Organization"

// locations returns where an event takes place.  Search engines require an address.
func locations(ld linkedData, e *Event) []any {
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

// describeOffer completes what an event costs; open says whether one can still attend.
func describeOffer(offer map[string]any, open bool) {
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
