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
// that a reader sees.
func money(r *transfer.Record, site cost.Currency) (written any, difference string) {
	shown, details, typed := r.Text("cost"), costDetails(r), r.Text(typedCost)
	if shown == "" && len(details.Values) == 0 {
		return nil, ""
	}
	best, difference := any(shown), "its cost is shown differently here"
	if shown == "" {
		best = marked(details)
	}
	if meant, err := cost.Parse(typed); err == nil && isNumeric(meant) {
		// What consists of numbers says all, also where the site shows a few of them.
		for _, d := range []cost.Details{details, withSign(details, shown)} {
			best = withCurrency(meant, d)
			if c, err := cost.Parse(best); err == nil && alike(c, shown, site) && len(c.Values) >= len(details.Values) {
				return best, ""
			}
		}
		if c, err := cost.Parse(shown); err != nil || len(c.Values) == 0 || !within(meant, details) {
			return best, misread
		}
	}
	uncoded := details
	uncoded.CurrencyCode = ""
	close := false
	for _, written := range []any{
		shown, marked(details), between(shown, details), marked(uncoded), between(shown, uncoded),
		beside([]any{shown}, details), beside(marked(uncoded), details), beside(between(shown, uncoded), details),
	} {
		c, err := cost.Parse(written)
		if err != nil || !alike(c, shown, site) {
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

// alike reports whether a cost is shown here as on a site, blanks beside signs aside.
func alike(c cost.Cost, shown string, site cost.Currency) bool {
	joined := func(s string) string { return strings.Join(strings.Fields(text.Plain(s)), "") }
	return joined(c.Format(site)) == joined(shown)
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
var amount = regexp.MustCompile(`^[0-9]*\.?[0-9]+$`)

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
	if c, err := cost.Parse(shown); err == nil && d.CurrencySymbol+d.CurrencyCode == "" {
		d.CurrencySymbol, d.CurrencyCode, d.CurrencyPosition = c.Symbol, c.Code, c.Position
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

// between returns the values with their currency, and the words at the ends as
// they are shown: details have them in lower case.
func between(shown string, d cost.Details) []any {
	list := marked(d)
	ends := strings.Split(shown, " – ")
	if len(list) == 0 || len(ends) != min(len(list), 2) {
		return list
	}
	last := len(list) - 1
	for i, end := range map[int]string{0: ends[0], last: ends[len(ends)-1]} {
		if !amount.MatchString(d.Values[i]) {
			list[i] = end
		}
	}
	return list
}
