// Package dsl is the language in which resources are described: fields, list
// parameters, links, behaviors, permissions, and what changed since the last
// release.  A description is data.  The package validates it and knows nothing
// of HTTP, SQL or code generation.
//
// Read resource.go first, then field.go and param.go (the builders), and
// evolution.go (changes of released resources).  Resources name each other by
// text, because two Go variables that refer to each other do not compile:
//
//	var Tag = dsl.Resource{
//		Name: "tag", Plural: "tags", Kind: dsl.KindTerm,
//		Fields: []dsl.Field{
//			dsl.String("name").As(dsl.Name).Required().Doc("Tag name"),
//			dsl.String("description").Doc("Description"),
//			dsl.String("slug").As(dsl.Slug).Doc("Slug"),
//		},
//	}
//
// [Validate] returns all errors of a set of resources at once.
package dsl
