package generator_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources"
)

// parts are what the module consists of.
var parts = []string{"go.mod", "go.sum", "cmd", "docs", "generated", "generator", "resources", "runtime"}

func TestGeneratedCodeIsUpToDate(t *testing.T) {
	before, err := generator.ReadPreviousOutput("..")
	if err != nil {
		t.Fatal(err)
	}
	output, err := generator.Generate(resources.API, calendar(), before)
	if err != nil {
		t.Fatal(err)
	}
	differing, err := generator.Check("..", output)
	if err != nil {
		t.Fatal(err)
	}
	if len(differing) > 0 {
		t.Errorf("not up to date, run make generate: %s", strings.Join(differing, ", "))
	}
}

func TestGeneratedCodeComesBackTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("runs cmd/generate in a copy of the module")
	}
	dir := t.TempDir()
	copyModule(t, dir, "go.mod", "go.sum", "cmd", "docs", "generated", "generator", "resources", "runtime")
	want := tree(t, filepath.Join(dir, "generated"))
	reference := filepath.Join(dir, "docs", "reference.md")
	wantReference, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	gone, err := filepath.Glob(filepath.Join(dir, "generated", "*.go")) // What was released cannot come back.
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(gone, filepath.Join(dir, "generated", "schema.lock.json"), reference) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	goTool(t, dir, "run", "./cmd/generate")
	if diff := cmp.Diff(want, tree(t, filepath.Join(dir, "generated"))); diff != "" {
		t.Errorf("generated code (-before +after):\n%s", diff)
	}
	gotReference, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(wantReference), string(gotReference)); diff != "" {
		t.Errorf("docs/reference.md (-before +after):\n%s", diff)
	}
}

// TestOtherVenuesAndLinksAreServed adds to the descriptions of a copy of the module,
// generates once, and runs the programs of testdata there: onefield (a field in one line
// is in creates, updates, reads and the documentation), bounds (fields of each kind and
// indexes) and links_service (a resource that links to events, one that events link to,
// and another kind of event).
func TestOtherVenuesAndLinksAreServed(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	dir := t.TempDir()
	copyModule(t, dir, parts...)
	venue, event := filepath.Join(dir, "resources", "venue.go"), filepath.Join(dir, "resources", "event.go")
	addLine(t, venue, `dsl.String("city")`, `
		dsl.Added(dsl.String("district").Searchable().Doc("Part of the city")),
		dsl.Added(
			dsl.Integer("rooms").Min(1).Max(9).Default(3).Doc("Rooms"),
			dsl.Integer("halls").Default(2).Doc("Halls"),
			dsl.Number("share").Nullable().Max(1).Default(0.5).Doc("Share of seats"),
			dsl.String("tone").Default("plain").Doc("Tone"),
			dsl.String("code").MaxLength(10).Pattern("^[A-Z0-9]*$").Unique().Doc("Code"),
			dsl.String("wing").MaxLength(100).Doc("Wing"),
			dsl.Number("desk").Nullable().Doc("Desk"),
			dsl.Decimal("area", 8, 2).Nullable().Unique().Doc("Area"),
			dsl.Money("rent", "EUR", "USD").Nullable().Unique().Doc("Rent"),
			dsl.Decimal("length", 8, 2).Nullable().Doc("Length"),
			dsl.Money("fee", "EUR", "USD").Nullable().Doc("Fee"),
			dsl.Enum("access", "ramp", "stairs").Default("ramp").Doc("Access"),
		),`)
	addLine(t, venue, `dsl.IndexOn("geo_lat", "geo_lng")`, `{Columns: []string{"wing", "desk"}, Unique: true, UniqueReason: "a test"},
		{Columns: []string{"length", "fee"}, Unique: true, UniqueReason: "a test"},`)

	links := filepath.Join("testdata", "links_service")
	addResource(t, dir, "season", filepath.Join(links, "season.go.txt"))
	addResource(t, dir, "gig", filepath.Join(links, "gig.go.txt"))
	addResource(t, dir, "band", filepath.Join(links, "band.go.txt"))
	addLine(t, event, "Slugs of the ticket providers", `dsl.ManyToMany("bands", "rock_band").Doc("Bands"),`)
	addLine(t, event, `dsl.Sorting(),`, `dsl.FilterBy("bands").Doc("Events of the bands"),`)

	put(t, dir, map[string]string{
		"cmd/internal/onefield/onefield_test.go":   read(t, filepath.Join("testdata", "onefield", "onefield_test.go.txt")),
		"cmd/internal/bounds/bounds_test.go":       read(t, filepath.Join("testdata", "bounds", "bounds_test.go.txt")),
		"cmd/almanac/internal/links/links_test.go": read(t, filepath.Join(links, "links_test.go.txt")),
	})
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "list", "-export", "./...") // Compiles all of it, and links no program.
	for _, program := range []string{"cmd/internal/onefield", "cmd/internal/bounds", "cmd/almanac/internal/links"} {
		t.Run(program, func(t *testing.T) { goTool(t, dir, "test", "./"+program) })
	}
}

