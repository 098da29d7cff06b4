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
const hashtags = `package rules

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
	put(t, dir, map[string]string{"go.mod": "module bookshop\n", "rules/hashtag.go": hashtags})
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
		{"one that fits", dsl.String("tag").Setter("bookshop/rules", "SetHashtag"), ""},
		{"one that takes any value", dsl.String("tag").Setter("bookshop/rules", "SetAny"), ""},
		{"one with type parameters", dsl.Integer("tag").Setter("bookshop/rules", "SetOf"), ""},
		{"one with types of its package", dsl.String("tag").Setter("bookshop/rules", "SetText"), ""},
		{"one of a number", dsl.Integer("tag").Setter("bookshop/rules", "SetCount"), ""},
		{"a fallback that takes any number", dsl.String("tag").Fallback("bookshop/rules", "First", "title", "tag"), ""},
		{"a fallback that takes a number", dsl.String("tag").Fallback("bookshop/rules", "Seats", "seats"), ""},
		{"one with a typing error", dsl.String("tag").Setter("bookshop/rules", "SetHashtg"), `Setter("bookshop/rules", "SetHashtg"): package bookshop/rules has no such function; ` + wanted("SetHashtg")},
		{
			"one of another type", dsl.String("tag").Setter("bookshop/rules", "SetCount"),
			`Setter("bookshop/rules", "SetCount") is func(c *mutate.Mutation, name string, field *int64, o param.Opt[int64]) in rules/hashtag.go:16; ` + wanted("SetCount"),
		},
		{
			"one with too few parameters", dsl.String("tag").Setter("bookshop/rules", "SetShort"),
			`Setter("bookshop/rules", "SetShort") is func(c *mutate.Mutation, field *string) in rules/hashtag.go:17; ` + wanted("SetShort"),
		},
		{"one in small letters", dsl.String("tag").Setter("bookshop/rules", "setSmall"), `Setter("bookshop/rules", "setSmall"): the name of a function that generated code calls must begin with a capital letter` + setters},
		{
			"a fallback with another result", dsl.String("tag").Fallback("bookshop/rules", "Length"),
			`Fallback("bookshop/rules", "Length") is func(_ *views.View, _ model.PostRecord, own string) int in rules/hashtag.go:20; ` +
				`write func Length(v *views.View, m model.PostRecord, own string) string; or name one of: First`,
		},
		{
			"a fallback without a parameter", dsl.String("tag").Fallback("bookshop/rules", "Seats", "title"),
			`Fallback("bookshop/rules", "Seats") is func(_ *views.View, _ model.PostRecord, own string, seats int64) string in rules/hashtag.go:19; ` +
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

func TestFunctionsOfACalendar(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"go.mod": "module bookshop\n", "rules/cost.go": "package rules\n\nfunc CheckCost() {}\n"})
	r := note()
	r.SchemaOrgType, r.Calendar = dsl.SchemaOrgPlace, "bookshop/rules"
	r.Fields = append(r.Fields, dsl.Any("price").As(dsl.Cost).Doc("Price"))
	err := generator.CheckFunctions(dir, []dsl.Resource{r})
	if err == nil {
		t.Fatal("no error")
	}
	want := `resource "note": Calendar: "bookshop/rules": package bookshop/rules has no such function; write func NewPlaceLD(v *views.View, m model.PostRecord, d PlaceData)
