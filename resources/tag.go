package resources

import "almanac/resources/dsl"

// Tag is a free label.
var Tag = dsl.Resource{
	Name: "tag", Plural: "tags", Kind: dsl.KindTerm, Doc: "Event tags.",
	PagePath: "tag", Taxonomy: "post_tag", CountsRecordsOf: "event", SchemaOrg: termProperties,
	Permissions: dsl.Permissions{
		CreateInline: dsl.RoleContributor, Create: dsl.RoleEditor, Edit: dsl.RoleEditor, Delete: dsl.RoleEditor,
	},

	Fields: dsl.Fields(
		dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Tag name"),
		dsl.String("description").Text(dsl.TextEscaped).Sortable().Doc("Description"),
		dsl.String("slug").As(dsl.Slug).Searchable(),
	),
	Filters:     termFilters(),
	SortOptions: termSortOptions,

	Response: dsl.Order("id", "count", "description", "name", "slug", "taxonomy", "meta", "url", "urls"),
}
