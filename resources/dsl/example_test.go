package dsl_test

import (
	"fmt"

	"almanac/resources/dsl"
)

// A resource is data: one line for each field and parameter.
func ExampleResource() {
	tag := dsl.Resource{
		Name: "tag", Plural: "tags", Kind: dsl.KindTerm,
		Doc:      "Event tags.",
		PagePath: "tag",
		Taxonomy: "post_tag",
		Fields: []dsl.Field{
			dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Tag name"),
			dsl.String("description").Doc("Description"),
		},
		Params: []dsl.Param{
			dsl.QueryParam("search", dsl.TypeString, dsl.OpContains).Doc("Text that occurs in the name"),
		},
		SortOptions:    []dsl.SortOption{dsl.SortBy("name", "name_sort"), dsl.SortBy("id")},
		ResponseFields: "id name description slug *",
	}
	fmt.Println(dsl.Validate([]dsl.Resource{tag}))
	// Output: <nil>
}

// Validate reports all errors at once.
func ExampleValidate() {
	tag := dsl.Resource{
		Name: "tag", Plural: "tags", Kind: dsl.KindTerm, Doc: "Event tags.", PagePath: "tag", Taxonomy: "post_tag", ResponseFields: "*",
		Fields: []dsl.Field{
			dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Tag name"),
			dsl.String("version").Doc("Version"),
			dsl.String("slug").As(dsl.Slug),
			dsl.String("slug").As(dsl.Slug).Doc("Slug"),
		},
		SortOptions: []dsl.SortOption{dsl.SortBy("id")},
	}
	fmt.Println(dsl.Validate([]dsl.Resource{tag}))
	// Output:
	// resources/dsl/example_test.go:36: resource "tag": field "version" has the name of a column that every record has; choose another
	// resources/dsl/example_test.go:37: resource "tag": field "slug" has no Doc; describe it in one line
	// resources/dsl/example_test.go:38: resource "tag": field "slug" is described twice; rename or remove one
	// resources/dsl/example_test.go:38: resource "tag": field "slug": another field has the behavior "slug"; remove one
}

// A field starts with its type; each method returns a changed copy.
func ExampleString() {
	plain := dsl.String("city")
	city := plain.Default(nil).Searchable().Doc("City").Spec()
	fmt.Println(city.Name, city.Type, city.Default.Kind == dsl.DefaultNull, city.Searchable, city.Doc)
	fmt.Println(plain.Spec().Searchable)
	// Output:
	// city string true true City
	// false
}

// A link names its target by text, so that two resources can name each other.
func ExampleManyToMany() {
	venue := dsl.ManyToMany("venue", "venue").SingleAsObject().Doc("Venues").Spec()
	fmt.Println(venue.Type, venue.Behavior, venue.Target)
	// Output: array of integer link venue
}

// Answers show the one record, or null.
func ExampleManyToOne() {
	publisher := dsl.ManyToOne("publisher", "publisher").Doc("Publisher").Spec()
	fmt.Println(publisher.Type, publisher.Behavior, publisher.IsToOne())
	// Output: integer link true
}

// A behavior gives a field a built-in meaning.
func ExampleField_As() {
	title := dsl.String("title").As(dsl.Name).Required().Spec()
	fmt.Println(title.Behavior, title.Text, title.Required)
	// Output: name escaped true
}

// Fallback names a function of runtime that computes the shown value of an empty
// field.
func ExampleField_Fallback() {
	state := dsl.String("stateprovince").Fallback("almanac/runtime/calendar", "StateProvince", "country", "state", "province").Spec()
	fmt.Println(state.Fallback.Func, state.Fallback.Fields)
	// Output: StateProvince [country state province]
}

// A list parameter has an operation and, for most operations, a field.
func ExampleQueryParam() {
	before := dsl.QueryParam("starts_before", dsl.TypeString, dsl.OpBefore).Field("start_date").Spec()
	category := dsl.QueryParam("categories", dsl.TypeIntegers, dsl.OpLinkedTo).Field("categories").References("category").Spec()
	page := dsl.QueryParam("page", dsl.TypeInteger, dsl.OpPage).Default(1).Spec()
	fmt.Println(before.Operation, before.Field)
	fmt.Println(category.Operation, category.Field, category.Target)
	fmt.Println(page.Operation, page.Default.Value)
	// Output:
	// Before start_date
	// LinkedTo categories category
	// Page 1
}

// A sort option has the value that clients send and the column that is compared.
func ExampleSortBy() {
	id, name := dsl.SortBy("id"), dsl.SortBy("name", "name_sort")
	fmt.Println(id.Name, id.Column, name.Name, name.Column)
	// Output: id id name name_sort
}

// FieldWithBehavior finds the field with a built-in meaning.
func ExampleResource_FieldWithBehavior() {
	r := dsl.Resource{Fields: []dsl.Field{dsl.String("venue").As(dsl.Name), dsl.String("city")}}
	name, ok := r.FieldWithBehavior(dsl.Name)
	fmt.Println(name.Name, ok)
	_, ok = r.FieldWithBehavior(dsl.Slug)
	fmt.Println(ok)
	// Output:
	// venue true
	// false
}

// RenamedFrom keeps the data of a renamed field.
func ExampleField_RenamedFrom() {
	town := dsl.String("town").RenamedFrom("city").Spec()
	fmt.Println(town.Name, town.RenamedFrom)
	// Output: town city
}

// DropField removes a field and its data, with the reason.
func ExampleDropField() {
	r := dsl.Resource{Name: "venue", Drops: []dsl.DroppedField{dsl.DropField("fax", "not used")}}
	fmt.Println(r.Drops[0].Field, r.Drops[0].Reason)
	dropped := dsl.DropResource("poster", "posters are images now")
	fmt.Println(dropped.Name, dropped.Kind, dropped.Doc)
	// Output:
	// fax not used
	// poster dropped posters are images now
}

// Deprecated announces the removal of a field.
func ExampleField_Deprecated() {
	fax := dsl.String("fax").Deprecated("2026-03-01", "use phone").Spec()
	fmt.Println(fax.Deprecation.Since, fax.Deprecation.Replacement)
	// Output: 2026-03-01 use phone
}

// AcceptParamBreak accepts a breaking change of a list parameter.
func ExampleAcceptParamBreak() {
	r := dsl.Resource{Name: "venue", AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptParamBreak("fax", "no client sends it")}}
	fmt.Println(r.AcceptedBreaks[0].Part, r.AcceptedBreaks[0].Name, r.AcceptedBreaks[0].Reason)
	// Output: parameter fax no client sends it
}
