package decimal

import (
	"strconv"
	"strings"
)

// Parse returns the number of units of 10^-scale that a text stands for: digits, a
// minus before them and a point in them.  It returns false for other texts, for more
// digits after the point than the scale, zeros at the end aside, and for numbers
// that exceed an int64.
func Parse(text string, scale int) (int64, bool) {
	unsigned := strings.TrimPrefix(text, "-")
	whole, fraction, hasPoint := strings.Cut(unsigned, ".")
	if whole == "" || hasPoint && fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return 0, false
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > scale {
		return 0, false
	}
	sign := text[:len(text)-len(unsigned)]
	units, err := strconv.ParseInt(sign+whole+fraction+strings.Repeat("0", scale-len(fraction)), 10, 64)
	if err != nil {
		return 0, false
	}
	return units, true
}

// Fits reports whether a number of units has at most so many digits, 18 at most.
func Fits(units int64, digits int) bool {
	limit := power(digits)
	return -limit < units && units < limit
}

// Format writes a number of units of 10^-scale with all digits after the point.
func Format(units int64, scale int) string {
	text := strconv.FormatInt(units, 10)
	unsigned := strings.TrimPrefix(text, "-")
	sign := text[:len(text)-len(unsigned)]
	if missing := scale + 1 - len(unsigned); missing > 0 {
		unsigned = strings.Repeat("0", missing) + unsigned
	}
	if scale == 0 {
		return sign + unsigned
	}
	point := len(unsigned) - scale
	return sign + unsigned[:point] + "." + unsigned[point:]
}
