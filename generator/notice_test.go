package generator_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/generator"
	"almanac/resources/dsl"
)

// aParameterGoes is a change that breaks.
var aParameterGoes = forgetting(aPlace, "only_with_upcoming")

// accepting writes a word into place.
func accepting(breaks ...dsl.AcceptedBreak) func(*described) {
	return change(aPlace, func(r *dsl.Resource) { r.AcceptedBreaks = append(r.AcceptedBreaks, breaks...) })
}

func TestBreakingChangesNeedAWord(t *testing.T) {
	before := released(t, describeTalks())
	gone := "breaking changes for clients of the last release that nothing in the description accepts:\n" +
		place().Position().String() + ": list parameter only_with_upcoming of place was removed: lists ignore it\n" +
		"\tto accept it write in resources/place.go: AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptParamBreak(\"only_with_upcoming\", \"why clients can live with it\")},\n" +
		"or set Version: 2 in resources/api.go, which allows all of it"
	lower := dsl.Number("ceiling").Min(0).Max(50).RenamedFrom("height").Doc("Metres to the ceiling")
	renamed, ceiling := field(aPlace, "height", func(dsl.Field) dsl.Field { return lower }), lower.Spec().Position().String()
	tests := []struct {
		name    string
		changes []func(*described)
		want    string
	}{
		{"nothing has changed", nil, ""},
		{"nothing breaks", []func(*described){adding(aPlace, dsl.String("district").Doc("District"))}, ""},
		{"a parameter has gone", []func(*described){aParameterGoes}, gone},
		{"the parameter is accepted", []func(*described){aParameterGoes, accepting(dsl.AcceptParamBreak("only_with_upcoming", "nobody asks"))}, ""},
		{"a field of its name is accepted", []func(*described){aParameterGoes, accepting(dsl.AcceptFieldBreak("only_with_upcoming", "nobody asks"))}, gone},
		{"another version", []func(*described){aParameterGoes, func(d *described) { d.api.Version = 2 }}, ""},
		{"a dropped field has its word", []func(*described){dropping(aPlace, "height", "nobody measures")}, ""},
		{"a new name of a field is accepted", []func(*described){renamed, accepting(dsl.AcceptFieldBreak("ceiling", "is clearer"))}, ""},
		{"two changes of one field take one word", []func(*described){renamed, field(aPlace, "ceiling", func(f dsl.Field) dsl.Field { return f.WriteOnly() })}, "" +
			"breaking changes for clients of the last release that nothing in the description accepts:\n" +
			ceiling + ": field ceiling of place was called height; its values stay\n" +
			ceiling + ": field ceiling of place is write-only: responses omit it\n" +
			"\tto accept it write in resources/place.go: AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptFieldBreak(\"ceiling\", \"why clients can live with it\")},\n" +
			"or set Version: 2 in resources/api.go, which allows all of it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.Split(tt.want, "\n"), strings.Split(noticed(t, before, tt.changes...).FailureMessage(toyAPI(), describeTalks(tt.changes...).resources()), "\n")); diff != "" {
				t.Errorf("demand (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAWordCountsUntilTheNextRelease(t *testing.T) {
	word := accepting(dsl.AcceptParamBreak("city", "few places have one"))
	of := param(aPlace, "city", func(p dsl.Param) dsl.Param { return p.Extension("geo") })
	before := released(t, describeTalks())
	files := generated(t, describeTalks(of, word), before)
	before = release(t, files, before, "2026-04-01")
	if n := noticed(t, before, of, word); len(n.Changes) > 0 {
		t.Errorf("changes after the release: %v", n.Changes)
	}
	if n := noticed(t, before, of); len(n.Changes) > 0 {
		t.Errorf("changes when the word goes: %v", n.Changes)
	}
	if n := noticed(t, before, of, word, forgetting(aPlace, "city")); len(n.Unaccepted()) != 1 {
		t.Errorf("the word accepts another change: %v", n.Changes)
	}
}

func TestNothingIsDemandedBeforeTheFirstRelease(t *testing.T) {
	files := generated(t, describeTalks(), generator.PreviousOutput{})
	before := generator.PreviousOutput{Lockfile: schemaLock(files)}
	n := noticed(t, before, aParameterGoes)
	if demand := n.FailureMessage(toyAPI(), describeTalks(aParameterGoes).resources()); demand != "" || len(n.Changes) > 0 {
		t.Errorf("demands %q of %v", demand, n.Changes)
	}
}

// schemaLock returns the schema lock among files.
func schemaLock(files []generator.File) []byte {
	return []byte(texts(files)["generated/schema.lock.json"])
}

func TestTheVersionNeverFalls(t *testing.T) {
	two := describeTalks(func(d *described) { d.api.Version = 2 })
	before := released(t, two)
	_, err := generator.Generate(toyAPI(), two.resources(), before)
	if want := "resources/api.go: API: version 1 is lower than the released 2; write 2 or more"; err == nil || err.Error() != want {
		t.Errorf("error = %v, want %s", err, want)
	}
}

func TestWiderParametersAreCompatible(t *testing.T) {
	lock := func(typ dsl.Type) *generator.Lockfile {
		return &generator.Lockfile{Resources: []generator.LockedResource{{
			Name: "place", Plural: "places", Kind: dsl.KindPost, Params: []generator.LockedParam{{Name: "seats", Type: typ}},
		}}}
	}
	for _, tt := range []struct {
		from, to dsl.Type
		want     generator.ChangeClass
	}{
		{dsl.TypeInteger, dsl.TypeNumber, generator.ChangeCompatible},
		{dsl.TypeInteger, dsl.TypeIntegers, generator.ChangeCompatible},
		{dsl.TypeBoolean, dsl.TypeAny, generator.ChangeCompatible},
		{dsl.TypeNumber, dsl.TypeInteger, generator.ChangeBreaking},
		{dsl.TypeIntegers, dsl.TypeInteger, generator.ChangeBreaking},
		{dsl.TypeString, dsl.TypeBoolean, generator.ChangeBreaking},
	} {
		t.Run(fmt.Sprintf("from %s to %s", tt.from, tt.to), func(t *testing.T) {
			got := generator.Compare(lock(tt.from), lock(tt.to))
			if len(got) != 1 || got[0].Class != tt.want {
				t.Errorf("changes = %v, want one that is %s", got, tt.want)
			}
		})
	}
}

// TestAdditionsNeverBreak makes additions in any number and order, each of
// which clients can live with, and compares; taking them away breaks again
// wherever clients could have used them.
func TestAdditionsNeverBreak(t *testing.T) {
	first := describeTalks()
	before := released(t, first)
	rapid.Check(t, func(t *rapid.T) {
		changes := rapid.SliceOfN(rapid.SampledFrom(additions()), 0, 8).Draw(t, "additions")
		d := describeTalks()
		for i, add := range changes {
			add(&d, i)
		}
		files, err := generator.Evolve(d.resources(), before)
		if err != nil {
			t.Fatal(err)
		}
		notice, err := generator.CheckCompatibility(files, before)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range notice.Changes {
			if c.Class == generator.ChangeBreaking {
				t.Fatalf("breaks: %s", c)
			}
		}
		again := generator.PreviousOutput{Released: []byte(texts(files)["generated/schema.lock.json"])}
		notice, err = generator.CheckCompatibility(files, again)
		if err != nil || len(notice.Changes) > 0 {
			t.Fatalf("compared with itself: %v, %v", notice.Changes, err)
		}
	})
}

// additions are changes that break nobody; each is given a number of its own.
func additions() []func(*described, int) {
	return []func(*described, int){
		func(d *described, i int) {
			d.place.Fields = append(d.place.Fields, dsl.String(fmt.Sprintf("text_%d", i)).Searchable().Doc("Text"))
		},
		func(d *described, i int) {
			d.talk.Fields = append(d.talk.Fields, dsl.Number(fmt.Sprintf("number_%d", i)).Nullable().Doc("Number"))
		},
		func(d *described, i int) {
			d.talk.Fields = append(d.talk.Fields, dsl.ManyToMany(fmt.Sprintf("links_%d", i), "topic").Doc("Links"))
		},
		func(d *described, i int) {
			d.place.Filters = append(d.place.Filters, dsl.FilterBy("city").Named(fmt.Sprintf("city_%d", i)).Doc("City"))
		},
		func(d *described, i int) {
			d.topic.SortOptions = append(slices.Clone(d.topic.SortOptions), dsl.SortBy(fmt.Sprintf("parent_%d", i), "parent"))
		},
		func(d *described, _ int) { d.place.Deprecation = dsl.Deprecated("2026-03-01", "use halls") },
		func(d *described, i int) {
			r := label()
			r.Name, r.Plural, r.PagePath = fmt.Sprintf("label%d", i), fmt.Sprintf("labels%d", i), fmt.Sprintf("label%d", i)
			d.more = append(d.more, r)
		},
	}
}
