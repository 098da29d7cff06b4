package generator_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// refuses runs a statement that a check refuses, and takes it back.
func (db database) refuses(t failer, constraint, statement string, args ...any) {
	t.Helper()
	db.aside(t, func(db database) {
		if _, err := db.executor().Exec(statement, args...); err == nil || !strings.Contains(err.Error(), "CHECK constraint failed: "+constraint) {
			t.Fatalf("%s: %v, want it to be refused by %s", statement, err, constraint)
		}
	})
}

func TestTheDatabaseRefusesWhatTheDescriptionExcludes(t *testing.T) {
	fields := []dsl.Field{
		dsl.Integer("rooms").Min(1).Max(9).Default(3), dsl.Number("share").Nullable().Max(0.5), dsl.Decimal("fee", 8, 2).Min(-0.25),
		dsl.Money("price", "EUR", "JPY").Nullable().Min(0.05).Max(10), dsl.Money("rent", "EUR").Required(), dsl.String("tone").MaxLength(3),
		dsl.Enum("access", "ramp", "lift-2").Default("ramp"), dsl.Date("day").Nullable(), dsl.Time("opens").Default("09:00:00"), dsl.Timestamp("seen").Nullable(),
	}
	for i := range fields {
		fields[i] = fields[i].Doc("Field")
	}
	described := []dsl.Resource{{Name: "sample", Plural: "samples", Kind: dsl.KindRecord, Doc: "Samples.", Fields: fields, ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")}}}
	tests := []struct {
		column         string
		fits, excluded []string
	}{
		{"rooms", []string{"1", "9"}, []string{"0", "10"}},
		{"share", []string{"0.5", "NULL"}, []string{"0.51", "1e300"}},
		{"fee", []string{"-25", "0"}, []string{"-26"}},
		{"price", []string{"5", "1000", "NULL"}, []string{"4", "1001"}},
		{"price_currency", []string{"'JPY'", "''"}, []string{"'USD'", "'eur'"}},
		{"rent_currency", []string{"'EUR'"}, []string{"''", "'JPY'"}},
		{"tone", []string{"''", "'äöü'"}, []string{"'abcd'"}},
		{"access", []string{"'lift-2'"}, []string{"''", "'Ramp'"}},
		{"day", []string{"'2028-02-29'", "NULL"}, []string{"''", "'2027-02-29'"}},
		{"opens", []string{"'23:59:59'"}, []string{"'24:00:00'", "'9:00'"}},
		{"seen", []string{"'2027-01-02T03:04:05Z'", "NULL"}, []string{"'2027-01-02 03:04:05'"}},
	}
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, described), "up")
		db.must(t, "INSERT INTO samples (id, version, created_utc, modified_utc, rooms, fee, price_currency, rent, rent_currency, tone, access, opens) VALUES (1, 1, '', '', 1, 0, '', 0, 'EUR', '', 'ramp', '00:00:00')")
		columns := "rooms, share, fee, price, price_currency, rent, rent_currency, tone, access, day, opens, seen"
		for _, tt := range tests {
			for _, value := range tt.fits {
				db.must(t, "UPDATE samples SET "+tt.column+" = "+value)
			}
			constraint := "samples." + strings.TrimSuffix(tt.column, "_currency")
			for _, value := range tt.excluded {
				db.refuses(t, constraint, "UPDATE samples SET "+tt.column+" = "+value)
				values := strings.Replace(", "+columns, ", "+tt.column, ", "+value, 1)
				db.refuses(t, constraint, "INSERT INTO samples (id, version, created_utc, modified_utc, "+columns+") SELECT 2, 1, '', '', "+values[2:]+" FROM samples")
			}
		}
	})
}

// TestChecksLeaveRowsAlone adds, tightens, loosens and removes bounds of a column in
// which rows have values beyond them.
func TestChecksLeaveRowsAlone(t *testing.T) {
	seats := dsl.Integer("seats")
	steps := []struct {
		name           string
		field          dsl.Field
		fits, excluded int // 0 for none that is excluded.
		additive       bool
	}{
		{"without bounds", seats, 100, 0, false},
		{"bounds are added", seats.Min(0).Max(50), 50, 51, false},
		{"bounds are tightened", seats.Min(0).Max(20), 20, 21, false},
		{"bounds are loosened", seats.Min(0).Max(30), 30, 31, false},
		{"the field is renamed", dsl.Integer("chairs").RenamedFrom("seats").Min(0).Max(30), 30, 31, false},
		{"the type changes", dsl.Number("chairs").Min(0).Max(30), 30, 31, false},
		{"bounds are removed", dsl.Number("chairs"), 1000, 0, true},
	}
	onBoth(t, func(t *testing.T, db database) {
		var h history
		var released [][]generator.File
		describe := func(f dsl.Field) []dsl.Resource { return withField(sample(f), dsl.String("name")) }
		for i, step := range steps {
			files := h.release(t, describe(step.field))
			released = append(released, files)
			db.mustApply(t, files, "up")
			if additive := strings.HasPrefix(string(files[db.find(files, "up")].Content), "-- almanac: additive\n"); i > 0 && additive != step.additive {
				t.Errorf("%s: additive is %t", step.name, additive)
			}
			if i == 0 {
				db.must(t, "INSERT INTO samples (seats, name) VALUES (100, 'old')")
			}
			column := step.field.Spec().Name
			db.must(t, "UPDATE samples SET name = name || '.', "+column+" = "+column)
			db.must(t, "INSERT INTO samples ("+column+", name) VALUES ($1, 'new')", step.fits)
			db.must(t, "UPDATE samples SET "+column+" = $1 WHERE name = 'new'", step.fits)
			if step.excluded > 0 {
				db.refuses(t, "samples."+column, "INSERT INTO samples ("+column+", name) VALUES ($1, 'new')", step.excluded)
				db.refuses(t, "samples."+column, "UPDATE samples SET "+column+" = $1", step.excluded)
			}
			if diff := cmp.Diff([]string{"100"}, db.rows(t, "SELECT "+column+" FROM samples WHERE name LIKE 'old%'")); diff != "" {
				t.Errorf("%s: (-want +got):\n%s", step.name, diff)
			}
		}
		for i := len(steps) - 1; i > 0; i-- {
			db.mustApply(t, released[i], "down")
			column := steps[i-1].field.Spec().Name
			if steps[i-1].excluded > 0 {
				db.refuses(t, "samples."+column, "UPDATE samples SET "+column+" = $1", steps[i-1].excluded)
			}
		}
		db.must(t, "UPDATE samples SET seats = 1000")
	})
}
