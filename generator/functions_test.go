package generator_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources"
	"almanac/resources/dsl"
)

// hashtags is the source of functions that a description names.
const hashtags = `package calendar

import (
	"almanac/runtime/mutate"
	p "almanac/runtime/param"
	"almanac/runtime/model"
	"almanac/runtime/views"
)

type text = string

func SetHashtag(c *mutate.Mutation, name string, field *string, o p.Opt[string]) {}
func SetAny(_ *mutate.Mutation, _ string, field, o any) {}
func SetOf[T any](c *mutate.Mutation, name string, field *T, o p.Opt[T]) {}
func SetText(c *mutate.Mutation, name text, field *text, o p.Opt[text]) {}
func SetCount(c *mutate.Mutation, name string, field *int64, o p.Opt[int64]) {}
func SetShort(c *mutate.Mutation, field *string) {}
func First(_ *views.View, _ model.Record, own string, others ...string) string { return own }
func Seats(_ *views.View, _ model.PostRecord, own string, seats int64) string { return own }
func Length(_ *views.View, _ model.PostRecord, own string) int { return len(own) }
func setSmall(c *mutate.Mutation, name string, field *string, o p.Opt[string]) {}

func SeatsFrom(q *filter.Query, name string, column filter.Column, o p.Opt[int64]) {}

func broken(
`

func TestFunctionsThatADescriptionNames(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"runtime/calendar/hashtag.go": hashtags})
	const (
		setter  = `write func %s(c *mutate.Mutation, name string, field *string, o param.Opt[string])`
		setters = `; or name one of: SetAny, SetHashtag`
	)
	wanted := func(name string) string { return strings.Replace(setter, "%s", name, 1) + setters }
	tests := []struct {
		name  string
		field dsl.Field
		want  string
	}{
		{"one that fits", dsl.String("tag").Setter("SetHashtag"), ""},
		{"one that takes any value", dsl.String("tag").Setter("SetAny"), ""},
		{"one with type parameters", dsl.Integer("tag").Setter("SetOf"), ""},
		{"one with types of its package", dsl.String("tag").Setter("SetText"), ""},
		{"one of a number", dsl.Integer("tag").Setter("SetCount"), ""},
		{"a fallback that takes any number", dsl.String("tag").Fallback("First", "title", "tag"), ""},
		{"a fallback that takes a number", dsl.String("tag").Fallback("Seats", "seats"), ""},
		{"one with a typing error", dsl.String("tag").Setter("SetHashtg"), `Setter("SetHashtg"): package runtime/calendar has no such function; ` + wanted("SetHashtg")},
		{
			"one of another type", dsl.String("tag").Setter("SetCount"),
			`Setter("SetCount") is func(c *mutate.Mutation, name string, field *int64, o param.Opt[int64]) in runtime/calendar/hashtag.go:16; ` + wanted("SetCount"),
		},
		{
			"one with too few parameters", dsl.String("tag").Setter("SetShort"),
			`Setter("SetShort") is func(c *mutate.Mutation, field *string) in runtime/calendar/hashtag.go:17; ` + wanted("SetShort"),
		},
		{"one in small letters", dsl.String("tag").Setter("setSmall"), `Setter("setSmall"): the name of a function that generated code calls begins with a capital letter` + setters},
		{
			"a fallback with another result", dsl.String("tag").Fallback("Length"),
			`Fallback("Length") is func(_ *views.View, _ model.PostRecord, own string) int in runtime/calendar/hashtag.go:20; ` +
				`write func Length(v *views.View, m model.PostRecord, own string) string; or name one of: First`,
		},
		{
			"a fallback without a parameter", dsl.String("tag").Fallback("Seats", "title"),
			`Fallback("Seats") is func(_ *views.View, _ model.PostRecord, own string, seats int64) string in runtime/calendar/hashtag.go:19; ` +
				`write func Seats(v *views.View, m model.PostRecord, own string, title string) string; or name one of: First`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := note()
			r.Fields = append(r.Fields, tt.field.Doc("Tag"), dsl.Integer("seats").Doc("Seats"))
			want, got := "", ""
			if tt.want != "" {
				want = `resource "note": field "tag": ` + tt.want
			}
			if err := generator.CheckFunctions(dir, []dsl.Resource{r}); err != nil {
				got = withoutPositions(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFunctionsOfOwnOperations(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"runtime/calendar/hashtag.go": hashtags})
	tests := []struct{ name, path, function, want string }{
		{"one that fits", "almanac/runtime/calendar", "SeatsFrom", ""},
		{"one of another module", "example.org/seats", "SeatsTo", ""},
		{
			"one that does not exist", "almanac/runtime/calendar", "SeatsTo",
			`resource "note": list parameter "seats": OwnOperation("almanac/runtime/calendar", "SeatsTo"): package runtime/calendar has no such function; ` +
				`write func SeatsTo(q *filter.Query, name string, column filter.Column, p param.Opt[int64]); or name one of: SeatsFrom`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := note()
			r.Fields = append(r.Fields, dsl.Integer("seats").Doc("Seats"))
			r.Params = []dsl.Param{dsl.QueryParam("seats", dsl.TypeInteger, dsl.OwnOperation(tt.path, tt.function)).Field("seats").Doc("Seats")}
			got := ""
			if err := generator.CheckFunctions(dir, []dsl.Resource{r}); err != nil {
				got = withoutPositions(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFunctionsOfTheCalendarExist(t *testing.T) {
	if err := generator.CheckFunctions("..", resources.All()); err != nil {
		t.Error(err)
	}
}
