package text

import "strings"

// Digits reports whether the text is one or more decimal digits.
func Digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
