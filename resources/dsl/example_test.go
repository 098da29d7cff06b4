package dsl_test

import (
	"fmt"

	"almanac/resources/dsl"
)

// A resource is data: one line for each field and filter.
func ExampleResource() {
	tag := dsl.Resource{
		Name: "tag", Plural: "tags", Kind: dsl.KindTerm, Doc: "Event tags.", PagePath: "tag", Taxonomy: "post_tag",
		Fields: dsl.Fields(
			dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Tag name"),
			dsl.String("description").Doc("Description"),
		),
		Filters: dsl.Filters(
			dsl.SearchText().Doc("Text that occurs in the name"),
		),
		SortOptions: []dsl.SortOption{dsl.SortBy("name", "name_sort"), dsl.SortBy("id")},
	}
	fmt.Println(dsl.Validate([]dsl.Resource{tag}))
	// Output: <nil>
}

// Validate reports all errors at once.
func ExampleValidate() {
	tag := dsl.Resource{
		Name: "tag", Plural: "tags", Kind: dsl.KindTerm, Doc: "Event tags.", PagePath: "tag", Taxonomy: "post_tag",
		Fields: dsl.Fields(
			dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Tag name"),
			dsl.String("version").Doc("Version"),
			dsl.String("hint"),
			dsl.String("hint").Doc("Hint"),
		),
		Filters:     dsl.Filters(dsl.FilterBy("color").Doc("Tags of the color")),
		SortOptions: []dsl.SortOption{dsl.SortBy("id")},
	}
	fmt.Println(dsl.Validate([]dsl.Resource{tag}))
	// Output:
	// resources/dsl/example_test.go:32: resource "tag": field "version" has the name of a column that every record has; choose another
	// resources/dsl/example_test.go:33: resource "tag": field "hint" has no Doc; describe it in one line
	// resources/dsl/example_test.go:34: resource "tag": field "hint" is described twice; rename or remove one
	// resources/dsl/example_test.go:36: resource "tag": list parameter "color" is about the field "color", which tag does not have; its fields are: name, version, hint, hint
}

// What a filter is follows from its field.
func ExampleFilterBy() {
	venue := dsl.Resource{Name: "venue", Fields: dsl.Fields(dsl.String("city"))}
	event := dsl.Resource{
		Name:   "event",
		Fields: dsl.Fields(dsl.ManyToMany("venue", "venue"), dsl.Boolean("featured"), dsl.Integer("seats")),
		Filters: dsl.Filters(
			dsl.FilterBy("venue"),
			dsl.FilterBy("venue.city").Named("city"),
			dsl.FilterBy("featured"),
			dsl.AtLeast("seats").Named("seats_from"),
		),
	}
	for _, p := range (dsl.API{}).Complete([]dsl.Resource{venue, event})[1].ParamSpecs() {
		fmt.Println(p.Name, p.Operation, p.Type, p.Field)
	}
	// Output:
	// venue LinkedTo array of integer venue
	// city Equals string venue.city
	// featured BoolEquals boolean featured
	// seats_from AtLeast integer seats
}

// Added marks what the contract does not have, fields and filters alike.
func ExampleAdded() {
	venue := dsl.Resource{
		Fields:  dsl.Fields(dsl.String("venue"), dsl.Added(dsl.Number("geo_lat"), dsl.Number("geo_lng"))),
		Filters: dsl.Filters(dsl.FilterBy("venue"), dsl.Added(dsl.AtLeast("geo_lat").Named("north_of"))),
	}
	for _, f := range venue.FieldSpecs() {
		fmt.Println(f.Name, f.Nonstandard)
	}
	for _, p := range venue.ParamSpecs() {
		fmt.Println(p.Name, p.Nonstandard)
	}
	// Output:
	// venue false
	// geo_lat true
	// geo_lng true
	// venue false
	// north_of true
}

// A group of fields takes what is the same for all of them.
func ExamplePostFields() {
	for _, f := range dsl.Fields(dsl.PostFields("author", "status").Default(nil)) {
		fmt.Println(f.Spec().Name, f.Spec().Behavior, f.Spec().Doc)
	}
	// Output:
	// author author ID of the author
	// status status Post status: publish, future, draft, pending, private or trash
}

// Fields that are not named follow at the end, or where "*" stands.
func ExampleOrder() {
	fmt.Println(dsl.Order("id", "title"))
	fmt.Println(dsl.Order("id", "*", "json_ld"))
	// Output:
	// [id title *]
	// [id * json_ld]
}

// Texts name fields and filters for people.
func ExampleTexts() {
	api := dsl.API{Texts: dsl.Texts{
		"event": {"start_date": {Label: "Start", Filter: "From"}},
	}}
	event := dsl.Resource{
		Name:    "event",
		Fields:  dsl.Fields(dsl.DateTime("start_date").As(dsl.Start)),
		Filters: dsl.Filters(dsl.OnOrAfter("start_date")),
	}
	event = api.Complete([]dsl.Resource{event})[0]
	fmt.Println(event.FieldSpecs()[0].Label, event.ParamSpecs()[0].Label)
	// Output: Start From
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

// Responses show the one record, or null.
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

// A sort option has the value that clients send and the column that is compared.
func ExampleSortBy() {
	id, name := dsl.SortBy("id"), dsl.SortBy("name", "name_sort")
	fmt.Println(id.Name, id.Column, name.Name, name.Column)
	// Output: id id name name_sort
}

// FieldWithBehavior finds the field with a built-in meaning.
func ExampleResource_FieldWithBehavior() {
	r := dsl.Resource{Fields: dsl.Fields(dsl.String("venue").As(dsl.Name), dsl.String("city"))}
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
