package resources_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources"
	"almanac/resources/base"
	"almanac/resources/dsl"
)

// fieldTables have the fields of the contract, which docs/reference.md lists with those
// that are added: name, type, whether it is required on create, and default.
var fieldTables = map[string]string{
	"event": `
		title | string | yes | none
		start_date | string (date and time) | yes | none
		end_date | string (date and time) | yes | none
		author | integer | no | none
		date | string | no | none
		date_utc | string | no | none
		description | string | no | none
		slug | string | no | none
		excerpt | string | no | none
		status | string | no | none
		timezone | string | no | none
		all_day | boolean | no | false
		image | string | no | none
		cost | untyped | no | none
		website | untyped (URL) | no | null
		show_map | boolean | no | none
		show_map_link | boolean | no | none
		hide_from_listings | boolean | no | none
		sticky | boolean | no | none
		featured | boolean | no | none
		categories | array of integer | no | null
		tags | array of integer | no | null
		venue | array of integer | no | null
		organizer | array of integer | no | null`,
	"venue": `
		venue | string | yes | none
		author | integer | no | none
		date | string | no | none
		date_utc | string | no | none
		description | string | no | null
		status | string | no | none
		show_map | string | no | null
		show_map_link | string | no | null
		address | string | no | null
		city | string | no | null
		country | string | no | null
		province | string | no | null
		state | string | no | null
		zip | string | no | null
		phone | string | no | null
		stateprovince | string | no | null
		website | string | no | null
		image | string | no | null`,
	"organizer": `
		organizer | string | yes | null
		author | integer | no | null
		date | string | no | null
		date_utc | string | no | null
		description | string | no | null
		status | string | no | null
		phone | string | no | null
		website | string | no | null
		email | string | no | null
		image | string | no | null`,
	"category": `
		name | string | yes | none
		description | string | no | none
		slug | string | no | none
		parent | integer | no | none`,
	"tag": `
		name | string | yes | none
		description | string | no | none
		slug | string | no | none`,
}

// perPage is the default of per_page, which the deployments set.
const perPage = "12 in deployment A, 10 in deployment B"

// placeTable has the list parameters of venues and organizers.
const placeTable = `
	page | integer | 1
	per_page | integer | ` + perPage + `
	search | string | none
	event | integer | none
	has_events | untyped | none
	only_with_upcoming | untyped | false
	status | string | none`

// termTable has the list parameters of categories; tags have no parent.
const termTable = `
	page | integer | 1
	per_page | integer | ` + perPage + `
	search | string | none
	exclude | array of integer | none
	include | array of integer | none
	order | string | none
	orderby | string | none
	hide_empty | boolean | 1
	parent | integer | none
	post | integer | none
	event | integer | none
	slug | string | none`

// listTables have the list parameters of the contract: name, type and default.
var listTables = map[string]string{
	"event": `
		page | integer | 1
		per_page | integer | ` + perPage + `
		start_date | string | the start of today in the site's time zone; with strict_dates, the current time
		end_date | string | the end of the day 24 months from today; with strict_dates, 24 months from now
		starts_before | string | none
		starts_after | string | none
		ends_before | string | none
		ends_after | string | none
		strict_dates | untyped | false
		search | string | none
		categories | array of integer | none
		tags | array of integer | none
		venue | array of integer | none
		organizer | array of integer | none
		featured | boolean | none
		status | string | none
		geoloc | boolean | none
		geoloc_lat | number (double) | none
		geoloc_lng | number (double) | none
		include | array of integer | none
		post_parent | integer | none
		ticketed | boolean | none`,
	"venue":     placeTable,
	"organizer": placeTable,
	"category":  termTable,
	"tag":       strings.Replace(termTable, "\tparent | integer | none\n", "", 1),
}

// rows returns the rows of a table above.
func rows(table string) []string {
	var list []string
	for line := range strings.Lines(table) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// defaultText writes a default as the contract does.
func defaultText(d dsl.Default) string {
	switch d.Kind {
	case dsl.DefaultNull:
		return "null"
	case dsl.DefaultValue:
		return fmt.Sprint(d.Value)
	case dsl.DefaultComputed:
		return d.Text
	default:
		return "none"
	}
}

func described(t *testing.T, name string) dsl.Resource {
	t.Helper()
	for _, r := range resources.API.Complete(resources.All()) {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("no resource %q", name)
	return dsl.Resource{}
}

func TestFieldsAreThoseOfTheContract(t *testing.T) {
	for name, table := range fieldTables {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range described(t, name).FieldSpecs() {
				if f.Nonstandard {
					continue
				}
				required := "no"
				if f.Required {
					required = "yes"
				}
				got = append(got, strings.Join([]string{f.Name, string(f.Type), required, defaultText(f.Default)}, " | "))
			}
			if diff := cmp.Diff(rows(table), got); diff != "" {
				t.Errorf("fields of %s (-want +got):\n%s", name, diff)
			}
		})
	}
}

func TestListParametersAreThoseOfTheContract(t *testing.T) {
	for name, table := range listTables {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, p := range described(t, name).ParamSpecs() {
				if !p.Nonstandard {
					got = append(got, strings.Join([]string{p.Name, string(p.Type), defaultText(p.Default)}, " | "))
				}
			}
			if diff := cmp.Diff(rows(table), got); diff != "" {
				t.Errorf("list parameters of %s (-want +got):\n%s", name, diff)
			}
		})
	}
}

func TestTheTablesHaveEveryRowOfTheContract(t *testing.T) {
	count := 0
	for _, tables := range []map[string]string{fieldTables, listTables} {
		for _, table := range tables {
			count += len(rows(table))
		}
	}
	if want := 118; count != want {
		t.Errorf("the tables of this test have %d rows, the contract has %d", count, want)
	}
}

func TestNonstandardFieldsComeAfterThoseOfTheContract(t *testing.T) {
	for name := range fieldTables {
		r := described(t, name)
		nonstandard := ""
		for _, f := range r.FieldSpecs() {
			if nonstandard != "" && !f.Nonstandard {
				t.Errorf("%s: the field %s of the contract comes after the nonstandard %s", r.Name, f.Name, nonstandard)
			}
			if f.Nonstandard {
				nonstandard = f.Name
			}
		}
		nonstandard = ""
		for _, p := range r.ParamSpecs() {
			if nonstandard != "" && !p.Nonstandard {
				t.Errorf("%s: the list parameter %s of the contract comes after the nonstandard %s", r.Name, p.Name, nonstandard)
			}
			if p.Nonstandard {
				nonstandard = p.Name
			}
		}
	}
}

func TestTheDescriptionIsValid(t *testing.T) {
	if err := dsl.Validate(append(resources.All(), base.Tables...)); err != nil {
		t.Error(err)
	}
}

func TestResourcesOfTheContractComeFirstAndInItsOrder(t *testing.T) {
	var got []string
	for _, r := range resources.API.Complete(resources.All()) {
		if r.Kind != dsl.KindInternal {
			got = append(got, r.Plural)
		}
	}
	want := []string{"events", "venues", "organizers", "categories", "tags"}
	if diff := cmp.Diff(want, got[:min(len(got), len(want))]); diff != "" {
		t.Errorf("resources (-want +got):\n%s", diff)
	}
}
