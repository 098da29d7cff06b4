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

// TestAFieldIsOneLine adds a line to the description of a copy of the module,
// generates, and runs testdata/onefield there: the field must be in creates,
// updates, reads and the documentation.
func TestAFieldIsOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	serveVenuesWith(t, "onefield", `dsl.String("district").Searchable().Nonstandard().Doc("Part of the city"),`)
}

// TestBoundsAndUniqueValuesHold adds fields of each kind, and an index, to venues.
func TestBoundsAndUniqueValuesHold(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	serveVenuesWith(t, "bounds", `
		dsl.Integer("rooms").Min(1).Max(9).Default(3).Nonstandard().Doc("Rooms"),
		dsl.Integer("halls").Default(2).Nonstandard().Doc("Halls"),
		dsl.Number("share").Nullable().Max(1).Default(0.5).Nonstandard().Doc("Share of seats"),
		dsl.String("tone").Default("plain").Nonstandard().Doc("Tone"),
		dsl.String("code").MaxLength(10).Pattern("^[A-Z0-9]*$").Unique().Nonstandard().Doc("Code"),
		dsl.String("wing").MaxLength(100).Nonstandard().Doc("Wing"),
		dsl.Number("desk").Nullable().Nonstandard().Doc("Desk"),
		dsl.Decimal("area", 8, 2).Nullable().Unique().Nonstandard().Doc("Area"),
		dsl.Money("rent", "EUR", "USD").Nullable().Unique().Nonstandard().Doc("Rent"),
		dsl.Decimal("length", 8, 2).Nullable().Nonstandard().Doc("Length"),
		dsl.Money("fee", "EUR", "USD").Nullable().Nonstandard().Doc("Fee"),
		dsl.Enum("access", "ramp", "stairs").Default("ramp").Nonstandard().Doc("Access"),`,
		`{Columns: []string{"wing", "desk"}, Unique: true, UniqueReason: "a test"},`, `{Columns: []string{"length", "fee"}, Unique: true, UniqueReason: "a test"},`)
}

