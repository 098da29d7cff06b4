package views

import "almanac/runtime/decimal"

// Decimal writes an exact number, which is stored in units of 10^-scale.
func Decimal(units int64, scale int) string { return decimal.Format(units, scale) }

// OptionalDecimal is Decimal for a number that may be missing.
func OptionalDecimal(units *int64, scale int) *string {
	if units == nil {
		return nil
	}
	return PtrTo(decimal.Format(*units, scale))
}