resource "note": Calendar: "bookshop/rules" is func() in rules/cost.go:3; write func CheckCost(f *validate.Validator, name string, o param.Opt[any])
resource "note": Calendar: "bookshop/rules": package bookshop/rules has no such function; write func SetCost(c *mutate.Mutation, field *string, o param.Opt[any])
resource "note": Calendar: "bookshop/rules": package bookshop/rules has no such function; write func Cost(v *views.View, column string) string
resource "note": Calendar: "bookshop/rules": package bookshop/rules has no such function; write func CostInput(column string) any
resource "note": Calendar: "bookshop/rules": package bookshop/rules has no such function; write func CostDetails(v *views.View, column string)`
	if diff := cmp.Diff(want, withoutPositions(err)); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

func TestFunctionsOfOwnOperations(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"go.mod": "module bookshop\n", "rules/hashtag.go": hashtags})
	tests := []struct{ name, path, function, want string }{
		{"one that fits", "bookshop/rules", "SeatsFrom", ""},
		{
			"one of a module that is not required", "example.org/seats", "SeatsTo",
			`resource "note": list parameter "seats": OwnFilter("example.org/seats", "SeatsTo"): package example.org/seats is neither in this module nor in a required one; ` +
				`write func SeatsTo(q *filter.Query, name string, column filter.Column, p param.Opt[int64]) there`,
		},
		{
			"one that does not exist", "bookshop/rules", "SeatsTo",
			`resource "note": list parameter "seats": OwnFilter("bookshop/rules", "SeatsTo"): package bookshop/rules has no such function; ` +
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

func TestFunctionsOfComputedFields(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"go.mod": "module shop\n",
		"rules/rules.go": `package rules

func Total(price, copies int64) int64 { return price * copies }
func Sum(price *int64, currency string, copies int64) (*int64, string) { return price, currency }
func Any(values ...any) int64 { return 0 }
`,
		"near/near.go":                "package near\n\nimport \"shop/far\"\n\nfunc Total(price, copies int64) int64 { return far.Total }\n",
		"far/far.go":                  "package far\n\nimport _ \"shop/generated\"\n",
		"cmd/internal/rules/rules.go": "package rules\n\nfunc Total(price, copies int64) int64 { return 0 }\n",
	})
	total, sum := dsl.Decimal("total", 9, 2), dsl.Money("total", "EUR").Nullable()
	fields := []string{"price", "copies"}
	tests := []struct {
		name  string
		field dsl.Field
		want  string
	}{
		{"one that fits", total.Computed("shop/rules", "Total", 1, fields...), ""},
		{"one that takes any values", total.Computed("shop/rules", "Any", 1, fields...), ""},
		{"one of money", sum.Computed("shop/rules", "Sum", 1, "deposit", "copies"), ""},
		{
			"one of another module", total.Computed("example.org/rules", "Total", 1, fields...),
			`Computed("example.org/rules", "Total"): package example.org/rules is neither in this module nor in a required one; ` +
				`write func Total(price int64, copies int64) int64 there`,
		},
		{
			"one that does not exist", total.Computed("shop/rules", "Totals", 1, fields...),
			`Computed("shop/rules", "Totals"): package shop/rules has no such function; write func Totals(price int64, copies int64) int64; or name one of: Any, Total`,
		},
		{
			"one of other types", total.Computed("shop/rules", "Sum", 1, "price", "title"),
			`Computed("shop/rules", "Sum") is func(price *int64, currency string, copies int64) (*int64, string) in rules/rules.go:4; ` +
				`write func Sum(price int64, title string) int64; or name one of: Any`,
		},
		{
			"one with one result of two", sum.Computed("shop/rules", "Any", 1, "deposit"),
			`Computed("shop/rules", "Any") is func(values ...any) int64 in rules/rules.go:5; write func Any(deposit *int64, depositCurrency string) (*int64, string)`,
		},
		{
			"one that needs generated code", total.Computed("shop/near", "Total", 1, fields...),
			`Computed("shop/near", "Total"): generated code cannot import the package, because it imports generated code: ` +
				`shop/near imports shop/far imports shop/generated; move the function`,
		},
		{
			"one of an internal package", total.Computed("shop/cmd/internal/rules", "Total", 1, fields...),
			`Computed("shop/cmd/internal/rules", "Total"): generated code cannot import the package, because it is internal to shop/cmd; move the function`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := note()
			r.Fields = append(r.Fields, dsl.Decimal("price", 9, 2).Doc("Price"), dsl.Integer("copies").Doc("Copies"), dsl.Money("deposit", "EUR").Nullable().Doc("Deposit"), tt.field.Doc("Total"))
			want, got := "", ""
			if tt.want != "" {
				want = `resource "note": field "total": ` + tt.want
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

func TestFunctionsOfTheCalendarExist(t *testing.T) {
	if err := generator.CheckFunctions("..", resources.All()); err != nil {
		t.Error(err)
	}
}
