package cost

// collector collects the values of a cost with at most one currency. The currency
// of a zero is used only if no other value has one.
type collector struct {
	sum  Cost
	zero Cost
}

// add adds the values and the currency of one. It returns false if the currency
// differs from that of earlier values, or if there are too many values, because
// each is compared with all others.
func (t *collector) add(one Cost) bool {
	values := one.Values
	if len(t.sum.Values)+len(values) > maxValues {
		return false
	}
	if rank(values[len(values)-1]).Sign() == 0 {
		t.zero = t.zero.currencyOr(one)
		one = Cost{}
	}
	differs := t.sum.Symbol != one.Symbol || t.sum.Code != one.Code
	if t.sum.Position != "" && one.Position != "" && differs {
		return false
	}
	t.sum = t.sum.currencyOr(one)
	t.sum.Values = append(t.sum.Values, values...)
	return true
}

// cost returns the collected cost.
func (t *collector) cost() Cost {
	c := t.sum.currencyOr(t.zero)
	c.Values = sortValues(c.Values)
	return c
}

// currencyOr returns c, with the currency of other if it has none.
func (c Cost) currencyOr(other Cost) Cost {
	if c.Position == "" {
		c.Symbol, c.Code, c.Position = other.Symbol, other.Code, other.Position
	}
	return c
}

// sortValues sorts values. The word "free" becomes the number 0 if there are
// other values.
func sortValues(values []string) []string {
	values = sortUnique(values)
	if len(values) < 2 {
		return values
	}
	for i, v := range values {
		if isFree(v) {
			values[i] = "0"
		}
	}
	return sortUnique(values)
}
