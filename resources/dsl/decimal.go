package dsl

import (
	"math/big"
	"regexp"
)

// maxDigits is the most digits of a [Decimal]: as many as 64 bits hold.
const maxDigits = 18

// decimalText is how the text of a [Decimal] is written.
var decimalText = regexp.MustCompile(`^-?[0-9]{1,18}(\.[0-9]{1,18})?$`)

// Units returns the number of smallest units that the text of a [Decimal] stands
// for, and whether it is one of its digits and scale.
func (f FieldSpec) Units(text string) (int64, bool) {
	value, ok := new(big.Rat).SetString(text)
	if !ok || !decimalText.MatchString(text) {
		return 0, false
	}
	value.Mul(value, new(big.Rat).SetInt(power(f.Scale)))
	return value.Num().Int64(), value.IsInt() && value.Num().CmpAbs(power(f.Digits)) < 0
}

func power(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// hasScale reports whether digits and scale are those of a [Decimal], as only such a
// field has them.
func (f FieldSpec) hasScale() bool {
	if f.Type == TypeMoney {
		return true
	}
	if f.Type != TypeDecimal {
		return f.Digits == 0 && f.Scale == 0
	}
	return f.Scale >= 1 && f.Scale <= f.Digits && f.Digits <= maxDigits
}
