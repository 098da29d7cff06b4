package dsl_test

import (
	"math"
	"testing"

	"almanac/resources/dsl"
)

// breaking accepts changes.
func breaking(breaks ...dsl.AcceptedBreak) func(*dsl.Resource) {
	return func(r *dsl.Resource) { r.AcceptedBreaks = breaks }
}

// dropping removes fields.
func dropping(drops ...dsl.DroppedField) func(*dsl.Resource) {
	return func(r *dsl.Resource) { r.Drops = drops }
}

func indexed(ix dsl.Index) func(*dsl.Resource) {
	return func(r *dsl.Resource) { r.Indexes = append(r.Indexes, ix) }
}

func TestSoundWordsAboutChange(t *testing.T) {
	checkValidated(t, []validated{
		{"a former name", one(label(with(text("town").RenamedFrom("city")))), ""},
		{"two that swap", one(label(with(text("title").RenamedFrom("subtitle"), text("subtitle").RenamedFrom("title")))), ""},
		{"a former name of the resource", one(label(func(r *dsl.Resource) { r.RenamedFrom = "mark" })), ""},
		{"a dropped field", one(label(dropping(dsl.DropField("fax", "nobody sends one")))), ""},
		{"a dropped resource", []dsl.Resource{label(), dsl.DropResource("mark", "labels are enough")}, ""},
		{"a narrowed field", one(label(with(dsl.Integer("seats").LossyConversion("only numbers were written").Doc("Seats")))), ""},
		{"values for existing rows", one(label(with(
			text("colour").Backfill("red"), dsl.Integer("seats").Backfill(4).Doc("Seats"), dsl.Number("height").Backfill(1.5).Doc("Height"),
			dsl.Boolean("open").Backfill(true).Doc("Open"), text("shown").StoredAsBool(false).Backfill(true),
		))), ""},
		{"a reason of a unique index", one(label(indexed(dsl.Index{Columns: []string{"name"}, Unique: true, UniqueReason: "names were unique before"}))), ""},
		{"accepted changes", one(label(breaking(
			dsl.AcceptFieldBreak("town", "is clearer"), dsl.AcceptParamBreak("town", "is clearer"), dsl.AcceptRouteBreak("errors say more"),
		))), ""},
		{"deprecations", one(label(with(text("fax").Deprecated("2026-03-01", "use phone")),
			asked(query("search", dsl.TypeString, dsl.OpSlugEquals).Deprecated("2026-03-01", "use slug")),
			func(r *dsl.Resource) { r.Deprecation = dsl.Deprecated("2026-03-01", "use marks") })), ""},
	})
}

