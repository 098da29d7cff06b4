package resources

import "almanac/resources/dsl"

// placeParams are the list parameters that venues and organizers share:
// section 4.3 of the contract.
var placeParams = []dsl.Param{
	dsl.Query("page", dsl.TypeInteger, dsl.Page).Defaults(1).Doc("Page to return"),
	dsl.Query("per_page", dsl.TypeInteger, dsl.PerPage).Computed("12 in deployment A, 10 in deployment B").Doc("Records a page, 50 at most"),
	dsl.Query("search", dsl.TypeString, dsl.SearchOne).Doc("Words that must all occur in one of title, description, excerpt and the custom fields"),
	dsl.Query("event", dsl.TypeInteger, dsl.LinkedFrom).To("event").Doc("Only records linked to the event with this ID"),
	dsl.Query("has_events", dsl.TypeUntyped, dsl.HasLinks).To("event").Doc("Only records with events, or only records without"),
	dsl.Query("only_with_upcoming", dsl.TypeUntyped, dsl.HasUpcoming).To("event").Defaults(false).Doc("Only records with events that start from now on"),
	dsl.Query("status", dsl.TypeString, dsl.StatusIn).Doc("Post statuses, comma-separated: publish, future, draft, pending, private, trash, or any"),
	dsl.Query("order", dsl.TypeString, dsl.Direction).OneOf("asc", "desc").Addition().Doc("Sort direction"),
	dsl.Query("orderby", dsl.TypeString, dsl.OrderBy).Addition().Doc("What to sort by"),
}

// termParams are the list parameters of categories: section 4.5 of the
// contract.  Tags take the same but for parent.
var termParams = []dsl.Param{
	dsl.Query("page", dsl.TypeInteger, dsl.Page).Defaults(1).Doc("Page to return"),
	dsl.Query("per_page", dsl.TypeInteger, dsl.PerPage).Computed("12 in deployment A, 10 in deployment B").Doc("Terms a page, 50 at most"),
	dsl.Query("search", dsl.TypeString, dsl.Contains).Doc("Text that occurs in name or slug"),
	dsl.Query("exclude", dsl.TypeIntegers, dsl.Exclude).Doc("Leave out the terms with these IDs"),
	dsl.Query("include", dsl.TypeIntegers, dsl.Include).Doc("Only the terms with these IDs"),
	dsl.Query("order", dsl.TypeString, dsl.Direction).OneOf("asc", "desc").Doc("Sort direction"),
	dsl.Query("orderby", dsl.TypeString, dsl.OrderBy).Doc("Attribute to sort by"),
	dsl.Query("hide_empty", dsl.TypeBoolean, dsl.HideEmpty).Defaults("1").Doc("Leave out terms without published events; those above one that has some stay"),
	dsl.Query("parent", dsl.TypeInteger, dsl.ChildOf).On("parent").To("category").Doc("Only direct children of this category; 0 for the top level"),
	dsl.Query("post", dsl.TypeInteger, dsl.LinkedFrom).To("event").Doc("Only terms of the event with this ID"),
	dsl.Query("event", dsl.TypeInteger, dsl.LinkedFrom).To("event").Overrides("post").Doc("The same as post, and wins over it"),
	dsl.Query("slug", dsl.TypeString, dsl.SlugIs).Doc("Only the term with this slug"),
}

// without returns params but for the one with the given name.
func without(params []dsl.Param, name string) []dsl.Param {
	var rest []dsl.Param
	for _, p := range params {
		if p.Name != name {
			rest = append(rest, p)
		}
	}
	return rest
}

// postAccess is who may do what with events, venues and organizers: everybody
// with a role above subscriber writes, authors publish, editors see to it all.
var postAccess = dsl.Access{
	Create: dsl.Contributors, EditDrafts: dsl.Contributors,
	Edit: dsl.Authors, Publish: dsl.Authors,
	EditOthers: dsl.Editors, ReadPrivate: dsl.Editors,
}

// placeOrders are the orders of venues and organizers, whose names are in the
// given sort column.
func placeOrders(nameSort string) []dsl.Order {
	return []dsl.Order{dsl.By("date"), dsl.By("title", nameSort), dsl.By("modified"), dsl.By("id")}
}

// termOrders are the orders of categories and tags.
var termOrders = []dsl.Order{
	dsl.By("name", "name_sort"), dsl.By("id"), dsl.By("slug"), dsl.By("count"), dsl.By("description", "description_sort"),
	dsl.By("parent"), dsl.By("include"), dsl.By("none", "id"),
}
