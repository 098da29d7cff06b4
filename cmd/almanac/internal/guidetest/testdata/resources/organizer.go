package resources

import "almanac/resources/dsl"

// Organizer is a person or organization responsible for events: sections 2.3 and 4.4 of the contract.
var Organizer = dsl.Resource{
	Name: "organizer", Plural: "organizers", Kind: dsl.KindPost,
	Doc:           "People and bodies who hold events.",
	PagePath:      "organizer",
	SchemaOrgType: dsl.SchemaOrgPerson,
	Calendar:      calendar,
	Permissions:   postPermissions,
	FindOrCreate:  true,
	OmitEmpty:     true,

	Fields: []dsl.Field{
		dsl.String("organizer").As(dsl.Name).Required().Default(nil).Searchable().Sortable().Doc("Organizer name"),
		dsl.Integer("author").As(dsl.Author).Default(nil).Doc("Author ID"),
		dsl.String("date").As(dsl.PublishDate).Default(nil).Doc("Publication date"),
		dsl.String("date_utc").As(dsl.PublishDateUTC).Default(nil).Doc("Publication date in UTC"),
		dsl.String("description").HTML().Default(nil).Searchable().SchemaOrg("description").Doc("Description"),
		dsl.String("status").As(dsl.Status).Default(nil).Doc("Post status: publish, future, draft, pending, private or trash"),
		dsl.String("phone").Default(nil).Searchable().SchemaOrg("telephone").Doc("Phone number"),
		dsl.String("website").Text(dsl.TextHTTPURL).Default(nil).Searchable().SchemaOrg("sameAs").Doc("Website URL"),
		dsl.String("email").Default(nil).Searchable().SchemaOrg("email").Doc("E-mail address"),
		dsl.String("image").As(dsl.Image).Default(nil).Doc("Featured image: an ID, a URL, or the object of an answer"),

		dsl.String("excerpt").HTML().Searchable().Nonstandard().SchemaOrg("disambiguatingDescription").Doc("Excerpt"),
	},

	Params:      postListParams,
	SortOptions: postSortOptions("organizer_sort"),

	Indexes: []dsl.Index{{Columns: []string{"status", "date", "id", "language"}}, {Columns: []string{"modified", "id"}}, {Columns: []string{"image_id"}}},

	ResponseFields: "id author status date date_utc modified modified_utc url organizer description excerpt slug image " +
		"phone website email * json_ld global_id global_id_lineage",
}
