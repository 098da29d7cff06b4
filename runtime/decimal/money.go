package decimal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/messages"
)

// Amount is an amount of money: units of 10^-scale, whose scale is that of the
// field's currencies.
type Amount struct {
	Units    int64
	Currency string // ISO 4217.
}

// Currency is a currency of ISO 4217 with the digits of its amounts after the point.
type Currency struct {
	Code   string
	Digits int
}

// Currencies are those of a field.
type Currencies []Currency

// ParseCurrencies reads codes with their digits, such as "EUR:2,JPY:0".
func ParseCurrencies(text string) (Currencies, error) {
	var list Currencies
	for one := range strings.SplitSeq(text, ",") {
		if text == "" {
			break
		}
		code, digits, _ := strings.Cut(one, ":")
		n, err := strconv.Atoi(digits)
		if err != nil {
			return nil, fmt.Errorf("currency %q: %w", one, err)
		}
		list = append(list, Currency{code, n})
	}
	return list, nil
}

// Scale returns the digits after the point of all amounts as they are stored.
func (c Currencies) Scale() int {
	scale := 0
	for _, one := range c {
		scale = max(scale, one.Digits)
	}
	return scale
}

// String lists the codes.
func (c Currencies) String() string {
	var codes []string
	for _, one := range c {
		codes = append(codes, one.Code)
	}
	return strings.Join(codes, ", ")
}

// wholeDigits is the most digits of an amount before the point.
const wholeDigits = 14

// Parse returns the amount of a text in a currency, which may be "" if there is one
// only.  The second result says what the amount must be, if it is not valid; the first value
// of the message, what it is the amount of, is left to the caller.
func (c Currencies) Parse(text, code string) (Amount, messages.Message) {
	if code == "" && len(c) == 1 {
		code = c[0].Code
	}
	i := slices.IndexFunc(c, func(one Currency) bool { return one.Code == code })
	if i < 0 {
		return Amount{}, messages.NewMessage("%s must be in one of these currencies: %s. Example: %s.",
			c.String(), c.such(0))
	}
	minor, ok := Parse(text, c[i].Digits)
	whole, _, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	if !ok || len(whole) > wholeDigits {
		return Amount{}, messages.NewMessage(
			"%s must be an amount with at most %d digits before the decimal point and %d after it, such as %s.",
			wholeDigits, c[i].Digits, c.such(i))
	}
	for range c.Scale() - c[i].Digits {
		minor *= 10
	}
	return Amount{minor, code}, messages.Message{}
}

// such returns an example of a currency for messages.
func (c Currencies) such(i int) string {
	return fmt.Sprintf("%s %s", c[i].Format(Amount{12 * power(c.Scale()), c[i].Code}, c.Scale()), c[i].Code)
}

// Format writes the amount with the digits of its currency.
func (c Currencies) Format(a Amount) string {
	for _, one := range c {
		if one.Code == a.Currency {
			return one.Format(a, c.Scale())
		}
	}
	return Format(a.Units, c.Scale())
}

// Format writes an amount in the currency, which is stored with a scale.
func (c Currency) Format(a Amount, scale int) string {
	return Format(a.Units/power(scale-c.Digits), c.Digits)
}

// power returns 10 to the power of n.
func power(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}
