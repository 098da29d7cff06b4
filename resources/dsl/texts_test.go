package dsl_test

import (
	"strings"
	"testing"

	"almanac/resources/dsl"
)

func TestTextsAreThoseOfFieldsAndFilters(t *testing.T) {
	api := dsl.API{Texts: dsl.Texts{"talk": {"open": {Label: "Open to all", Hint: "Nobody needs a ticket", Filter: "Only open ones"}}}}
	r := api.Complete(one(talk(with(dsl.Boolean("open").Doc("Open")), filtered(dsl.FilterBy("open").Doc("Open")))))[0]
	f, _ := r.Field("open")
	if f.Label != "Open to all" || f.Hint != "Nobody needs a ticket" {
		t.Errorf("the field has the label %q and the hint %q", f.Label, f.Hint)
	}
	if p := r.ParamSpecs()[0]; p.Label != "Only open ones" {
		t.Errorf("the filter has the label %q", p.Label)
	}
}

func TestFaultsOfTexts(t *testing.T) {
	described := one(talk(with(text("hint")), filtered(dsl.FilterBy("hint").Named("hinted").Doc("Hint"))))
	api := dsl.API{Namespace: "toys", Version: 1, Translations: dsl.Translations{
		"de": {"%s talks": "Vorträge", "Talk": ""}, "German": nil,
	}, Texts: dsl.Texts{
		"talks": {"hint": {Label: "Hint"}},
		"talk":  {"hin": {Label: "Hint"}, "hint": {Filter: "Hint"}, "hinted": {Filter: "Hint", Values: map[string]string{"a": "A"}}},
	}}
	got := withoutPositions(api.Validate(described...))
	want := []string{
		`API: Texts: talk has no field "hin"; its fields are: name, hint`,
		`API: Texts: talk has no filter "hint"; its filters are: hinted`,
		`API: Texts: hinted of talk has no value "a", or a text with a comma, an equals sign or several lines`,
		`API: Texts: talk has no field "hinted"; its fields are: name, hint`,
		`API: Texts: "talks" is not a resource; the resources are: talk`,
		`API: Translations: "German" is not a language; write one as "de"`,
		`API: Translations: "Vorträge" of de does not have the places for values that "%s talks" has`,
		`API: Translations: "Talk" of de is empty or has several lines`,
	}
	if got != strings.Join(want, "\n") {
		t.Errorf("the errors are\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestFormsLayOutFieldsThatExist(t *testing.T) {
	described := one(talk(with(text("hint"), dsl.Enum("state", "open", "full").Default("open").Doc("State"))))
	api := dsl.API{Namespace: "toys", Version: 1, Forms: dsl.Forms{"talk": {"hint": {Section: "Shop", With: "state", Shown: dsl.ShownWhenSet}}}}
	if f, _ := api.Complete(described)[0].Field("hint"); f.Form != api.Forms["talk"]["hint"] {
		t.Errorf("the form of the field is %+v", f.Form)
	}
	api.Forms = dsl.Forms{"talks": {}, "talk": {"hin": {}, "hint": {Section: "A, b"}, "state": {With: "hint"}}}
	want := []string{
		`API: Forms: talk has no field "hin"; its fields are: name, hint, state`,
		`API: Forms: the section of hint of talk has a comma, an equals sign or a line break`,
		`API: Forms: state of talk stands with "hint", which is not an Enum with a Default`,
		`API: Forms: "talks" is not a resource`,
	}
	if got := withoutPositions(api.Validate(described...)); got != strings.Join(want, "\n") {
		t.Errorf("the errors are\n%s", got)
	}
}

func TestPropertiesOfSchemaOrg(t *testing.T) {
	r := talk(with(
		dsl.Enum("state", "scheduled", "canceled", "postponed").Default("scheduled").Doc("State"),
		text("reason"),
	), with(schedule()...), func(r *dsl.Resource) {
		r.SchemaOrgType, r.SchemaOrg = dsl.SchemaOrgEvent, map[string]string{"state": "eventStatus", "reason": "eventStatusReason"}
	})
	state, _ := completed(r).Field("state")
	if state.SchemaOrg != "eventStatus" || !state.NotCopied || len(state.Synonyms) != 1 {
		t.Errorf("the status of an event is %+v", state)
	}
	r.SchemaOrg = map[string]string{"stat": "eventStatus"}
	checkValidated(t, []validated{
		{
			"a property of no field", one(r),
			`resource "talk": SchemaOrg names "stat", which is not a field; the fields are: name, state, reason, begin, finish, zone, whole_day`,
		},
	})
}
