// Package cost parses the cost of an event as clients write it (`20$`, `5 - 25`,
// `Free`, ["0$", "30$"]) and formats it, for people and as separate values. It
// does not know events, requests and stores, and converts no currencies.
package cost

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
)

// The positions of a currency.
const (
	PositionPrefix  = "prefix"
	PositionPostfix = "postfix"
)

// Cost is the cost of an event. The zero value means that it is unknown.
type Cost struct {
	Values   []string `json:"values,omitempty"`   // Ascending numbers such as "1234.50" or "10,50", or texts as written.
	Symbol   string   `json:"symbol,omitempty"`   // Currency sign as written, such as "$".
	Code     string   `json:"code,omitempty"`     // ISO 4217 currency code as written, such as "EUR".
	Position string   `json:"position,omitempty"` // Side of symbol or code: Prefix, Postfix, or "" without one.
	Typed    string   `json:"typed,omitempty"`    // What the writer typed, where that says more: "Adults 10€, kids 5€".
}

// Currency is how a site shows costs that were written without a currency.
type Currency struct {
	Symbol   string // Such as "$"; "" for none.
	Position string // PositionPostfix for behind the number; else before it.
}

// IsZero reports whether the cost is unknown.
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

// Decode returns the cost that Encode wrote. Other text is parsed like that of a
// client, because other programs write tables too; invalid text is the zero Cost.
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

// isNumber reports whether a value is a number: digits, a decimal mark and digits,
// or digits after a point.  The mark is a point or a comma, as it was written.
func isNumber(value string) bool {
	whole, fraction, marked := strings.Cut(withDecimalPoint(value), ".")
	if !marked {
		return whole != "" && onlyDigits(whole)
	}
	return onlyDigits(whole) && fraction != "" && onlyDigits(fraction) && (whole != "" || value[0] == '.')
}

// withDecimalPoint returns a number with a decimal point in the place of a comma.
func withDecimalPoint(number string) string { return strings.Replace(number, ",", ".", 1) }

// onlyDigits reports whether s has only decimal digits.
func onlyDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// amount returns a value as a number, nil when it is a text.
func amount(value string) *big.Rat {
	if !isNumber(value) {
		return nil
	}
	n, ok := new(big.Rat).SetString(withDecimalPoint(value))
	if !ok {
		return nil
	}
	return n
}

// isFree reports whether a value is the word "free".
func isFree(value string) bool { return strings.EqualFold(value, "free") }

// sortUnique removes duplicate values and sorts the others. Texts come before
// numbers, in the order written.
func sortUnique(values []string) []string {
	var kept []string
	for _, v := range values {
		if !slices.ContainsFunc(kept, func(k string) bool { return equalValues(k, v) }) {
			kept = append(kept, v)
		}
	}
	slices.SortStableFunc(kept, func(a, b string) int { return rank(a).Cmp(rank(b)) })
	return kept
}

// equalValues reports whether two values are equal.
func equalValues(a, b string) bool {
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

// cache has decoded columns, because many events have the same cost, and a
// response formats each cost in several ways. It is bounded, and its entries are
// immutable, so the whole program shares it.
var cache [cacheSlots]atomic.Pointer[decoded]

// cacheSlots is the maximum number of entries; an entry replaces another whose
// hash has the same slot.
const cacheSlots = 1 << 8

// maxCachedBytes is the maximum length in bytes of a cached column.
const maxCachedBytes = 200

// decoded is a column and its cost. It is immutable.
type decoded struct {
	column string
	cost   Cost
}

// DecodeShared is Decode with a cache. The caller must not change the result.
func DecodeShared(column string) Cost {
	if len(column) > maxCachedBytes {
		return Decode(column)
	}
	slot := &cache[xxhash.Sum64String(column)%cacheSlots]
	if known := slot.Load(); known != nil && known.column == column {
		return known.cost
	}
	known := &decoded{column: strings.Clone(column)} // The column may be part of a longer text.
	known.cost = Decode(known.column)
	slot.Store(known)
	return known.cost
}
