package resources

import "almanac/resources/dsl"

// Event is something that happens at a time: sections 2.1 and 4.2 of the contract.
var Event = dsl.Resource{
	Name: "event", Plural: "events", Kind: dsl.Post,
	Doc:     "Calendar events.",
	URLPath: "event",
	Schema:  dsl.SchemaEvent,
	Access:  postAccess,

	Fields: []dsl.Field{
		dsl.String("title").As(dsl.Name).Required().Searchable().Sortable().Doc("Event title"),
		dsl.DateTime("start_date").As(dsl.Start).Required().Doc("Start date and time"),
		dsl.DateTime("end_date").As(dsl.End).Required().Doc("End date and time"),
		dsl.Integer("author").As(dsl.Author).Doc("Author ID"),
		dsl.String("date").As(dsl.Published).Doc("Publication date"),
		dsl.String("date_utc").As(dsl.PublishedUTC).Doc("Publication date in UTC"),
		dsl.String("description").HTML().Searchable().Doc("Description"),
		dsl.String("slug").As(dsl.Slug).Doc("Slug: made from the title when not sent"),
		dsl.String("excerpt").HTML().Searchable().Doc("Excerpt"),
		dsl.String("status").As(dsl.Status).Doc("Post status: publish, future, draft, pending, private or trash"),
		dsl.String("timezone").As(dsl.TimeZone).Doc("Time zone in which start and end are read"),
		dsl.Boolean("all_day").As(dsl.AllDay).Defaults(false).Doc("Whether the event lasts whole days"),
		dsl.String("image").As(dsl.Image).Doc("Featured image: an ID, a URL, or the object of an answer"),
		dsl.Untyped("cost").As(dsl.Money).Doc("Cost: a number, a text with a currency symbol, or a list of them"),
		dsl.URL("website").NullDefault().Else("PageURL").Doc("Website: the event's own page when empty"),
		dsl.Boolean("show_map").Doc("Whether to show a map"),
		dsl.Boolean("show_map_link").Doc("Whether to show a link to a map"),
		dsl.Boolean("hide_from_listings").As(dsl.Unlisted).Doc("Keep the event out of lists"),
		dsl.Boolean("sticky").Doc("Keep the event on top in calendar views"),
		dsl.Boolean("featured").Doc("Feature the event on the site"),
		dsl.Refs("categories", "category").Carries("start_date").NullDefault().Doc("Categories: IDs, slugs or names; unknown names are created"),
		dsl.Refs("tags", "tag").Carries("start_date").NullDefault().Doc("Tags: IDs, slugs or names; unknown names are created"),
		dsl.Refs("venue", "venue").AloneAsObject().NullDefault().Doc("Venues: IDs, or objects that describe a new venue"),
		dsl.Refs("organizer", "organizer").NullDefault().Doc("Organizers: IDs, or objects that describe a new organizer"),

		dsl.String("post_password").As(dsl.Password).WriteOnly().Addition().Doc("Password that protects the event; empty removes it"),
		dsl.Integer("post_parent").As(dsl.PostParent).To("event").WriteOnly().Addition().Doc("ID of the parent event; 0 for none"),
		dsl.Untyped("ticketed").As(dsl.List).Of("ticketed").Addition().Doc("Slugs of the ticket providers; false for none"),
	},

	Params: []dsl.Param{
		dsl.Query("page", dsl.TypeInteger, dsl.Page).Defaults(1).Doc("Page of the archive to return"),
		dsl.Query("per_page", dsl.TypeInteger, dsl.PerPage).Computed("12 in deployment A, 10 in deployment B").Doc("Events a page, 50 at most"),
		dsl.Query("start_date", dsl.TypeString, dsl.From).On("start_date").Computed("today 00:00:00 in the time zone of the site; now with strict_dates").Doc("Events that start on that day of the site's time zone or later, whatever the zone of the event"),
		dsl.Query("end_date", dsl.TypeString, dsl.Until).On("end_date").Computed("24 months from today 23:59:59; from now with strict_dates").Doc("Events that end on that day or earlier"),
		dsl.Query("starts_before", dsl.TypeString, dsl.Before).On("start_date").Doc("Events that start before the end of that day"),
		dsl.Query("starts_after", dsl.TypeString, dsl.After).On("start_date").Doc("Events that start after that day"),
		dsl.Query("ends_before", dsl.TypeString, dsl.Before).On("end_date").Doc("Events that end before the end of that day"),
		dsl.Query("ends_after", dsl.TypeString, dsl.After).On("end_date").Doc("Events that end after that day"),
		dsl.Query("strict_dates", dsl.TypeUntyped, dsl.StrictDates).Defaults(false).Doc("Whether dates are instants instead of whole days: times in the site's time zone, or with an offset"),
		dsl.Query("search", dsl.TypeString, dsl.SearchAll).Doc("Words that must all occur in title, description or excerpt"),
		dsl.Query("categories", dsl.TypeIntegers, dsl.LinkedTo).On("categories").To("category").Doc("Events in one of the categories: IDs, slugs or names"),
		dsl.Query("tags", dsl.TypeIntegers, dsl.LinkedTo).On("tags").To("tag").Doc("Events with one of the tags: IDs, slugs or names"),
		dsl.Query("venue", dsl.TypeIntegers, dsl.LinkedTo).On("venue").To("venue").Doc("Events at one of the venues"),
		dsl.Query("organizer", dsl.TypeIntegers, dsl.LinkedTo).On("organizer").To("organizer").Doc("Events of one of the organizers"),
		dsl.Query("featured", dsl.TypeBoolean, dsl.Is).On("featured").Doc("Only featured events, or only others"),
		dsl.Query("status", dsl.TypeString, dsl.StatusIn).Doc("Post statuses, comma-separated: publish, future, draft, pending, private, trash, or any"),
		dsl.Query("geoloc", dsl.TypeBoolean, dsl.Located).On("venue").Of("geoloc").Doc("Whether a venue of the event has coordinates"),
		dsl.Query("geoloc_lat", dsl.TypeNumber, dsl.NearLatitude).On("venue").Of("geoloc").Doc("Latitude of a point near a venue, together with geoloc_lng"),
		dsl.Query("geoloc_lng", dsl.TypeNumber, dsl.NearLongitude).On("venue").Of("geoloc").Doc("Longitude of a point near a venue, together with geoloc_lat"),
		dsl.Query("include", dsl.TypeIntegers, dsl.Include).Doc("Only the events with these IDs, whatever their dates"),
		dsl.Query("post_parent", dsl.TypeInteger, dsl.ChildOf).On("post_parent").To("event").Doc("Events whose parent is the event with this ID"),
		dsl.Query("ticketed", dsl.TypeBoolean, dsl.HasAny).On("ticketed").Of("ticketed").Doc("Only events with tickets, or only others"),
		dsl.Query("order", dsl.TypeString, dsl.Direction).OneOf("asc", "desc").Addition().Doc("Sort direction"),
		dsl.Query("orderby", dsl.TypeString, dsl.OrderBy).Addition().Doc("What to sort by"),
	},

	Orders: []dsl.Order{
		dsl.By("start_date"), dsl.By("event_date", "start_date"), dsl.By("end_date"), dsl.By("title", "title_sort"),
		dsl.By("date"), dsl.By("modified"), dsl.By("id"), dsl.By("include"),
	},

	Indexes: []dsl.Index{
		// What lists are filtered by as a rule, so that they are counted without
		// reading records: as visitors see them, as others do, and through links.
		// Lists are sorted by local time and compared by instants: pages begin with
		// the first, totals of what visitors see with the second.
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

	Answer: "id global_id global_id_lineage author status date date_utc modified modified_utc url rest_url title description excerpt slug image " +
		"all_day start_date start_date_details end_date end_date_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details " +
		"timezone timezone_abbr cost cost_details website show_map show_map_link hide_from_listings sticky featured * " +
		"categories tags venue organizer custom_fields ticketed json_ld",
}
