package generator_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/generator"
	"almanac/resources/dsl"
)

// sample is a table of the service itself with one field.
func sample(f dsl.Field) []dsl.Resource {
	return []dsl.Resource{{
		Name: "sample", Plural: "samples", Kind: dsl.KindInternal, Doc: "Samples.", Fields: []dsl.Field{dsl.Integer("id").As(dsl.AutoID), f},
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
		dsl.TypeInteger: {int64(0), int64(1), int64(-1), int64(42), int64(1) << 40, int64(1)<<53 + 1, int64(math.MaxInt64), int64(math.MinInt64)},
		dsl.TypeNumber: {
			0.0, 1.0, -1.5, 2.75, 1e6, 0.25, 123456.0,
			math.Copysign(0, -1), 0.1, 0.1 + float64(0.2), 2.0 / 3, 1e-4, 1e-7, -1.5e-9, 1e-300, 0.9999999999999999, -99.99999999999999,
			123456789012345.5, 100000000000000.5, 1234567890123456.5, 0.1234588623046875, -9007199254740993.0, 1e14, 1e15, 1e16, -1e17,
			123456789012345678.0, 9e18, float64(math.MaxInt64), 1e19, -1.2345678901234567e22, 1e300, math.MaxFloat64, 5e-308,
		},
		dsl.TypeBoolean: {true, false},
	}
	fields := []dsl.Field{dsl.String("thing"), dsl.Integer("thing"), dsl.Number("thing"), dsl.Number("thing").Nullable(), dsl.Boolean("thing")}
	fills := map[dsl.Type]any{dsl.TypeString: "none", dsl.TypeInteger: 9, dsl.TypeNumber: 9.5, dsl.TypeBoolean: true}
	onBoth(t, func(t *testing.T, db database) {
		for _, from := range fields {
			for _, to := range fields {
				for _, other := range []any{nil, fills[to.Spec().Type]} {
					old, now := from.Spec(), to.Spec()
					name := fmt.Sprintf("%s null %t to %s null %t, else %v", old.Type, old.Nullable, now.Type, now.Nullable, other)
					to := to.LossyConversion("it is a test").Backfill(other)
					if old.Nullable && !now.Nullable && other == nil {
						continue // Refused.
					}
					t.Run(name, func(t *testing.T) { checkConversion(t, db, from, to, values[old.Type]) })
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
	old, spec := from.Spec(), to.Spec()
	if old.Nullable {
		values = append(values[:len(values):len(values)], nil)
	}
	want := []string{}
	now := &part{typ: spec.Type, null: spec.Nullable, fill: spec.Backfill}
	for _, v := range values {
		db.must(t, "INSERT INTO samples (thing) VALUES ($1)", v)
		switch {
		case v == nil && !now.null:
			v = now.zero()
		case v != nil && old.Type != spec.Type:
			v = converted(v, spec.Type, now.zero())
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

// TestAnEnumReplacesValuesThatItDoesNotHave changes the values of an enumeration.
func TestAnEnumReplacesValuesThatItDoesNotHave(t *testing.T) {
	words := func(values ...string) dsl.Field { return dsl.Enum("thing", values...).Default(values[0]) }
	tests := map[string]struct {
		from, to     dsl.Field
		stored, want []string
	}{
		"a value goes":                {words("a", "b", "c"), words("a", "c").LossyConversion("a test"), []string{"a", "b", "c"}, []string{"a", "a", "c"}},
		"a value goes, with Backfill": {words("a", "b", "c"), words("a", "c").LossyConversion("a test").Backfill("c"), []string{"a", "b"}, []string{"a", "c"}},
		"a value comes":               {words("a", "b"), words("b", "a", "c"), []string{"a", "b"}, []string{"a", "b"}},
		"a text becomes an enum":      {dsl.String("thing"), words("a", "b").LossyConversion("a test"), []string{"", "b", "B", "it's"}, []string{"a", "b", "a", "a"}},
		"an enum becomes any text":    {words("a", "b"), dsl.String("thing"), []string{"a", "b"}, []string{"a", "b"}},
		"an integer becomes an enum":  {dsl.Integer("thing"), words("1", "2").LossyConversion("a test"), []string{"1", "2", "3"}, []string{"1", "2", "1"}},
	}
	onBoth(t, func(t *testing.T, db database) {
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				var h history
				first := h.release(t, sample(tt.from))
				db.mustApply(t, first, "up")
				defer func() { db.mustApply(t, first, "down") }()
				for _, v := range tt.stored {
					db.must(t, "INSERT INTO samples (thing) VALUES ($1)", v)
				}
				if step := h.release(t, sample(tt.to)); len(step) > 0 {
					db.mustApply(t, step, "up")
					defer func() { db.mustApply(t, step, "down") }()
				}
				if diff := cmp.Diff(tt.want, db.rows(t, "SELECT thing FROM samples ORDER BY id")); diff != "" {
					t.Errorf("values (-want +got):\n%s", diff)
				}
			})
		}
	})
	for name, to := range map[string]dsl.Field{"an enum with fewer values": words("a"), "a text that becomes an enum": words("a", "b").Backfill("b")} {
		from := dsl.String("thing")
		if name == "an enum with fewer values" {
			from = words("a", "b")
		}
		var h history
		h.release(t, sample(from))
		const want = "write .LossyConversion(\"why\").Backfill(value) with the new one"
		if _, err := generator.Evolve(sample(to), h.before); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestATextBecomesADate keeps the texts that are one, alike on both stores.
func TestATextBecomesADate(t *testing.T) {
	text := dsl.String("thing")
	days := []string{
		"2026-11-23", "2028-02-29", "2027-02-29", "2026-02-30", "2026-04-31", "2026-13-01", "2026-1-1", "2000-02-29", "1900-02-29", "0000-01-01", "9999-12-31",
		"2026-11-23 ", "2026-11-23 10:00", "now", "2451545", "+2026-11-23", "", "it's",
	}
	tests := map[string]struct {
		from, to     dsl.Field
		stored, want []string
	}{
		"a text becomes a date": {
			text, dsl.Date("thing").Required().LossyConversion("a test").Backfill("1999-01-01"), days,
			[]string{
				"2026-11-23", "2028-02-29", "1999-01-01", "1999-01-01", "1999-01-01", "1999-01-01", "1999-01-01", "2000-02-29", "1999-01-01", "0000-01-01", "9999-12-31",
				"1999-01-01", "1999-01-01", "1999-01-01", "1999-01-01", "1999-01-01", "1999-01-01", "1999-01-01",
			},
		},
		"a text becomes a nullable date": {text, dsl.Date("thing").Nullable().LossyConversion("a test"), []string{"", "2026-11-23", "soon"}, []string{"NULL", "2026-11-23", "NULL"}},
		"a text becomes a time": {
			text, dsl.Time("thing").Default("00:00:00").LossyConversion("a test"),
			[]string{"14:30:59", "14:30", "24:00:00", "23:60:00", "now", ""},
			[]string{"14:30:59", "00:00:00", "00:00:00", "00:00:00", "00:00:00", "00:00:00"},
		},
		"a text becomes a timestamp": {
			text, dsl.Timestamp("thing").Nullable().LossyConversion("a test"),
			[]string{"2026-11-23T14:30:00Z", "2026-11-23T14:30:00+01:00", "2026-11-23T14:30:00.5Z", "2026-02-30T14:30:00Z", "2026-11-23T24:00:00Z"},
			[]string{"2026-11-23T14:30:00Z", "NULL", "NULL", "NULL", "NULL"},
		},
		"a nullable date becomes a text": {dsl.Date("thing").Nullable(), text.Backfill("never"), []string{"2026-11-23", "NULL"}, []string{"2026-11-23", "never"}},
		"a date becomes a timestamp":     {dsl.Date("thing").Required(), dsl.Timestamp("thing").Nullable().LossyConversion("a test"), []string{"2026-11-23"}, []string{"NULL"}},
	}
	onBoth(t, func(t *testing.T, db database) {
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) { checkStored(t, db, tt.from, tt.to, tt.stored, tt.want) })
		}
	})
	var h history
	h.release(t, sample(text))
	const want = "rows may have other values than a date; write .LossyConversion(\"why\").Backfill(value) with the new one"
	if _, err := generator.Evolve(sample(dsl.Date("thing").Required().Backfill("1999-01-01")), h.before); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("without LossyConversion: got %v", err)
	}
}

// TestDecimalsConvertExactly changes digits and scale, and from and to other types.
func TestDecimalsConvertExactly(t *testing.T) {
	price := func(digits, scale int) dsl.Field { return dsl.Decimal("thing", digits, scale) }
	lossy := func(f dsl.Field) dsl.Field { return f.LossyConversion("a test").Backfill("9.99") }
	tests := map[string]struct {
		from, to     dsl.Field
		stored, want []string
	}{
		"more digits":                 {price(4, 2), price(18, 2), []string{"-1", "1250"}, []string{"-1", "1250"}},
		"a larger scale":              {price(4, 2), price(6, 4), []string{"-1", "0", "1250"}, []string{"-100", "0", "125000"}},
		"a larger scale, nullable":    {price(4, 2).Nullable(), price(6, 4).Nullable(), []string{"NULL", "1250"}, []string{"NULL", "125000"}},
		"null goes, a larger scale":   {price(4, 2).Nullable(), price(6, 4).Backfill("9.99"), []string{"NULL", "1250"}, []string{"99900", "125000"}},
		"a smaller scale":             {price(6, 4), lossy(price(4, 2)), []string{"125099", "-125099", "999999", "1000000"}, []string{"1250", "-1250", "9999", "999"}},
		"fewer digits":                {price(6, 2), lossy(price(4, 2)), []string{"9999", "10000", "-9999", "-10000"}, []string{"9999", "999", "-9999", "999"}},
		"fewer digits, larger scale":  {price(4, 2), lossy(price(4, 3)), []string{"999", "1000"}, []string{"9990", "9990"}},
		"an integer becomes one":      {dsl.Integer("thing"), lossy(price(4, 2)), []string{"0", "-99", "99", "100", "-9223372036854775808"}, []string{"0", "-9900", "9900", "999", "999"}},
		"a number becomes one":        {dsl.Number("thing"), lossy(price(4, 2)), []string{"12.5", "-0.015", "0.1", "99.99", "100", "1e300"}, []string{"1250", "-2", "10", "9999", "999", "999"}},
		"a text becomes one":          {dsl.String("thing"), lossy(price(4, 2)), []string{"12.5", "-7", "12,5", "", "100", "free"}, []string{"1250", "-700", "999", "999", "999", "999"}},
		"a boolean becomes one":       {dsl.Boolean("thing"), price(4, 2), []string{"true", "false"}, []string{"100", "0"}},
		"one becomes a text":          {price(4, 2), dsl.String("thing"), []string{"-1", "0", "1250", "-1205"}, []string{"-0.01", "0.00", "12.50", "-12.05"}},
		"one becomes an integer":      {price(4, 2), dsl.Integer("thing").LossyConversion("a test"), []string{"-199", "199", "0"}, []string{"-1", "1", "0"}},
		"one becomes a number":        {price(4, 2), dsl.Number("thing"), []string{"-125", "1"}, []string{"-1.25", "0.01"}},
		"one becomes a boolean":       {price(4, 2), dsl.Boolean("thing").LossyConversion("a test"), []string{"1", "0"}, []string{"true", "false"}},
		"a default that has a scale":  {price(4, 2).Default("1.50"), price(6, 4).Default("1.50"), []string{"150"}, []string{"15000"}},
		"all at once for an old null": {dsl.Number("thing").Nullable(), lossy(price(4, 2)), []string{"NULL", "1"}, []string{"999", "100"}},
	}
	onBoth(t, func(t *testing.T, db database) {
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) { checkStored(t, db, tt.from, tt.to, tt.stored, tt.want) })
		}
	})
	for name, to := range map[string]dsl.Field{"a smaller scale": price(8, 1), "fewer digits": price(3, 2), "a date": dsl.Date("thing").Nullable()} {
		var h history
		h.release(t, sample(price(4, 2)))
		if _, err := generator.Evolve(sample(to), h.before); err == nil || !strings.Contains(err.Error(), "write .LossyConversion(") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestAmountsKeepTheirMeaning adds currencies, one of which has more digits.
func TestAmountsKeepTheirMeaning(t *testing.T) {
	labels := func(f dsl.Field) []dsl.Resource {
		r := label()
		r.Fields = append(r.Fields, f)
		return []dsl.Resource{r}
	}
	fee := func(currencies ...string) dsl.Field { return dsl.Money("fee", currencies...).Required().Doc("Fee") }
	onBoth(t, func(t *testing.T, db database) {
		var h history
		first := h.release(t, []dsl.Resource{label()})
		db.mustApply(t, first, "up")
		defer func() { db.mustApply(t, first, "down") }()
		db.must(t, "INSERT INTO labels (id, version, language, author, slug, created_utc, modified_utc, parent, name, name_sort) VALUES (1, 1, '', 0, 'a', '', '', 0, 'a', 'a')")
		added := h.release(t, labels(fee("EUR").Backfill("12.50 EUR")))
		db.mustApply(t, added, "up")
		defer func() { db.mustApply(t, added, "down") }()
		shown := "SELECT CAST(fee AS text) || ' ' || fee_currency FROM labels"
		if diff := cmp.Diff([]string{"1250 EUR"}, db.rows(t, shown)); diff != "" {
			t.Errorf("a new amount (-want +got):\n%s", diff)
		}
		rescaled := h.release(t, labels(fee("EUR", "KWD")))
		db.mustApply(t, rescaled, "up")
		if diff := cmp.Diff([]string{"12500 EUR"}, db.rows(t, shown)); diff != "" {
			t.Errorf("another currency (-want +got):\n%s", diff)
		}
		db.mustApply(t, rescaled, "down")
		if diff := cmp.Diff([]string{"1250 EUR"}, db.rows(t, shown)); diff != "" {
			t.Errorf("back (-want +got):\n%s", diff)
		}
	})
	for name, tt := range map[string]struct {
		now  dsl.Field
		want string
	}{
		"a currency that goes": {fee("EUR"), "rows may have amounts in JPY, which it no longer takes; keep the currency, or describe another field"},
		"another type":         {dsl.Decimal("fee", 16, 2).LossyConversion("a test").Doc("Fee"), "it was of the type object (money) and is of the type string (decimal), but an amount has no currency of its own"},
	} {
		var h history
		h.release(t, labels(fee("EUR", "JPY")))
		if _, err := generator.Evolve(labels(tt.now), h.before); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// checkStored stores values, "NULL" for none, changes the field and drops the table.
func checkStored(t *testing.T, db database, from, to dsl.Field, stored, want []string) {
	var h history
	first := h.release(t, sample(from))
	db.mustApply(t, first, "up")
	defer func() { db.mustApply(t, first, "down") }()
	for _, v := range stored {
		db.must(t, fmt.Sprintf("INSERT INTO samples (thing) VALUES (%s)", literal(from.Spec().Type, v)))
	}
	if step := h.release(t, sample(to)); len(step) > 0 {
		db.mustApply(t, step, "up")
		defer func() { db.mustApply(t, step, "down") }()
	}
	shown := "CAST(thing AS text)"
	if to.Spec().Type == dsl.TypeBoolean {
		shown = "CASE WHEN thing THEN 'true' ELSE 'false' END"
	}
	if diff := cmp.Diff(want, db.rows(t, "SELECT coalesce("+shown+", 'NULL') FROM samples ORDER BY id")); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

// literal writes a value of a type, "NULL" for none, in SQL.
func literal(typ dsl.Type, value string) string {
	switch {
	case value == "NULL", typ == dsl.TypeBoolean, typ == dsl.TypeInteger, typ == dsl.TypeDecimal:
		return value
	default:
		return "'" + strings.ReplaceAll(value, "'", "''") + "'"
	}
}

// TestNumbersAsTextReadBackAsTheSameNumber writes random doubles of every size
// as text, and reads them back.  The stores may end a text of 16 digits or more
// differently, where two are as near.
func TestNumbersAsTextReadBackAsTheSameNumber(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 15))
	var values []any
	var want []string
	for len(values) < 600 {
		v := math.Float64frombits(random.Uint64())
		switch len(values) % 3 {
		case 0: // As prices and ratings are.
			v = float64(random.Int64N(1e15)) / math.Pow10(random.IntN(12))
		case 1:
			v = math.Ldexp(float64(random.Int64()), -random.IntN(64))
		}
		if size := math.Abs(v); size > 1e-290 && size < 1e300 {
			values, want = append(values, v), append(want, word(v))
		}
	}
	onBoth(t, func(t *testing.T, db database) {
		var h history
		number := sample(dsl.Number("thing").LossyConversion("it is a test"))
		db.mustApply(t, h.release(t, number), "up")
		for _, v := range values {
			db.must(t, "INSERT INTO samples (thing) VALUES ($1)", v)
		}
		db.mustApply(t, h.release(t, sample(dsl.String("thing"))), "up")
		texts := db.rows(t, "SELECT thing FROM samples ORDER BY id")
		for i, text := range texts {
			if got, _ := strconv.ParseFloat(text, 64); got != values[i] || i%3 == 0 && text != want[i] || strings.Contains(text, "e") {
				t.Errorf("%v became %q, want %q", values[i], text, want[i])
			}
		}
		db.mustApply(t, h.release(t, number), "up")
		if diff := cmp.Diff(want, db.rows(t, "SELECT thing FROM samples ORDER BY id")); diff != "" {
			t.Errorf("numbers (-before +after being texts):\n%s", diff)
		}
	})
}
