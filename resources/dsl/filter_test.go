package dsl_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources/dsl"
)

// fair is a post with fields of each kind, and a link to halls with coordinates.
func fair(filters ...dsl.Param) []dsl.Resource {
	degrees := func(name string) dsl.Field { return dsl.Number(name).Nullable().Extension("plans").Doc("Degrees") }
	hall := talk(named("hall", "halls"), with(
		dsl.String("city").Doc("City"), degrees("north"), degrees("east"),
	), func(r *dsl.Resource) {
		r.SchemaOrgType, r.SchemaOrg = dsl.SchemaOrgPlace, map[string]string{"north": "latitude", "east": "longitude"}
	})
	return []dsl.Resource{hall, talk(with(schedule()...), with(
		dsl.PostFields("status", "slug", "date")...), with(
		dsl.ManyToMany("halls", "hall").Doc("Halls"),
		dsl.Integer("series").As(dsl.PostParent).Doc("Series"),
		dsl.Any("sponsors").As(dsl.StringList).Extension("money").Doc("Sponsors"),
		dsl.Boolean("open").Doc("Open"),
		dsl.String("quiet").StoredAsBool(true).Doc("Quiet"),
		dsl.String("hint").Searchable().Doc("Hint"),
		dsl.Integer("seats").Doc("Seats"),
		dsl.Number("rating").Nullable().Doc("Rating"),
		dsl.Decimal("share", 4, 2).Doc("Share"),
		dsl.Money("price", "EUR").Nullable().Doc("Price"),
		dsl.Date("day").Nullable().Doc("Day"),
		dsl.Strings("languages").Doc("Languages"),
		dsl.Integers("sizes").Doc("Sizes"),
	), filtered(filters...))}
}

