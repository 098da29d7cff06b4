package site

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/cost"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
	"almanac/runtime/transfer/rawjson"
)

// typedCost is the member with the cost of an event as it was typed, of wp/v2.
const typedCost = "cost_typed"

// money returns what to write so that a read shows the cost of a record again, with
// all of its values and what was typed, and what will differ all the same, "" for nothing
// that a reader sees.  The numbers are those of the details: what is shown has the words of
// the site's language, such as "Kostenlos" or "10€ à 20€".
func money(r *transfer.Record, site cost.Currency) (written any, difference string) {
	shown, details, typed := r.Text("cost"), costDetails(r), r.Text(typedCost)
	if shown == "" && len(details.Values) == 0 {
		return nil, ""
	}
	if joined(typed) == joined(shown) && !digit.MatchString(shown) && !isFree(shown) {
		details.Values = nil // Numbers that a site makes of words.
	}
	asShown := details
	asShown.Values = inWordsOf(shown, details.Values)
	signed := withSign(asShown, shown)
	best, difference := any(shown), "its cost is shown differently here"
	if shown == "" || hasAmount(details) {
		best = marked(signed)
	}
	meant, err := cost.Parse(typed)
	switch isNumbers := err == nil && isNumeric(meant); {
	case isNumbers && hasMore(details, meant):
		typed = "" // The first of several prices.
	case isNumbers:
		// What consists of numbers says all, also where the site shows a few of them.
		for _, d := range []cost.Details{details, signed} {
			best = withCurrency(meant, d)
			if c, err := cost.Parse(best); err == nil && alike(c, shown, site) && len(c.Values) >= len(details.Values) {
				return best, ""
			}
		}
		if c, err := cost.Parse(shown); err != nil || len(c.Values) == 0 || !within(meant, details) {
			return best, misread
		}
	}
	uncoded := asShown
	uncoded.CurrencyCode = ""
	close := false
	for _, written := range []any{
		shown, marked(asShown), marked(uncoded),
		beside([]any{shown}, details), beside(marked(uncoded), details), marked(signed),
	} {
		c, err := cost.Parse(written)
		if err != nil || !alike(c, shown, site) || hasAmount(details) && !wordsWithin(c, details) {
			continue
		}
		d := differ(c, details)
		if same(c.Details(), details) {
			best, difference = written, ""
			break
		}
		if !close || difference != "" && (d == "" || difference == otherValues) {
			best, difference, close = written, d, true
		}
	}
	return withTyped(best, typed, site), difference
}

// digit is what a price has.
var digit = regexp.MustCompile(`[0-9]`)

// isFree reports whether a text is the English word for a cost of zero.
func isFree(shown string) bool {
	c, err := cost.Parse(shown)
	return err == nil && c.IsFree()
}

// hasAmount reports whether a value is a number.
func hasAmount(d cost.Details) bool { return slices.ContainsFunc(d.Values, amount.MatchString) }

// hasMore reports whether a site has all amounts of what was typed, and others: it has a
// price of each ticket, of which wp/v2 shows the first as what was typed.
func hasMore(there cost.Details, meant cost.Cost) bool {
	values := meant.Details().Values
	return len(there.Values) > len(values) && !slices.ContainsFunc(values, func(v string) bool {
		return !slices.ContainsFunc(there.Values, func(w string) bool { return sameAmount(v, w) })
	})
}

// wordsWithin reports whether the words of a cost are those of the values on the site, and
// not those of its language.
func wordsWithin(c cost.Cost, there cost.Details) bool {
	return !slices.ContainsFunc(c.Details().Values, func(v string) bool {
		isThere := slices.ContainsFunc(there.Values, func(w string) bool { return strings.EqualFold(v, w) })
		return !isThere && !amount.MatchString(v)
	})
}

// joined returns a text without blanks.
func joined(s string) string { return strings.Join(strings.Fields(text.Plain(s)), "") }

