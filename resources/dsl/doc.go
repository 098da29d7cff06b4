// Package dsl is the vocabulary in which resources are described: fields, list
// parameters, links, behaviours and the kinds of record they belong to.  It
// only holds data and checks it; it knows nothing of HTTP, SQL or Go code
// generation, so that a description can be read by any of them.
//
// A description is plain values.  Resources name each other by text, because
// two Go variables that refer to one another do not compile:
//
//	var Tag = dsl.Resource{
//		Name: "tag", Plural: "tags", Kind: dsl.Term,
//		Fields: []dsl.Field{
//			dsl.String("name").As(dsl.Name).Required().Doc("Tag name"),
//			dsl.String("description").Doc("Description"),
//			dsl.String("slug").As(dsl.Slug).Doc("Slug"),
//		},
//	}
//
// Validate reports everything that is wrong with a set of resources at once.
package dsl
