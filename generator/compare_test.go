package generator_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// described is a description whose parts tests change.
type described struct {
	api         dsl.API
	talk, place *dsl.Resource
	topic       *dsl.Resource
	more        []dsl.Resource
}

// describeTalks returns the largest toy after changes.
func describeTalks(change ...func(*described)) described {
	talk, place, topic := talk(), place(), topic()
	d := described{api: toyAPI(), talk: &talk, place: &place, topic: &topic, more: []dsl.Resource{secret()}}
	for _, c := range change {
		c(&d)
	}
	return d
}

func (d described) resources() []dsl.Resource {
	var list []dsl.Resource
	for _, r := range []*dsl.Resource{d.talk, d.place, d.topic} {
		if r != nil {
			list = append(list, *r)
		}
	}
	return append(list, d.more...)
}

// released is a history whose description has been released.
func released(t *testing.T, d described) generator.PreviousOutput {
	t.Helper()
	files, before := generated(t, d, generator.PreviousOutput{}), generator.PreviousOutput{}
	return release(t, files, before, "2026-03-01")
}

func generated(t *testing.T, d described, before generator.PreviousOutput) []generator.File {
	t.Helper()
	files, err := generator.Generate(d.api, d.resources(), before)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// release releases files and returns what the next generation knows.
func release(t *testing.T, files []generator.File, before generator.PreviousOutput, day string) generator.PreviousOutput {
	t.Helper()
	all, err := generator.ReleaseAPI(files, before, day)
	if err != nil {
		t.Fatal(err)
	}
	after := generator.PreviousOutput{Released: all[len(all)-1].Content}
	for _, f := range all {
		switch {
		case f.Path == "generated/schema.lock.json":
			after.Lockfile = f.Content
		case strings.HasPrefix(f.Path, "generated/migrations/"):
			after.ReleasedMigrations = append(after.ReleasedMigrations, f)
		}
	}
	return after
}

// noticed returns what clients notice of a change since a release.
func noticed(t *testing.T, before generator.PreviousOutput, change ...func(*described)) generator.CompatibilityReport {
	t.Helper()
	notice, err := generator.CheckCompatibility(generated(t, describeTalks(change...), before), before)
	if err != nil {
		t.Fatal(err)
	}
	return notice
}

func field(of func(*described) *dsl.Resource, name string, change func(dsl.Field) dsl.Field) func(*described) {
	return func(d *described) {
		r := of(d)
		i := slices.IndexFunc(r.Fields, func(f dsl.Field) bool { return f.Spec().Name == name })
		r.Fields[i] = change(r.Fields[i])
	}
}

// param changes a list parameter of a resource.
func param(of func(*described) *dsl.Resource, name string, change func(dsl.Param) dsl.Param) func(*described) {
	return func(d *described) {
		r := of(d)
		for _, list := range [][]dsl.Param{r.Params, r.Filters} { // In old words and in new ones.
			if i := slices.IndexFunc(list, isNamed(name)); i >= 0 {
				list[i] = change(list[i])
			}
		}
	}
}

func isNamed(name string) func(dsl.Param) bool {
	return func(p dsl.Param) bool { return p.Spec().Name == name }
}

// The resources of the description.
func aTalk(d *described) *dsl.Resource  { return d.talk }
func aPlace(d *described) *dsl.Resource { return d.place }
func aTopic(d *described) *dsl.Resource { return d.topic }

// change changes a resource as a whole.
func change(of func(*described) *dsl.Resource, how func(*dsl.Resource)) func(*described) {
	return func(d *described) { how(of(d)) }
}

func adding(of func(*described) *dsl.Resource, fields ...dsl.Field) func(*described) {
	return change(of, func(r *dsl.Resource) { r.Fields = append(r.Fields, fields...) })
}

// asking adds list parameters.
func asking(of func(*described) *dsl.Resource, params ...dsl.Param) func(*described) {
	return change(of, func(r *dsl.Resource) { r.Filters = append(r.Filters, params...) })
}

// dropping removes a field with a word.
func dropping(of func(*described) *dsl.Resource, name, reason string) func(*described) {
	return change(of, func(r *dsl.Resource) {
		without(r, name)
		r.Drops = append(r.Drops, dsl.DropField(name, reason))
	})
}

// forgetting removes a list parameter.
func forgetting(of func(*described) *dsl.Resource, name string) func(*described) {
	return change(of, func(r *dsl.Resource) {
		r.Params = slices.DeleteFunc(slices.Clone(r.Params), isNamed(name))
		r.Filters = slices.DeleteFunc(slices.Clone(r.Filters), isNamed(name))
	})
}

// classified is a change and what is said about it, a line a change, each after
// its class.
type classified struct {
	name   string
	change func(*described)
	want   []string
}

func TestChangesAreClassified(t *testing.T) {
	before := released(t, describeTalks())
	for _, tt := range slices.Concat(changesOfFields(), changesOfParams(), changesOfResources()) {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range noticed(t, before, tt.change).Changes {
				got = append(got, string(c.Class)+": "+c.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWordsOfADefaultDateAreNoChange compares with a lock file that holds the words for
// readers of then.
func TestWordsOfADefaultDateAreNoChange(t *testing.T) {
	before := released(t, describeTalks())
	for date, words := range map[string]string{
		"today":               "today 00:00:00 in the time zone of the site; now with strict_dates",
		"6 months from today": "6 months from today 23:59:59; from now with strict_dates",
	} {
		now := []byte(`"computed: ` + date + `"`)
		if !bytes.Contains(before.Released, now) {
			t.Fatalf("the lock file has no %s", now)
		}
		before.Released = bytes.Replace(before.Released, now, []byte(`"computed: `+words+`"`), 1)
	}
	if n := noticed(t, before); len(n.Changes) > 0 {
		t.Errorf("other words are changes: %v", n.Changes)
	}
	nearer := param(aTalk, "finish", func(p dsl.Param) dsl.Param { return p.DefaultMonthsAhead(3) })
	want := "breaking: list parameter finish of talk is 3 months from today when it is not sent, was 6 months from today"
	if n := noticed(t, before, nearer); len(n.Changes) != 1 || string(n.Changes[0].Class)+": "+n.Changes[0].String() != want {
		t.Errorf("changes of another date = %v, want %s", n.Changes, want)
	}
}

func changesOfFields() []classified {
	return []classified{
		{"nothing", func(*described) {}, nil},
		{"a new field", adding(aPlace, dsl.String("district").Doc("District")), []string{"compatible: field district of place is new"}},
		{
			"a new required field", adding(aPlace, dsl.String("district").Required().Backfill("none").Doc("District")),
			[]string{"breaking: field district of place is new and required: creates without it are rejected"},
		},
		{
			"an enumeration with another value", field(aPlace, "access", func(dsl.Field) dsl.Field {
				return dsl.Enum("access", "step-free", "ramp", "stairs", "lift").Default("stairs").Doc("How to get in")
			}),
			[]string{
				"compatible: list parameter place_access of talk takes also lift", "compatible: field access of place takes also lift",
				"compatible: list parameter access of place takes also lift", "compatible: list parameter ways_in of place takes also lift",
			},
		},
		{
			"an enumeration without a value", field(aPlace, "access", func(dsl.Field) dsl.Field {
				return dsl.Enum("access", "step-free", "stairs").Default("stairs").LossyConversion("nobody uses it").Doc("How to get in")
			}),
			[]string{
				"breaking: list parameter place_access of talk does not take ramp any more", "breaking: field access of place does not take ramp any more",
				"breaking: list parameter access of place does not take ramp any more", "breaking: list parameter ways_in of place does not take ramp any more",
			},
		},
		{
			"a field that goes", dropping(aPlace, "height", "nobody measures"),
			[]string{"breaking: field height of place was removed: writes ignore it, and responses omit it"},
		},
		{"a field that gets another name", field(aPlace, "height", func(dsl.Field) dsl.Field {
			return dsl.Number("ceiling").Min(0).Max(50).RenamedFrom("height").Doc("Metres to the ceiling")
		}), []string{
			"breaking: field ceiling of place was called height; its values stay",
		}},
		{"a property of schema.org that is lost", field(aPlace, "city", func(dsl.Field) dsl.Field {
			return dsl.String("city").Default(nil).MaxLength(100).Pattern("^[^0-9|]*$").Searchable().Doc("City")
		}), []string{
			"breaking: field city of place is no longer addressLocality of json_ld, feeds and pages",
		}},
		{"a property of schema.org that is lost with a name", func(d *described) {
			field(aPlace, "stateprovince", func(dsl.Field) dsl.Field {
				return dsl.String("county").RenamedFrom("stateprovince").Doc("State")
			})(d)
			param(aPlace, "region", func(p dsl.Param) dsl.Param { return p.Field("county") })(d)
		}, []string{
			"breaking: field county of place was called stateprovince; its values stay",
			"breaking: field county of place is no longer addressRegion of json_ld, feeds and pages",
			"breaking: list parameter region of place is about county, was stateprovince",
		}},
		{"a property of schema.org that another field gets", func(d *described) {
			dropping(aPlace, "stateprovince", "the region says it")(d)
			forgetting(aPlace, "region")(d)
			adding(aPlace, dsl.String("region").SchemaOrg("addressRegion").Doc("Region"))(d)
		}, []string{
			"compatible: field region of place is new",
			"breaking: field stateprovince of place was removed: writes ignore it, and responses omit it",
			"breaking: field stateprovince of place is no longer addressRegion of json_ld, feeds and pages, but region is",
			"breaking: list parameter region of place was removed: lists ignore it",
		}},
		{"a link that is no category of feeds any more", field(aTalk, "topics", func(dsl.Field) dsl.Field {
			return dsl.ManyToMany("topics", "topic").Default(nil).Doc("Topics")
		}), []string{
			"breaking: field topics of talk is no longer keywords of json_ld, feeds and pages",
		}},
		{"a whole number that gets a fraction", field(aTalk, "seats", func(dsl.Field) dsl.Field { return dsl.Number("seats").Doc("Seats") }), []string{
			"breaking: field seats of talk is of the type number (double), was integer",
		}},
		{"a field that becomes required", field(aPlace, "height", func(f dsl.Field) dsl.Field { return f.Required().Backfill(3) }), []string{
			"breaking: field height of place is required: creates without it are rejected",
		}},
		{"a field with another default", field(aTalk, "public", func(f dsl.Field) dsl.Field { return f.Default(false) }), []string{
			"breaking: field public of talk is false when it is not sent, was true",
		}},
		{"a flag with another beginning", field(aPlace, "wheelchairs", func(f dsl.Field) dsl.Field { return f.StoredAsBool(false) }), []string{
			"breaking: field wheelchairs of place is false when it is not sent, was true",
		}},
		{"a field that may be sent as null", field(aTalk, "summary", func(f dsl.Field) dsl.Field { return f.Default(nil) }), []string{
			"compatible: field summary of talk is null when it is not sent, was none",
		}},
		{"another kind of text", field(aTalk, "summary", func(dsl.Field) dsl.Field { return dsl.String("summary").Searchable().Doc("Summary, cleaned HTML") }), []string{
			"breaking: field summary of talk is treated as plain text, was html",
		}},
		{"a field that is only written", field(aTalk, "recorded", func(f dsl.Field) dsl.Field { return f.WriteOnly() }), []string{
			"breaking: field recorded of talk is write-only: responses omit it",
		}},
		{"a field of an extension", field(aPlace, "height", func(f dsl.Field) dsl.Field { return f.Extension("geo") }), []string{
			"breaking: field height of place exists only with the geo extension, was with any",
		}},
		{"a field of the service itself", field(aPlace, "north", func(f dsl.Field) dsl.Field { return f.Extension("") }), []string{
			"compatible: list parameter place_unmapped of talk no longer needs the geo extension",
			"compatible: field north of place no longer needs the geo extension",
			"compatible: list parameter latitudes of place no longer needs the geo extension",
			"compatible: list parameter unmapped of place no longer needs the geo extension",
		}},
		{"narrower bounds", field(aPlace, "height", func(f dsl.Field) dsl.Field { return f.Min(0).Max(20) }), []string{
			"breaking: field height of place takes numbers from 0 to 20 only",
		}},
		{"wider bounds", field(aPlace, "height", func(f dsl.Field) dsl.Field { return f.Min(-5).Max(60) }), []string{
			"compatible: field height of place takes numbers from -5 to 60",
		}},
		{"no bounds", field(aPlace, "height", func(dsl.Field) dsl.Field { return dsl.Number("height").Doc("Metres to the ceiling") }), []string{
			"compatible: field height of place takes any number",
		}},
		{"a lower bound for any number", field(aTalk, "seats", func(f dsl.Field) dsl.Field { return f.Min(0) }), []string{
			"breaking: field seats of talk takes numbers of 0 or more only",
		}},
		{"a unique field", field(aTalk, "seats", func(f dsl.Field) dsl.Field { return f.Required().Unique().UniqueReason("a test").Backfill(1) }), []string{
			"breaking: field seats of talk is required: creates without it are rejected",
			"breaking: field seats of talk takes only unique values",
		}},
		{"a field that is unique no more", field(aPlace, "code", func(dsl.Field) dsl.Field { return dsl.String("code").MaxLength(20).Doc("Code on the door") }), []string{
			"compatible: field code of place takes values that other records have",
		}},
		{"a maximum length", field(aPlace, "stateprovince", func(f dsl.Field) dsl.Field { return f.MaxLength(50) }), []string{
			"breaking: field stateprovince of place takes texts of 50 characters at most only",
		}},
		{"a greater maximum length", field(aPlace, "city", func(f dsl.Field) dsl.Field { return f.MaxLength(200) }), []string{
			"compatible: field city of place takes texts of 200 characters at most",
		}},
		{"a pattern", field(aPlace, "stateprovince", func(f dsl.Field) dsl.Field { return f.Pattern("^[A-Z]") }), []string{
			"breaking: field stateprovince of place takes only texts that match ^[A-Z]",
		}},
		{"no pattern", field(aPlace, "city", func(dsl.Field) dsl.Field {
			return dsl.String("city").Default(nil).Searchable().MaxLength(100).SchemaOrg("addressLocality").Doc("City")
		}), []string{
			"compatible: field city of place takes texts without a pattern",
		}},
		{"a number that may be null", field(aPlace, "height", func(f dsl.Field) dsl.Field { return f.Nullable() }), []string{
			"breaking: field height of place may be null in answers",
		}},
		{"a link that shows otherwise", field(aTalk, "overflow", func(f dsl.Field) dsl.Field { return f.SingleAsObject() }), []string{
			"breaking: field overflow of talk with one record is shown as that record, was a list of it",
		}},
		{"a field that search looks into", field(aPlace, "stateprovince", func(f dsl.Field) dsl.Field { return f.Searchable() }), []string{
			"compatible: field stateprovince of place is looked into by search",
		}},
		{"a field that search looks into no more", field(aPlace, "city", func(dsl.Field) dsl.Field {
			return dsl.String("city").Default(nil).MaxLength(100).Pattern("^[^0-9|]*$").SchemaOrg("addressLocality").Doc("City")
		}), []string{
			"breaking: field city of place is no longer searched by search",
		}},
		{"a deprecated field", field(aPlace, "height", func(f dsl.Field) dsl.Field { return f.Deprecated("2026-03-01", "use ceiling") }), []string{
			"deprecating: field height of place is deprecated since 2026-03-01: use ceiling",
		}},
		{"other words about a field", field(aPlace, "height", func(f dsl.Field) dsl.Field { return f.Doc("Height in metres") }), nil},
	}
}

func changesOfParams() []classified {
	filter := func() dsl.Param {
		return dsl.QueryParam("height", dsl.TypeInteger, dsl.OpEquals).Field("seats").Doc("Height")
	}
	return []classified{
		{"a new parameter", asking(aPlace, filter()), []string{"compatible: list parameter height of place is new"}},
		{"a new parameter that filters by itself", asking(aTalk, dsl.QueryParam("ends_from", dsl.TypeString, dsl.OpOnOrAfter).Field("finish").DefaultMonthsAhead(1).Doc("From")), []string{
			"breaking: list parameter ends_from of talk is new, and lists without it use 1 month from today",
		}},
		{"a parameter that goes", forgetting(aPlace, "only_with_upcoming"), []string{
			"breaking: list parameter only_with_upcoming of place was removed: lists ignore it",
		}},
		{"a parameter that gets another name", param(aPlace, "city", func(dsl.Param) dsl.Param {
			return dsl.QueryParam("town", dsl.TypeString, dsl.OpEquals).Field("city").Doc("Places in the city")
		}), []string{
			"compatible: list parameter town of place is new",
			"breaking: list parameter city of place was removed: lists ignore it",
		}},
		{"another operation", param(aPlace, "has_talks", func(dsl.Param) dsl.Param {
			return dsl.QueryParam("has_talks", dsl.TypeAny, dsl.OpHasUpcoming).References("talk").Doc("Whether there are talks")
		}), []string{
			"breaking: list parameter has_talks of place does HasUpcoming, was IsLinked",
		}},
		{"another field", param(aPlace, "city", func(p dsl.Param) dsl.Param { return p.Field("stateprovince") }), []string{
			"breaking: list parameter city of place is about stateprovince, was city",
		}},
		{"a narrower type", param(aPlace, "has_talks", func(dsl.Param) dsl.Param {
			return dsl.QueryParam("has_talks", dsl.TypeBoolean, dsl.OpIsLinked).References("talk").Doc("Whether there are talks")
		}), []string{
			"breaking: list parameter has_talks of place takes boolean, was untyped",
		}},
		{"a default", param(aTopic, "hide_empty", func(p dsl.Param) dsl.Param { return p.Default("0") }), []string{
			`breaking: list parameter hide_empty of topic is "0" when it is not sent, was "1"`,
		}},
		{"a computed default", param(aTopic, "per_page", func(p dsl.Param) dsl.Param { return p.DefaultComputed("20") }), []string{
			"breaking: list parameter per_page of topic is 20 when it is not sent, was the deployment's",
		}},
		{"fewer values", param(aTopic, "order", func(p dsl.Param) dsl.Param { return p.Enum("asc") }), []string{
			"breaking: list parameter order of topic does not take desc any more",
		}},
		{"more values", param(aTopic, "order", func(p dsl.Param) dsl.Param { return p.Enum("desc", "asc", "random") }), []string{
			"compatible: list parameter order of topic takes also random",
		}},
		{"any value", param(aTopic, "order", func(p dsl.Param) dsl.Param { return p.Enum() }), []string{
			"compatible: list parameter order of topic takes any value",
		}},
		{"certain values only", param(aPlace, "city", func(p dsl.Param) dsl.Param { return p.Enum("Rome") }), []string{
			"breaking: list parameter city of place takes only Rome, was any value",
		}},
		{"a parameter of an extension", param(aPlace, "city", func(p dsl.Param) dsl.Param { return p.Extension("geo") }), []string{
			"breaking: list parameter city of place exists only with the geo extension, was with any",
		}},
		{"a parameter that wins over none", param(aPlace, "post", func(dsl.Param) dsl.Param {
			return dsl.QueryParam("post", dsl.TypeInteger, dsl.OpLinkedFrom).References("talk").Doc("The same")
		}), []string{
			"breaking: list parameter post of place wins over none, was talk",
		}},
		{"a deprecated parameter", param(aPlace, "city", func(p dsl.Param) dsl.Param { return p.Deprecated("2026-03-01", "use search") }), []string{
			"deprecating: list parameter city of place is deprecated since 2026-03-01: use search",
		}},
		{"an order that goes", change(aTopic, func(r *dsl.Resource) { r.SortOptions = slices.Delete(slices.Clone(r.SortOptions), 1, 2) }), []string{
			"breaking: list parameter orderby of topic does not take id any more",
		}},
		{"a new order", change(aTopic, func(r *dsl.Resource) { r.SortOptions = append(r.SortOptions, dsl.SortBy("slug")) }), []string{
			"compatible: list parameter orderby of topic takes also slug",
		}},
		{"an order that compares something else", change(aTopic, func(r *dsl.Resource) {
			r.SortOptions = slices.Clone(r.SortOptions)
			r.SortOptions[3] = dsl.SortBy("description", "slug")
		}), []string{"breaking: list parameter orderby of topic sorts by slug for description, was description_sort"}},
		{"another first order", change(aTopic, func(r *dsl.Resource) {
			r.SortOptions = slices.Clone(r.SortOptions)
			r.SortOptions[0], r.SortOptions[1] = r.SortOptions[1], r.SortOptions[0]
		}), []string{"breaking: list parameter orderby of topic sorts lists without orderby by id, was name"}},
		{"another first order of a list whose orderby is not described", change(aPlace, func(r *dsl.Resource) {
			r.SortOptions = slices.Clone(r.SortOptions)
			r.SortOptions[0], r.SortOptions[1] = r.SortOptions[1], r.SortOptions[0]
		}), []string{"breaking: list parameter orderby of place sorts lists without orderby by name, was date"}},
	}
}

func changesOfResources() []classified {
	return []classified{
		{"a new resource", func(d *described) { d.more = append(d.more, label()) }, []string{"compatible: label is new, with its routes below /labels"}},
		{"a resource that goes", func(d *described) {
			d.talk.Fields = slices.DeleteFunc(d.talk.Fields, func(f dsl.Field) bool { return f.Spec().Name == "topics" })
			d.talk.Filters = slices.DeleteFunc(d.talk.Filters, isNamed("topics"))
			d.talk.Drops = []dsl.DroppedField{dsl.DropField("topics", "nobody reads them")}
			d.topic = nil
			d.more = append(d.more, dsl.DropResource("topic", "nobody reads them"))
		}, []string{
			"breaking: topic was removed, with its routes below /topics and from all responses",
			"breaking: field topics of talk was removed: writes ignore it, and responses omit it",
			"breaking: field topics of talk is no longer keywords of json_ld, feeds and pages",
			"breaking: list parameter topics of talk was removed: lists ignore it",
		}},
		{"another plural", change(aTopic, func(r *dsl.Resource) { r.Plural = "themes" }), []string{
			"breaking: topic has its routes below /themes, was /topics; the property of lists changes too",
		}},
		{"rights of fewer users", change(aTopic, func(r *dsl.Resource) { r.Permissions.Create = dsl.RoleAdministrator }), []string{
			"breaking: topic grants Create to every administrator, was every editor",
		}},
		{"rights of more users", change(aTopic, func(r *dsl.Resource) {
			r.Permissions.CreateInline, r.Permissions.Create = dsl.RoleContributor, dsl.RoleContributor
		}), []string{
			"compatible: topic grants Create to every contributor, was every editor",
			"compatible: topic grants CreateInline to every contributor, was every editor",
		}},
		{"a deprecated resource", change(aTopic, func(r *dsl.Resource) { r.Deprecation = dsl.Deprecated("2026-03-01", "use labels") }), []string{
			"deprecating: topic is deprecated since 2026-03-01: use labels",
		}},
		{"a table of the service itself", func(d *described) {
			d.more[0].Fields = append(d.more[0].Fields, dsl.String("hint").Text(dsl.TextRaw))
		}, nil},
		{"something that happens elsewhere", change(aTopic, func(r *dsl.Resource) {
			r.AcceptedBreaks = []dsl.AcceptedBreak{dsl.AcceptRouteBreak("errors are worded anew")}
		}), []string{
			"breaking: topic works in another way",
		}},
		{"another version", func(d *described) { d.api.Version = 2 }, []string{"breaking: the interface has version 2, was 1"}},
		{"another namespace", func(d *described) { d.api.Namespace = "lectures" }, []string{"breaking: the interface lies below lectures/v1, was toys/v1"}},
	}
}
