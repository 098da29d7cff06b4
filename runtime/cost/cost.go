// Package cost holds what an event costs: it reads what clients write
// (`20$`, `5 - 25`, `Free`, ["0$", "30$"]), shows it, and takes it apart for
// machines.  It refuses to know events, requests and stores, and converts no
// currencies.
package cost

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
)

// The sides on which a currency stands.
const (
	Prefix  = "prefix"
	Postfix = "postfix"
)

// Cost is what an event costs.  The zero value means that nothing is known.
type Cost struct {
	Values   []string `json:"values,omitempty"`   // Ascending numbers such as "1234.50" or "10,50", or texts as written.
	Symbol   string   `json:"symbol,omitempty"`   // Currency sign that the writer gave, such as "$".
	Code     string   `json:"code,omitempty"`     // Currency code of ISO 4217 that the writer gave, such as "EUR".
	Position string   `json:"position,omitempty"` // Side of symbol or code: Prefix, Postfix, or "" without one.
}

// IsZero tells whether nothing is known about the cost.
func (c Cost) IsZero() bool { return len(c.Values) == 0 }

// Encode returns c as text for one column of a store, "" when c is zero.
func (c Cost) Encode() string {
	if c.IsZero() {
		return ""
	}
	data, err := json.Marshal(c)
	if err != nil {
		return "" // Strings alone always marshal.
	}
	return string(data)
}

// Decode returns the cost that Encode wrote.  Any other text is read as a
// client's would be, since tables are also filled by other programs; what is
// no cost at all gives the zero Cost.
func Decode(s string) Cost {
	var c Cost
	if strings.HasPrefix(s, "{") && json.Unmarshal([]byte(s), &c) == nil {
		return c
	}
	c, err := Parse(s)
	if err != nil {
		return Cost{}
	}
	return c
}

// isNumber tells whether a value is a number: digits, a decimal mark and digits,
// or digits after a point.  The mark is a point or a comma, as it was written.
func isNumber(value string) bool {
	whole, fraction, marked := strings.Cut(pointed(value), ".")
	if !marked {
		return whole != "" && onlyDigits(whole)
	}
	return onlyDigits(whole) && fraction != "" && onlyDigits(fraction) && (whole != "" || value[0] == '.')
}

// pointed returns a number with a decimal point in the place of a comma.
func pointed(number string) string { return strings.Replace(number, ",", ".", 1) }

// onlyDigits tells whether nothing but decimal digits is in s.
func onlyDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// amount returns a value as a number, nil when it is a text.
func amount(value string) *big.Rat {
	if !isNumber(value) {
		return nil
	}
	n, ok := new(big.Rat).SetString(pointed(value))
	if !ok {
		return nil
	}
	return n
}

// isFree tells whether a value is the word "free".
func isFree(value string) bool { return strings.EqualFold(value, "free") }

// arrange drops values that occur twice and sorts the others.  Texts stand
// before numbers, in the order written.
func arrange(values []string) []string {
	var kept []string
	for _, v := range values {
		if !slices.ContainsFunc(kept, func(k string) bool { return same(k, v) }) {
			kept = append(kept, v)
		}
	}
	slices.SortStableFunc(kept, func(a, b string) int { return rank(a).Cmp(rank(b)) })
	return kept
}

// same tells whether two values mean the same.
func same(a, b string) bool {
	m, n := amount(a), amount(b)
	if m != nil && n != nil {
		return m.Cmp(n) == 0
	}
	return strings.EqualFold(a, b)
}

// rank returns the number by which a value is sorted, 0 for a text.
func rank(value string) *big.Rat {
	if n := amount(value); n != nil {
		return n
	}
	return new(big.Rat)
}
