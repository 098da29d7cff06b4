package decimal_test

import (
	"testing"

	"pgregory.net/rapid"

	"almanac/runtime/decimal"
)

func TestParse(t *testing.T) {
	tests := []struct {
		text  string
		scale int
		units int64
		ok    bool
	}{
		{"12.5", 2, 1250, true},
		{"12.50", 2, 1250, true},
		{"12.500", 2, 1250, true},
		{"12.505", 2, 0, false},
		{"007", 2, 700, true},
		{"-0.01", 2, -1, true},
		{"-0", 2, 0, true},
		{"1500", 0, 1500, true},
		{"1500.0", 0, 1500, true},
		{"9223372036854775807", 0, 9223372036854775807, true},
		{"9223372036854775808", 0, 0, false},
		{"92233720368547758.08", 2, 0, false},
		{"", 2, 0, false},
		{".5", 2, 0, false},
		{"5.", 2, 0, false},
		{"+5", 2, 0, false},
		{"--5", 2, 0, false},
		{"1e2", 2, 0, false},
		{"1,50", 2, 0, false},
		{"1.2.3", 2, 0, false},
		{"٣", 2, 0, false},
		{" 1", 2, 0, false},
	}
	for _, tt := range tests {
		if units, ok := decimal.Parse(tt.text, tt.scale); units != tt.units || ok != tt.ok {
			t.Errorf("Parse(%q, %d) = %d, %t, want %d, %t", tt.text, tt.scale, units, ok, tt.units, tt.ok)
		}
	}
}

func TestWhatFormatWritesParseReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units, scale := rapid.Int64().Draw(t, "units"), rapid.IntRange(0, 18).Draw(t, "scale")
		text := decimal.Format(units, scale)
		if got, ok := decimal.Parse(text, scale); got != units || !ok {
			t.Fatalf("Parse(%q, %d) = %d, %t, want %d", text, scale, got, ok, units)
		}
	})
}