func TestFiltersFollowFromTheirFields(t *testing.T) {
	for _, tt := range []struct {
		filter dsl.Param
		want   string // Name, operation, type, field, target and extension.
	}{
		{dsl.FilterBy("halls"), "halls LinkedTo array of integer halls hall "},
		{dsl.FilterBy("halls.city"), "halls_city Equals string halls.city  "},
		{dsl.FilterBy("halls.city").Named("city"), "city Equals string halls.city  "},
		{dsl.FilterBy("halls.north"), "halls_north Equals number (double) halls.north  plans"},
		{dsl.FilterBy("series"), "series ChildOf integer series talk "},
		{dsl.FilterBy("status"), "status StatusIn string   "},
		{dsl.FilterBy("slug"), "slug SlugEquals string   "},
		{dsl.FilterBy("sponsors"), "sponsors ListNotEmpty boolean sponsors  money"},
		{dsl.FilterBy("open"), "open BoolEquals boolean open  "},
		{dsl.FilterBy("whole_day"), "whole_day BoolEquals boolean whole_day  "},
		{dsl.FilterBy("quiet"), "quiet BoolEquals boolean quiet  "},
		{dsl.FilterBy("hint"), "hint Equals string hint  "},
		{dsl.FilterBy("seats"), "seats Equals integer seats  "},
		{dsl.FilterBy("price"), "price Equals string price  "},
		{dsl.FilterBy("day"), "day Equals string (date) day  "},
		{dsl.FilterBy("languages"), "languages In array of string languages  "},
		{dsl.FilterBy("sizes"), "sizes In array of integer sizes  "},
		{dsl.In("hint"), "hint In array of string hint  "},
		{dsl.In("seats"), "seats In array of integer seats  "},
		{dsl.In("rating"), "rating In array of number rating  "},
		{dsl.In("price"), "price In array of string price  "},
		{dsl.AtLeast("price").Named("price_from"), "price_from AtLeast string (decimal) price  "},
		{dsl.AtMost("share"), "share AtMost string (decimal) share  "},
		{dsl.AtLeast("day"), "day AtLeast string (date) day  "},
		{dsl.IsNull("rating").Named("unrated"), "unrated IsNull boolean rating  "},
		{dsl.OnOrAfter("begin"), "begin OnOrAfter string begin  "},
		{dsl.OnOrBefore("finish"), "finish OnOrBefore string finish  "},
		{dsl.Before("begin"), "begin Before string begin  "},
		{dsl.After("date"), "date After string date  "},
		{dsl.ExactTimes("strict_dates"), "strict_dates ExactTimes untyped   "},
		{dsl.SearchAnyField(), "search SearchAnyField string   "},
		{dsl.SearchOneField(), "search SearchOneField string   "},
		{dsl.SearchText(), "search Contains string   "},
		{dsl.Include(), "include Include array of integer   "},
		{dsl.Exclude(), "exclude Exclude array of integer   "},
		{
			dsl.OwnFilter("cheap", dsl.TypeBoolean, ofCalendar, "IsFree").Field("price"),
			"cheap almanac/runtime/calendar.IsFree boolean price  ",
		},
	} {
		t.Run(tt.want, func(t *testing.T) {
			described := fair(tt.filter.Doc("Filter"))
			if err := dsl.Validate(described); err != nil {
				t.Fatal(err)
			}
			p := dsl.API{}.Complete(described)[1].ParamSpecs()[0]
			got := fmt.Sprint(p.Name, " ", p.Operation, " ", p.Type, " ", p.Field, " ", p.Target, " ", p.Extension)
			if got != tt.want {
				t.Errorf("the filter is %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFiltersAboutLinksToTheResource(t *testing.T) {
	described := fair()
	described[0].Filters = dsl.Filters(
		dsl.LinkedFrom("talk").Named("post").Doc("Of the talk"),
		dsl.LinkedFrom("talk").Doc("The same, and wins"),
		dsl.IsLinked("talk").Named("has_talks").Doc("With talks"),
		dsl.HasUpcoming("talk").Named("with_upcoming").Doc("With talks to come"),
	)
	if err := dsl.Validate(described); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range (dsl.API{}).Complete(described)[0].ParamSpecs()[:4] {
		got = append(got, fmt.Sprintf("%s %s %s %s %q %v", p.Name, p.Operation, p.Type, p.Target, p.Overrides, p.Default.Value))
	}
	want := []string{
		`post LinkedFrom integer talk "" <nil>`, `talk LinkedFrom integer talk "post" <nil>`,
		`has_talks IsLinked untyped talk "" <nil>`, `with_upcoming HasUpcoming untyped talk "" false`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("filters (-want +got):\n%s", diff)
	}
}

func TestNearIsOfTheExtensionOfTheCoordinates(t *testing.T) {
	described := fair(dsl.Near("halls").Named("located", "lat", "lng")...)
	if err := dsl.Validate(described); err != nil {
		t.Fatal(err)
	}
	for i, want := range []dsl.Operation{dsl.OpHasCoordinates, dsl.OpNearLatitude, dsl.OpNearLongitude} {
		p := dsl.API{}.Complete(described)[1].ParamSpecs()[i]
		if p.Operation != want || p.Extension != "plans" {
			t.Errorf("%s is %s of the extension %q", p.Name, p.Operation, p.Extension)
		}
	}
}

func TestPageSizeIsThatOfTheAPI(t *testing.T) {
	for _, r := range []dsl.Resource{talk(), talk(filtered(dsl.Paging()...))} {
		for size, want := range map[string]string{"": "10, or what the operator chose", "12": "12"} {
			for _, p := range (dsl.API{PageSize: size}).Complete(one(r))[0].ParamSpecs() {
				if p.Name == "per_page" && p.Default.Text != want {
					t.Errorf("the size of a page is %q, want %q", p.Default.Text, want)
				}
			}
		}
	}
}

func TestCompleteIsDoneOnce(t *testing.T) {
	described := fair(dsl.FilterBy("halls").Doc("Halls"), dsl.OnOrAfter("begin").DefaultMonthsAhead(2).Doc("From"))
	once := dsl.API{PageSize: "12"}.Complete(described)
	twice := dsl.API{}.Complete(once)
	for i := range once {
		if diff := cmp.Diff(fmt.Sprintf("%+v", once[i]), fmt.Sprintf("%+v", twice[i])); diff != "" {
			t.Errorf("what is complete changes (-once +twice):\n%s", diff)
		}
	}
}

func TestFaultsOfFilters(t *testing.T) {
	behind := func(field string) []dsl.Resource { // Halls have a link, too.
		list := fair(dsl.FilterBy(field).Named("about").Doc("About"))
		list[0].Fields = append(list[0].Fields, dsl.ManyToOne("opening", "talk").Doc("Opening talk"))
		return list
	}
	const onlyOne = `resource "talk": list parameter "about": FilterBy follows one link, and %q leads to another one; ` +
		`fields that it can compare: city, north, east`
	fields := "name, begin, finish, zone, whole_day, status, slug, date, halls, series, sponsors, open, quiet, hint, " +
		"seats, rating, share, price, day, languages, sizes"
	checkValidated(t, []validated{
		{
			"a field that is not there", fair(dsl.FilterBy("hal").Doc("Hall")),
			`resource "talk": list parameter "hal" is about the field "hal", which talk does not have; its fields are: ` + fields,
		},
		{
			"a field that the linked resource does not have", fair(dsl.AtMost("halls.town").Doc("Town")),
			`resource "talk": list parameter "halls_town" is about the field "town", which hall does not have; its fields are: name, city, north, east`,
		},
		{
			"a path through what is not a link", fair(dsl.FilterBy("hint.city").Doc("City")),
			`resource "talk": list parameter "hint_city" is about "hint.city", but "hint" is not a link; the links are: halls`,
		},
		{
			"a date", fair(dsl.FilterBy("begin").Doc("Begin")),
			`resource "talk": list parameter "begin": FilterBy compares no dates such as "begin"; ` +
				`write dsl.OnOrAfter, OnOrBefore, Before or After`,
		},
		{
			"a text of which parts are larger", fair(dsl.AtLeast("hint").Doc("Hint")),
			`resource "talk": list parameter "hint": AtLeast does not compare the field "hint"; possible fields: seats, rating, share, price, day`,
		},
		{
			"the behavior of a linked record", fair(dsl.FilterBy("halls.name").Doc("Name")),
			`resource "talk": list parameter "halls_name": FilterBy does not compare the field "halls.name"; possible fields: city, north, east`,
		},
		{"a link behind a link", behind("halls.opening"), fmt.Sprintf(onlyOne, "halls.opening")},
		{"what is behind a link behind a link", behind("halls.opening.hint"), fmt.Sprintf(onlyOne, "halls.opening.hint")},
		{
			"the start of a linked record", fair(dsl.After("halls.city").Doc("City")),
			`resource "talk": list parameter "halls_city": After does not compare the field "halls.city"; possible fields: none`,
		},
		{
			"two faults at once", fair(dsl.FilterBy("hal").Doc("Hall"), dsl.FilterBy("seats")),
			`resource "talk": list parameter "hal" is about the field "hal", which talk does not have; its fields are: ` + fields + "\n" +
				`resource "talk": list parameter "seats" has no Doc; describe it in one line`,
		},
	})
}
