package dsl_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources/dsl"
)

// linked are a term, and a post that links to it and has a searchable field.
func linked(params ...dsl.Param) []dsl.Resource {
	return []dsl.Resource{label(), talk(with(
		dsl.ManyToMany("labels", "label").Doc("Labels"), text("hint").Searchable(), dsl.Boolean("open").Doc("Open"),
	), asked(params...))}
}

// equipped are linked, with a schedule, a list, and a link to halls with
// coordinates.
func equipped(params ...dsl.Param) []dsl.Resource {
	hall := talk(named("hall", "halls"), with(dsl.Number("north").Nullable().SchemaOrg("latitude").Doc("Latitude"), dsl.Number("east").Nullable().SchemaOrg("longitude").Doc("Longitude"),
		text("city"), text("about").HTML(), dsl.Enum("access", "ramp", "stairs").Required().Doc("Access"), dsl.Boolean("roofed").Doc("Roof"), dsl.Strings("languages").Doc("Languages"),
		dsl.Integer("seats").Doc("Seats"), dsl.Number("height").Nullable().Extension("plans").Doc("Height")))
	hall.SchemaOrgType, hall.Calendar = dsl.SchemaOrgPlace, ofCalendar
	all := linked(params...)
	all[1].Calendar = ofCalendar
	all[1].Fields = append(append(all[1].Fields, schedule()...), dsl.ManyToMany("hall", "hall").Doc("Halls"),
		dsl.Any("guests").As(dsl.StringList).Doc("Guests"), dsl.Integer("series").As(dsl.PostParent).References("talk").Doc("Series"),
		text("date").As(dsl.PublishDate), text("image").As(dsl.Image), text("secret_word").As(dsl.Password),
		dsl.Boolean("unlisted").As(dsl.HideFromLists).Doc("Hidden"), dsl.Any("price").As(dsl.Cost).Doc("Price"))
	return append(all, hall)
}

// visited are a hall with list parameters, and talks without a start that link
// to it.
func visited(params ...dsl.Param) []dsl.Resource {
	hall := talk(named("hall", "halls"), asked(params...))
	return []dsl.Resource{hall, talk(with(dsl.ManyToMany("hall", "hall").Doc("Halls")))}
}

func TestSoundListParametersHaveNoFaults(t *testing.T) {
	checkValidated(t, []validated{{"every operation of a post", equipped(
		query("page", dsl.TypeInteger, dsl.OpPage).Default(1), query("per_page", dsl.TypeInteger, dsl.OpPerPage).DefaultComputed("12"),
		query("from", dsl.TypeString, dsl.OpOnOrAfter).Field("begin").DefaultMonthsAhead(0), query("until", dsl.TypeString, dsl.OpOnOrBefore).Field("finish").DefaultMonthsAhead(24),
		query("before", dsl.TypeString, dsl.OpBefore).Field("begin"), query("after", dsl.TypeString, dsl.OpAfter).Field("date"),
		query("strict", dsl.TypeAny, dsl.OpExactTimes).Default(false), query("search", dsl.TypeString, dsl.OpSearchAnyField),
		query("one", dsl.TypeString, dsl.OpSearchOneField), query("part", dsl.TypeString, dsl.OpContains),
		query("labels", dsl.TypeIntegers, dsl.OpLinkedTo).Field("labels").References("label"), query("open", dsl.TypeBoolean, dsl.OpBoolEquals).Field("open"), query("days", dsl.TypeBoolean, dsl.OpBoolEquals).Field("whole_day"),
		query("series", dsl.TypeInteger, dsl.OpChildOf).Field("series").References("talk"),
		query("tip", dsl.TypeString, dsl.OpEquals).Field("hint"), query("any", dsl.TypeBoolean, dsl.OpListNotEmpty).Field("guests").Extension("guests"), query("status", dsl.TypeString, dsl.OpStatusIn),
		query("include", dsl.TypeIntegers, dsl.OpInclude), query("exclude", dsl.TypeIntegers, dsl.OpExclude),
		query("slug", dsl.TypeString, dsl.OpSlugEquals), query("order", dsl.TypeString, dsl.OpSortDirection).Enum("asc", "desc").Default("asc"),
		query("orderby", dsl.TypeString, dsl.OpOrderBy).Default("id"), query("near", dsl.TypeBoolean, dsl.OpHasCoordinates).Field("hall").Extension("geo"),
		query("lat", dsl.TypeNumber, dsl.OpNearLatitude).Field("hall").Extension("geo"), query("lng", dsl.TypeNumber, dsl.OpNearLongitude).Field("hall").Extension("geo"),
		query("tips", dsl.TypeStrings, dsl.OpIn).Field("hint").Enum("a", "b"), query("unhinted", dsl.TypeBoolean, dsl.OpIsNull).Field("hint"),
		query("hall_city", dsl.TypeString, dsl.OpEquals).Field("hall.city"), query("hall_access", dsl.TypeStrings, dsl.OpIn).Field("hall.access"),
		query("hall_roofed", dsl.TypeBoolean, dsl.OpBoolEquals).Field("hall.roofed"), query("seats_from", dsl.TypeInteger, dsl.OpAtLeast).Field("hall.seats"),
		query("seats_to", dsl.TypeInteger, dsl.OpAtMost).Field("hall.seats"), query("seats", dsl.TypeIntegers, dsl.OpIn).Field("hall.seats"),
		query("tipped", dsl.TypeBoolean, dsl.OwnOperation("almanac/runtime/calendar", "Tipped")), query("begins", dsl.TypeDate, dsl.OwnOperation("example.org/x/talks", "Begins")).Field("begin"),
		query("hall_words", dsl.TypeStrings, dsl.OwnOperation("example.org/x/talks", "Words")).Field("hall.about").Enum("a"),
		query("hall_languages", dsl.TypeStrings, dsl.OpIn).Field("hall.languages"), query("mute", dsl.TypeBoolean, dsl.OpIsNull).Field("hall.languages"),
		query("unmeasured", dsl.TypeBoolean, dsl.OpIsNull).Field("hall.height").Extension("plans"), query("undescribed", dsl.TypeBoolean, dsl.OpIsNull).Field("hall.about"),
	), ""}})
}

