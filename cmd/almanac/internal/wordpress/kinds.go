package wordpress

import (
	"almanac/generated"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// kind is a type of posts or a taxonomy.
type kind struct {
	resource *model.Resource
	list     func() records.ListParams // Parameters of its list in the API.
	base     string                    // Its path below wp/v2.
	name     string                    // Its name in WordPress.
	label    string
	of       []string // Taxonomies of a type, types of a taxonomy.
	orders   []string // What lists can be sorted by; the first is the default.
	meta     []metaField
	fields   map[string]string // Fields of the API by the members that write them, but for meta.
}

// metaField is a member of meta and the field of the API that it is.
type metaField struct {
	key, field string
	form       metaForm
}

// metaForm is how a value is written in meta.
type metaForm int

const (
	metaText   metaForm = iota
	metaNumber          // A number as text, "" for none.
	metaFlag
	metaIDs      // IDs of linked records.
	metaStatus   // Whether an event takes place, "" while it does.
	metaDerived  // Follows from other fields, so that writing it changes nothing.
	metaFallback // An address, "" where the API shows that of the page.
)

// eventMeta, venueMeta and organizerMeta are the members of meta that exist for each type.
// WordPress shows those of all types on each, always empty.
var eventMeta = []metaField{
	{"_EventStartDate", "start_date", metaText},
	{"_EventEndDate", "end_date", metaText},
	{"_EventStartDateUTC", "utc_start_date", metaDerived},
	{"_EventEndDateUTC", "utc_end_date", metaDerived},
	{"_EventTimezone", "timezone", metaText},
	{"_EventAllDay", "all_day", metaFlag},
	{"_EventCost", "cost", metaText},
	{"_EventURL", "website", metaFallback},
	{"_EventShowMap", "show_map", metaFlag},
	{"_EventShowMapLink", "show_map_link", metaFlag},
	{"_EventVenueID", "venue", metaIDs},
	{"_EventOrganizerID", "organizer", metaIDs},
	{"_tribe_events_status", "event_status", metaStatus},
	{"_tribe_events_status_reason", "event_status_reason", metaText},
}

var venueMeta = []metaField{
	{"_VenueAddress", "address", metaText},
	{"_VenueCity", "city", metaText},
	{"_VenueCountry", "country", metaText},
	{"_VenueProvince", "province", metaText},
	{"_VenueState", "state", metaText},
	{"_VenueStateProvince", "stateprovince", metaText},
	{"_VenueZip", "zip", metaText},
	{"_VenuePhone", "phone", metaText},
	{"_VenueURL", "website", metaText},
	{"_VenueLat", "geo_lat", metaNumber},
	{"_VenueLng", "geo_lng", metaNumber},
	{"_VenueShowMap", "show_map", metaFlag},
	{"_VenueShowMapLink", "show_map_link", metaFlag},
}

var organizerMeta = []metaField{
	{"_OrganizerEmail", "email", metaText},
	{"_OrganizerPhone", "phone", metaText},
	{"_OrganizerWebsite", "website", metaText},
}

// postFields returns the fields of the API by the members of a post that write them.
func postFields(title string, more map[string]string) map[string]string {
	fields := map[string]string{
		"title": title, "content": "description", "excerpt": "excerpt", "status": "status", "date": "date",
		"date_gmt": "date_utc",
		"author":   "author", "featured_media": "image",
	}
	for member, field := range more {
		fields[member] = field
	}
	return fields
}

// kindsOf returns what wp/v2 has, types before taxonomies.
func kindsOf(api *httpapi.API) []*kind {
	postOrders, termOrders := []string{"date", "id", "modified", "title"},
		[]string{"name", "id", "slug", "count", "description", "include"}
	return []*kind{
		{
			resource: api.Env.Resource("event"), list: func() records.ListParams { return new(generated.EventList) },
			base: "tribe_events", name: "tribe_events", label: "Events", of: []string{"post_tag", "tribe_events_cat"},
			orders: append([]string{"date", "include"}, postOrders[1:]...), meta: eventMeta,
			fields: postFields("title", map[string]string{
				"slug": "slug", "password": "post_password", "tags": "tags", "tribe_events_cat": "categories",
			}),
		},
		{
			resource: api.Env.Resource("venue"), list: func() records.ListParams { return new(generated.VenueList) },
			base: "tribe_venue", name: "tribe_venue", label: "Venues", of: []string{},
			orders: postOrders, meta: venueMeta, fields: postFields("venue", nil),
		},
		{
			resource: api.Env.Resource("organizer"), list: func() records.ListParams { return new(generated.OrganizerList) },
			base: "tribe_organizer", name: "tribe_organizer", label: "Organizers", of: []string{},
			orders: postOrders, meta: organizerMeta, fields: postFields("organizer", nil),
		},
		{
			resource: api.Env.Resource("tag"), list: func() records.ListParams { return new(generated.TagList) },
			base: "tags", name: "post_tag", label: "Tags", of: []string{"tribe_events"}, orders: termOrders,
			fields: map[string]string{"name": "name", "description": "description", "slug": "slug"},
		},
		{
			resource: api.Env.Resource("category"), list: func() records.ListParams { return new(generated.CategoryList) },
			base: "tribe_events_cat", name: "tribe_events_cat", label: "Event Categories", of: []string{"tribe_events"},
			orders: termOrders,
			fields: map[string]string{"name": "name", "description": "description", "slug": "slug", "parent": "parent"},
		},
	}
}

// memberOf returns the member that writes a field of the API, for errors; the field itself
// if there is none.
func (k *kind) memberOf(field string) string {
	for member, name := range k.fields {
		if name == field {
			return member
		}
	}
	for _, m := range k.meta {
		if m.field == field {
			return "meta." + m.key
		}
	}
	return field
}
