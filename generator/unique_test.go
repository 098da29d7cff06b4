package generator_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// code describes a unique text.
func code(name string) dsl.Field { return dsl.String(name).MaxLength(20).Unique() }

// TestUniqueFieldsStayUnique adds a unique field to a released table, renames it, and
// goes back.
func TestUniqueFieldsStayUnique(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, sample(dsl.Integer("size"))), "up")
		db.must(t, "INSERT INTO samples (size) VALUES (1), (2)")
		with := func(f dsl.Field) []dsl.Resource {
			s := sample(f)
			s[0].Fields = append(s[0].Fields, dsl.Integer("size"))
			return s
		}
		refuses := func(column string) {
			t.Helper()
			db.must(t, "UPDATE samples SET "+column+" = 'a' WHERE size = 1")
			db.aside(t, func(db database) {
				if _, err := db.executor().Exec("UPDATE samples SET " + column + " = 'a' WHERE size = 2"); err == nil {
					t.Errorf("%s has a value twice", column)
				}
			})
		}
		added := h.release(t, with(code("code")))
		db.mustApply(t, added, "up")
		refuses("code")
		renamed := h.release(t, with(code("mark").RenamedFrom("code")))
		db.mustApply(t, renamed, "up")
		refuses("mark")
		dropped := sample(dsl.Integer("size"))
		dropped[0].Drops = []dsl.DroppedField{dsl.DropField("mark", "a test")}
		gone := h.release(t, dropped)
		db.mustApply(t, gone, "up")
		db.mustApply(t, gone, "down")
		if diff := cmp.Diff([]string{"", ""}, db.rows(t, "SELECT mark FROM samples")); diff != "" {
			t.Errorf("values after a drop and back (-want +got):\n%s", diff)
		}
		refuses("mark")
		db.mustApply(t, renamed, "down")
		refuses("code")
		db.mustApply(t, added, "down")
	})
}

// TestUniqueNumbersAreConverted gives exact numbers more digits and takes them back:
// some values become what others were.
func TestUniqueNumbersAreConverted(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		var h history
		fee := func(digits, scale int) dsl.Field { return dsl.Decimal("fee", digits, scale).Nullable().Unique() }
		db.mustApply(t, h.release(t, sample(fee(8, 2))), "up")
		db.must(t, "INSERT INTO samples (fee) VALUES (1), (10), (100), (NULL), (NULL)")
		step := h.release(t, sample(fee(9, 3)))
		for _, direction := range []string{"up", "down", "up"} {
			db.mustApply(t, step, direction)
			want := map[string][]string{"up": {"10", "100", "1000", "null", "null"}, "down": {"1", "10", "100", "null", "null"}}[direction]
			if diff := cmp.Diff(want, db.rows(t, "SELECT fee FROM samples ORDER BY id")); diff != "" {
				t.Errorf("fees after %s (-want +got):\n%s", direction, diff)
			}
			db.aside(t, func(db database) {
				if _, err := db.executor().Exec("INSERT INTO samples (fee) VALUES (100)"); err == nil {
					t.Errorf("%s: a value is there twice", direction)
				}
			})
		}
	})
}

func TestAFieldThatBecomesUniqueNeedsAReason(t *testing.T) {
	thing := dsl.String("thing").MaxLength(20)
	tests := []struct {
		name     string
		from, to []dsl.Resource
		refused  bool
	}{
		{"a text of released rows", sample(thing), sample(thing.Unique()), true},
		{"a text of released rows, with a reason", sample(thing), sample(thing.Unique().UniqueReason("a test")), false},
		{"a unique text that is renamed", sample(thing.Unique()), sample(dsl.String("other").MaxLength(20).Unique().RenamedFrom("thing")), false},
		{"a new text", sample(thing), withField(sample(thing), code("code")), false},
		{"a new text that rows get", sample(thing), withField(sample(thing), code("code").Backfill("a")), true},
		{"a new amount that may be null", sample(thing), withField(sample(thing), dsl.Decimal("fee", 8, 2).Nullable().Unique()), false},
		{"a new number that may be null", sample(thing), withField(sample(thing), dsl.Number("number").Nullable().Unique()), false},
		{"a new number that rows get", sample(thing), withField(sample(thing), dsl.Integer("number").Required().Unique().Backfill(1)), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h history
			h.release(t, tt.from)
			_, err := generator.Evolve(tt.to, h.before)
			if refused := err != nil && strings.Contains(err.Error(), `write .UniqueReason("why there are none")`); refused != tt.refused {
				t.Errorf("generate: %v", err)
			}
		})
	}
}

func withField(list []dsl.Resource, f dsl.Field) []dsl.Resource {
	list[0].Fields = append(list[0].Fields, f)
	return list
}

// TestRowsOfAReleasedTableGetTheDefault adds fields with defaults, and inserts rows as
// programs of the release before do.
func TestRowsOfAReleasedTableGetTheDefault(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, sample(dsl.Integer("size"))), "up")
		db.must(t, "INSERT INTO samples (size) VALUES (1)")
		to := sample(dsl.Integer("size"))
		to[0].Fields = append(to[0].Fields, dsl.String("tone").Default("it's plain"), dsl.Integer("rooms").Min(1).Default(3), dsl.Number("share").Nullable().Default(0.5))
		db.mustApply(t, h.release(t, to), "up")
		db.must(t, "INSERT INTO samples (size) VALUES (2)")
		want := []string{"it's plain 3 0.5", "it's plain 3 NULL"}
		if diff := cmp.Diff(want, db.rows(t, "SELECT tone || ' ' || CAST(rooms AS text) || ' ' || coalesce(CAST(share AS text), 'NULL') FROM samples ORDER BY size")); diff != "" {
			t.Errorf("values (-want +got):\n%s", diff)
		}
	})
}

// TestRowsOfAReleasedTableGetDefaultAmountsAndLists is the same for values that are
// stored in another form than that of the description.
func TestRowsOfAReleasedTableGetDefaultAmountsAndLists(t *testing.T) {
	described := func(fields ...dsl.Field) []dsl.Resource {
		return []dsl.Resource{{Name: "sample", Plural: "samples", Kind: dsl.KindRecord, Doc: "Samples.", Fields: fields, ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")}}}
	}
	size := dsl.Integer("size").Doc("Size")
	onBoth(t, func(t *testing.T, db database) {
		const insert = "INSERT INTO samples (id, version, created_utc, modified_utc, size) VALUES ($1, 1, '', '', 1)"
		var h history
		db.mustApply(t, h.release(t, described(size)), "up")
		db.must(t, insert, 1)
		db.mustApply(t, h.release(t, described(size,
			dsl.Money("fee", "EUR", "JPY").Default("-1.5 EUR").Doc("Fee"), dsl.Decimal("share", 4, 2).Nullable().Default("0.5").Doc("Share"),
			dsl.Strings("tongues").Default([]string{"it's", "de"}).Doc("Tongues"), dsl.Integers("rows").Default([]int{1, -2}).Doc("Rows"),
		)), "up")
		db.must(t, insert, 2)
		want := []string{`-150 EUR 50 ["it's","de"] [1,-2]`, `-150 EUR NULL ["it's","de"] [1,-2]`}
		got := db.rows(t, "SELECT CAST(fee AS text) || ' ' || fee_currency || ' ' || coalesce(CAST(share AS text), 'NULL') || ' ' || tongues || ' ' || rows FROM samples ORDER BY id")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("values (-want +got):\n%s", diff)
		}
	})
}