// addResource adds the description in a file to those of a copy of the module.
func addResource(t *testing.T, dir, name, file string) {
	t.Helper()
	described, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile(filepath.Join(dir, "resources", "resources.go"))
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Replace(string(all), ", ICSEntry}", ", "+strings.ToUpper(name[:1])+name[1:]+", ICSEntry}", 1)
	put(t, dir, map[string]string{"resources/" + name + ".go": string(described), "resources/resources.go": listed})
}

// TestOtherFiltersAndRecordsAreServed adds to the descriptions of a copy of the module,
// generates once, and runs the programs of testdata there beside the conformance cases:
// filters (list parameters in one line each), records_service (records without a status)
// and computed_service (a resource with computed fields).
func TestOtherFiltersAndRecordsAreServed(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	dir := t.TempDir()
	copyModule(t, dir, parts...)
	addFilters(t, dir)
	records, computed := filepath.Join("testdata", "records_service"), filepath.Join("testdata", "computed_service")
	all, event := filepath.Join(dir, "resources", "resources.go"), filepath.Join(dir, "resources", "event.go")
	addLine(t, event, "Slugs of the ticket providers", `dsl.ManyToMany("books", "book").Doc("Books that are read from"),`)
	addLine(t, event, "Slugs of the ticket providers", `dsl.ManyToMany("orders", "order").Doc("Orders of seats"),`)
	put(t, dir, map[string]string{
		"resources/order.go":                            read(t, filepath.Join(records, "order.go.txt")),
		"resources/loan.go":                             read(t, filepath.Join(computed, "loan.go.txt")),
		"resources/resources.go":                        strings.Replace(read(t, all), "Category, Tag,", "Category, Tag, Order, Book, Group, Loan,", 1),
		"rules/rules.go":                                read(t, filepath.Join(computed, "rules.go.txt")),
		"cmd/almanac/internal/app/plainrecords_test.go": read(t, filepath.Join(records, "records_test.go.txt")),
		"cmd/almanac/internal/app/computedloan_test.go": read(t, filepath.Join(computed, "computed_test.go.txt")),
	})
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "test", "./cmd/almanac/internal/app", "-short", "-run",
		"FiltersOfADescription|Records?Ha|RecordsChange|RecordsSees|NamesOfRecords|RecordsMove|Computed|VerifyFinds|ServiceAnswersAsSpecified/A_with_users/SQLite")
}

// addFilters adds list parameters to the descriptions of a copy of the module.
func addFilters(t *testing.T, dir string) {
	t.Helper()
	venue, event := filepath.Join(dir, "resources", "venue.go"), filepath.Join(dir, "resources", "event.go")
	addLine(t, venue, `dsl.String("city")`, `dsl.Added(
			dsl.Integer("seats").Doc("Seats"),
			dsl.Enum("access", "ramp", "stairs", "lift").Default("stairs").Doc("Access"),
		),`)
	replace(t, venue, "	Filters:     dsl.Filters(postFilters),\n", `	Filters: dsl.Filters(
		dsl.AtLeast("seats").Named("seats_from").Doc("From"),
		dsl.AtMost("seats").Named("seats_to").Doc("To"),
		dsl.AtLeast("geo_lat").Named("lat_from").Doc("North of"),
		dsl.In("access").Named("access_in").Doc("Access"),
		dsl.In("seats").Named("seats_in").Doc("Seats"),
		dsl.In("city").Named("city_in").Doc("Cities"),
		dsl.IsNull("geo_lat").Named("unmapped").Doc("Unmapped"),
		dsl.IsNull("city").Named("nowhere").Doc("Without a city"),
		postFilters,
	),
`)
	addLine(t, event, "dsl.SearchAnyField()", `		dsl.FilterBy("venue.city").Doc("City"),
		dsl.In("venue.access").Doc("Access"),
		dsl.AtMost("venue.seats").Named("venue_seats_to").Doc("Seats"),
		dsl.OwnFilter("venue_between", dsl.TypeIntegers, "almanac/shows", "Between").Field("venue.seats").Doc("Seats"),
		dsl.OwnFilter("titled", dsl.TypeBoolean, "almanac/shows", "Titled").Doc("With a title"),
		dsl.IsNull("venue.geo_lat").Named("venue_unmapped").Doc("Unmapped"),
		dsl.IsNull("venue.city").Named("venue_nowhere").Doc("Without a city"),
		dsl.FilterBy("venue.show_map").Named("venue_map").Doc("With a map"),
		dsl.IsNull("categories.description").Named("undescribed").Doc("Of categories without a description"),`)
	put(t, dir, map[string]string{"cmd/almanac/internal/app/filters_test.go": read(t, filepath.Join("testdata", "filters", "filters_test.go.txt")), "shows/shows.go": `package shows

import (
	"almanac/runtime/filter"
	"almanac/runtime/param"
)

func Between(q *filter.Query, name string, column filter.Column, p param.Opt[[]int64]) {
	switch {
	case !p.IsSet():
	case len(p.Value) != 2:
		q.Fail(name, "%s must be two numbers.", name)
	default:
		q.Compare(column, "? BETWEEN ? AND ?", q.Bind(p.Value[0]), q.Bind(p.Value[1]))
	}
}

func Titled(q *filter.Query, _ string, p param.Opt[bool]) {
	if p.IsSet() {
		q.AddCondition("(? <> '') = ?", q.Col("title"), q.Bind(p.Value))
	}
}
`})
}

