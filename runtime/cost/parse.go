package cost

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"almanac/runtime/messages"
	"almanac/runtime/text"
)

// Limits of what is accepted.
const (
	maxInputBytes = 4096 // Bytes of one written text.
	maxCostLength = 200  // Characters of all values together.
	maxValues     = 50
)

// rangeDash separates the lowest and the highest value.
const rangeDash = " – "

// Errors of Parse: the ends of sentences for clients that begin with the name of the field.
var (
	errType = messages.NewMessage("must be a string, a number, a list of strings and numbers, or an object with values")
	errLong = messages.NewMessage("can have at most %d characters and %d values", maxCostLength, maxValues)
)

// Parse reads a cost as a client writes it: a string, a number, a list of
// those, the parts that Details shows, or nil.  A string that consists of numbers
// with at most one currency is read as values; any other string is one text.  Nil,
// an empty string and an empty list give the zero Cost.  Other types and over-long
// costs are an error whose text may be shown to the client.
func Parse(v any) (Cost, error) {
	if parts, ok := v.(map[string]any); ok {
		return fromParts(parts)
	}
	items, err := inputTexts(v)
	if err != nil {
		return Cost{}, err
	}
	c := fromItems(items)
	length := 0
	for _, value := range c.Values {
		length += utf8.RuneCountInString(value)
	}
	if length > maxCostLength || len(c.Values) > maxValues {
		return Cost{}, errLong
	}
	return c, nil
}

// partTyped is the part with what the writer typed.
const partTyped = "typed"

// fromParts reads the parts of a cost, which alone can have both a sign and a code, a
// currency beside words, and what the writer typed beside the values.  Parts that are no
// currency are left out.
func fromParts(parts map[string]any) (Cost, error) {
	values, ok := parts["values"].([]any)
	if !ok {
		return Cost{}, errType
	}
	c, err := Parse(values)
	if err != nil || c.IsZero() {
		return c, err
	}
	text := func(name string) string { s, _ := parts[name].(string); return s }
	if symbol := text("currency_symbol"); c.Symbol == "" && knownSign(symbol) == symbol && !isCode(symbol) {
		c.Symbol = symbol
	}
	if code := text("currency_code"); c.Code == "" && isCode(code) && knownSign(code) == code {
		c.Code = code
	}
	switch position := text("currency_position"); {
	case c.Symbol+c.Code == "", c.Position != "":
	case position == PositionPostfix:
		c.Position = PositionPostfix
	default:
		c.Position = PositionPrefix
	}
	if c.Typed = normalizeSpace(text(partTyped)); utf8.RuneCountInString(c.Typed) > maxCostLength {
		return Cost{}, errLong
	}
	return c, nil
}

// Update parses a cost that replaces old. If v is the format of old, it returns
// old, with all values between the lowest and the highest, the typed text, and without
// the site's currency. Errors are those of Parse.
func Update(old Cost, v any, site Currency) (Cost, error) {
	if s, ok := v.(string); ok && !old.IsZero() && normalizeSpace(s) == normalizeSpace(old.Format(site)) {
		return old, nil
	}
	return Parse(v)
}

// inputTexts returns the texts that a client sent, without empty ones.
func inputTexts(v any) ([]string, error) {
	var items []any
	switch v := v.(type) {
	case []any:
		items = v
	case []string:
		for _, s := range v {
			items = append(items, s)
		}
	default:
		items = []any{v}
	}
	var list []string
	for _, item := range items {
		s, err := scalar(item)
		if err != nil {
			return nil, err
		}
		if s = normalizeSpace(s); s != "" {
			list = append(list, s)
		}
		if len(list) > maxValues {
			return nil, errLong
		}
	}
	return list, nil
}

// scalar returns one text or number as text, "" for nil.
func scalar(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		if len(v) > maxInputBytes {
			return "", errLong
		}
		return v, nil
	case json.Number:
		return decimal(v.String())
	case float64:
		return decimal(strconv.FormatFloat(v, 'g', -1, 64))
	case int64:
		return strconv.FormatInt(v, 10), nil
	case int:
		return strconv.Itoa(v), nil
	}
	return "", errType
}

// maxNumber is the maximum of numbers that are written with an exponent.
const maxNumber = 1e15

// decimal writes a number without an exponent.
func decimal(number string) (string, error) {
	if len(number) > maxCostLength {
		return "", errLong
	}
	if strings.Trim(number, "-.0123456789") == "" {
		return number, nil
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > maxNumber {
		return "", errType
	}
	return strconv.FormatFloat(f, 'f', -1, 64), nil
}

// normalizeSpace makes a text plain and puts it on one line.
func normalizeSpace(s string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(text.Plain(s), " "))
}

// fromItems parses texts with normalized space.
func fromItems(items []string) Cost {
	if len(items) > 1 {
		items = splitRange(items...)
	}
	if len(items) == 1 {
		return fromText(items[0])
	}
	return fromList(items)
}

// fromText reads one text: numbers, two ends of a range, or words.
func fromText(s string) Cost {
	if c, ok := numbers([]string{s}); ok {
		return c
	}
	// A range with words at an end is two values, but only if its format is the
	// text as written.
	if ends := splitRange(s); len(ends) == 2 {
		if c := fromList(ends); len(c.Values) == 2 && c.Format(Currency{}) == text.Escape(s) {
			return c
		}
	}
	return Cost{Values: []string{s}}
}

// fromList parses several texts. Amounts in different currencies have no order,
// so they become one text.
func fromList(items []string) Cost {
	if c, ok := numbers(items); ok {
		return c
	}
	var t collector
	for _, item := range items {
		one, ok := numbers([]string{item})
		if !ok {
			one = Cost{Values: []string{item}}
		}
		if !t.add(one) {
			return Cost{Values: []string{strings.Join(items, ", ")}}
		}
	}
	return t.cost()
}

// splitRange splits words at the mark of a range, and removes dashes at their
// ends, because the format has that mark between them.
func splitRange(items ...string) []string {
	var list []string
	for _, item := range items {
		for s := range strings.SplitSeq(item, rangeDash) {
			if s = strings.TrimFunc(s, isDashOrSpace); s != "" {
				list = append(list, s)
			}
		}
	}
	return list
}

// isDashOrSpace reports whether r is removed at the ends of words in a range.
func isDashOrSpace(r rune) bool { return r == '–' || unicode.IsSpace(r) }
