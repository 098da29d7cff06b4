package client

import (
	"math/big"
	"testing"
)

func TestDecimalsAreExact(t *testing.T) {
	if r, err := Decimal("-12.50").Rat(); err != nil || r.Cmp(big.NewRat(-25, 2)) != 0 {
		t.Errorf("got %v, %v", r, err)
	}
	if _, err := Decimal("a dozen").Rat(); err == nil {
		t.Error("no error of a word")
	}
}
