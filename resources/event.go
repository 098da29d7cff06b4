package resources

import "almanac/resources/dsl"

// Event is a calendar event.  What people read about its fields is in english.go.
var Event = dsl.Resource{
	Name: "event", Plural: "events", Kind: dsl.KindPost, Doc: "Calendar events.",
	PagePath: "event", Permissions: postPermissions,
	SchemaOrgType: dsl.SchemaOrgEvent, SchemaOrg: eventProperties, Calendar: calendar,

	Fields: dsl.Fields(
		dsl.String("title").As(dsl.Name).Required().Searchable().Sortable().Doc("Event title"),
		dsl.DateTime("start_date").As(dsl.Start).Required().Doc("Start date and time"),
		dsl.DateTime("end_date").As(dsl.End).Required().Doc("End date and time"),
		dsl.PostFields("author", "date", "date_utc", "description", "slug", "excerpt", "status"),
		dsl.String("timezone").As(dsl.TimeZone).Doc("Time zone of start and end, such as Europe/Paris"),
		dsl.Boolean("all_day").As(dsl.AllDay).Default(false).Doc("Whether this is an all-day event"),
		dsl.PostFields("image"),
		dsl.Any("cost").As(dsl.Cost).
			Doc("Cost: a number, text with a currency symbol, a list of these, or a cost_details object"),
		dsl.URL("website").Default(nil).Fallback(calendar, "PageURL").Doc("Website; the event's own page if empty"),
		dsl.Boolean("show_map").Doc("Whether to show a map"),
		dsl.Boolean("show_map_link").Doc("Whether to show a link to a map"),
		dsl.Boolean("hide_from_listings").As(dsl.HideFromLists).Doc("Hide the event from lists"),
		dsl.Boolean("sticky").Doc("Pin the event to the top of calendar views"),
		dsl.Boolean("featured").Doc("Feature the event on the site"),
		dsl.ManyToMany("categories", "category").Denormalize("start_date").Default(nil).
			Doc("Categories, by ID, slug or name; unknown names are created"),
		dsl.ManyToMany("tags", "tag").Denormalize("start_date").Default(nil).
			Doc("Tags, by ID, slug or name; unknown names are created"),
		dsl.ManyToMany("venue", "venue").SingleAsObject().Default(nil).
			Doc("Venues, by ID; an object without an ID creates a venue"),
		dsl.ManyToMany("organizer", "organizer").Default(nil).
			Doc("Organizers, by ID; an object without an ID creates an organizer"),

		dsl.Added( // Not in the contract.
			dsl.String("post_password").As(dsl.Password).WriteOnly().
				Doc("Password that protects the event; empty removes it"),
			dsl.Integer("post_parent").As(dsl.PostParent).WriteOnly().Doc("ID of the parent event; 0 for none"),
			dsl.Enum("event_status", "scheduled", "canceled", "postponed").Default("scheduled").OmitDefault().
				Doc("Whether the event is going ahead"),
			dsl.String("event_status_reason").OmitDefault().Doc("Why the event is canceled or postponed"),
			dsl.Enum("attendance_mode", "offline", "online", "mixed").Default("offline").OmitDefault().
				Doc("In person (offline), online, or both (mixed)"),
			dsl.String("online_url").Text(dsl.TextHTTPURL).OmitDefault().Doc("Link to join online"),
			dsl.String("ical_uid").MaxLength(255).WriteOnly().
				Doc("iCalendar UID, set by imports"),
			dsl.Recurrence("recurrence").
				Doc("How the event repeats: an RFC 5545 rule, or an object with rule, except and dates"),
			dsl.Any("ticketed").As(dsl.StringList).Extension("ticketed").
				Doc("Slugs of the ticket providers; false for none"),
		),
	),

	Filters: dsl.Filters(
		dsl.Paging().Doc("Page number", "Events per page, up to 50"),
		dsl.OnOrAfter("start_date").DefaultMonthsAhead(0).
			Doc("Events starting on or after this day (site time zone)"),
		dsl.OnOrBefore("end_date").DefaultMonthsAhead(24).Doc("Events ending on or before this day"),
		dsl.Before("start_date").Named("starts_before").Doc("Events starting before the end of this day"),
		dsl.After("start_date").Named("starts_after").Doc("Events starting after this day"),
		dsl.Before("end_date").Named("ends_before").Doc("Events ending before the end of this day"),
		dsl.After("end_date").Named("ends_after").Doc("Events ending after this day"),
		dsl.ExactTimes("strict_dates").
			Doc("Treat dates as exact times instead of whole days: in the site's time zone unless they have an offset"),
		dsl.SearchAnyField().Doc("Search title, description and excerpt (all words must match)"),
		dsl.FilterBy("categories").Doc("Events in any of these categories, by ID, slug or name"),
		dsl.FilterBy("tags").Doc("Events with any of these tags, by ID, slug or name"),
		dsl.FilterBy("venue").Doc("Events at any of these venues"),
		dsl.FilterBy("organizer").Doc("Events by any of these organizers"),
		dsl.FilterBy("featured").Doc("true: featured events; false: all others"),
		dsl.FilterBy("status").
			Doc("Statuses, comma-separated: publish, future, draft, pending, private, trash, or any"),
		dsl.Near("venue").Named("geoloc", "geoloc_lat", "geoloc_lng"),
		dsl.Include().Doc("Only events with these IDs, regardless of date"),
		dsl.FilterBy("post_parent").Doc("Events whose parent has this ID"),
		dsl.FilterBy("ticketed").Doc("true: events with tickets; false: events without"),

		dsl.Added(
			dsl.FilterBy("venue.city").Named("city").Doc("Events in this city (exact spelling)"),
			dsl.OwnFilter("free", dsl.TypeBoolean, calendar, "IsFree").Field("cost").
				Doc("true: free events; false: paid events"),
			dsl.In("attendance_mode").Doc("Events in person (offline), online or hybrid (mixed)"),
			dsl.NearRadius("venue").Named("geoloc_radius").
				Doc("Events within this many kilometers of geoloc_lat and geoloc_lng"),
			dsl.Sorting(),
		),
	),
	SortOptions: []dsl.SortOption{
		dsl.SortBy("start_date"), dsl.SortBy("event_date", "start_date"), dsl.SortBy("end_date"),
		dsl.SortBy("title", "title_sort"), dsl.SortBy("date"), dsl.SortBy("modified"), dsl.SortBy("id"),
		dsl.SortBy("include"),
	},

	Response: dsl.Order(
		"id", "global_id", "global_id_lineage", "author", "status", "date", "date_utc", "modified", "modified_utc",
		"url", "rest_url", "title", "description", "excerpt", "slug", "image",
		"all_day", "start_date", "start_date_details", "end_date", "end_date_details",
		"utc_start_date", "utc_start_date_details", "utc_end_date", "utc_end_date_details",
		"timezone", "timezone_abbr", "cost", "cost_details", "*", "custom_fields", "ticketed",
		"event_status", "event_status_reason", "attendance_mode", "online_url", "json_ld",
	),

	Indexes: []dsl.Index{
		// The columns of the usual filters, so that lists are counted from the index
		// alone: for anonymous callers, for users, and through links.  Lists are
		// sorted by wall time and filtered by instants: the first index serves pages,
		// the second serves totals for anonymous callers.
		dsl.IndexOn("status", "hide_from_listings", "start_date", "id",
			"utc_start_date", "utc_end_date", "language", "featured"),
		dsl.IndexOn("status", "hide_from_listings", "utc_start_date", "utc_end_date", "language", "featured"),
		dsl.IndexOn("start_date", "id", "utc_start_date", "utc_end_date", "status", "hide_from_listings"),
		dsl.IndexOn("id", "status", "hide_from_listings", "start_date",
			"utc_start_date", "utc_end_date", "language", "featured"),
		dsl.IndexOn("end_date", "id"),
		dsl.IndexOn("date", "id"),
		dsl.IndexOn("modified", "id"),
		dsl.IndexOn("duration"),
		dsl.IndexOn("post_parent"),
		dsl.IndexOn("image_id"),
		dsl.IndexOn("series_id", "recurrence_id"),
	},

	AcceptedBreaks: []dsl.AcceptedBreak{
		dsl.AcceptRouteBreak("json_ld.location of online events, which are new, has a VirtualLocation"),
	},
}
