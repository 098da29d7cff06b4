package resources

import "almanac/resources/dsl"

// Category is a label in a tree: sections 2.4 and 4.5 of the contract.
var Category = dsl.Resource{
	Name: "category", Plural: "categories", Kind: dsl.Term,
	Doc:      "Event categories, which form a tree.",
	URLPath:  "events/category",
	Taxonomy: "tribe_events_cat",
	Nested:   true,
	Counts:   "event",
	Access: dsl.Access{
		CreateInline: dsl.Contributors, Create: dsl.Authors, Edit: dsl.Authors, Delete: dsl.Authors,
	},

	Fields: []dsl.Field{
		dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Category name"),
		dsl.String("description").Human().Sortable().Doc("Description"),
		dsl.String("slug").As(dsl.Slug).Searchable().Doc("Slug: made from the name when not sent"),
		dsl.Integer("parent").As(dsl.Parent).To("category").Doc("ID of the parent category; 0 for none"),
	},

	Params: termParams,
	Orders: termOrders,

	Answer: "id count description name slug taxonomy parent meta url urls *",
}
