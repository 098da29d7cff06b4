package cost

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"almanac/runtime/jsonenc"
	"almanac/runtime/text"
)

// Free is the format of a cost of zero.
const Free = "Free"

// Format returns the cost for people as safe HTML text, "" if it is unknown: one
// value, or the lowest and the highest with an en dash between. A number keeps
// its decimal mark and the position of its currency; without a currency it has
// siteSymbol before it. Zero is "Free", and a text is returned as written.
// Parse parses the result as a cost with the same format; Update also keeps the
// values that are not part of it.
func (c Cost) Format(siteSymbol string) string {
	if c.IsZero() {
		return ""
	}
	low := c.label(c.Values[0], siteSymbol)
	if len(c.Values) == 1 {
		return text.Escape(low)
	}
	return text.Escape(low + rangeDash + c.label(c.Values[len(c.Values)-1], siteSymbol))
}

// label returns one value with its currency.
func (c Cost) label(value, siteSymbol string) string {
	if !isNumber(value) {
		return value
	}
	if strings.Trim(value, "0.,") == "" {
		return Free
	}
	mark := cmp.Or(c.Symbol, c.Code)
	switch {
	case mark == "":
		return join(siteSymbol, value)
	case c.Position == PositionPostfix:
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

// Input returns what Parse reads as the cost: values, or parts if it has both a sign
// and a code; nil if it is unknown.
func (c Cost) Input() any {
	if c.IsZero() {
		return nil
	}
	list := make([]any, 0, len(c.Values))
	for _, v := range c.Values {
		switch mark := cmp.Or(c.Symbol, c.Code); {
		case !isNumber(v) || mark == "":
		case c.Position == PositionPostfix:
			v = join(v, mark)
		default:
			v = join(mark, v)
		}
		list = append(list, v)
	}
	if c.Symbol != "" && c.Code != "" {
		return map[string]any{"values": list, "currency_code": c.Code}
	}
	return list
}

// isSign reports whether r is a currency sign.
func isSign(r rune) bool { return unicode.Is(unicode.Sc, r) }

// Details is the cost as separate values.
type Details struct {
	CurrencySymbol   string   `json:"currency_symbol" doc:"As written, empty when there is none"`
	CurrencyCode     string   `json:"currency_code" doc:"As written, empty when there is none"`
	CurrencyPosition string   `json:"currency_position" doc:"prefix or postfix, empty when there is no symbol"`
	Values           []string `json:"values" doc:"Ascending; numbers with a decimal point, texts in lower case, as HTML"` // Never nil.
}

// AppendJSON appends the parts as an object (jsonenc.Appender).
func (d Details) AppendJSON(b []byte) []byte {
	b = jsonenc.AppendString(append(b, `{"currency_symbol":`...), d.CurrencySymbol)
	b = jsonenc.AppendString(append(b, `,"currency_code":`...), d.CurrencyCode)
	b = jsonenc.AppendString(append(b, `,"currency_position":`...), d.CurrencyPosition)
	b = jsonenc.AppendStrings(append(b, `,"values":`...), d.Values)
	return append(b, '}')
}

// Details returns the parts of the cost, with an empty list of values if it is
// unknown.
func (c Cost) Details() Details {
	d := Details{
		CurrencySymbol: c.Symbol, CurrencyCode: c.Code, CurrencyPosition: c.Position,
		Values: make([]string, 0, len(c.Values)),
	}
	for _, v := range c.Values {
		if isNumber(v) {
			v = withDecimalPoint(v)
		}
		d.Values = append(d.Values, text.Escape(strings.ToLower(v)))
	}
	return d
}

// Offer is the part of a schema.org Offer that follows from the cost.
type Offer struct {
	Price         string `json:"price"`
	PriceCurrency string `json:"priceCurrency"`
}

// SchemaOffer returns the price and its currency: the one written, or siteCode
// (ISO 4217) if it has none. A range has both ends, as in The Events Calendar;
// "Free" is the price 0. It returns false if the cost is unknown or has no number.
func (c Cost) SchemaOffer(siteCode string) (Offer, bool) {
	var prices []string
	for _, v := range c.Values {
		if isFree(v) {
			v = "0"
		}
		if isNumber(v) {
			prices = append(prices, withDecimalPoint(v))
		}
	}
	switch len(prices) {
	case 0:
		return Offer{}, false
	case 1:
		return Offer{Price: prices[0], PriceCurrency: c.currencyCode(siteCode)}, true
	}
	return Offer{Price: prices[0] + " – " + prices[len(prices)-1], PriceCurrency: c.currencyCode(siteCode)}, true
}

// currencyCode returns the code of the cost's currency, siteCode when it has
// none or a sign that several currencies share.
func (c Cost) currencyCode(siteCode string) string {
	return cmp.Or(c.Code, codesOfSigns[c.Symbol], siteCode)
}

// codesOfSigns has the currency codes of the signs that one currency has alone.
var codesOfSigns = map[string]string{
	"€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₺": "TRY", "₽": "RUB", "₴": "UAH", "₪": "ILS",
	"₫": "VND", "₱": "PHP", "฿": "THB", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "US$": "USD",
}
