package generator_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources/dsl"
)

// sample is a table of the service itself with one field.
func sample(f dsl.Field) []dsl.Resource {
	return []dsl.Resource{{
		Name: "sample", Plural: "samples", Kind: dsl.Internal, Doc: "Samples.", Fields: []dsl.Field{dsl.Integer("id").As(dsl.Key), f},
	}}
}

// TestValuesConvertAlikeOnBothStores changes a column from each type to each
// other one and compares with what the rules say.
func TestValuesConvertAlikeOnBothStores(t *testing.T) {
	values := map[dsl.Type][]any{
		dsl.TypeString: {
			"", "0", "1", "12", "-7", "+4", "007", "3.50", "-0.25", ".5", "5.", "1.2.3", "--3", "+-3", "- 3", " 3", "3 ", "1e5", "0x10", "12a", "Infinity", "NaN",
			"123456789012345678", "1234567890123456789", "99999999999999999999", "true", "TRUE", "yes", "On", "false", "no", "OFF", "t", "it's", "Ünï", "٣",
		},
		dsl.TypeInteger: {int64(0), int64(1), int64(-1), int64(42), int64(1) << 40},
		dsl.TypeNumber:  {0.0, 1.0, -1.5, 2.75, 1e6, 0.25, 123456.0},
		dsl.TypeBoolean: {true, false},
	}
	fields := []dsl.Field{dsl.String("thing"), dsl.Integer("thing"), dsl.Number("thing"), dsl.Number("thing").Nullable(), dsl.Boolean("thing")}
	fills := map[dsl.Type]any{dsl.TypeString: "none", dsl.TypeInteger: 9, dsl.TypeNumber: 9.5, dsl.TypeBoolean: true}
	onBoth(t, func(t *testing.T, db database) {
		for _, from := range fields {
			for _, to := range fields {
				for _, other := range []any{nil, fills[to.Type]} {
					name := fmt.Sprintf("%s null %t to %s null %t, else %v", from.Type, from.Null, to.Type, to.Null, other)
					to := to.Narrowed("it is a test")
					if to.Fill = other; from.Null && !to.Null && other == nil {
						continue // Refused.
					}
					t.Run(name, func(t *testing.T) { checkConversion(t, db, from, to, values[from.Type]) })
				}
			}
		}
	})
}

// checkConversion makes a table, changes its field and drops it.
func checkConversion(t *testing.T, db database, from, to dsl.Field, values []any) {
	var h history
	first := h.release(t, sample(from))
	db.mustApply(t, first, "up")
	defer func() { db.mustApply(t, first, "down") }()
	if from.Null {
		values = append(values[:len(values):len(values)], nil)
	}
	want := []string{}
	now := &part{typ: to.Type, null: to.Null, fill: to.Fill}
	for _, v := range values {
		db.must(t, "INSERT INTO samples (thing) VALUES ($1)", v)
		switch {
		case v == nil && !now.null:
			v = now.zero()
		case v != nil && from.Type != to.Type:
			v = converted(v, to.Type, now.zero())
		}
		want = append(want, word(v))
	}
	if step := h.release(t, sample(to)); len(step) > 0 {
		db.mustApply(t, step, "up")
		defer func() { db.mustApply(t, step, "down") }()
	}
	if diff := cmp.Diff(want, db.rows(t, "SELECT thing FROM samples ORDER BY id")); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}