// alike reports whether a cost is shown here as on a site, blanks beside signs aside.  A site
// has the words of its language for a zero, and between the ends of a range.
func alike(c cost.Cost, shown string, site cost.Currency) bool {
	shown = joined(shown)
	if joined(c.Format(site)) == shown {
		return true
	}
	if len(c.Values) == 0 || len(c.Values) == 1 && !isNumeric(c) {
		return false
	}
	const word = `[^0-9\p{Sc}]+`
	var ends []string
	for _, v := range slices.Compact([]string{c.Values[0], c.Values[len(c.Values)-1]}) {
		end := c
		end.Values = []string{v}
		if end.IsFree() {
			ends = append(ends, word)
			continue
		}
		ends = append(ends, regexp.QuoteMeta(joined(end.Format(site))))
	}
	return regexp.MustCompile("^" + strings.Join(ends, word) + "$").MatchString(shown)
}

// within reports whether all amounts of a site's parts of a cost were typed.
func within(meant cost.Cost, there cost.Details) bool {
	return !slices.ContainsFunc(there.Values, func(v string) bool {
		return !slices.ContainsFunc(meant.Details().Values, func(w string) bool { return sameAmount(v, w) })
	})
}

// isNumeric reports whether a cost consists of numbers.
func isNumeric(c cost.Cost) bool {
	return len(c.Values) > 0 && !slices.ContainsFunc(c.Details().Values, func(v string) bool {
		return !amount.MatchString(v)
	})
}

// withTyped returns a cost with what was typed, unless that says no more than the values.
func withTyped(written any, typed string, site cost.Currency) any {
	c, err := cost.Parse(written)
	if typed == "" || err != nil || alike(c, text.Escape(text.Plain(typed)), site) {
		return written
	}
	parts, ok := c.Input().(map[string]any)
	if !ok {
		parts = map[string]any{"values": c.Input()}
	}
	parts["typed"] = typed
	if _, err := cost.Parse(parts); err != nil { // Longer than a cost can be.
		return written
	}
	return parts
}

// misread is the difference of a cost of numbers of which the site has made others.
const misread = "its cost is imported as it was typed; the site shows it differently"

// otherValues is the greatest difference of costs that are shown alike.
const otherValues = "the values of its cost differ here"

// differ returns what a reader of two costs that are shown alike sees differ, ""
// for nothing.  A sign that only one of them names is that of its site, so it is
// shown in both; words are shown in the cost itself, whatever a site makes of them.
func differ(c cost.Cost, there cost.Details) string {
	here := c.Details()
	lost := slices.ContainsFunc(there.Values, func(v string) bool {
		return amount.MatchString(v) && !slices.ContainsFunc(here.Values, func(w string) bool {
			return sameAmount(v, w) || !amount.MatchString(w) && strings.Contains(w, v)
		})
	})
	switch {
	case lost:
		return otherValues
	case here.CurrencyCode != there.CurrencyCode:
		return "the currency code of its cost is not imported"
	case here.CurrencySymbol != there.CurrencySymbol && here.CurrencySymbol != "" && there.CurrencySymbol != "":
		return "the currency sign of its cost differs here"
	}
	return ""
}

// sameAmount reports whether two values are the same number or the same words.
func sameAmount(a, b string) bool {
	m, wrong := strconv.ParseFloat(strings.Replace(a, ",", ".", 1), 64)
	n, other := strconv.ParseFloat(strings.Replace(b, ",", ".", 1), 64)
	if wrong == nil && other == nil {
		return m == n
	}
	return strings.EqualFold(a, b)
}

