package resources

import "almanac/resources/dsl"

// calendar is the package with the functions of schedules, costs, schema.org and feeds.
const calendar = "almanac/runtime/calendar"

// postFilters are the filters of venues and organizers.
var postFilters = dsl.Filters(
	dsl.Paging(),
	dsl.SearchOneField().
		Doc("Search title, description, excerpt and custom fields (one of them must contain all words)"),
	dsl.LinkedFrom("event").Doc("Only records linked to the event with this ID"),
	dsl.IsLinked("event").Named("has_events").Doc("true: records with events; false: records without"),
	dsl.HasUpcoming("event").Named("only_with_upcoming").Doc("true: records with upcoming events"),
	dsl.FilterBy("status").
		Doc("Statuses, comma-separated: publish, future, draft, pending, private, trash, or any"),
	dsl.Added(dsl.Sorting()), // Not in the contract.
)

// termFilters are the filters of categories and tags.  Those that one of both has
// stand in the middle.
func termFilters(own ...dsl.Item[dsl.Param]) dsl.Group[dsl.Param] {
	return dsl.Filters(
		dsl.Paging().Doc("Page number", "Terms per page, up to 50"),
		dsl.SearchText().Doc("Search name and slug"),
		dsl.Exclude().Doc("Exclude terms with these IDs"),
		dsl.Include().Doc("Only terms with these IDs"),
		dsl.Sorting().Doc("Sort direction", "Sort by"),
		dsl.HideEmpty().Doc("Hide terms without published events, except parents of terms that have some"),
		dsl.Filters(own...),
		dsl.LinkedFrom("event").Named("post").Doc("Only terms of the event with this ID"),
		dsl.LinkedFrom("event").Doc("Same as post; takes precedence over it"),
		dsl.FilterBy("slug").Doc("Only the term with this slug"),
	)
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
	return []dsl.SortOption{
		dsl.SortBy("date"), dsl.SortBy("title", nameSort), dsl.SortBy("modified"), dsl.SortBy("id"),
	}
}

// termSortOptions are the sort options of categories and tags.
var termSortOptions = []dsl.SortOption{
	dsl.SortBy("name", "name_sort"), dsl.SortBy("id"), dsl.SortBy("slug"), dsl.SortBy("count"),
	dsl.SortBy("description", "description_sort"), dsl.SortBy("parent"), dsl.SortBy("include"),
	dsl.SortBy("none", "id"),
}
