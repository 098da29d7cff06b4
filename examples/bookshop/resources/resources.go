// Package resources describes a bookshop.
package resources

import "almanac/resources/dsl"

var API = dsl.API{Namespace: "bookshop", Version: 1, Translations: dsl.Translations{"de": german}}

// german are the texts of the desk about books, others are made of names ("Neu: Order"), and what hooks refuse.
var german = map[string]string{
	"Book": "Buch", "Books": "Bücher", "New book": "Neues Buch",
	"An order without a total cannot be paid.": "Eine Bestellung ohne Summe kann nicht bezahlt werden.",
	"%s must not be a day that is over.":       "%s darf nicht in der Vergangenheit liegen.",
}

var All = []dsl.Resource{Book, Author, Shelf, Order}

// Book is what the shop sells.
var Book = dsl.Resource{
	Name: "book", Plural: "books", Kind: dsl.KindPost, Doc: "Books in the shop.", PagePath: "book",
	Fields: dsl.Fields(
		dsl.String("title").As(dsl.Name).Required().Searchable().Sortable().Doc("Title"),
		dsl.String("status").As(dsl.Status).Doc("Status: publish, future, draft, pending, private or trash"),
		dsl.String("summary").HTML().Searchable().RenamedFrom("description").Doc("Summary"),
		dsl.String("isbn").MaxLength(13).Pattern("^97[89][0-9]{10}$").Unique().Doc("ISBN, 13 digits"),
		dsl.Money("price", "EUR", "USD").Required().Min(0).Doc("Price"),
		dsl.Date("published_on").Nullable().Doc("Publication date"),
		dsl.ManyToMany("authors", "author").Doc("Authors, by ID; an object without an ID creates an author"),
		dsl.ManyToMany("shelves", "shelf").Doc("Shelves, by ID, slug or name"),
	),
	Filters: dsl.Filters(
		dsl.SearchAnyField().Doc("Search all text (all words must match)"),
		dsl.FilterBy("authors").Named("author").Doc("Books by any of these authors"),
		dsl.FilterBy("shelves").Named("shelf").Doc("Books on any of these shelves"),
		dsl.AtMost("price").Named("price_max").RenamedFrom("price_to").AcceptOldName().
			Doc("Books up to this price"),
	),
	SortOptions: []dsl.SortOption{dsl.SortBy("title", "title_sort"), dsl.SortBy("published_on"), dsl.SortBy("id")},
	Response:    dsl.Order("id", "status", "modified_utc", "url", "rest_url", "slug"),
	AcceptedBreaks: []dsl.AcceptedBreak{
		dsl.AcceptFieldBreak("summary", "a description is something else to booksellers"),
	},
}

// Author writes books.
var Author = dsl.Resource{
	Name: "author", Plural: "authors", Kind: dsl.KindRecord, Doc: "Authors of books.",
	Permissions: dsl.Permissions{Read: dsl.RoleVisitor},
	Fields: dsl.Fields(
		dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Name"),
		dsl.Number("birth_year").Nullable().Min(1).Max(2100).RenamedFrom("born").AcceptOldName().Doc("Year of birth"),
		dsl.Money("reading_fee", "EUR", "USD").Nullable().Min(0).Secret().Doc("Fee for a reading"),
	),
	Filters:        dsl.Filters(dsl.SearchAnyField().Doc("Search names")),
	SortOptions:    []dsl.SortOption{dsl.SortBy("name", "name_sort"), dsl.SortBy("id")},
	AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptFieldBreak("birth_year", "writes take the old name")},
}

// Shelf is where books stand; shelves stand in others.
var Shelf = dsl.Resource{
	Name: "shelf", Plural: "shelves", Kind: dsl.KindTerm, Doc: "Shelves, arranged as a tree.",
	Hierarchical: true, PagePath: "shelf", Taxonomy: "shelf",
	Fields: dsl.Fields(
		dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Name"),
		dsl.Integer("parent").As(dsl.Parent).Doc("ID of the parent shelf; 0 for none"),
	),
	SortOptions: []dsl.SortOption{dsl.SortBy("name", "name_sort"), dsl.SortBy("count"), dsl.SortBy("id")},
	Response:    dsl.Order("id", "name", "slug", "parent", "count"),
}

// Order is what a customer wants. Everybody who signs in orders and reads own orders, staff changes own, editors all.
var Order = dsl.Resource{
	Name: "order", Plural: "orders", Kind: dsl.KindRecord, Doc: "Orders of customers.",
	Permissions: dsl.Permissions{
		Create: dsl.RoleSubscriber, Read: dsl.RoleEditor, EditOwn: dsl.RoleContributor,
		Edit: dsl.RoleEditor, Delete: dsl.RoleAdministrator,
	},
	Fields: dsl.Fields(
		dsl.String("customer").Required().Searchable().Doc("Name of the customer"),
		dsl.Integer("account").As(dsl.Owner).Doc("User who ordered"),
		dsl.Enum("status", "open", "paid", "sent").Default("open").Transitions("open>paid", "paid>sent").ByActions().
			Doc("Status of the order"),
		dsl.Date("wanted_on").Nullable().Doc("Requested delivery date"),
		dsl.Money("total", "EUR", "USD").Nullable().Min(0).Doc("Total price"),
		dsl.ManyToMany("books", "book").Required().Doc("Books"),
		dsl.String("note").Searchable().Doc("Note"),
		dsl.ManyToOne("signed_by", "author").Doc("Author who signs the books"),
		dsl.Timestamp("packed_at").Nullable().Doc("Time of packing"),
	),
	Filters: dsl.Filters(
		dsl.In("status").Doc("Orders with any of these statuses"),
		dsl.FilterBy("account").Doc("Orders of this user"),
		dsl.SearchAnyField().Doc("Search customer and note"),
		dsl.OwnFilter("late", dsl.TypeBoolean, "bookshop/filters", "Late").Field("wanted_on").
			Doc("true: overdue orders; false: all others"),
	),
	SortOptions: []dsl.SortOption{dsl.SortBy("id"), dsl.SortBy("wanted_on")},
	Actions: []dsl.Action{
		dsl.NewAction("pay").Sets("status", "paid").Input("note").Allow(dsl.RoleEditor).Label("Mark as paid").
			Doc("Marks an order as paid."),
		dsl.NewAction("send").Sets("status", "sent").Input("packed_at").Label("Mark as sent").
			Doc("Marks an order as sent."),
	},
	AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptFieldBreak("status", "clients of the shop pay by the action")},
}
