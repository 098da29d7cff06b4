package dsl_test

import (
	"fmt"

	"almanac/resources/dsl"
)

// A resource is plain values: a line a field, a line a parameter.
func ExampleResource() {
	tag := dsl.Resource{
		Name: "tag", Plural: "tags", Kind: dsl.Term,
		Doc:      "Event tags.",
		URLPath:  "tag",
		Taxonomy: "post_tag",
		Fields: []dsl.Field{
			dsl.String("name").As(dsl.Name).Required().Searchable().Sortable().Doc("Tag name"),
			dsl.String("description").Doc("Description"),
		},
		Params: []dsl.Param{
			dsl.Query("search", dsl.TypeString, dsl.Contains).Doc("Text that occurs in the name"),
		},
		Orders: []dsl.Order{dsl.By("name", "name_sort"), dsl.By("id")},
		Answer: "id name description slug *",
	}
	fmt.Println(dsl.Validate([]dsl.Resource{tag}))
	// Output: <nil>
}

// Validate tells everything that is wrong at once.
func ExampleValidate() {
	tag := dsl.Resource{
		Name: "tag", Plural: "tags", Kind: dsl.Term, Doc: "Event tags.", URLPath: "tag", Taxonomy: "post_tag", Answer: "*",
		Fields: []dsl.Field{
			dsl.String("name").As(dsl.Name).Required().Sortable().Doc("Tag name"),
			dsl.String("version").Doc("Version"),
			dsl.String("slug").As(dsl.Slug),
			dsl.String("slug").As(dsl.Slug).Doc("Slug"),
		},
		Orders: []dsl.Order{dsl.By("weight")},
	}
	fmt.Println(dsl.Validate([]dsl.Resource{tag}))
	// Output:
	// resource "tag": field "version" has the name of a column that every record has
	// resource "tag": field "slug" has no Doc
	// resource "tag": field "slug" is described twice
	// resource "tag": field "slug": another field has the role "slug"
	// resource "tag": order "weight" compares "weight", which is no column
}

// A field begins with its type; further words return a changed copy.
func ExampleString() {
	plain := dsl.String("city")
	city := plain.NullDefault().Searchable().Doc("City")
	fmt.Println(city.Name, city.Type, city.Default.Kind == dsl.NullDefault, city.Search, city.Meaning)
	fmt.Println(plain.Search)
	// Output:
	// city string true true City
	// false
}

// A link names its target by text, so that two resources may name each other.
func ExampleRefs() {
	venue := dsl.Refs("venue", "venue").AloneAsObject().Doc("Venues")
	fmt.Println(venue.Type, venue.Role, venue.Target)
	// Output: array of integer link venue
}

// A role makes a field part of a behaviour of the service.
func ExampleField_As() {
	title := dsl.String("title").As(dsl.Name).Required()
	fmt.Println(title.Role, title.Text, title.Must)
	// Output: name human true
}

// Else names a function of runtime that shows something in place of nothing.
func ExampleField_Else() {
	state := dsl.String("stateprovince").Else("StateProvince", "country", "state", "province")
	fmt.Println(state.Fallback.Func, state.Fallback.Fields)
	// Output: StateProvince [country state province]
}

// A list parameter says what it does, and on which field.
func ExampleQuery() {
	before := dsl.Query("starts_before", dsl.TypeString, dsl.Before).On("start_date")
	category := dsl.Query("categories", dsl.TypeIntegers, dsl.LinkedTo).On("categories").To("category")
	page := dsl.Query("page", dsl.TypeInteger, dsl.Page).Defaults(1)
	fmt.Println(before.Op, before.Field)
	fmt.Println(category.Op, category.Field, category.Target)
	fmt.Println(page.Op, page.Default.Value)
	// Output:
	// Before start_date
	// LinkedTo categories category
	// Page 1
}

// An order is what clients send and the column that is compared.
func ExampleBy() {
	fmt.Println(dsl.By("id"), dsl.By("name", "name_sort"))
	// Output: {id id} {name name_sort}
}

// Role finds the field that plays a part in a behaviour.
func ExampleResource_Role() {
	r := dsl.Resource{Fields: []dsl.Field{dsl.String("venue").As(dsl.Name), dsl.String("city")}}
	name, ok := r.Role(dsl.Name)
	fmt.Println(name.Name, ok)
	_, ok = r.Role(dsl.Slug)
	fmt.Println(ok)
	// Output:
	// venue true
	// false
}

// Was keeps the data of a field that gets another name.
func ExampleField_Was() {
	town := dsl.String("town").Was("city")
	fmt.Println(town.Name, town.Former)
	// Output: town city
}

// Dropped says why a field and its data go.
func ExampleDropped() {
	r := dsl.Resource{Name: "venue", Drops: []dsl.Drop{dsl.Dropped("fax", "nobody sends one")}}
	fmt.Println(r.Drops[0].Field, r.Drops[0].Reason)
	gone := dsl.DroppedResource("poster", "posters are images now")
	fmt.Println(gone.Name, gone.Kind, gone.Doc)
	// Output:
	// fax nobody sends one
	// poster gone posters are images now
}

// Deprecated says since when clients should no longer send something.
func ExampleField_Deprecated() {
	fax := dsl.String("fax").Deprecated("2026-03-01", "use phone")
	fmt.Println(fax.Deprecation.Since, fax.Deprecation.Use)
	// Output: 2026-03-01 use phone
}

// BreaksParam accepts that a list parameter changes for clients, and says why.
func ExampleBreaksParam() {
	r := dsl.Resource{Name: "venue", Breaks: []dsl.Break{dsl.BreaksParam("fax", "nobody filters by it")}}
	fmt.Println(r.Breaks[0].Part, r.Breaks[0].Name, r.Breaks[0].Reason)
	// Output: parameter fax nobody filters by it
}
