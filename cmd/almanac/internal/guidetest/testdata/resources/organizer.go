package resources

import "almanac/resources/dsl"

// Organizer is a person or organization responsible for events.
var Organizer = dsl.Resource{
	Name: "organizer", Plural: "organizers", Kind: dsl.KindPost, Doc: "People and organizations that run events.",
	PagePath: "organizer", Permissions: postPermissions, FindOrCreate: true, OmitEmpty: true,
	SchemaOrgType: dsl.SchemaOrgPerson, SchemaOrg: organizerProperties, Calendar: calendar,

	Fields: dsl.Fields(
		dsl.String("organizer").As(dsl.Name).Required().Default(nil).Searchable().Sortable().Doc("Organizer name"),
		dsl.PostFields("author", "date", "date_utc", "description", "status").Default(nil),
		dsl.String("phone").Default(nil).Searchable().Doc("Phone number"),
		dsl.String("website").Text(dsl.TextHTTPURL).Default(nil).Searchable().Doc("Website URL"),
		dsl.String("email").Default(nil).Searchable().Doc("Email address"),
		dsl.PostFields("image").Default(nil),

		dsl.Added(dsl.PostFields("excerpt")), // Not in the contract.
	),
	Filters:     dsl.Filters(postFilters),
	SortOptions: postSortOptions("organizer_sort"),

	Response: dsl.Order(
		"id", "author", "status", "date", "date_utc", "modified", "modified_utc", "url", "organizer", "description",
		"excerpt", "slug", "image", "*", "json_ld", "global_id", "global_id_lineage",
	),

	Indexes: []dsl.Index{
		dsl.IndexOn("status", "date", "id", "language"), dsl.IndexOn("modified", "id"), dsl.IndexOn("image_id"),
	},
}
