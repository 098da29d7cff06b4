package dsl_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources/dsl"
)

func TestOldWordsSayWhatToWrite(t *testing.T) {
	r := dsl.Resource{
		Name: "book", Plural: "books", Kind: dsl.KindRecord, ResponseFields: "id version *",
		Fields: []dsl.Field{dsl.String("title").Label("Name").Nonstandard()},
		Params: []dsl.Param{
			dsl.QueryParam("writer", dsl.TypeIntegers, dsl.OpLinkedTo).Field("writers").References("writer"),
			dsl.QueryParam("until", dsl.TypeDecimal, dsl.OpAtMost).Field("price"),
			dsl.QueryParam("late", dsl.TypeBoolean, dsl.OwnOperation("bookshop/filters", "Late")).Field("wanted_on"),
			dsl.QueryParam("per_page", dsl.TypeInteger, dsl.OpPerPage).DefaultComputed("10"),
		},
	}
	shared := r
	shared.Name = "album"
	shared.ResponseFields = "id title *"
	var got []string
	for _, line := range dsl.OldWords([]dsl.Resource{r, shared}) {
		got = append(got, position.ReplaceAllString(line, ""))
	}
	want := []string{
		`resource "book": field "title": Label is deprecated: write it in the Texts of the API`,
		`resource "book": field "title": Nonstandard is deprecated: write it within dsl.Added(…)`,
		`resource "book": Params is deprecated: write Filters: dsl.Filters(…)`,
		`resource "book": filter "writer": QueryParam is deprecated: write dsl.FilterBy("writers").Named("writer")`,
		`resource "book": filter "until": QueryParam is deprecated: write dsl.AtMost("price").Named("until")`,
		`resource "book": filter "late": QueryParam is deprecated: ` +
			`write dsl.OwnFilter("late", dsl.TypeBoolean, "bookshop/filters", "Late").Field("wanted_on")`,
		`resource "book": filter "per_page": QueryParam is deprecated: write dsl.Paging() for page and per_page, or nothing`,
		`resource "book": filter "per_page": DefaultComputed is deprecated: write PageSize in the API`,
		`resource "book": ResponseFields is deprecated: leave it out, as it is the default order`,
		`resource "album": Params is deprecated: write Filters: dsl.Filters(…)`,
		`resource "album": ResponseFields is deprecated: write Response: dsl.Order("id", "title")`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("old words (-want +got):\n%s", diff)
	}
}

func TestNewWordsAreNotOld(t *testing.T) {
	r := dsl.Resource{Name: "label", Fields: dsl.Fields(dsl.PostFields()), Filters: dsl.Filters(
		dsl.Paging(), dsl.Sorting(), dsl.FilterBy("author"), dsl.Near("hall").Named("located", "lat", "lng"), dsl.HideEmpty(),
	)}
	if lines := dsl.OldWords(one(r)); lines != nil {
		t.Errorf("old words: %s", strings.Join(lines, "\n"))
	}
}
