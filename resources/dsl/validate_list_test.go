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

// equipped are linked, with a schedule, a list, and a link to halls with
// coordinates.
func equipped(params ...dsl.Param) []dsl.Resource {
	hall := talk(named("hall", "halls"), with(dsl.Number("geo_lat").Doc("Latitude"), dsl.Number("geo_lng").Doc("Longitude")))
	all := linked(params...)
	all[1].Fields = append(append(all[1].Fields, schedule()...), dsl.Refs("hall", "hall").Doc("Halls"),
		dsl.Untyped("guests").As(dsl.List).Doc("Guests"), dsl.Integer("series").As(dsl.PostParent).To("talk").Doc("Series"),
		text("date").As(dsl.Published), text("image").As(dsl.Image), text("secret_word").As(dsl.Password),
		dsl.Boolean("unlisted").As(dsl.Unlisted).Doc("Hidden"), dsl.Untyped("price").As(dsl.Money).Doc("Price"))
	return append(all, hall)
}

// visited are a hall with list parameters, and talks without a start that link
// to it.
func visited(params ...dsl.Param) []dsl.Resource {
	hall := talk(named("hall", "halls"), asked(params...))
	return []dsl.Resource{hall, talk(with(dsl.Refs("hall", "hall").Doc("Halls")))}
}