func TestFaultsOfWordsAboutChange(t *testing.T) {
	on := func(change ...func(*dsl.Resource)) []dsl.Resource { return one(label(change...)) }
	checkValidated(t, []validated{
		{"a former name that is the present one", on(with(text("town").RenamedFrom("town"))), `resource "label": field "town" has RenamedFrom("town"), which is its current name; remove it`},
		{"a former name in capitals", on(with(text("town").RenamedFrom("City"))), `resource "label": former name "City" must be lower-case words joined by underscores`},
		{"a resource that was itself", on(func(r *dsl.Resource) { r.RenamedFrom = "label" }), `resource "label": has RenamedFrom("label"), which is its current name; remove it`},
		{"a former name of the resource in capitals", on(func(r *dsl.Resource) { r.RenamedFrom = "Mark" }), `resource "label": former name "Mark" must be lower-case words joined by underscores`},
		{"a field that is described and dropped", on(dropping(dsl.DropField("name", "why not"))), `resource "label": field "name" is described and dropped; remove one of them`},
		{"a field that is dropped twice", on(dropping(dsl.DropField("fax", "a"), dsl.DropField("fax", "b"))), `resource "label": field "fax" is dropped twice; remove one`},
		{"a field that is dropped without a reason", on(dropping(dsl.DropField("fax", " "))), `resource "label": dropped field "fax" needs a one-line reason`},
		{"a dropped field in capitals", on(dropping(dsl.DropField("Fax", "why not"))), `resource "label": dropped field "Fax" must be lower-case words joined by underscores`},
		{"a resource that is dropped without a reason", []dsl.Resource{dsl.DropResource("mark", "")}, `resource "mark": dropped resource needs a one-line reason`},
		{"a resource that is described and dropped", []dsl.Resource{label(), dsl.DropResource("label", "why not")}, `resource "label": is described twice; rename or remove one`},
		{"a reason of several lines", on(with(text("town").LossyConversion("a\nb"))), `resource "label": field "town": LossyConversion has a reason with several lines; write one line`},
		{"a text for a number", on(with(dsl.Integer("seats").Backfill("four").Doc("Seats"))), `resource "label": field "seats": existing rows cannot be set to "four"; Backfill takes a value of the type integer within the bounds of the field`},
		{"a fraction for a whole number", on(with(dsl.Integer("seats").Backfill(1.5).Doc("Seats"))), `resource "label": field "seats": existing rows cannot be set to 1.5; Backfill takes a value of the type integer within the bounds of the field`},
		{"no number", on(with(dsl.Number("height").Backfill(math.Inf(1)).Doc("Height"))), `resource "label": field "height": existing rows cannot be set to +Inf; Backfill takes a value of the type number (double) within the bounds of the field`},
		{"a truth for a text", on(with(text("town").Backfill(true))), `resource "label": field "town": existing rows cannot be set to true; Backfill takes one line of text within the bounds of the field`},
		{"a text of two lines", on(with(text("town").Backfill("a\nb"))), `resource "label": field "town": existing rows cannot be set to "a\nb"; Backfill takes one line of text within the bounds of the field`},
		{"a list", on(with(text("town").Backfill([]string{"a"}))), `resource "label": field "town": existing rows cannot be set to []string{"a"}; Backfill takes one line of text within the bounds of the field`},
		{"a reason of an index that is not unique", on(indexed(dsl.Index{Columns: []string{"name"}, UniqueReason: "why"})), `resource "label": index over name: UniqueReason must be one line, about a unique index`},
		{"an accepted change without a reason", on(breaking(dsl.AcceptFieldBreak("town", ""))), `resource "label": AcceptedBreaks: field town needs a one-line reason`},
		{"an accepted change twice", on(breaking(dsl.AcceptParamBreak("town", "a"), dsl.AcceptParamBreak("town", "b"))), `resource "label": AcceptedBreaks: parameter town is accepted twice; remove one`},
		{"an accepted change of nothing", on(breaking(dsl.AcceptedBreak{Part: "colour", Reason: "why"})), `resource "label": AcceptedBreaks: "colour" must be field, parameter, action or routes; use AcceptFieldBreak, AcceptParamBreak, AcceptActionBreak or AcceptRouteBreak`},
		{"an accepted change in capitals", on(breaking(dsl.AcceptFieldBreak("Town", "why"))), `resource "label": AcceptedBreaks: field "Town" must be lower-case words joined by underscores`},
		{"routes with a name", on(breaking(dsl.AcceptedBreak{Part: dsl.PartRoutes, Name: "list", Reason: "why"})), `resource "label": AcceptedBreaks: routes have no name, but "list" is given; use AcceptRouteBreak`},
		{"a table that no client sees", one(secret(breaking(dsl.AcceptRouteBreak("why")))), `resource "secret": AcceptedBreaks and Deprecation are for resources with routes; remove them`},
		{"deprecated since no day", on(with(text("fax").Deprecated("March", "use phone"))), `resource "label": field "fax": deprecated since "March", which is not a day of the form 2026-03-01`},
		{"deprecated for nothing", on(asked(query("search", dsl.TypeString, dsl.OpSlugEquals).Deprecated("2026-03-01", ""))), `resource "label": list parameter "search": deprecated without a replacement of one line, such as "use venue"`},
		{
			"deprecated and required", on(with(text("fax").Required().Deprecated("2026-03-01", "use phone"))),
			`resource "label": field "fax": is deprecated and required, but clients must be able to stop sending it; remove Required first`,
		},
		{
			"a deprecated resource with everything wrong", on(func(r *dsl.Resource) { r.Deprecation = dsl.Deprecated("2026-02-30", "a\nb") }),
			"resource \"label\": deprecated since \"2026-02-30\", which is not a day of the form 2026-03-01\nresource \"label\": deprecated without a replacement of one line, such as \"use venue\"",
		},
	})
}

