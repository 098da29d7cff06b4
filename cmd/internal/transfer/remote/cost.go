package remote

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/internal/transfer"
	"almanac/cmd/internal/transfer/rawjson"
	"almanac/runtime/cost"
	"almanac/runtime/text"
)

// money returns what to write so that a read shows the cost of a record again,
// and what will differ all the same, "" for nothing that a reader sees.
func money(r *transfer.Record, symbol string) (written any, difference string) {
	shown, details := r.Text("cost"), costDetails(r)
	if shown == "" && len(details.Values) == 0 {
		return nil, ""
	}
	uncoded := details
	uncoded.CurrencyCode = ""
	best, difference := any(shown), "its cost reads in another way here"
	if shown == "" {
		best = marked(details)
	}
	close := false
	for _, written := range []any{
		shown, marked(details), between(shown, details), marked(uncoded), between(shown, uncoded),
		coded([]any{shown}, details), coded(marked(uncoded), details), coded(between(shown, uncoded), details),
	} {
		c, err := cost.Parse(written)
		if err != nil || text.Plain(c.Format(symbol)) != text.Plain(shown) {
			continue
		}
		d := differ(c.Details(), details)
		if same(c.Details(), details) {
			return written, ""
		}
		if !close || difference != "" && (d == "" || difference == otherValues) {
			best, difference, close = written, d, true
		}
	}
	return best, difference
}

// otherValues is the greatest difference of costs that are shown alike.
const otherValues = "the values of its cost differ here"

// differ returns what a reader of two costs that are shown alike sees differ, ""
// for nothing.  A sign that only one of them names is that of its site, so it is
// shown in both.
func differ(here, there cost.Details) string {
	switch {
	case !slices.EqualFunc(here.Values, there.Values, sameAmount):
		return otherValues
	case here.CurrencyCode != there.CurrencyCode:
		return "the currency code of its cost is not kept"
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

// coded returns values with their signs and the currency code beside these.
func coded(values []any, d cost.Details) any {
	return map[string]any{"values": values, "currency_symbol": d.CurrencySymbol, "currency_code": d.CurrencyCode, "currency_position": d.CurrencyPosition}
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
