package cost

// tally gathers the values of a cost that may have one currency only.  The
// currency of a zero counts if no other value has one: free is free in all.
type tally struct {
	sum  Cost
	zero Cost
}

// add takes the values and the currency of one.  It returns false when that
// currency is another than that of the values before, and when there are too
// many values, since each is compared with all others.
func (t *tally) add(one Cost) bool {
	values := one.Values
	if len(t.sum.Values)+len(values) > mostValues {
		return false
	}
	if rank(values[len(values)-1]).Sign() == 0 {
		t.zero = t.zero.with(one)
		one = Cost{}
	}
	differs := t.sum.Symbol != one.Symbol || t.sum.Code != one.Code
	if t.sum.Position != "" && one.Position != "" && differs {
		return false
	}
	t.sum = t.sum.with(one)
	t.sum.Values = append(t.sum.Values, values...)
	return true
}

// cost returns what was gathered.
func (t *tally) cost() Cost {
	c := t.sum.with(t.zero)
	c.Values = sortValues(c.Values)
	return c
}

// with returns c with the currency of other if it had none.
func (c Cost) with(other Cost) Cost {
	if c.Position == "" {
		c.Symbol, c.Code, c.Position = other.Symbol, other.Code, other.Position
	}
	return c
}

// sortValues sorts values.  Beside other values the word "free" is the number 0;
// alone it stays the word that was written.
func sortValues(values []string) []string {
	values = arrange(values)
	if len(values) < 2 {
		return values
	}
	for i, v := range values {
		if isFree(v) {
			values[i] = "0"
		}
	}
	return arrange(values)
}