func TestSoundListParametersHaveNoFaults(t *testing.T) {
	checkValidated(t, []validated{{"every operation of a post", equipped(
		query("page", dsl.TypeInteger, dsl.Page).Defaults(1), query("per_page", dsl.TypeInteger, dsl.PerPage).Computed("12"),
		query("from", dsl.TypeString, dsl.From).On("begin"), query("until", dsl.TypeString, dsl.Until).On("finish"),
		query("before", dsl.TypeString, dsl.Before).On("begin"), query("after", dsl.TypeString, dsl.After).On("date"),
		query("strict", dsl.TypeUntyped, dsl.StrictDates).Defaults(false), query("search", dsl.TypeString, dsl.SearchAll),
		query("one", dsl.TypeString, dsl.SearchOne), query("part", dsl.TypeString, dsl.Contains),
		query("labels", dsl.TypeIntegers, dsl.LinkedTo).On("labels").To("label"), query("open", dsl.TypeBoolean, dsl.Is).On("open"), query("days", dsl.TypeBoolean, dsl.Is).On("whole_day"),
		query("series", dsl.TypeInteger, dsl.ChildOf).On("series").To("talk"),
		query("tip", dsl.TypeString, dsl.Equals).On("hint"), query("any", dsl.TypeBoolean, dsl.HasAny).On("guests").Of("guests"), query("status", dsl.TypeString, dsl.StatusIn),
		query("include", dsl.TypeIntegers, dsl.Include), query("exclude", dsl.TypeIntegers, dsl.Exclude),
		query("slug", dsl.TypeString, dsl.SlugIs), query("order", dsl.TypeString, dsl.Direction).OneOf("asc", "desc").Defaults("asc"),
		query("orderby", dsl.TypeString, dsl.OrderBy).Defaults("id"), query("near", dsl.TypeBoolean, dsl.Located).On("hall").Of("geo"),
		query("lat", dsl.TypeNumber, dsl.NearLatitude).On("hall").Of("geo"), query("lng", dsl.TypeNumber, dsl.NearLongitude).On("hall").Of("geo"),
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
		{"a filter without a field", list(query("open", dsl.TypeBoolean, dsl.Is)), `resource "label": list parameter "open": Is needs On with a boolean; no field of label is one`},
		{"a search without searchable fields", list(query("search", dsl.TypeString, dsl.Contains)), `resource "label": list parameter "search": Contains needs a searchable field`},
		{"a status of terms", list(query("status", dsl.TypeString, dsl.StatusIn)), `resource "label": list parameter "status": StatusIn needs a post`},
		{"empty posts", one(talk(asked(query("hide_empty", dsl.TypeBoolean, dsl.HideEmpty)))), `resource "talk": list parameter "hide_empty": HideEmpty needs a term`},
		{"a filter on a field that is no link", linked(query("hint", dsl.TypeIntegers, dsl.LinkedTo).On("hint").To("label")), `resource "talk": list parameter "hint": LinkedTo needs On with a link to the resource that To names, which the field "hint" is not; what fits: labels`},
		{"a link as a switch", linked(query("labels", dsl.TypeBoolean, dsl.Is).On("labels")), `resource "talk": list parameter "labels": Is needs On with a boolean, which the field "labels" is not; what fits: open`},
		{"an equal text of a flag", linked(query("is_open", dsl.TypeString, dsl.Equals).On("open")), `resource "talk": list parameter "is_open": Equals needs On with a field that is stored as it is sent, of the type of the parameter, which the field "open" is not; what fits: hint`},
		{"an equal number of a text", linked(query("hints", dsl.TypeInteger, dsl.Equals).On("hint")), `resource "talk": list parameter "hints": Equals needs On with a field that is stored as it is sent, of the type of the parameter, which the field "hint" is not; no field of talk is one`},
		{"upcoming records that have no start", visited(query("soon", dsl.TypeBoolean, dsl.HasUpcoming).To("talk")), `resource "hall": list parameter "soon": HasUpcoming needs To with a resource that has a start`},
		{"a latitude alone", equipped(query("lat", dsl.TypeNumber, dsl.NearLatitude).On("hall").Of("geo")), `resource "talk": list parameter "lat": NearLatitude needs NearLongitude`},
		{"an extension that is not named", equipped(query("near", dsl.TypeBoolean, dsl.Located).On("hall")), `resource "talk": list parameter "near": Located needs Of with an extension`},
	})
}

func TestOperationsRefuseColumnsThatCannotServeThem(t *testing.T) {
	fault := func(what, needs, field, hint string) string {
		return `resource "talk": list parameter "p": ` + what + " needs On with " + needs + ", which the field \"" + field + `" is not; ` + hint
	}
	const (
		dates, booleans = "what fits: begin, finish, date", "what fits: open, whole_day, unlisted"
		place           = "a link to posts with the numbers geo_lat and geo_lng"
		equal           = "a field that is stored as it is sent, of the type of the parameter"
	)
	ask := func(t dsl.Type, op dsl.Op, field string) dsl.Param { return query("p", t, op).On(field) }
	var tests []validated
	for _, tt := range []struct {
		name  string
		param dsl.Param
		want  string
	}{
		{"an image as a switch", ask(dsl.TypeBoolean, dsl.Is, "image"), fault("Is", "a boolean", "image", booleans)},
		{"a password as a switch", ask(dsl.TypeBoolean, dsl.Is, "secret_word"), fault("Is", "a boolean", "secret_word", booleans)},
		{"a link as a switch", ask(dsl.TypeBoolean, dsl.Is, "hall"), fault("Is", "a boolean", "hall", booleans)},
		{"a text as a switch", ask(dsl.TypeBoolean, dsl.Is, "hint"), fault("Is", "a boolean", "hint", booleans)},
		{"an equal password", ask(dsl.TypeString, dsl.Equals, "secret_word"), fault("Equals", equal, "secret_word", "what fits: hint")},
		{"an equal price", ask(dsl.TypeString, dsl.Equals, "price"), fault("Equals", equal, "price", "what fits: hint")},
		{"dates from an image", ask(dsl.TypeString, dsl.From, "image"), fault("From", "a date", "image", dates)},
		{"dates until a text", ask(dsl.TypeString, dsl.Until, "hint"), fault("Until", "a date", "hint", dates)},
		{"dates before a link", ask(dsl.TypeString, dsl.Before, "hall"), fault("Before", "a date", "hall", dates)},
		{"dates after a switch", ask(dsl.TypeString, dsl.After, "open"), fault("After", "a date", "open", dates)},
		{"members of an image", ask(dsl.TypeBoolean, dsl.HasAny, "image").Of("x"), fault("HasAny", "a list", "image", "what fits: guests")},
		{"children of a number that is no parent", ask(dsl.TypeInteger, dsl.ChildOf, "hint").To("talk"), fault("ChildOf", "the parent", "hint", "what fits: series")},
		{"a link to another resource", ask(dsl.TypeIntegers, dsl.LinkedTo, "hall").To("label"), fault("LinkedTo", "a link to the resource that To names", "hall", "what fits: labels")},
		{"a place without coordinates", ask(dsl.TypeBoolean, dsl.Located, "labels").Of("x"), fault("Located", place, "labels", "what fits: hall")},
		{"a field that the operation does not take", ask(dsl.TypeString, dsl.SlugIs, "hint"), `resource "talk": list parameter "p": SlugIs takes no On`},
		{"no field at all", query("p", dsl.TypeBoolean, dsl.Is), `resource "talk": list parameter "p": Is needs On with a boolean; ` + booleans},
	} {
		tests = append(tests, validated{tt.name, equipped(tt.param), tt.want})
	}
	checkValidated(t, append(tests, validated{
		"several at once", equipped(ask(dsl.TypeBoolean, dsl.Is, "image"), query("q", dsl.TypeString, dsl.From).On("image")),
		fault("Is", "a boolean", "image", booleans) + "\n" + strings.Replace(fault("From", "a date", "image", dates), `"p"`, `"q"`, 1),
	}))
}