func TestInterfacesAreValidated(t *testing.T) {
	tests := []struct {
		name string
		api  dsl.API
		want string
	}{
		{"a namespace and a version", dsl.API{Namespace: "calendar/events", Version: 1}, ""},
		{"one word", dsl.API{Namespace: "events", Version: 12, AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptRouteBreak("errors say more")}}, ""},
		{"nothing", dsl.API{}, "API: namespace \"\" must be lower-case words joined by slashes\nAPI: version 0 must be 1 or more"},
		{"what it says about itself", dsl.API{Namespace: "events", Version: 1, Name: "my-books", Title: "My books", Doc: "What I read", License: "Apache-2.0", HeaderPrefix: "X-Books-"}, ""},
		{"changes of a year", dsl.API{Namespace: "events", Version: 1, Changes: dsl.Changes{Keep: "365 days"}}, ""},
		{"changes of an hour", dsl.API{Namespace: "events", Version: 1, Changes: dsl.Changes{Keep: "1h"}}, `API: Changes: Keep "1h" must be whole days from "1 day" to "3650 days"`},
		{"changes of centuries", dsl.API{Namespace: "events", Version: 1, Changes: dsl.Changes{Keep: "99999 days"}}, `API: Changes: Keep "99999 days" must be whole days from "1 day" to "3650 days"`},
		{"a license in words", dsl.API{Namespace: "events", Version: 1, License: "as you like"}, `API: License "as you like" must be an SPDX identifier such as MIT or Apache-2.0`},
		{
			"a name in capitals and texts of several lines",
			dsl.API{Namespace: "events", Version: 1, Name: "Books", Title: "My\nbooks", Doc: " "},
			"API: name \"Books\" must be lower-case letters, digits and hyphens, from a letter on\nAPI: Title must be one line\nAPI: Doc must be one line",
		},
		{"a prefix without a hyphen", dsl.API{Namespace: "events", Version: 1, HeaderPrefix: "X-Books"}, `API: HeaderPrefix "X-Books" must be letters, digits and hyphens, from a capital letter to a hyphen`},
		{"slashes around", dsl.API{Namespace: "/events/", Version: 1}, `API: namespace "/events/" must be lower-case words joined by slashes`},
		{"a blank", dsl.API{Namespace: "my events", Version: 1}, `API: namespace "my events" must be lower-case words joined by slashes`},
		{
			"a word about a field",
			dsl.API{Namespace: "events", Version: 1, AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptFieldBreak("town", "why")}},
			"API: AcceptedBreaks: field town belongs to a resource; use AcceptRouteBreak here",
		},
		{"a word without a reason", dsl.API{Namespace: "events", Version: 1, AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptRouteBreak("")}}, "API: AcceptedBreaks: routes need a one-line reason"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if err := tt.api.Validate(); err != nil {
				got = withoutPositions(err)
			}
			if got != tt.want {
				t.Errorf("faults = %q, want %q", got, tt.want)
			}
		})
	}
	named := dsl.API{Namespace: "book-shop/api", Version: 2}
	if got, want := named.ServiceName()+", "+named.DocumentTitle()+", "+named.DocumentSubject(), "book-shop, Book-shop, Records"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := (dsl.API{Namespace: "calendar/events", Version: 2}).Path(), "calendar/events/v2"; got != want {
		t.Errorf("path = %s, want %s", got, want)
	}
}
