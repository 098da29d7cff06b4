// Exact numbers and amounts of money.

package client

import (
	"fmt"
	"math/big"
)

// Decimal is an exact number in decimal digits, "12.50".  It is text, because a
// float64 holds few of them exactly.
type Decimal string

// Rat returns the number, or an error if it is not one.
func (d Decimal) Rat() (*big.Rat, error) {
	r, ok := new(big.Rat).SetString(string(d))
	if !ok {
		return nil, fmt.Errorf("read decimal %q", string(d))
	}
	return r, nil
}

// Money is an amount in a currency of ISO 4217.
type Money struct {
	Amount   Decimal `json:"amount"`
	Currency string  `json:"currency"`
}
