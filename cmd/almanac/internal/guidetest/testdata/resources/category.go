package resources

import "almanac/resources/dsl"

// Category is a label in a tree.
var Category = dsl.Resource{
	Name: "category", Plural: "categories", Kind: dsl.KindTerm, Doc: "Event categories, arranged as a tree.",
	PagePath: "events/category", Taxonomy: "tribe_events_cat", Hierarchical: true,
	CountsRecordsOf: "event", SchemaOrg: termProperties,
	Permissions: dsl.Permissions{
		CreateInline: dsl.RoleContributor, Create: dsl.RoleAuthor, Edit: dsl.RoleAuthor, Delete: dsl.RoleAuthor,
	},

	Fields: dsl.Fields(
		dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Category name"),
		dsl.String("description").Text(dsl.TextEscaped).Sortable().Doc("Description"),
		dsl.String("slug").As(dsl.Slug).Searchable(),
		dsl.Integer("parent").As(dsl.Parent).Doc("ID of the parent category; 0 for none"),

		dsl.Added( // Not in the contract.
			dsl.String("color").Pattern("^(#[0-9A-Fa-f]{6})?$").OmitDefault().
				Doc("Color on pages, such as #1d5c4f; empty for none"),
		),
	),
	Filters: termFilters(
		dsl.FilterBy("parent").Doc("Only direct children of this category; 0 for the top level"),
	),
	SortOptions: termSortOptions,

	Response: dsl.Order(
		"id", "count", "description", "name", "slug", "taxonomy", "parent", "meta", "url", "urls",
	),
}
