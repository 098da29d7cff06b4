package resources

import "almanac/resources/dsl"

// Tag is a free label: sections 2.5 and 4.6 of the contract.
var Tag = dsl.Resource{
	Name: "tag", Plural: "tags", Kind: dsl.Term,
	Doc:      "Event tags.",
	URLPath:  "tag",
	Taxonomy: "post_tag",
	Counts:   "event",
	Access: dsl.Access{
		CreateInline: dsl.Contributors, Create: dsl.Editors, Edit: dsl.Editors, Delete: dsl.Editors,
	},

	Fields: []dsl.Field{
		dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Tag name"),
		dsl.String("description").Human().Sortable().Doc("Description"),
		dsl.String("slug").As(dsl.Slug).Searchable().Doc("Slug: made from the name when not sent"),
	},

	Params: without(termParams, "parent"),
	Orders: termOrders,

	Answer: "id count description name slug taxonomy meta url urls *",
}