func TestFaultsOfListParameters(t *testing.T) {
	page := query("page", dsl.TypeInteger, dsl.OpPage)
	word := query("word", dsl.TypeString, dsl.OpSlugEquals)
	list := func(params ...dsl.Param) []dsl.Resource { return one(label(asked(params...))) }
	checkValidated(t, []validated{
		{"a parameter twice", list(page, page), `resource "label": list parameter "page" is described twice; rename or remove one`},
		{"parameters that differ by an underscore", list(word, query("wo_rd", dsl.TypeString, dsl.OpSlugEquals)), `resource "label": list parameter "wo_rd": its Go name is also that of "word"; rename one`},
		{"a parameter named as a method", list(query("filter", dsl.TypeInteger, dsl.OpPage)), `resource "label": list parameter "filter" has the name of a method of generated structs; choose another name`},
		{"a parameter in capitals", list(query("Page", dsl.TypeInteger, dsl.OpPage)), `resource "label": list parameter "Page" must be lower-case words joined by underscores`},
		{"no documentation", list(dsl.QueryParam("page", dsl.TypeInteger, dsl.OpPage)), `resource "label": list parameter "page" has no Doc; describe it in one line`},
		{"an unknown operation", list(query("page", dsl.TypeInteger, "Turn")), `resource "label": list parameter "page" has the unknown operation "Turn"; the operations are: After, AtLeast, AtMost, Before, BoolEquals, ChildOf, Collapse, Contains, Equals, ExactTimes, Exclude, HasCoordinates, HasUpcoming, HideEmpty, In, Include, IsLinked, IsNull, LinkedFrom, LinkedTo, ListNotEmpty, NearLatitude, NearLongitude, NearRadius, OfSeries, OnOrAfter, OnOrBefore, OrderBy, Page, PerPage, SearchAnyField, SearchOneField, SlugEquals, SortDirection, StatusIn`},
		{"a type that the operation does not take", list(query("page", dsl.TypeString, dsl.OpPage)), `resource "label": list parameter "page" has the type "string", which Page does not take; it takes: integer`},
		{"a default outside of the allowed values", list(word.Enum("a", "b").Default("c")), `resource "label": list parameter "word" has the default "c", which it does not take; it takes: a, b`},
		{"values of a list", list(query("status", dsl.TypeString, dsl.OpStatusIn).Enum("draft")), `resource "label": list parameter "status": StatusIn of type "string" takes no Enum; remove it
resource "label": list parameter "status": StatusIn needs a post`},
		{
			"values of dates, which are written in several ways",
			one(label(with(dsl.Date("day").Nullable().Doc("Day")), asked(query("days", dsl.TypeStrings, dsl.OpIn).Field("day").Enum("2026-11-23")))),
			`resource "label": list parameter "days": In of type "array of string" takes no Enum; remove it`,
		},
		{"values of a number", list(query("page", dsl.TypeInteger, dsl.OpPage).Enum("1")), `resource "label": list parameter "page": Page of type "integer" takes no Enum; remove it`},
		{"a value with a comma", list(word.Enum("a", "b,c")), `resource "label": list parameter "word": the value "b,c" of Enum is empty or has a comma; each value is one text without commas`},
		{"a default order that does not exist", list(query("orderby", dsl.TypeString, dsl.OpOrderBy).Default("age")), `resource "label": list parameter "orderby" has the default "age", which it does not take; it takes: id`},
		{"a default of a comparison", linked(query("open", dsl.TypeBoolean, dsl.OpBoolEquals).Field("open").Default(true)), `resource "talk": list parameter "open": BoolEquals takes no default: a list without the parameter has all records`},
		{"a default date in words", equipped(query("from", dsl.TypeString, dsl.OpOnOrAfter).Field("begin").DefaultComputed("now")), `resource "talk": list parameter "from": the default of OnOrAfter is DefaultMonthsAhead`},
		{"a default date that is past", equipped(query("from", dsl.TypeString, dsl.OpOnOrAfter).Field("begin").DefaultMonthsAhead(-1)), `resource "talk": list parameter "from": DefaultMonthsAhead is a number from 0 to 1200`},
		{
			"a default of another type", list(query("exclude", dsl.TypeIntegers, dsl.OpExclude).Default(true)),
			`resource "label": list parameter "exclude": the default true is not a value of the type "array of integer"; ` +
				"a number is for integers, true and false are for booleans, a text is for texts",
		},
		{"a default date of another operation", list(query("page", dsl.TypeInteger, dsl.OpPage).DefaultMonthsAhead(2)), `resource "label": list parameter "page": DefaultMonthsAhead is for OnOrAfter and OnOrBefore`},
		{"overriding itself", list(word.Overrides("word")), `resource "label": list parameter "word" overrides "word", which is not another parameter; the others are: page, per_page, order, orderby`},
		{"overriding what does not exist", list(word.Overrides("term")), `resource "label": list parameter "word" overrides "term", which is not another parameter; the others are: page, per_page, order, orderby`},
		{"a field that does not exist", list(query("open", dsl.TypeBoolean, dsl.OpBoolEquals).Field("open")), `resource "label": list parameter "open" names the field "open", which does not exist: BoolEquals needs a boolean; no field of label is one`},
		{"a resource that does not exist", list(query("talk", dsl.TypeInteger, dsl.OpLinkedFrom).References("talk")), strings.Join([]string{
			`resource "label": list parameter "talk" references "talk", which is not a resource; the resources are: label`,
			`resource "label": list parameter "talk": LinkedFrom needs References with a resource that links to label`,
		}, "\n")},
		{"a filter without a field", list(query("open", dsl.TypeBoolean, dsl.OpBoolEquals)), `resource "label": list parameter "open": BoolEquals needs Field with a boolean; no field of label is one`},
		{"a search without searchable fields", list(query("search", dsl.TypeString, dsl.OpContains)), `resource "label": list parameter "search": Contains needs a searchable field`},
		{"a status of terms", list(query("status", dsl.TypeString, dsl.OpStatusIn)), `resource "label": list parameter "status": StatusIn needs a post`},
		{"empty posts", one(talk(asked(query("hide_empty", dsl.TypeBoolean, dsl.OpHideEmpty)))), `resource "talk": list parameter "hide_empty": HideEmpty needs a term`},
		{"a filter on a field that is not a link", linked(query("hint", dsl.TypeIntegers, dsl.OpLinkedTo).Field("hint").References("label")), `resource "talk": list parameter "hint": LinkedTo needs Field with a link to the resource of References, which the field "hint" is not; possible fields: labels`},
		{"a link as a switch", linked(query("labels", dsl.TypeBoolean, dsl.OpBoolEquals).Field("labels")), `resource "talk": list parameter "labels": BoolEquals needs Field with a boolean, which the field "labels" is not; possible fields: open`},
		{"an equal text of a flag", linked(query("is_open", dsl.TypeString, dsl.OpEquals).Field("open")), `resource "talk": list parameter "is_open": Equals needs Field with a field that is stored as it is sent, of the type of the parameter, which the field "open" is not; possible fields: hint`},
		{"an equal number of a text", linked(query("hints", dsl.TypeInteger, dsl.OpEquals).Field("hint")), `resource "talk": list parameter "hints": Equals needs Field with a field that is stored as it is sent, of the type of the parameter, which the field "hint" is not; no field of talk is one`},
		{"upcoming records that have no start", visited(query("soon", dsl.TypeBoolean, dsl.OpHasUpcoming).References("talk")), `resource "hall": list parameter "soon": HasUpcoming needs References with a resource that has a start`},
		{"a latitude alone", equipped(query("lat", dsl.TypeNumber, dsl.OpNearLatitude).Field("hall").Extension("geo")), `resource "talk": list parameter "lat": NearLatitude needs NearLongitude`},
		{"an extension that is not named", equipped(query("near", dsl.TypeBoolean, dsl.OpHasCoordinates).Field("hall")), `resource "talk": list parameter "near": HasCoordinates needs Extension with a name`},
	})
}