// read returns the text of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// addLine adds a line to a file after the one that holds the mark.
func addLine(t *testing.T, path, mark, line string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for old := range strings.Lines(string(text)) {
		b.WriteString(old)
		if strings.Contains(old, mark) {
			b.WriteString(line + "\n")
		}
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestFieldsOfEachType adds a field of each type to a copy of the module, and runs
// testdata/types there, on both stores.
func TestFieldsOfEachType(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	dir := t.TempDir()
	copyModule(t, dir, parts...)
	for _, edit := range typeEdits {
		replaceText(t, filepath.Join(dir, "resources", "venue.go"), edit[0], edit[1])
	}
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "vet", "./generated/...")
	program, err := os.ReadFile(filepath.Join("testdata", "types", "types_test.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, map[string]string{"cmd/internal/types/types_test.go": string(program)})
	goTool(t, dir, "test", "./cmd/internal/types")
}

// typeEdits replace parts of the description of venues.
var typeEdits = [][2]string{
	{`	Filters:     dsl.Filters(postFilters),`, `	Filters: dsl.Filters(postFilters, dsl.Added(
		dsl.FilterBy("built_on").Doc("Day"),
		dsl.FilterBy("opens_at").Doc("Time"),
		dsl.AtLeast("built_on").Named("built_from").Doc("From"),
		dsl.AtMost("inspected_at").Named("inspected_to").Doc("Until"),
		dsl.FilterBy("rent").Doc("Rent"),
		dsl.AtMost("rent").Named("rent_to").Doc("Rent"),
		dsl.AtLeast("deposit").Named("deposit_from").Doc("Deposit"),
		dsl.FilterBy("deposit").Doc("Deposit"),
		dsl.FilterBy("tip").Doc("Tip"),
		dsl.In("deposit").Named("deposit_in").Doc("Currencies"),
		dsl.In("built_on").Named("built_in").Doc("Days"),
		dsl.In("opens_at").Named("opens_in").Doc("Times"),
		dsl.In("inspected_at").Named("inspected_in").Doc("Instants"),
		dsl.In("rent").Named("rent_in").Doc("Rents"),
		dsl.In("slope").Named("slope_in").Doc("Slopes"),
		dsl.FilterBy("slope").Doc("Slope"),
		dsl.In("languages").Doc("Languages"),
		dsl.In("nicknames").Doc("Nicknames"),
		dsl.In("sizes").Doc("Sizes"),
		dsl.IsNull("sizes").Named("unsized").Doc("Without sizes"),
		dsl.IsNull("tip").Named("tipped").Doc("Whether there is no tip"),
		dsl.FilterBy("inspected_at").Doc("Instant"),
	)),`},
	{`	SortOptions: postSortOptions("venue_sort"),`, `	SortOptions: append(postSortOptions("venue_sort"), dsl.SortBy("built_on"), dsl.SortBy("rent"), dsl.SortBy("share"), dsl.SortBy("deposit")),`},
	{`		dsl.Number("geo_lat")`, `		dsl.Date("built_on").Nullable().Doc("Day of the opening"),
		dsl.Time("opens_at").Default("09:00:00").Doc("When it opens"),
		dsl.Timestamp("inspected_at").Nullable().Doc("Last inspection"),
		dsl.Decimal("rent", 17, 2).Default("0.50").Doc("Rent"),
		dsl.Decimal("share", 4, 3).Min(0).Max(1).Nullable().Doc("Share"),
		dsl.Money("deposit", "EUR", "JPY", "KWD").Nullable().Doc("Deposit"),
		dsl.Money("tip", "JPY").Min(1).Nullable().Doc("Tip"),
		dsl.Strings("languages").Enum("de", "en", "fr").UniqueItems().Doc("Languages"),
		dsl.Strings("nicknames").MaxLength(20).Pattern("^[^0-9]*$").Doc("Nicknames"),
		dsl.Integers("sizes").Min(1).MaxItems(3).Doc("Sizes"),
		dsl.Number("slope").Nullable().Doc("Slope"),
		dsl.Money("cleaning", "EUR", "JPY").Default("20.5 EUR").Doc("Cleaning"),
		dsl.Decimal("incline", 4, 1).Nullable().Default("-1.5").Doc("Incline"),
		dsl.Strings("moods").Enum("calm", "loud").Default([]string{"calm"}).Doc("Moods"),
		dsl.Strings("mottos").Default([]string{"a, \"b\"", "c;d"}).Doc("Mottos"),
		dsl.Integers("rows").Default([]int{3, -1}).Doc("Rows"),
		dsl.Number("geo_lat")`},
}

// replaceText replaces a text of a file.
func replaceText(t *testing.T, path, old, now string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("%s does not have %q", path, old)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, now, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}
