package cost

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"almanac/runtime/text"
	"almanac/runtime/wire"
)

// Free is shown for a cost of zero.
const Free = "Free"

// Show returns the cost for people as safe HTML text, "" when nothing is
// known: one value, or the lowest and the highest with an en dash between.  A
// number keeps its decimal mark and has its currency on the side where it was written, or siteSymbol
// before it when none was; zero is "Free"; a text is shown as written.  Parse
// reads what Show returns as a cost that shows the same; use Update to keep the
// values that are not shown, too.
func (c Cost) Show(siteSymbol string) string {
	if c.IsZero() {
		return ""
	}
	low := c.label(c.Values[0], siteSymbol)
	if len(c.Values) == 1 {
		return text.Escape(low)
	}
	return text.Escape(low + between + c.label(c.Values[len(c.Values)-1], siteSymbol))
}

// label returns one value with its currency.
func (c Cost) label(value, siteSymbol string) string {
	if !isNumber(value) {
		return value
	}
	if strings.Trim(value, "0.,") == "" {
		return Free
	}
	mark := c.Symbol + c.Code
	switch {
	case mark == "":
		return join(siteSymbol, value)
	case c.Position == Postfix:
		return join(value, mark)
	}
	return join(mark, value)
}

// join puts a currency and a number together, with a blank where a letter
// would touch the number: $10, US$10, but EUR 10.
func join(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if unicode.IsLetter(last) || unicode.IsLetter(first) && !strings.ContainsFunc(b, isSign) {
		return a + " " + b
	}
	return a + b
}

// isSign tells whether r is a currency sign.
func isSign(r rune) bool { return unicode.Is(unicode.Sc, r) }

// Details is the cost for machines.
type Details struct {
	CurrencySymbol   string   `json:"currency_symbol" doc:"As written, empty when there is none"`
	CurrencyCode     string   `json:"currency_code" doc:"As written, empty when there is none"`
	CurrencyPosition string   `json:"currency_position" doc:"prefix or postfix, empty when there is no symbol"`
	Values           []string `json:"values" doc:"Ascending; numbers with a decimal point, texts in lower case, as HTML"` // Never nil.
}

// AppendJSON appends the parts as an object (wire.Appender).
func (d Details) AppendJSON(b []byte) []byte {
	b = wire.String(append(b, `{"currency_symbol":`...), d.CurrencySymbol)
	b = wire.String(append(b, `,"currency_code":`...), d.CurrencyCode)
	b = wire.String(append(b, `,"currency_position":`...), d.CurrencyPosition)
	b = wire.Strings(append(b, `,"values":`...), d.Values)
	return append(b, '}')
}

// Details returns the parts of the cost, with an empty list of values when
// nothing is known.
func (c Cost) Details() Details {
	d := Details{
		CurrencySymbol: c.Symbol, CurrencyCode: c.Code, CurrencyPosition: c.Position,
		Values: make([]string, 0, len(c.Values)),
	}
	for _, v := range c.Values {
		if isNumber(v) {
			v = pointed(v)
		}
		d.Values = append(d.Values, text.Escape(strings.ToLower(v)))
	}
	return d
}