// serveVenuesWith adds fields, and perhaps an index, to the venues of a copy of the
// module, generates, and runs the program of testdata there.
func serveVenuesWith(t *testing.T, program, fields string, indexes ...string) {
	t.Helper()
	dir := t.TempDir()
	copyModule(t, dir, parts...)
	venue := filepath.Join(dir, "resources", "venue.go")
	addLine(t, venue, `dsl.String("city")`, fields)
	for _, index := range indexes {
		addLine(t, venue, `{Columns: []string{"geo_lat", "geo_lng"}}`, index)
	}
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "build", "./...")
	text, err := os.ReadFile(filepath.Join("testdata", program, program+"_test.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, map[string]string{"cmd/internal/" + program + "/" + program + "_test.go": string(text)})
	goTool(t, dir, "test", "./cmd/internal/"+program)
}

// TestLinksOfOtherDescriptions adds a resource that links to events, one that
// events link to and another kind of event, and runs testdata/links_service.
func TestLinksOfOtherDescriptions(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	dir := t.TempDir()
	copyModule(t, dir, parts...)
	from := filepath.Join("testdata", "links_service")
	addResource(t, dir, "season", filepath.Join(from, "season.go.txt"))
	addResource(t, dir, "gig", filepath.Join(from, "gig.go.txt"))
	addResource(t, dir, "band", filepath.Join(from, "band.go.txt"))
	event := filepath.Join(dir, "resources", "event.go")
	addLine(t, event, `dsl.Any("ticketed")`, `		dsl.ManyToMany("bands", "rock_band").Nonstandard().Doc("Bands"),`)
	addLine(t, event, `dsl.QueryParam("orderby"`, `		dsl.QueryParam("bands", dsl.TypeIntegers, dsl.OpLinkedTo).Field("bands").References("rock_band").Nonstandard().Doc("Events of the bands"),`)
	goTool(t, dir, "run", "./cmd/generate")
	program, err := os.ReadFile(filepath.Join(from, "links_test.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, map[string]string{"cmd/internal/links/links_test.go": string(program)})
	goTool(t, dir, "test", "./cmd/internal/links")
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

// TestFiltersAreOneLine adds list parameters to the description of a copy of the
// module, generates, and runs testdata/filters there, on both stores.
func TestFiltersAreOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	dir := t.TempDir()
	copyModule(t, dir, parts...)
	venue, event := filepath.Join(dir, "resources", "venue.go"), filepath.Join(dir, "resources", "event.go")
	addLine(t, venue, `dsl.String("city")`, `dsl.Integer("seats").Nonstandard().Doc("Seats"),
		dsl.Enum("access", "ramp", "stairs", "lift").Default("stairs").Nonstandard().Doc("Access"),`)
	replace(t, venue, "	Params:      postListParams,\n", `	Params: append([]dsl.Param{
		dsl.QueryParam("seats_from", dsl.TypeInteger, dsl.OpAtLeast).Field("seats").Doc("From"),
		dsl.QueryParam("seats_to", dsl.TypeInteger, dsl.OpAtMost).Field("seats").Doc("To"),
		dsl.QueryParam("lat_from", dsl.TypeNumber, dsl.OpAtLeast).Field("geo_lat").Extension("geoloc").Doc("North of"),
		dsl.QueryParam("access_in", dsl.TypeStrings, dsl.OpIn).Field("access").Doc("Access"),
		dsl.QueryParam("seats_in", dsl.TypeIntegers, dsl.OpIn).Field("seats").Doc("Seats"),
		dsl.QueryParam("city_in", dsl.TypeStrings, dsl.OpIn).Field("city").Doc("Cities"),
		dsl.QueryParam("unmapped", dsl.TypeBoolean, dsl.OpIsNull).Field("geo_lat").Extension("geoloc").Doc("Unmapped"),
		dsl.QueryParam("nowhere", dsl.TypeBoolean, dsl.OpIsNull).Field("city").Doc("Without a city"),
	}, postListParams...),
`)
	addLine(t, event, `dsl.QueryParam("search"`, `		dsl.QueryParam("venue_city", dsl.TypeString, dsl.OpEquals).Field("venue.city").Doc("City"),
		dsl.QueryParam("venue_access", dsl.TypeStrings, dsl.OpIn).Field("venue.access").Doc("Access"),
		dsl.QueryParam("venue_seats_to", dsl.TypeInteger, dsl.OpAtMost).Field("venue.seats").Doc("Seats"),
		dsl.QueryParam("venue_between", dsl.TypeIntegers, dsl.OwnOperation("almanac/shows", "Between")).Field("venue.seats").Doc("Seats"),
		dsl.QueryParam("titled", dsl.TypeBoolean, dsl.OwnOperation("almanac/shows", "Titled")).Doc("With a title"),
		dsl.QueryParam("venue_unmapped", dsl.TypeBoolean, dsl.OpIsNull).Field("venue.geo_lat").Extension("geoloc").Doc("Unmapped"),
		dsl.QueryParam("venue_nowhere", dsl.TypeBoolean, dsl.OpIsNull).Field("venue.city").Doc("Without a city"),
		dsl.QueryParam("venue_map", dsl.TypeBoolean, dsl.OpBoolEquals).Field("venue.show_map").Doc("With a map"),
		dsl.QueryParam("undescribed", dsl.TypeBoolean, dsl.OpIsNull).Field("categories.description").Doc("Of categories without a description"),`)
	program, err := os.ReadFile(filepath.Join("testdata", "filters", "filters_test.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, map[string]string{"cmd/almanac/internal/app/filters_test.go": string(program), "shows/shows.go": `package shows

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
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "test", "-run", "TestFiltersOfADescription", "./cmd/almanac/internal/app")
}

// TestRecordsAreServed adds records without a status to the description of a copy of
// the module, generates, and runs testdata/records_service there, on both stores.
func TestRecordsAreServed(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the service in a copy of the module")
	}
	dir := t.TempDir()
	copyModule(t, dir, parts...)
	from := filepath.Join("testdata", "records_service")
	put(t, dir, map[string]string{
		"resources/order.go":                            read(t, filepath.Join(from, "order.go.txt")),
		"cmd/almanac/internal/app/plainrecords_test.go": read(t, filepath.Join(from, "records_test.go.txt")),
	})
	all := filepath.Join(dir, "resources", "resources.go")
	put(t, dir, map[string]string{"resources/resources.go": strings.Replace(read(t, all), "Category, Tag,", "Category, Tag, Order, Book, Group,", 1)})
	event := filepath.Join(dir, "resources", "event.go")
	addLine(t, event, `dsl.Any("ticketed")`, `		dsl.ManyToMany("books", "book").Nonstandard().Doc("Books that are read from"),`)
	addLine(t, event, `dsl.Any("ticketed")`, `		dsl.ManyToMany("orders", "order").Nonstandard().Doc("Orders of seats"),`)
	goTool(t, dir, "run", "./cmd/generate")
	goTool(t, dir, "build", "./...")
	goTool(t, dir, "test", "./cmd/almanac/internal/app", "-run", "Records?Ha|RecordsChange|RecordsSees|NamesOfRecords|RecordsMove|ServiceAnswersAsSpecified", "-short")
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
	{`	Params:      postListParams,`, `	Params: append(postListParams,
		dsl.QueryParam("built_on", dsl.TypeDate, dsl.OpEquals).Field("built_on").Nonstandard().Doc("Day"),
		dsl.QueryParam("opens_at", dsl.TypeTime, dsl.OpEquals).Field("opens_at").Nonstandard().Doc("Time"),
		dsl.QueryParam("built_from", dsl.TypeDate, dsl.OpAtLeast).Field("built_on").Nonstandard().Doc("From"),
		dsl.QueryParam("inspected_to", dsl.TypeTimestamp, dsl.OpAtMost).Field("inspected_at").Nonstandard().Doc("Until"),
		dsl.QueryParam("rent", dsl.TypeDecimal, dsl.OpEquals).Field("rent").Nonstandard().Doc("Rent"),
		dsl.QueryParam("rent_to", dsl.TypeDecimal, dsl.OpAtMost).Field("rent").Nonstandard().Doc("Rent"),
		dsl.QueryParam("deposit_from", dsl.TypeDecimal, dsl.OpAtLeast).Field("deposit").Nonstandard().Doc("Deposit"),
		dsl.QueryParam("deposit", dsl.TypeString, dsl.OpEquals).Field("deposit").Nonstandard().Doc("Deposit"),
		dsl.QueryParam("tip", dsl.TypeString, dsl.OpEquals).Field("tip").Nonstandard().Doc("Tip"),
		dsl.QueryParam("deposit_in", dsl.TypeStrings, dsl.OpIn).Field("deposit").Nonstandard().Doc("Currencies"),
		dsl.QueryParam("built_in", dsl.TypeStrings, dsl.OpIn).Field("built_on").Nonstandard().Doc("Days"),
		dsl.QueryParam("opens_in", dsl.TypeStrings, dsl.OpIn).Field("opens_at").Nonstandard().Doc("Times"),
		dsl.QueryParam("inspected_in", dsl.TypeStrings, dsl.OpIn).Field("inspected_at").Nonstandard().Doc("Instants"),
		dsl.QueryParam("rent_in", dsl.TypeStrings, dsl.OpIn).Field("rent").Nonstandard().Doc("Rents"),
		dsl.QueryParam("slope_in", dsl.TypeNumbers, dsl.OpIn).Field("slope").Nonstandard().Doc("Slopes"),
		dsl.QueryParam("slope", dsl.TypeNumber, dsl.OpEquals).Field("slope").Nonstandard().Doc("Slope"),
		dsl.QueryParam("languages", dsl.TypeStrings, dsl.OpIn).Field("languages").Nonstandard().Doc("Languages"),
		dsl.QueryParam("nicknames", dsl.TypeStrings, dsl.OpIn).Field("nicknames").Nonstandard().Doc("Nicknames"),
		dsl.QueryParam("sizes", dsl.TypeIntegers, dsl.OpIn).Field("sizes").Nonstandard().Doc("Sizes"),
		dsl.QueryParam("unsized", dsl.TypeBoolean, dsl.OpIsNull).Field("sizes").Nonstandard().Doc("Without sizes"),
		dsl.QueryParam("tipped", dsl.TypeBoolean, dsl.OpIsNull).Field("tip").Nonstandard().Doc("Whether there is no tip"),
		dsl.QueryParam("inspected_at", dsl.TypeTimestamp, dsl.OpEquals).Field("inspected_at").Nonstandard().Doc("Instant"),
	),`},
	{`	SortOptions: postSortOptions("venue_sort"),`, `	SortOptions: append(postSortOptions("venue_sort"), dsl.SortBy("built_on"), dsl.SortBy("rent"), dsl.SortBy("share"), dsl.SortBy("deposit")),`},
	{`		dsl.Number("geo_lat")`, `		dsl.Date("built_on").Nullable().Nonstandard().Doc("Day of the opening"),
		dsl.Time("opens_at").Default("09:00:00").Nonstandard().Doc("When it opens"),
		dsl.Timestamp("inspected_at").Nullable().Nonstandard().Doc("Last inspection"),
		dsl.Decimal("rent", 17, 2).Default("0.50").Nonstandard().Doc("Rent"),
		dsl.Decimal("share", 4, 3).Min(0).Max(1).Nullable().Nonstandard().Doc("Share"),
		dsl.Money("deposit", "EUR", "JPY", "KWD").Nullable().Nonstandard().Doc("Deposit"),
		dsl.Money("tip", "JPY").Min(1).Nullable().Nonstandard().Doc("Tip"),
		dsl.Strings("languages").Enum("de", "en", "fr").UniqueItems().Nonstandard().Doc("Languages"),
		dsl.Strings("nicknames").MaxLength(20).Pattern("^[^0-9]*$").Nonstandard().Doc("Nicknames"),
		dsl.Integers("sizes").Min(1).MaxItems(3).Nonstandard().Doc("Sizes"),
		dsl.Number("slope").Nullable().Nonstandard().Doc("Slope"),
		dsl.Money("cleaning", "EUR", "JPY").Default("20.5 EUR").Nonstandard().Doc("Cleaning"),
		dsl.Decimal("incline", 4, 1).Nullable().Default("-1.5").Nonstandard().Doc("Incline"),
		dsl.Strings("moods").Enum("calm", "loud").Default([]string{"calm"}).Nonstandard().Doc("Moods"),
		dsl.Strings("mottos").Default([]string{"a, \"b\"", "c;d"}).Nonstandard().Doc("Mottos"),
		dsl.Integers("rows").Default([]int{3, -1}).Nonstandard().Doc("Rows"),
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
