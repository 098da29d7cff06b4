// Package dsl is the language in which resources are described: fields, list
// parameters, links, behaviors, permissions, and what changed since the last
// release.  A description is data.  The package validates it and knows nothing
// of HTTP, SQL or code generation.
//
// Read resource.go first, then field.go, filter.go and group.go (the builders), texts.go
// (what people read), and evolution.go (changes of released resources).  Resources name
// each other by text, because two Go variables that refer to each other do not compile:
//
//	var Tag = dsl.Resource{
//		Name: "tag", Plural: "tags", Kind: dsl.KindTerm, Doc: "Tags.", PagePath: "tag", Taxonomy: "tag",
//		Fields: dsl.Fields(
//			dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Tag name"),
//			dsl.String("description").Doc("Description"),
//			dsl.String("slug").As(dsl.Slug).Doc("Slug"),
//		),
//		Filters: dsl.Filters(
//			dsl.FilterBy("slug").Doc("Only the tag with this slug"),
//		),
//		SortOptions: []dsl.SortOption{dsl.SortBy("name", "name_sort")},
//	}
//
// Each word says what it means, where it may stand and how it looks.  [API.Complete] adds
// what follows from a description, such as the type of a filter from its field;
// [Validate] returns all errors of a set of resources at once.
package dsl
