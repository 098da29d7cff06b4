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
		dsl.String("timezone").As(dsl.TimeZone).Doc("Time zone in which start and end are read"),
		dsl.Boolean("all_day").As(dsl.AllDay).Default(false).Doc("Whether the event lasts whole days"),
		dsl.PostFields("image"),
		dsl.Any("cost").As(dsl.Cost).
			Doc("Cost: a number, a text with a currency symbol, a list of them, or the object cost_details"),
		dsl.URL("website").Default(nil).Fallback(calendar, "PageURL").Doc("Website: the event's own page when empty"),
		dsl.Boolean("show_map").Doc("Whether to show a map"),
		dsl.Boolean("show_map_link").Doc("Whether to show a link to a map"),
		dsl.Boolean("hide_from_listings").As(dsl.HideFromLists).Doc("Keep the event out of lists"),
		dsl.Boolean("sticky").Doc("Keep the event on top in calendar views"),
		dsl.Boolean("featured").Doc("Feature the event on the site"),
		dsl.ManyToMany("categories", "category").Denormalize("start_date").Default(nil).
			Doc("Categories: IDs, slugs or names; unknown names are created"),
		dsl.ManyToMany("tags", "tag").Denormalize("start_date").Default(nil).
			Doc("Tags: IDs, slugs or names; unknown names are created"),
		dsl.ManyToMany("venue", "venue").SingleAsObject().Default(nil).
			Doc("Venues: IDs, or objects that describe a new venue"),
		dsl.ManyToMany("organizer", "organizer").Default(nil).
			Doc("Organizers: IDs, or objects that describe a new organizer"),

		dsl.Added( // Not in the contract.
			dsl.String("post_password").As(dsl.Password).WriteOnly().
				Doc("Password that protects the event; empty removes it"),
			dsl.Integer("post_parent").As(dsl.PostParent).WriteOnly().Doc("ID of the parent event; 0 for none"),
			dsl.Enum("event_status", "scheduled", "canceled", "postponed").Default("scheduled").OmitDefault().
				Doc("Whether the event takes place"),
			dsl.String("event_status_reason").OmitDefault().Doc("Why the event is canceled or postponed"),
			dsl.Enum("attendance_mode", "offline", "online", "mixed").Default("offline").OmitDefault().
				Doc("Whether people meet at a place, online, or both"),
			dsl.String("online_url").Text(dsl.TextHTTPURL).OmitDefault().Doc("Where to attend the event online"),
			dsl.String("ical_uid").MaxLength(255).WriteOnly().
				Doc("UID in calendars: that of the site where the event was imported from"),
			dsl.Any("ticketed").As(dsl.StringList).Extension("ticketed").
				Doc("Slugs of the ticket providers; false for none"),
		),
	),

	Filters: dsl.Filters(
		dsl.Paging().Doc("Page of the archive to return", "Events a page, 50 at most"),
		dsl.OnOrAfter("start_date").DefaultMonthsAhead(0).
			Doc("Events that start on that day of the site's time zone or later, whatever the zone of the event"),
		dsl.OnOrBefore("end_date").DefaultMonthsAhead(24).Doc("Events that end on that day or earlier"),
		dsl.Before("start_date").Named("starts_before").Doc("Events that start before the end of that day"),
		dsl.After("start_date").Named("starts_after").Doc("Events that start after that day"),
		dsl.Before("end_date").Named("ends_before").Doc("Events that end before the end of that day"),
		dsl.After("end_date").Named("ends_after").Doc("Events that end after that day"),
		dsl.ExactTimes("strict_dates").
			Doc("Whether dates are instants instead of whole days: times in the site's time zone, or with an offset"),
		dsl.SearchAnyField().Doc("Words that must all occur in title, description or excerpt"),
		dsl.FilterBy("categories").Doc("Events in one of the categories: IDs, slugs or names"),
		dsl.FilterBy("tags").Doc("Events with one of the tags: IDs, slugs or names"),
		dsl.FilterBy("venue").Doc("Events at one of the venues"),
		dsl.FilterBy("organizer").Doc("Events of one of the organizers"),
		dsl.FilterBy("featured").Doc("Only featured events, or only others"),
		dsl.FilterBy("status").
			Doc("Post statuses, comma-separated: publish, future, draft, pending, private, trash, or any"),
		dsl.Near("venue").Named("geoloc", "geoloc_lat", "geoloc_lng"),
		dsl.Include().Doc("Only the events with these IDs, whatever their dates"),
		dsl.FilterBy("post_parent").Doc("Events whose parent is the event with this ID"),
		dsl.FilterBy("ticketed").Doc("Only events with tickets, or only others"),

		dsl.Added(
			dsl.FilterBy("venue.city").Named("city").Doc("Events at a venue in the city, which is spelled as there"),
			dsl.OwnFilter("free", dsl.TypeBoolean, calendar, "IsFree").Field("cost").
				Doc("Only events that cost nothing, or only those that cost something"),
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
	},

	AcceptedBreaks: []dsl.AcceptedBreak{
		dsl.AcceptRouteBreak("json_ld.location of online events, which are new, has a VirtualLocation"),
	},
}
