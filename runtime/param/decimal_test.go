package param_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/decimal"
	"almanac/runtime/param"
)

func TestExactNumbersAndAmounts(t *testing.T) {
	decimals := func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Decimal("p", 5, 2, r...)) }
	amounts := func(d *param.Decoder, r ...param.Rule) outcome {
		return said(d, d.Money("p", decimal.Currencies{{Code: "EUR", Digits: 2}, {Code: "JPY", Digits: 0}}, r...))
	}
	yen := func(d *param.Decoder, r ...param.Rule) outcome {
		return said(d, d.Money("p", decimal.Currencies{{Code: "JPY", Digits: 0}}, r...))
	}
	longest := func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Decimal("p", 18, 2, r...)) }
	number := bad("p must be a number with at most 3 digits before the decimal point and 2 after it, such as 0.50.")
	code := bad("p must be in one of these currencies: EUR, JPY. Example: 12.00 EUR.")
	null := outcome{State: param.StateNull}
	euros := func(units int64) outcome { return set(decimal.Amount{Units: units, Currency: "EUR"}) }
	tests := []struct {
		get   func(*param.Decoder, ...param.Rule) outcome
		json  string
		rules []param.Rule
		want  outcome
	}{
		{decimals, `12.5`, nil, set(int64(1250))},
		{decimals, `"-999.99"`, nil, set(int64(-99999))},
		{decimals, `"1000"`, nil, number},
		{decimals, `0.001`, nil, number},
		{decimals, `1e1`, nil, number},
		{decimals, `"five"`, nil, number},
		{decimals, `true`, nil, number},
		{decimals, `""`, nil, null},
		{decimals, `""`, []param.Rule{param.NotNull()}, number},
		{decimals, `"0.1"`, []param.Rule{param.Min(0.1), param.Max(0.3)}, set(int64(10))},
		{decimals, `"0.09"`, []param.Rule{param.Min(0.1), param.Max(0.3)}, bad("p must be a number from 0.1 to 0.3 with at most 3 digits before the decimal point and 2 after it, such as 0.50.")},
		{longest, `"9999999999999999.99"`, nil, set(int64(999_999_999_999_999_999))},
		{longest, `"-10000000000000000"`, nil, bad("p must be a number with at most 16 digits before the decimal point and 2 after it, such as 0.50.")},
		{amounts, `{"amount":"12.50","currency":"EUR"}`, nil, euros(1250)},
		{amounts, `{"amount":12.5,"currency":"EUR"}`, nil, euros(1250)},
		{amounts, `"12.5 EUR"`, nil, euros(1250)},
		{amounts, `"12.5"`, nil, code},
		{amounts, `12.5`, nil, code},
		{amounts, `"12.5 CHF"`, nil, code},
		{amounts, `{"amount":"12.50","currency":1}`, nil, code},
		{amounts, `"1.5 JPY"`, nil, bad("p must be an amount with at most 14 digits before the decimal point and 0 after it, such as 12 JPY.")},
		{amounts, `null`, nil, null},
		{amounts, `null`, []param.Rule{param.NotNull()}, bad("p must not be null.")},
		{yen, `1500`, nil, set(decimal.Amount{Units: 1500, Currency: "JPY"})},
		{yen, `"-1"`, []param.Rule{param.Min(0)}, bad("p must be an amount of 0 or more.")},
	}
	for _, tt := range tests {
		t.Run(tt.json, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.get(jsonDecoder(t, tt.json), tt.rules...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
