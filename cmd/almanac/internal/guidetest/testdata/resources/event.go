package resources

import "almanac/resources/dsl"

// Event is a calendar event: sections 2.1 and 4.2 of the contract.
var Event = dsl.Resource{
	Name: "event", Plural: "events", Kind: dsl.KindPost,
	Doc:           "Calendar events.",
	PagePath:      "event",
	SchemaOrgType: dsl.SchemaOrgEvent,
	Calendar:      calendar,
	Permissions:   postPermissions,

	Fields: []dsl.Field{
		dsl.String("title").As(dsl.Name).Required().Searchable().Sortable().Doc("Event title"),
		dsl.DateTime("start_date").As(dsl.Start).Required().Doc("Start date and time"),
		dsl.DateTime("end_date").As(dsl.End).Required().Doc("End date and time"),
		dsl.Integer("author").As(dsl.Author).Doc("Author ID"),
		dsl.String("date").As(dsl.PublishDate).Doc("Publication date"),
		dsl.String("date_utc").As(dsl.PublishDateUTC).Doc("Publication date in UTC"),
		dsl.String("description").HTML().Searchable().SchemaOrg("description").Doc("Description"),
		dsl.String("slug").As(dsl.Slug).Doc("Slug: made from the title when not sent"),
		dsl.String("excerpt").HTML().Searchable().SchemaOrg("disambiguatingDescription").Doc("Excerpt"),
		dsl.String("status").As(dsl.Status).Doc("Post status: publish, future, draft, pending, private or trash"),
		dsl.String("timezone").As(dsl.TimeZone).Doc("Time zone in which start and end are read"),
		dsl.Boolean("all_day").As(dsl.AllDay).Default(false).Doc("Whether the event lasts whole days"),
		dsl.String("image").As(dsl.Image).Doc("Featured image: an ID, a URL, or the object of an answer"),
		dsl.Any("cost").As(dsl.Cost).Doc("Cost: a number, a text with a currency symbol, or a list of them"),
		dsl.URL("website").Default(nil).Fallback(calendar, "PageURL").SchemaOrg("url").Doc("Website: the event's own page when empty"),
		dsl.Boolean("show_map").Doc("Whether to show a map"),
		dsl.Boolean("show_map_link").Doc("Whether to show a link to a map"),
		dsl.Boolean("hide_from_listings").As(dsl.HideFromLists).Doc("Keep the event out of lists"),
		dsl.Boolean("sticky").Doc("Keep the event on top in calendar views"),
		dsl.Boolean("featured").Doc("Feature the event on the site"),
		dsl.ManyToMany("categories", "category").Denormalize("start_date").Default(nil).SchemaOrg("keywords").Doc("Categories: IDs, slugs or names; unknown names are created"),
		dsl.ManyToMany("tags", "tag").Denormalize("start_date").Default(nil).SchemaOrg("keywords").Doc("Tags: IDs, slugs or names; unknown names are created"),
		dsl.ManyToMany("venue", "venue").SingleAsObject().Default(nil).SchemaOrg("location").Doc("Venues: IDs, or objects that describe a new venue"),
		dsl.ManyToMany("organizer", "organizer").Default(nil).SchemaOrg("organizer").Doc("Organizers: IDs, or objects that describe a new organizer"),

		dsl.String("post_password").As(dsl.Password).WriteOnly().Nonstandard().Doc("Password that protects the event; empty removes it"),
		dsl.Integer("post_parent").As(dsl.PostParent).References("event").WriteOnly().Nonstandard().Doc("ID of the parent event; 0 for none"),
		dsl.Enum("event_status", "scheduled", "canceled", "postponed").Default("scheduled").Synonym("cancelled", "canceled").OmitDefault().NotCopied().Nonstandard().SchemaOrg("eventStatus").Doc("Whether the event takes place"),
		dsl.String("event_status_reason").OmitDefault().NotCopied().Nonstandard().SchemaOrg("eventStatusReason").Doc("Why the event is canceled or postponed"),
		dsl.Enum("attendance_mode", "offline", "online", "mixed").Default("offline").OmitDefault().Nonstandard().SchemaOrg("eventAttendanceMode").Doc("Whether people meet at a place, online, or both"),
		dsl.String("online_url").Text(dsl.TextHTTPURL).OmitDefault().Nonstandard().SchemaOrg("virtualLocation").Doc("Where to attend the event online"),
		dsl.String("ical_uid").MaxLength(255).WriteOnly().Nonstandard().SchemaOrg("identifier").Doc("UID in calendars: that of the site where the event was imported from"),
		dsl.Any("ticketed").As(dsl.StringList).Extension("ticketed").Nonstandard().Doc("Slugs of the ticket providers; false for none"),
	},

	Params: []dsl.Param{
		dsl.QueryParam("page", dsl.TypeInteger, dsl.OpPage).Default(1).Doc("Page of the archive to return"),
		dsl.QueryParam("per_page", dsl.TypeInteger, dsl.OpPerPage).DefaultComputed("12 in deployment A, 10 in deployment B").Doc("Events a page, 50 at most"),
		dsl.QueryParam("start_date", dsl.TypeString, dsl.OpOnOrAfter).Field("start_date").DefaultMonthsAhead(0).Doc("Events that start on that day of the site's time zone or later, whatever the zone of the event"),
		dsl.QueryParam("end_date", dsl.TypeString, dsl.OpOnOrBefore).Field("end_date").DefaultMonthsAhead(24).Doc("Events that end on that day or earlier"),
		dsl.QueryParam("starts_before", dsl.TypeString, dsl.OpBefore).Field("start_date").Doc("Events that start before the end of that day"),
		dsl.QueryParam("starts_after", dsl.TypeString, dsl.OpAfter).Field("start_date").Doc("Events that start after that day"),
		dsl.QueryParam("ends_before", dsl.TypeString, dsl.OpBefore).Field("end_date").Doc("Events that end before the end of that day"),
		dsl.QueryParam("ends_after", dsl.TypeString, dsl.OpAfter).Field("end_date").Doc("Events that end after that day"),
		dsl.QueryParam("strict_dates", dsl.TypeAny, dsl.OpExactTimes).Default(false).Doc("Whether dates are instants instead of whole days: times in the site's time zone, or with an offset"),
		dsl.QueryParam("search", dsl.TypeString, dsl.OpSearchAnyField).Doc("Words that must all occur in title, description or excerpt"),
		dsl.QueryParam("categories", dsl.TypeIntegers, dsl.OpLinkedTo).Field("categories").References("category").Doc("Events in one of the categories: IDs, slugs or names"),
		dsl.QueryParam("tags", dsl.TypeIntegers, dsl.OpLinkedTo).Field("tags").References("tag").Doc("Events with one of the tags: IDs, slugs or names"),
		dsl.QueryParam("venue", dsl.TypeIntegers, dsl.OpLinkedTo).Field("venue").References("venue").Doc("Events at one of the venues"),
		dsl.QueryParam("organizer", dsl.TypeIntegers, dsl.OpLinkedTo).Field("organizer").References("organizer").Doc("Events of one of the organizers"),
		dsl.QueryParam("featured", dsl.TypeBoolean, dsl.OpBoolEquals).Field("featured").Doc("Only featured events, or only others"),
		dsl.QueryParam("status", dsl.TypeString, dsl.OpStatusIn).Doc("Post statuses, comma-separated: publish, future, draft, pending, private, trash, or any"),
		dsl.QueryParam("geoloc", dsl.TypeBoolean, dsl.OpHasCoordinates).Field("venue").Extension("geoloc").Doc("Whether a venue of the event has coordinates"),
		dsl.QueryParam("geoloc_lat", dsl.TypeNumber, dsl.OpNearLatitude).Field("venue").Extension("geoloc").Doc("Latitude of a point near a venue, together with geoloc_lng"),
		dsl.QueryParam("geoloc_lng", dsl.TypeNumber, dsl.OpNearLongitude).Field("venue").Extension("geoloc").Doc("Longitude of a point near a venue, together with geoloc_lat"),
		dsl.QueryParam("include", dsl.TypeIntegers, dsl.OpInclude).Doc("Only the events with these IDs, whatever their dates"),
		dsl.QueryParam("post_parent", dsl.TypeInteger, dsl.OpChildOf).Field("post_parent").References("event").Doc("Events whose parent is the event with this ID"),
		dsl.QueryParam("ticketed", dsl.TypeBoolean, dsl.OpListNotEmpty).Field("ticketed").Extension("ticketed").Doc("Only events with tickets, or only others"),
		dsl.QueryParam("city", dsl.TypeString, dsl.OpEquals).Field("venue.city").Nonstandard().Doc("Events at a venue in the city, which is spelled as there"),
		dsl.QueryParam("free", dsl.TypeBoolean, dsl.OwnOperation(calendar, "IsFree")).Field("cost").Nonstandard().Label("Free of charge").Doc("Only events that cost nothing, or only those that cost something"),
		dsl.QueryParam("order", dsl.TypeString, dsl.OpSortDirection).Enum("asc", "desc").Nonstandard().Doc("Sort direction"),
		dsl.QueryParam("orderby", dsl.TypeString, dsl.OpOrderBy).Nonstandard().Doc("What to sort by"),
	},

	SortOptions: []dsl.SortOption{
		dsl.SortBy("start_date"), dsl.SortBy("event_date", "start_date"), dsl.SortBy("end_date"), dsl.SortBy("title", "title_sort"),
		dsl.SortBy("date"), dsl.SortBy("modified"), dsl.SortBy("id"), dsl.SortBy("include"),
	},

	Indexes: []dsl.Index{
		// The columns of the usual filters, so that lists are counted from the index
		// alone: for anonymous callers, for users, and through links.  Lists are
		// sorted by wall time and filtered by instants: the first index serves pages,
		// the second serves totals for anonymous callers.
		{Columns: []string{"status", "hide_from_listings", "start_date", "id", "utc_start_date", "utc_end_date", "language", "featured"}},
		{Columns: []string{"status", "hide_from_listings", "utc_start_date", "utc_end_date", "language", "featured"}},
		{Columns: []string{"start_date", "id", "utc_start_date", "utc_end_date", "status", "hide_from_listings"}},
		{Columns: []string{"id", "status", "hide_from_listings", "start_date", "utc_start_date", "utc_end_date", "language", "featured"}},
		{Columns: []string{"end_date", "id"}},
		{Columns: []string{"date", "id"}},
		{Columns: []string{"modified", "id"}},
		{Columns: []string{"duration"}},
		{Columns: []string{"post_parent"}},
		{Columns: []string{"image_id"}},
	},

	AcceptedBreaks: []dsl.AcceptedBreak{
		dsl.AcceptRouteBreak("json_ld.location of online events, which are new, has a VirtualLocation"),
	},

	ResponseFields: "id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url title description excerpt slug image " +
		"all_day start_date start_date_details end_date end_date_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details " +
		"timezone timezone_abbr cost cost_details website show_map show_map_link hide_from_listings sticky featured * " +
		"categories tags venue organizer custom_fields ticketed event_status event_status_reason attendance_mode online_url json_ld",
}
