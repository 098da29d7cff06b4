package param

import (
	"math"

	"almanac/runtime/decimal"
	"almanac/runtime/messages"
)

// Decimal returns an exact number of at most so many digits, scale of which stand
// after the point, as a whole number of units of 10^-scale.  It accepts text and
// JSON numbers without an exponent.  "" is null, unless NotNull rejects it.
func (d *Decoder) Decimal(name string, digits, scale int, rules ...Rule) Opt[int64] {
	if d.isCleared(name, rules) {
		return NullOf[int64]()
	}
	return single(d, name, rules, toDecimal(digits, scale))
}

// Decimals returns a list of such numbers.
func (d *Decoder) Decimals(name string, digits, scale int, rules ...Rule) Opt[[]int64] {
	return list(d, name, rules, toDecimal(digits, scale))
}

// toDecimal returns the function that converts an exact number.
func toDecimal(digits, scale int) func(any, ruleSet) (int64, messages.Message) {
	return func(value any, rs ruleSet) (int64, messages.Message) {
		text, _ := digitsOf(value)
		units, ok := decimal.Parse(text, scale)
		if !ok || !decimal.Fits(units, digits) || !rs.fitsUnits(units, scale) {
			return 0, messages.NewMessage(
				"%s must be a number%s with at most %d digits before the decimal point and %d after it, such as %s.",
				rs.bounds(), digits-scale, scale, decimal.Format(int64(math.Pow10(scale))/2, scale))
		}
		return units, noProblem
	}
}

// fitsUnits reports whether a number of units of 10^-scale lies within the bounds.
func (rs ruleSet) fitsUnits(units int64, scale int) bool {
	bound := func(r Rule) int64 { return int64(math.Round(r.number * math.Pow10(scale))) }
	low, least := rs.find(ruleMin)
	high, most := rs.find(ruleMax)
	return (!least || units >= bound(low)) && (!most || units <= bound(high))
}