func TestOperationsRefuseColumnsThatCannotServeThem(t *testing.T) {
	fault := func(what, needs, field, hint string) string {
		return `resource "talk": list parameter "p": ` + what + " needs Field with " + needs + ", which the field \"" + field + `" is not; ` + hint
	}
	const (
		dates, booleans = "possible fields: begin, finish, date", "possible fields: open, whole_day, unlisted"
		place           = "a link to posts with numbers that are the schema.org latitude and longitude"
		equal           = "a field that is stored as it is sent, of the type of the parameter"
		members         = "a field that is stored as it is sent, of the type of the values"
		nullable        = "a text, a list or a field that is Nullable"
		ownFault        = `resource "talk": list parameter "p": OwnFilter takes the import path of a package and the name of its function, which begins with a capital`
	)
	missing := func(field, hint string) string {
		return `resource "talk": list parameter "p" names the field "` + field + `", which does not exist: Equals needs ` + equal + "; " + hint
	}
	ask := func(t dsl.Type, op dsl.Operation, field string) dsl.Param { return query("p", t, op).Field(field) }
	var tests []validated
	for _, tt := range []struct {
		name  string
		param dsl.Param
		want  string
	}{
		{"an image as a switch", ask(dsl.TypeBoolean, dsl.OpBoolEquals, "image"), fault("BoolEquals", "a boolean", "image", booleans)},
		{"a password as a switch", ask(dsl.TypeBoolean, dsl.OpBoolEquals, "secret_word"), fault("BoolEquals", "a boolean", "secret_word", booleans)},
		{"a link as a switch", ask(dsl.TypeBoolean, dsl.OpBoolEquals, "hall"), fault("BoolEquals", "a boolean", "hall", booleans)},
		{"a text as a switch", ask(dsl.TypeBoolean, dsl.OpBoolEquals, "hint"), fault("BoolEquals", "a boolean", "hint", booleans)},
		{"an equal password", ask(dsl.TypeString, dsl.OpEquals, "secret_word"), fault("Equals", equal, "secret_word", "possible fields: hint")},
		{"an equal price", ask(dsl.TypeString, dsl.OpEquals, "price"), fault("Equals", equal, "price", "possible fields: hint")},
		{"dates from an image", ask(dsl.TypeString, dsl.OpOnOrAfter, "image"), fault("OnOrAfter", "a date", "image", dates)},
		{"dates until a text", ask(dsl.TypeString, dsl.OpOnOrBefore, "hint"), fault("OnOrBefore", "a date", "hint", dates)},
		{"dates before a link", ask(dsl.TypeString, dsl.OpBefore, "hall"), fault("Before", "a date", "hall", dates)},
		{"dates after a switch", ask(dsl.TypeString, dsl.OpAfter, "open"), fault("After", "a date", "open", dates)},
		{"members of an image", ask(dsl.TypeBoolean, dsl.OpListNotEmpty, "image").Extension("x"), fault("ListNotEmpty", "a list", "image", "possible fields: guests")},
		{"children of a number that is no parent", ask(dsl.TypeInteger, dsl.OpChildOf, "hint").References("talk"), fault("ChildOf", "the parent", "hint", "possible fields: series")},
		{"a link to another resource", ask(dsl.TypeIntegers, dsl.OpLinkedTo, "hall").References("label"), fault("LinkedTo", "a link to the resource of References", "hall", "possible fields: labels")},
		{"a place without coordinates", ask(dsl.TypeBoolean, dsl.OpHasCoordinates, "labels").Extension("x"), fault("HasCoordinates", place, "labels", "possible fields: hall")},
		{"a range of texts", ask(dsl.TypeInteger, dsl.OpAtLeast, "hint"), fault("AtLeast", equal, "hint", "possible fields: hall.seats")},
		{"a set of numbers in texts", ask(dsl.TypeStrings, dsl.OpIn, "hall.seats"), fault("In", members, "hall.seats", "possible fields: hall.city, hall.access, hall.languages")},
		{"a list in a set", ask(dsl.TypeStrings, dsl.OpIn, "guests"), fault("In", members, "guests", "possible fields: hint")},
		{"a set of one type asked with another", ask(dsl.TypeString, dsl.OpIn, "hint"), `resource "talk": list parameter "p" has the type "string", which In does not take; it takes: array of string, array of integer, array of number
` + fault("In", members, "hint", "no field of talk is one")},
		{"null in a field that has none", ask(dsl.TypeBoolean, dsl.OpIsNull, "hall.seats"), fault("IsNull", nullable, "hall.seats", "possible fields: hall.north, hall.east, hall.city, hall.about, hall.languages, hall.height")},
		{"null in an enumeration", ask(dsl.TypeBoolean, dsl.OpIsNull, "hall.access"), fault("IsNull", nullable, "hall.access", "possible fields: hall.north, hall.east, hall.city, hall.about, hall.languages, hall.height")},
		{"a field that the linked resource does not have", ask(dsl.TypeString, dsl.OpEquals, "hall.town"), missing("hall.town", "possible fields: hall.city, hall.access")},
		{"a path through a field that is not a link", ask(dsl.TypeString, dsl.OpEquals, "hint.city"), missing("hint.city", "possible fields: hint")},
		{"a path of two links", ask(dsl.TypeString, dsl.OpEquals, "hall.city.country"), missing("hall.city.country", "possible fields: hall.city, hall.access")},
		{"HTML of a linked record", ask(dsl.TypeString, dsl.OpEquals, "hall.about"), fault("Equals", equal, "hall.about", "possible fields: hall.city, hall.access")},
		{"dates of a linked record", ask(dsl.TypeString, dsl.OpAfter, "hall.date"), `resource "talk": list parameter "p": After does not follow a link to the field "hall.date"; ` + dates},
		{"a function that is not exported", query("p", dsl.TypeString, dsl.OwnOperation("almanac/runtime/calendar", "tipped")), ownFault},
		{"a function without a package", query("p", dsl.TypeString, dsl.OwnOperation("", "Tipped")), ownFault},
		{"a package with the name of a variable", query("p", dsl.TypeString, dsl.OwnOperation("example.org/q", "Tipped")), ownFault},
		{"an own operation of a link", ask(dsl.TypeIntegers, dsl.OwnOperation("almanac/runtime/calendar", "Tipped"), "hall"), fault("almanac/runtime/calendar.Tipped", "a field with a column", "hall", "possible fields: name, hint, open, begin, finish, zone, whole_day, guests, series, date, unlisted, price")},
		{"an own operation of any type", query("p", dsl.TypeAny, dsl.OwnOperation("almanac/runtime/calendar", "Tipped")), `resource "talk": list parameter "p" has the type "untyped", which almanac/runtime/calendar.Tipped does not take; it takes: string, integer, number (double), boolean, string (date), string (time), string (date-time), array of string, array of integer`},
		{"a field of an extension", ask(dsl.TypeBoolean, dsl.OpIsNull, "hall.height"), `resource "talk": list parameter "p": the field "hall.height" belongs to the extension "plans", so that the parameter needs Extension("plans")`},
		{"a field that the operation does not take", ask(dsl.TypeString, dsl.OpSlugEquals, "hint"), `resource "talk": list parameter "p": SlugEquals takes no Field`},
		{"no field at all", query("p", dsl.TypeBoolean, dsl.OpBoolEquals), `resource "talk": list parameter "p": BoolEquals needs Field with a boolean; ` + booleans},
	} {
		tests = append(tests, validated{tt.name, equipped(tt.param), tt.want})
	}
	checkValidated(t, append(tests, validated{
		"several at once", equipped(ask(dsl.TypeBoolean, dsl.OpBoolEquals, "image"), query("q", dsl.TypeString, dsl.OpOnOrAfter).Field("image")),
		fault("BoolEquals", "a boolean", "image", booleans) + "\n" + strings.Replace(fault("OnOrAfter", "a date", "image", dates), `"p"`, `"q"`, 1),
	}))
}

func TestEveryListHasPagesAndAnOrder(t *testing.T) {
	var names []string
	described := order(asked(query("per_page", dsl.TypeInteger, dsl.OpPerPage), query("order", dsl.TypeString, dsl.OpEquals)))
	for _, p := range (dsl.API{}).Complete(one(described))[0].ParamSpecs() {
		names = append(names, string(p.Operation)+" "+p.Name)
	}
	want := []string{"PerPage per_page", "Equals order", "Page page", "OrderBy orderby"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
}
