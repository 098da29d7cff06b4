package resources

import "almanac/resources/dsl"

// Venue is a place where events happen: sections 2.2 and 4.3 of the contract.
var Venue = dsl.Resource{
	Name: "venue", Plural: "venues", Kind: dsl.KindPost,
	Doc:           "Places where events happen.",
	PagePath:      "venue",
	SchemaOrgType: dsl.SchemaOrgPlace,
	Calendar:      calendar,
	Permissions:   postPermissions,
	FindOrCreate:  true,
	OmitEmpty:     true,

	Fields: []dsl.Field{
		dsl.String("venue").As(dsl.Name).Required().Searchable().Sortable().Doc("Venue name"),
		dsl.Integer("author").As(dsl.Author).Doc("Author ID"),
		dsl.String("date").As(dsl.PublishDate).Doc("Publication date"),
		dsl.String("date_utc").As(dsl.PublishDateUTC).Doc("Publication date in UTC"),
		dsl.String("description").HTML().Default(nil).Searchable().SchemaOrg("description").Doc("Description"),
		dsl.String("status").As(dsl.Status).Doc("Post status: publish, future, draft, pending, private or trash"),
		dsl.String("show_map").StoredAsBool(true).Default(nil).Doc("Whether events at the venue show a map"),
		dsl.String("show_map_link").StoredAsBool(true).Default(nil).SchemaOrg("hasMap").Doc("Whether events at the venue show a link to a map"),
		dsl.String("address").Default(nil).Searchable().SchemaOrg("streetAddress").Doc("Street address"),
		dsl.String("city").Default(nil).Searchable().SchemaOrg("addressLocality").Doc("City"),
		dsl.String("country").Default(nil).Searchable().SchemaOrg("addressCountry").Doc("Country"),
		dsl.String("province").Default(nil).Searchable().Doc("Province"),
		dsl.String("state").Default(nil).Searchable().Doc("State"),
		dsl.String("zip").Default(nil).Searchable().SchemaOrg("postalCode").Doc("ZIP or postal code"),
		dsl.String("phone").Default(nil).Searchable().SchemaOrg("telephone").Doc("Phone number"),
		dsl.String("stateprovince").Default(nil).Searchable().Fallback(calendar, "StateProvince", "country", "state", "province").SchemaOrg("addressRegion").Doc("State or province"),
		dsl.String("website").Text(dsl.TextHTTPURL).Default(nil).SchemaOrg("sameAs").Doc("Website URL"),
		dsl.String("image").As(dsl.Image).Default(nil).Doc("Featured image: an ID, a URL, or the object of an answer"),

		dsl.String("excerpt").HTML().Searchable().Nonstandard().SchemaOrg("disambiguatingDescription").Doc("Excerpt"),
		dsl.Number("geo_lat").Min(-90).Max(90).Nullable().Extension("geoloc").Nonstandard().SchemaOrg("latitude").Doc("Latitude in degrees, -90 to 90"),
		dsl.Number("geo_lng").Min(-180).Max(180).Nullable().Extension("geoloc").Nonstandard().SchemaOrg("longitude").Doc("Longitude in degrees, -180 to 180"),
	},

	Params:      postListParams,
	SortOptions: postSortOptions("venue_sort"),

	Indexes: []dsl.Index{
		{Columns: []string{"status", "date", "id", "language"}},
		{Columns: []string{"modified", "id"}},
		{Columns: []string{"image_id"}},
		{Columns: []string{"geo_lat", "geo_lng"}},
	},

	ResponseFields: "id author status date date_utc modified modified_utc url venue description excerpt slug image " +
		"address city country province state zip phone website stateprovince * geo_lat geo_lng json_ld " +
		"show_map show_map_link global_id global_id_lineage",
}
