package cost

import (
	"cmp"
	"slices"
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
// that of the site. Zero is "Free", and a text is returned as written.
// Parse parses the result as a cost with the same format; Update also keeps the
// values and the typed text that are not part of it.
func (c Cost) Format(site Currency) string { return text.Escape(c.ends(site, Free)) }

// ends returns the only value, or the lowest and the highest.
func (c Cost) ends(site Currency, free string) string {
	switch n := len(c.Values); n {
	case 0:
		return ""
	case 1:
		return c.label(c.Values[0], site, free)
	default:
		return c.label(c.Values[0], site, free) + rangeDash + c.label(c.Values[n-1], site, free)
	}
}

// Whole returns all that is known of the cost for people as plain text, "" if it is
// unknown: each value, and the typed text. The word for a cost of zero is free.
func (c Cost) Whole(site Currency, free string) string {
	shown := c.ends(site, free)
	if c.Typed == "" && len(c.Values) > 2 {
		labels := make([]string, len(c.Values))
		for i, v := range c.Values {
			labels[i] = c.label(v, site, free)
		}
		return strings.Join(labels, ", ")
	}
	switch mark := cmp.Or(c.Symbol, c.Code, site.Symbol); {
	case c.Typed == "":
		return shown
	case strings.Contains(c.Typed, mark) || !slices.ContainsFunc(c.Values, isNumber):
		return c.Typed
	}
	return shown + " (" + c.Typed + ")"
}

// IsFree reports whether the cost is known, and nothing.
func (c Cost) IsFree() bool {
	isSome := func(value string) bool { return !isNothing(value) }
	return len(c.Values) > 0 && !slices.ContainsFunc(c.Values, isSome)
}

// isNothing reports whether a value is zero, or the word for it.
func isNothing(value string) bool {
	return value == Free || isNumber(value) && strings.Trim(value, "0.,") == ""
}

// label returns one value with its currency.
func (c Cost) label(value string, site Currency, free string) string {
	switch {
	case isNothing(value):
		return free
	case !isNumber(value):
		return value
	}
	mark, position := cmp.Or(c.Symbol, c.Code), c.Position
	if mark == "" {
		mark, position = site.Symbol, site.Position
	}
	if position == PositionPostfix {
		return join(value, mark)
	}
	return join(mark, value)
}

// join puts a currency and a number together, with a blank where a letter, or the point
// of a short form, would touch the number: $10, US$10, 10円, but EUR 10, kr. 10.
func join(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if isAlphabetic(last) || last == '.' || isAlphabetic(first) && !strings.ContainsFunc(b, isSign) {
		return a + " " + b
	}
	return a + b
}

// isAlphabetic reports whether r is a letter of a script that parts words by blanks.
func isAlphabetic(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

// Input returns what Parse reads as the cost: values, or parts if these do not say all;
// nil if it is unknown.
func (c Cost) Input() any {
	if c.IsZero() {
		return nil
	}
	list := make([]any, 0, len(c.Values))
	mark := cmp.Or(c.Symbol, c.Code)
	for _, v := range c.Values {
		switch {
		case !isNumber(v) || mark == "":
		case c.Position == PositionPostfix:
			v = join(v, mark)
		default:
			v = join(mark, v)
		}
		list = append(list, v)
	}
	if c.Symbol != "" && c.Code != "" || c.Typed != "" || mark != "" && !slices.ContainsFunc(c.Values, isNumber) {
		return map[string]any{
			"values": list, "currency_symbol": c.Symbol, "currency_code": c.Code, "currency_position": c.Position,
			partTyped: c.Typed,
		}
	}
	return list
}

// isSign reports whether r is a currency sign.
func isSign(r rune) bool { return unicode.Is(unicode.Sc, r) }

// Details is the cost as separate values.
type Details struct {
	CurrencySymbol   string `json:"currency_symbol" doc:"As written; empty if there is none"`
	CurrencyCode     string `json:"currency_code" doc:"As written; empty if there is none"`
	CurrencyPosition string `json:"currency_position" doc:"prefix or postfix; empty without a symbol"`
	// Never nil.
	Values []string `json:"values" doc:"In ascending order; numbers with a decimal point, words in lower case and HTML-escaped"`

	Cost Cost `json:"-"` // Of which these are the parts, for pages.
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
		Values: make([]string, 0, len(c.Values)), Cost: c,
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
// "Free" is the price 0. It returns false if the cost is unknown or has no number, or a
// sign such as "kr" whose currency is unknown.
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
	code := c.currencyCode(siteCode)
	switch {
	case len(prices) == 0 || code == "":
		return Offer{}, false
	case len(prices) == 1:
		return Offer{Price: prices[0], PriceCurrency: code}, true
	}
	return Offer{Price: prices[0] + " – " + prices[len(prices)-1], PriceCurrency: code}, true
}

// currencyCode returns the code of the cost's currency: as written, by its sign, or siteCode
// when it has none, or a sign that the site's currency shares with others. It returns ""
// for a sign that only other currencies share.
func (c Cost) currencyCode(siteCode string) string {
	codes := codesOfSigns[strings.TrimSuffix(c.Symbol, ".")]
	switch {
	case c.Code != "":
		return c.Code
	case len(codes) == 0 || slices.Contains(codes, siteCode):
		return siteCode
	}
	return codes[0]
}

// codesOfSigns has the currency codes of signs. Where several share one, the first is
// what it means anywhere else; "" if that is unknown.
var codesOfSigns = map[string][]string{
	"€": {"EUR"}, "£": {"GBP", "EGP", "GIP"}, "₹": {"INR"}, "₩": {"KRW"}, "₺": {"TRY"}, "₽": {"RUB"}, "₴": {"UAH"},
	"₪": {"ILS"},
	"₫": {"VND"}, "₱": {"PHP"}, "฿": {"THB"}, "zł": {"PLN"}, "Kč": {"CZK"}, "Ft": {"HUF"}, "₦": {"NGN"}, "₡": {"CRC"},
	"₸": {"KZT"}, "₾": {"GEL"},
	"US$": {"USD"}, "R$": {"BRL"}, "A$": {"AUD"}, "AU$": {"AUD"}, "C$": {"CAD"}, "CA$": {"CAD"}, "NZ$": {"NZD"},
	"HK$": {"HKD"}, "S$": {"SGD"}, "NT$": {"TWD"},
	"$": {"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP", "TWD"}, "¥": {"JPY", "CNY"},
	"￥": {"JPY", "CNY"},
	"円": {"JPY"}, "元": {"CNY", "TWD"}, "원": {"KRW"}, "kr": {"", "SEK", "NOK", "DKK", "ISK"},
	"Kr": {"", "SEK", "NOK", "DKK", "ISK"},
	"Fr": {"CHF"}, "SFr": {"CHF"}, "sFr": {"CHF"}, "Rs": {"INR", "PKR", "LKR", "NPR", "MUR"}, "Rp": {"IDR"}, "RM": {"MYR"},
	"R":  {"ZAR"},
	"лв": {"BGN"}, "руб": {"RUB"}, "грн": {"UAH"}, "lei": {"RON", "MDL"}, "din": {"RSD"}, "дин": {"RSD"}, "ден": {"MKD"},
}
