package dsl_test

import (
	"strings"
	"testing"

	"almanac/resources/dsl"
)

// linked are a term, and a post that links to it and has a searchable field.
func linked(params ...dsl.Param) []dsl.Resource {
	return []dsl.Resource{label(), talk(with(
		dsl.Refs("labels", "label").Doc("Labels"), text("hint").Searchable(), dsl.Boolean("open").Doc("Open"),
	), asked(params...))}
}

// visited are a hall with list parameters, and talks without a start that link
// to it.
func visited(params ...dsl.Param) []dsl.Resource {
	hall := talk(named("hall", "halls"), asked(params...))
	return []dsl.Resource{hall, talk(with(dsl.Refs("hall", "hall").Doc("Halls")))}
}

func TestSoundListParametersHaveNoFaults(t *testing.T) {
	checkValidated(t, []validated{{"every operation of a post", linked(
		query("page", dsl.TypeInteger, dsl.Page).Defaults(1), query("per_page", dsl.TypeInteger, dsl.PerPage).Computed("12"),
		query("from", dsl.TypeString, dsl.From).On("hint"), query("until", dsl.TypeString, dsl.Until).On("hint"),
		query("before", dsl.TypeString, dsl.Before).On("hint"), query("after", dsl.TypeString, dsl.After).On("hint"),
		query("strict", dsl.TypeUntyped, dsl.StrictDates).Defaults(false), query("search", dsl.TypeString, dsl.SearchAll),
		query("one", dsl.TypeString, dsl.SearchOne), query("part", dsl.TypeString, dsl.Contains),
		query("labels", dsl.TypeIntegers, dsl.LinkedTo).On("labels").To("label"), query("open", dsl.TypeBoolean, dsl.Is).On("open"),
		query("tip", dsl.TypeString, dsl.Equals).On("hint"), query("any", dsl.TypeBoolean, dsl.HasAny).On("hint").Of("hints"), query("status", dsl.TypeString, dsl.StatusIn),
		query("include", dsl.TypeIntegers, dsl.Include), query("exclude", dsl.TypeIntegers, dsl.Exclude),
		query("slug", dsl.TypeString, dsl.SlugIs), query("order", dsl.TypeString, dsl.Direction).OneOf("asc", "desc").Defaults("asc"),
		query("orderby", dsl.TypeString, dsl.OrderBy).Defaults("id"), query("near", dsl.TypeBoolean, dsl.Located).On("labels").Of("geo"),
		query("lat", dsl.TypeNumber, dsl.NearLatitude).On("labels").Of("geo"), query("lng", dsl.TypeNumber, dsl.NearLongitude).On("labels").Of("geo"),
	), ""}})
}

func TestFaultsOfListParameters(t *testing.T) {
	page := query("page", dsl.TypeInteger, dsl.Page)
	word := query("word", dsl.TypeString, dsl.SlugIs)
	list := func(params ...dsl.Param) []dsl.Resource { return one(label(asked(params...))) }
	checkValidated(t, []validated{
		{"a parameter twice", list(page, page), `resource "label": list parameter "page" is described twice`},
		{"parameters that differ by an underscore", list(word, query("wo_rd", dsl.TypeString, dsl.SlugIs)), `resource "label": list parameter "wo_rd": its Go name is also that of "word"`},
		{"a parameter named as a method", list(query("keep", dsl.TypeInteger, dsl.Page)), `resource "label": list parameter "keep" has the name of a method of generated structs`},
		{"a parameter in capitals", list(query("Page", dsl.TypeInteger, dsl.Page)), `resource "label": list parameter "Page" must be lower-case words joined by underscores`},
		{"no documentation", list(dsl.Query("page", dsl.TypeInteger, dsl.Page)), `resource "label": list parameter "page" has no Doc`},
		{"an unknown operation", list(query("page", dsl.TypeInteger, "Turn")), `resource "label": list parameter "page" has the unknown operation "Turn"`},
		{"a type that the operation does not take", list(query("page", dsl.TypeString, dsl.Page)), `resource "label": list parameter "page" has the type "string", which Page does not take`},
		{"a default outside of the allowed values", list(word.OneOf("a", "b").Defaults("c")), `resource "label": list parameter "word" has the default "c", which it does not take`},
		{"a default order that does not exist", list(query("orderby", dsl.TypeString, dsl.OrderBy).Defaults("age")), `resource "label": list parameter "orderby" has the default "age", which it does not take`},
		{"overriding itself", list(word.Overrides("word")), `resource "label": list parameter "word" overrides "word", which is no other parameter`},
		{"overriding what does not exist", list(word.Overrides("term")), `resource "label": list parameter "word" overrides "term", which is no other parameter`},
		{"a field that does not exist", list(query("open", dsl.TypeBoolean, dsl.Is).On("open")), `resource "label": list parameter "open" is about the field "open", which does not exist`},
		{"a resource that does not exist", list(query("talk", dsl.TypeInteger, dsl.LinkedFrom).To("talk")), strings.Join([]string{
			`resource "label": list parameter "talk" refers to "talk", which is no resource`,
			`resource "label": list parameter "talk": LinkedFrom needs To with a resource that links to label`,
		}, "\n")},
		{"a filter without a field", list(query("open", dsl.TypeBoolean, dsl.Is)), `resource "label": list parameter "open": Is needs On with a field that is no link`},
		{"a search without searchable fields", list(query("search", dsl.TypeString, dsl.Contains)), `resource "label": list parameter "search": Contains needs a searchable field`},
		{"a status of terms", list(query("status", dsl.TypeString, dsl.StatusIn)), `resource "label": list parameter "status": StatusIn needs a post`},
		{"empty posts", one(talk(asked(query("hide_empty", dsl.TypeBoolean, dsl.HideEmpty)))), `resource "talk": list parameter "hide_empty": HideEmpty needs a term`},
		{"a filter on a field that is no link", linked(query("hint", dsl.TypeIntegers, dsl.LinkedTo).On("hint").To("label")), `resource "talk": list parameter "hint": LinkedTo needs On with a link`},
		{"a link as a switch", linked(query("labels", dsl.TypeBoolean, dsl.Is).On("labels")), `resource "talk": list parameter "labels": Is needs On with a field that is no link`},
		{"an equal text of a flag", linked(query("is_open", dsl.TypeString, dsl.Equals).On("open")), `resource "talk": list parameter "is_open": Equals needs On with a field that is stored as it is sent, of the type string`},
		{"an equal number of a text", linked(query("hints", dsl.TypeInteger, dsl.Equals).On("hint")), `resource "talk": list parameter "hints": Equals needs On with a field that is stored as it is sent, of the type integer`},
		{"upcoming records that have no start", visited(query("soon", dsl.TypeBoolean, dsl.HasUpcoming).To("talk")), `resource "hall": list parameter "soon": HasUpcoming needs To with a resource that has a start`},
		{"a latitude alone", linked(query("lat", dsl.TypeNumber, dsl.NearLatitude).On("labels").Of("geo")), `resource "talk": list parameter "lat": NearLatitude needs NearLongitude`},
		{"an extension that is not named", linked(query("near", dsl.TypeBoolean, dsl.Located).On("labels")), `resource "talk": list parameter "near": Located needs Of with an extension`},
	})
}