// costDetails reads the details of a cost, whatever their types.
func costDetails(r *transfer.Record) cost.Details {
	parts, _ := r.Value("cost_details").(map[string]any)
	d := cost.Details{
		CurrencySymbol: rawjson.Text(parts["currency_symbol"]), CurrencyCode: rawjson.Text(parts["currency_code"]),
		CurrencyPosition: rawjson.Text(parts["currency_position"]), Values: []string{},
	}
	list, _ := parts["values"].([]any)
	for _, v := range list {
		d.Values = append(d.Values, rawjson.Text(v))
	}
	return d
}

// same reports whether two costs have the same details.
func same(a, b cost.Details) bool {
	return a.CurrencySymbol == b.CurrencySymbol && a.CurrencyCode == b.CurrencyCode &&
		a.CurrencyPosition == b.CurrencyPosition && slices.Equal(a.Values, b.Values)
}

// amount is a value that is a number.
var amount = regexp.MustCompile(`^[0-9]*[.,]?[0-9]+$`)

// marked returns the values with their currency.
func marked(d cost.Details) []any {
	list := make([]any, 0, len(d.Values))
	for _, v := range d.Values {
		switch {
		case !amount.MatchString(v) || d.CurrencyPosition == "":
			list = append(list, v)
		case d.CurrencyPosition == cost.PositionPostfix:
			list = append(list, v+d.CurrencySymbol+spaced(" ", d.CurrencyCode, ""))
		default:
			list = append(list, d.CurrencySymbol+spaced("", d.CurrencyCode, " ")+v)
		}
	}
	return list
}

// beside returns values, which may have signs of their own, with the currency beside them.
func beside(values []any, d cost.Details) any {
	return map[string]any{
		"values": values, "currency_symbol": d.CurrencySymbol, "currency_code": d.CurrencyCode,
		"currency_position": d.CurrencyPosition,
	}
}

// withCurrency returns a cost that was typed with the currency that its site adds, unless it
// has another one.
func withCurrency(meant cost.Cost, d cost.Details) any {
	values, ok := meant.Input().([]any)
	own := meant.Symbol + meant.Code
	if offer, _ := meant.SchemaOffer(d.CurrencyCode); !ok ||
		own != "" && own != d.CurrencySymbol && offer.PriceCurrency != d.CurrencyCode {
		return meant.Input()
	}
	return beside(values, d)
}

// withSign returns the parts of a cost with the sign that is shown, if they have none.
func withSign(d cost.Details, shown string) cost.Details {
	if d.CurrencySymbol+d.CurrencyCode != "" {
		return d
	}
	words := strings.Fields(text.Plain(shown))
	for size := min(len(words), 2); size > 0; size-- { // A blank may stand beside a sign.
		for i := range len(words) - size + 1 {
			c, err := cost.Parse(strings.Join(words[i:i+size], " "))
			if err == nil && isNumeric(c) && c.Symbol+c.Code != "" {
				d.CurrencySymbol, d.CurrencyCode, d.CurrencyPosition = c.Symbol, c.Code, c.Position
				return d
			}
		}
	}
	return d
}

// spaced puts blanks around a currency code, if there is one.
func spaced(before, code, after string) string {
	if code == "" {
		return ""
	}
	return before + code + after
}

// number is a number in a text.
var number = regexp.MustCompile(`[0-9.](?:[0-9.,'’\x{A0}\x{202F}]*[0-9])?`)

// inWordsOf returns values as they are shown: numbers with their decimal mark, and words with
// their capitals, which details have in lower case.
func inWordsOf(shown string, values []string) []string {
	list := slices.Clone(values)
	for i, v := range list {
		if amount.MatchString(v) {
			for _, n := range number.FindAllString(shown, -1) {
				if c, err := cost.Parse(n); err == nil && len(c.Values) == 1 && sameAmount(c.Values[0], v) {
					list[i] = c.Values[0]
				}
			}
			continue
		}
		at := strings.Index(strings.ToLower(shown), v)
		if end := at + len(v); at >= 0 && end <= len(shown) && strings.EqualFold(shown[at:end], v) {
			list[i] = shown[at:end]
		}
	}
	return list
}
