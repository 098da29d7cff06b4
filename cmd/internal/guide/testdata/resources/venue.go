package resources

import "almanac/resources/dsl"

// Venue is a place where events happen: sections 2.2 and 4.3 of the contract.
var Venue = dsl.Resource{
	Name: "venue", Plural: "venues", Kind: dsl.Post,
	Doc:      "Places where events happen.",
	URLPath:  "venue",
	Schema:   dsl.SchemaPlace,
	Access:   postAccess,
	FindSame: true,
	Sparse:   true,

	Fields: []dsl.Field{
		dsl.String("venue").As(dsl.Name).Required().Searchable().Sortable().Doc("Venue name"),
		dsl.Integer("author").As(dsl.Author).Doc("Author ID"),
		dsl.String("date").As(dsl.Published).Doc("Publication date"),
		dsl.String("date_utc").As(dsl.PublishedUTC).Doc("Publication date in UTC"),
		dsl.String("description").HTML().NullDefault().Searchable().Doc("Description"),
		dsl.String("status").As(dsl.Status).Doc("Post status: publish, future, draft, pending, private or trash"),
		dsl.String("show_map").Flag(true).NullDefault().Doc("Whether events at the venue show a map"),
		dsl.String("show_map_link").Flag(true).NullDefault().Doc("Whether events at the venue show a link to a map"),
		dsl.String("address").NullDefault().Searchable().Doc("Street address"),
		dsl.String("city").NullDefault().Searchable().Doc("City"),
		dsl.String("country").NullDefault().Searchable().Doc("Country"),
		dsl.String("province").NullDefault().Searchable().Doc("Province"),
		dsl.String("state").NullDefault().Searchable().Doc("State"),
		dsl.String("zip").NullDefault().Searchable().Doc("ZIP or postal code"),
		dsl.String("phone").NullDefault().Searchable().Doc("Phone number"),
		dsl.String("stateprovince").NullDefault().Searchable().Else("StateProvince", "country", "state", "province").Doc("State or province"),
		dsl.String("website").Address().NullDefault().Doc("Website URL"),
		dsl.String("image").As(dsl.Image).NullDefault().Doc("Featured image: an ID, a URL, or the object of an answer"),

		dsl.String("excerpt").HTML().Searchable().Addition().Doc("Excerpt"),
		dsl.Number("geo_lat").Between(-90, 90).Nullable().Of("geoloc").Addition().Doc("Latitude in degrees, -90 to 90"),
		dsl.Number("geo_lng").Between(-180, 180).Nullable().Of("geoloc").Addition().Doc("Longitude in degrees, -180 to 180"),
	},

	Params: placeParams,
	Orders: placeOrders("venue_sort"),

	Indexes: []dsl.Index{
		{Columns: []string{"status", "date", "id", "language"}},
		{Columns: []string{"modified", "id"}},
		{Columns: []string{"image_id"}},
		{Columns: []string{"geo_lat", "geo_lng"}},
	},

	Answer: "id author status date date_utc modified modified_utc url venue description excerpt slug image " +
		"address city country province state zip phone website stateprovince * geo_lat geo_lng json_ld " +
		"show_map show_map_link global_id global_id_lineage",
}
