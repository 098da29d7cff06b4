package dsl_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources/dsl"
)

// completed returns the only resource of a description with all that follows.
func completed(r dsl.Resource) dsl.Resource { return dsl.API{}.Complete(one(r))[0] }

func TestAddedMarksFieldsAndFilters(t *testing.T) {
	r := dsl.Resource{
		Fields: dsl.Fields(
			dsl.String("title"),
			dsl.Added(dsl.PostFields("excerpt"), dsl.String("color")),
		),
		Filters: dsl.Filters(
			dsl.FilterBy("title"),
			dsl.Added(dsl.FilterBy("color"), dsl.Sorting()),
		),
	}
	got := map[string]bool{}
	for _, f := range r.FieldSpecs() {
		got["field "+f.Name] = f.Nonstandard
	}
	for _, p := range r.ParamSpecs() {
		got["filter "+p.Name] = p.Nonstandard
	}
	want := map[string]bool{
		"field title": false, "field excerpt": true, "field color": true,
		"filter title": false, "filter color": true, "filter order": true, "filter orderby": true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what the contract does not have (-want +got):\n%s", diff)
	}
}

func TestPostFieldsAreThoseOfTheirNames(t *testing.T) {
	if all := dsl.PostFields(); len(all) != 8 {
		t.Errorf("%d fields without a name, want all 8", len(all))
	}
	group := dsl.PostFields("status", "author")
	changed := group.Default(nil)
	for i, want := range []struct {
		name     string
		behavior dsl.Behavior
	}{{"status", dsl.Status}, {"author", dsl.Author}} {
		f := changed[i].Spec()
		if f.Name != want.name || f.Behavior != want.behavior || f.Default.Kind != dsl.DefaultNull {
			t.Errorf("field %d is %q with the behavior %q and the default %v", i, f.Name, f.Behavior, f.Default)
		}
		if group[i].Spec().Default.Kind != dsl.DefaultNone {
			t.Errorf("%s has a default in the group that was changed", want.name)
		}
	}
}

func TestFaultsOfGroups(t *testing.T) {
	checkValidated(t, []validated{
		{
			"a field that posts do not have", one(talk(with(dsl.PostFields("athor")...))),
			`resource "talk": field "athor": PostFields has no such field; it has: ` +
				`author, date, date_utc, slug, status, description, excerpt, image`,
		},
		{
			"too few texts", one(talk(filtered(dsl.Paging().Doc("Page")...))),
			`resource "talk": list parameter "page": Doc of the group takes one text for each of its members` + "\n" +
				`resource "talk": list parameter "per_page" has no Doc; describe it in one line` + "\n" +
				`resource "talk": list parameter "per_page": Doc of the group takes one text for each of its members`,
		},
		{
			"too many names", one(talk(filtered(dsl.Sorting().Named("way", "by", "for")...))),
			`resource "talk": list parameter "way": Named of the group takes one text for each of its members` + "\n" +
				`resource "talk": list parameter "by": Named of the group takes one text for each of its members`,
		},
		{"other names", one(talk(filtered(dsl.Sorting().Named("way", "by")...))), ""},
	})
}

func filtered(filters ...dsl.Param) func(*dsl.Resource) {
	return func(r *dsl.Resource) { r.Filters = append(r.Filters, filters...) }
}

func TestResponsesHaveAnOrder(t *testing.T) {
	for _, tt := range []struct {
		name      string
		described dsl.Resource
		want      []string
	}{
		{"that of terms", dsl.Resource{Kind: dsl.KindTerm}, []string{"id", "slug", "taxonomy", "count", "url", "*"}},
		{"that of records", dsl.Resource{Kind: dsl.KindRecord}, []string{"id", "version", "*"}},
		{"that of posts", dsl.Resource{Kind: dsl.KindPost}, []string{"id", "slug", "url", "rest_url", "modified_utc", "*"}},
		{
			"that of posts with json_ld",
			dsl.Resource{Kind: dsl.KindPost, SchemaOrgType: dsl.SchemaOrgPlace},
			[]string{"id", "slug", "url", "rest_url", "modified_utc", "*", "json_ld"},
		},
		{"the described one", dsl.Resource{Kind: dsl.KindTerm, Response: dsl.Order("name", "id")}, []string{"name", "id", "*"}},
		{
			"other fields in the middle",
			dsl.Resource{Kind: dsl.KindTerm, Response: dsl.Order("name", "*", "id")},
			[]string{"name", "*", "id"},
		},
		{"that of the last release", dsl.Resource{Kind: dsl.KindTerm, ResponseFields: "name id"}, []string{"name", "id"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, completed(tt.described).Response); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
		})
	}
}

func TestASlugIsMadeFromTheName(t *testing.T) {
	slug, _ := completed(talk(with(dsl.PostFields("slug")...))).Field("slug")
	if slug.Doc != "Slug; made from the name if not sent" || slug.Hint != "Leave empty to use the name" {
		t.Errorf("the slug is described by %q and %q", slug.Doc, slug.Hint)
	}
	own, _ := completed(talk(with(dsl.String("slug").As(dsl.Slug).Doc("Address")))).Field("slug")
	if own.Doc != "Address" || own.Hint != "" {
		t.Errorf("the slug is described by %q and %q", own.Doc, own.Hint)
	}
}
