package cost

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"almanac/runtime/text"
)

// Limits of what is accepted.
const (
	longestInput = 4096 // Bytes of one written text.
	longestCost  = 200  // Characters of all values together.
	mostValues   = 50
)

// between stands between the lowest and the highest value.
const between = " – "

// Errors of Parse.  Their texts say what to do and may be shown to clients.
var (
	errType = errors.New("send the cost as a text, a number, or a list of texts and numbers")
	errLong = fmt.Errorf("send a cost of at most %d characters and %d values", longestCost, mostValues)
)

// Parse reads a cost as a client writes it: a string, a number, a list of
// those, or nil.  A string that consists of numbers with at most one currency
// is read as values; any other string is one text.  Nil, an empty string and an
// empty list give the zero Cost.  Other types and over-long costs are an error
// whose text may be shown to the client.
func Parse(v any) (Cost, error) {
	items, err := written(v)
	if err != nil {
		return Cost{}, err
	}
	c := fromItems(items)
	length := 0
	for _, value := range c.Values {
		length += utf8.RuneCountInString(value)
	}
	if length > longestCost || len(c.Values) > mostValues {
		return Cost{}, errLong
	}
	return c, nil
}

// Update reads a cost that is to replace old.  A string that equals what old
// shows means that nothing changed: it returns old, with all values between the
// lowest and the highest and without the site's symbol.  Errors are as by Parse.
func Update(old Cost, v any, siteSymbol string) (Cost, error) {
	if s, ok := v.(string); ok && !old.IsZero() && tidy(s) == tidy(old.Show(siteSymbol)) {
		return old, nil
	}
	return Parse(v)
}

// written returns the texts that a client sent, those that are empty left out.
func written(v any) ([]string, error) {
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
		if s = tidy(s); s != "" {
			list = append(list, s)
		}
		if len(list) > mostValues {
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
		if len(v) > longestInput {
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

// greatest bounds numbers that are written with an exponent.
const greatest = 1e15

// decimal writes a number without an exponent.
func decimal(number string) (string, error) {
	if len(number) > longestCost {
		return "", errLong
	}
	if strings.Trim(number, "-.0123456789") == "" {
		return number, nil
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > greatest {
		return "", errType
	}
	return strconv.FormatFloat(f, 'f', -1, 64), nil
}

// tidy makes a text plain and puts it on one line.
func tidy(s string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(text.Plain(s), " "))
}

// fromItems reads tidy texts.
func fromItems(items []string) Cost {
	if len(items) > 1 {
		items = parts(items...)
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
	// A range with words at an end is two values, but only if it will be shown
	// as it was written.
	if ends := parts(s); len(ends) == 2 {
		if c := fromList(ends); len(c.Values) == 2 && c.Show("") == text.Escape(s) {
			return c
		}
	}
	return Cost{Values: []string{s}}
}

// fromList reads several texts.  Amounts in different currencies have no order,
// so they are kept as one text that names all of them.
func fromList(items []string) Cost {
	if c, ok := numbers(items); ok {
		return c
	}
	var t tally
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

// parts splits words at the mark of a range, and takes dashes off their ends,
// since they are shown with that mark between them.
func parts(items ...string) []string {
	var list []string
	for _, item := range items {
		for s := range strings.SplitSeq(item, between) {
			if s = strings.TrimFunc(s, isDashOrSpace); s != "" {
				list = append(list, s)
			}
		}
	}
	return list
}

// isDashOrSpace tells whether r is cut off the ends of words in a range.
func isDashOrSpace(r rune) bool { return r == '–' || unicode.IsSpace(r) }
