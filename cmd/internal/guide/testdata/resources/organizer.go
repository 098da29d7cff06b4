package resources

import "almanac/resources/dsl"

// Organizer is who holds events: sections 2.3 and 4.4 of the contract.
var Organizer = dsl.Resource{
	Name: "organizer", Plural: "organizers", Kind: dsl.Post,
	Doc:      "People and bodies who hold events.",
	URLPath:  "organizer",
	Schema:   dsl.SchemaPerson,
	Access:   postAccess,
	FindSame: true,
	Sparse:   true,

	Fields: []dsl.Field{
		dsl.String("organizer").As(dsl.Name).Required().NullDefault().Searchable().Sortable().Doc("Organizer name"),
		dsl.Integer("author").As(dsl.Author).NullDefault().Doc("Author ID"),
		dsl.String("date").As(dsl.Published).NullDefault().Doc("Publication date"),
		dsl.String("date_utc").As(dsl.PublishedUTC).NullDefault().Doc("Publication date in UTC"),
		dsl.String("description").HTML().NullDefault().Searchable().Doc("Description"),
		dsl.String("status").As(dsl.Status).NullDefault().Doc("Post status: publish, future, draft, pending, private or trash"),
		dsl.String("phone").NullDefault().Searchable().Doc("Phone number"),
		dsl.String("website").Address().NullDefault().Searchable().Doc("Website URL"),
		dsl.String("email").NullDefault().Searchable().Doc("E-mail address"),
		dsl.String("image").As(dsl.Image).NullDefault().Doc("Featured image: an ID, a URL, or the object of an answer"),

		dsl.String("excerpt").HTML().Searchable().Addition().Doc("Excerpt"),
	},

	Params: placeParams,
	Orders: placeOrders("organizer_sort"),

	Indexes: []dsl.Index{{Columns: []string{"status", "date", "id", "language"}}, {Columns: []string{"modified", "id"}}, {Columns: []string{"image_id"}}},

	Answer: "id author status date date_utc modified modified_utc url organizer description excerpt slug image " +
		"phone website email * json_ld global_id global_id_lineage",
}
