package resources

import "almanac/resources/dsl"

// calendar is the package with the functions of schedules, costs, schema.org and feeds.
const calendar = "almanac/runtime/calendar"

// postListParams are the list parameters of venues and organizers: section 4.3
// of the contract.
var postListParams = []dsl.Param{
	dsl.QueryParam("page", dsl.TypeInteger, dsl.OpPage).Default(1).Doc("Page to return"),
	dsl.QueryParam("per_page", dsl.TypeInteger, dsl.OpPerPage).DefaultComputed("12 in deployment A, 10 in deployment B").Doc("Records a page, 50 at most"),
	dsl.QueryParam("search", dsl.TypeString, dsl.OpSearchOneField).Doc("Words that must all occur in one of title, description, excerpt and the custom fields"),
	dsl.QueryParam("event", dsl.TypeInteger, dsl.OpLinkedFrom).References("event").Doc("Only records linked to the event with this ID"),
	dsl.QueryParam("has_events", dsl.TypeAny, dsl.OpIsLinked).References("event").Doc("Only records with events, or only records without"),
	dsl.QueryParam("only_with_upcoming", dsl.TypeAny, dsl.OpHasUpcoming).References("event").Default(false).Doc("Only records with events that start from now on"),
	dsl.QueryParam("status", dsl.TypeString, dsl.OpStatusIn).Doc("Post statuses, comma-separated: publish, future, draft, pending, private, trash, or any"),
	dsl.QueryParam("order", dsl.TypeString, dsl.OpSortDirection).Enum("asc", "desc").Nonstandard().Doc("Sort direction"),
	dsl.QueryParam("orderby", dsl.TypeString, dsl.OpOrderBy).Nonstandard().Doc("What to sort by"),
}

// termParams are the list parameters of categories: section 4.5 of the
// contract.  Tags have the same without parent.
var termParams = []dsl.Param{
	dsl.QueryParam("page", dsl.TypeInteger, dsl.OpPage).Default(1).Doc("Page to return"),
	dsl.QueryParam("per_page", dsl.TypeInteger, dsl.OpPerPage).DefaultComputed("12 in deployment A, 10 in deployment B").Doc("Terms a page, 50 at most"),
	dsl.QueryParam("search", dsl.TypeString, dsl.OpContains).Doc("Text that occurs in name or slug"),
	dsl.QueryParam("exclude", dsl.TypeIntegers, dsl.OpExclude).Doc("Leave out the terms with these IDs"),
	dsl.QueryParam("include", dsl.TypeIntegers, dsl.OpInclude).Doc("Only the terms with these IDs"),
	dsl.QueryParam("order", dsl.TypeString, dsl.OpSortDirection).Enum("asc", "desc").Doc("Sort direction"),
	dsl.QueryParam("orderby", dsl.TypeString, dsl.OpOrderBy).Doc("Attribute to sort by"),
	dsl.QueryParam("hide_empty", dsl.TypeBoolean, dsl.OpHideEmpty).Default("1").Doc("Leave out terms without published events; those above one that has some stay"),
	dsl.QueryParam("parent", dsl.TypeInteger, dsl.OpChildOf).Field("parent").References("category").Doc("Only direct children of this category; 0 for the top level"),
	dsl.QueryParam("post", dsl.TypeInteger, dsl.OpLinkedFrom).References("event").Doc("Only terms of the event with this ID"),
	dsl.QueryParam("event", dsl.TypeInteger, dsl.OpLinkedFrom).References("event").Overrides("post").Doc("The same as post, and wins over it"),
	dsl.QueryParam("slug", dsl.TypeString, dsl.OpSlugEquals).Doc("Only the term with this slug"),
}

// withoutParams returns params without the one with the name.
func withoutParams(params []dsl.Param, name string) []dsl.Param {
	var rest []dsl.Param
	for _, p := range params {
		if p.Spec().Name != name {
			rest = append(rest, p)
		}
	}
	return rest
}

// postPermissions are the permissions of events, venues and organizers:
// contributors write drafts, authors publish, editors edit all records.
var postPermissions = dsl.Permissions{
	Create: dsl.RoleContributor, EditDrafts: dsl.RoleContributor,
	Edit: dsl.RoleAuthor, Publish: dsl.RoleAuthor,
	EditOthers: dsl.RoleEditor, ReadPrivate: dsl.RoleEditor,
}

// postSortOptions returns the sort options of venues and organizers, whose name
// has the given sort column.
func postSortOptions(nameSort string) []dsl.SortOption {
	return []dsl.SortOption{dsl.SortBy("date"), dsl.SortBy("title", nameSort), dsl.SortBy("modified"), dsl.SortBy("id")}
}

// termSortOptions are the sort options of categories and tags.
var termSortOptions = []dsl.SortOption{
	dsl.SortBy("name", "name_sort"), dsl.SortBy("id"), dsl.SortBy("slug"), dsl.SortBy("count"), dsl.SortBy("description", "description_sort"),
	dsl.SortBy("parent"), dsl.SortBy("include"), dsl.SortBy("none", "id"),
}
