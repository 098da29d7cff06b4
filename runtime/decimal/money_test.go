package decimal_test

import (
	"testing"

	"almanac/runtime/decimal"
)

func TestAmountsHaveTheDigitsOfTheirCurrency(t *testing.T) {
	both := decimal.Currencies{{Code: "EUR", Digits: 2}, {Code: "JPY", Digits: 0}, {Code: "KWD", Digits: 3}}
	one := decimal.Currencies{{Code: "JPY", Digits: 0}}
	tests := []struct {
		in         decimal.Currencies
		text, code string
		units      int64
		shown      string
		problem    string
	}{
		{both, "12.5", "EUR", 12500, "12.50", ""},
		{both, "-0.01", "EUR", -10, "-0.01", ""},
		{both, "1500", "JPY", 1500000, "1500", ""},
		{both, "0.001", "KWD", 1, "0.001", ""},
		{both, "99999999999999.99", "EUR", 99999999999999990, "99999999999999.99", ""},
		{one, "1500", "", 1500, "1500", ""},
		{one, "1500", "JPY", 1500, "1500", ""},
		{both, "12.505", "EUR", 0, "", "it must be an amount with at most 14 digits before the decimal point and 2 after it, such as 12.00 EUR."},
		{both, "1.5", "JPY", 0, "", "it must be an amount with at most 14 digits before the decimal point and 0 after it, such as 12 JPY."},
		{both, "100000000000000", "EUR", 0, "", "it must be an amount with at most 14 digits before the decimal point and 2 after it, such as 12.00 EUR."},
		{both, "free", "EUR", 0, "", "it must be an amount with at most 14 digits before the decimal point and 2 after it, such as 12.00 EUR."},
		{both, "1", "USD", 0, "", "it must be in one of these currencies: EUR, JPY, KWD. Example: 12.00 EUR."},
		{both, "1", "eur", 0, "", "it must be in one of these currencies: EUR, JPY, KWD. Example: 12.00 EUR."},
		{both, "1", "", 0, "", "it must be in one of these currencies: EUR, JPY, KWD. Example: 12.00 EUR."},
	}
	for _, tt := range tests {
		a, message := tt.in.Parse(tt.text, tt.code)
		problem := ""
		if message.Format != "" {
			problem = message.About("it").Error()
		}
		if a.Units != tt.units || problem != tt.problem {
			t.Errorf("Parse(%q, %q) = %v, %q, want %d, %q", tt.text, tt.code, a, problem, tt.units, tt.problem)
		}
		if problem == "" && tt.in.Format(a) != tt.shown {
			t.Errorf("Format(%v) = %q, want %q", a, tt.in.Format(a), tt.shown)
		}
	}
}
