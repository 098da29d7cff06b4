package resources

import "almanac/resources/dsl"

// Venue is a place where events happen.
var Venue = dsl.Resource{
	Name: "venue", Plural: "venues", Kind: dsl.KindPost, Doc: "Places where events happen.",
	PagePath: "venue", Permissions: postPermissions, FindOrCreate: true, OmitEmpty: true,
	SchemaOrgType: dsl.SchemaOrgPlace, SchemaOrg: venueProperties, Calendar: calendar,

	Fields: dsl.Fields(
		dsl.String("venue").As(dsl.Name).Required().Searchable().Sortable().Doc("Venue name"),
		dsl.PostFields("author", "date", "date_utc"),
		dsl.PostFields("description").Default(nil),
		dsl.PostFields("status"),
		dsl.String("show_map").StoredAsBool(true).Default(nil).Doc("Whether events at the venue show a map"),
		dsl.String("show_map_link").StoredAsBool(true).Default(nil).
			Doc("Whether events at the venue show a link to a map"),
		dsl.String("address").Default(nil).Searchable().Doc("Street address"),
		dsl.String("city").Default(nil).Searchable().Doc("City"),
		dsl.String("country").Default(nil).Searchable().Doc("Country"),
		dsl.String("province").Default(nil).Searchable().Doc("Province"),
		dsl.String("state").Default(nil).Searchable().Doc("State"),
		dsl.String("zip").Default(nil).Searchable().Doc("ZIP or postal code"),
		dsl.String("phone").Default(nil).Searchable().Doc("Phone number"),
		dsl.String("stateprovince").Default(nil).Searchable().
			Fallback(calendar, "StateProvince", "country", "state", "province").Doc("State or province"),
		dsl.String("website").Text(dsl.TextHTTPURL).Default(nil).Doc("Website URL"),
		dsl.PostFields("image").Default(nil),

		dsl.Added( // Not in the contract.
			dsl.PostFields("excerpt"),
			dsl.Number("geo_lat").Min(-90).Max(90).Nullable().Extension("geoloc").Doc("Latitude in degrees, -90 to 90"),
			dsl.Number("geo_lng").Min(-180).Max(180).Nullable().Extension("geoloc").
				Doc("Longitude in degrees, -180 to 180"),
		),
	),
	Filters:     dsl.Filters(postFilters),
	SortOptions: postSortOptions("venue_sort"),

	Response: dsl.Order(
		"id", "author", "status", "date", "date_utc", "modified", "modified_utc", "url", "venue", "description",
		"excerpt", "slug", "image", "*", "website", "stateprovince", "geo_lat", "geo_lng", "json_ld",
		"show_map", "show_map_link", "global_id", "global_id_lineage",
	),

	Indexes: []dsl.Index{
		dsl.IndexOn("status", "date", "id", "language"), dsl.IndexOn("modified", "id"), dsl.IndexOn("image_id"),
		dsl.IndexOn("geo_lat", "geo_lng"), dsl.IndexOn("city"),
	},
}
