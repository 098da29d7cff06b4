package cost

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/currency"
)

// The parts of a written cost.  A sign may carry letters (US$); currencies that
// have only letters, or a short form, are listed, or have a code of three capitals.  A blank
// between values separates them, unless all of the digits between which blanks
// stand are the thousands of one number (`1 000 €`).
var (
	spaces = regexp.MustCompile(`[ \t\n]+`)
	sign   = regexp.MustCompile(
		`^(?:[A-Za-z]{0,3}\p{Sc}|円|元|원|(?:[Kk]r|S?Fr|sFr|Rs|Rp|лв|руб|грн|din|дин|ден)\.?|zł|Kč|Ft|[A-Z]{3}|RM|R|lei)`,
	)
	even      = regexp.MustCompile(`^[.,](?:[-–—]{1,2})`) // What ends a price without cents: 12,- or 12.–
	digits    = regexp.MustCompile(`^[0-9.,'’\x{A0}\x{202F}]*[0-9]`)
	blanks    = regexp.MustCompile(`^[0-9.,'’\x{A0}\x{202F}]*[0-9](?: [0-9.,'’\x{A0}\x{202F}]*[0-9])+`)
	separator = regexp.MustCompile(`^(?: ?[-–—;,/|] ?| to | )`)
)

// The formats of a number. A comma before three digits separates thousands; a
// comma before another count of digits is a decimal comma, as in much of Europe.
var (
	grouped      = regexp.MustCompile(`^[1-9][0-9]{0,2}(?:[,'’\x{A0}\x{202F}][0-9]{3})+(?:\.[0-9]+)?$`)
	groupedComma = regexp.MustCompile(`^[1-9][0-9]{0,2}(?:[.'’\x{A0}\x{202F}][0-9]{3})+,[0-9]+$`)
	groupedBlank = regexp.MustCompile(`^[1-9][0-9]{0,2}(?: [0-9]{3})+(?:[.,][0-9]+)?$`)
	groupedDot   = regexp.MustCompile(`^[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}$`)
)

// groupMarks are characters that may separate thousands.
const groupMarks = "'’\u00a0\u202f"

// numbers reads texts that consist of numbers, the word "free", and at most one
// currency.  It returns false when there is anything else, or no number.
func numbers(items []string) (Cost, bool) {
	var t collector
	for _, item := range items {
		for rest := item; rest != ""; {
			one, after, ok := term(rest)
			if !ok || !t.add(one) {
				return Cost{}, false
			}
			if rest, ok = next(after); !ok {
				return Cost{}, false
			}
		}
	}
	c := t.cost()
	return c, len(c.Values) > 1 || len(c.Values) == 1 && isNumber(c.Values[0])
}

// next takes the separator off s.  It returns false when s goes on without one
// or ends in one.
func next(s string) (string, bool) {
	if s == "" {
		return "", true
	}
	gap := separator.FindString(s)
	rest := s[len(gap):]
	return rest, gap != "" && rest != ""
}

// term takes one number with its currency, or the word "free", off s.
func term(s string) (c Cost, rest string, ok bool) {
	const word = "free"
	if len(s) >= len(word) && isFree(s[:len(word)]) {
		return Cost{Values: []string{s[:len(word)]}}, s[len(word):], true
	}
	if before := knownSign(s); before != "" {
		c, rest, ok = number(strings.TrimPrefix(s[len(before):], " "))
		return c.withCurrency(before, PositionPrefix), rest, ok
	}
	c, rest, ok = number(s)
	after := strings.TrimPrefix(rest, " ")
	mark := knownSign(after)
	if !ok || mark == "" {
		return c, rest, ok
	}
	// In `10 EUR 20` the code may belong to either side; it does to the first,
	// unless a digit touches it.
	if behind := after[len(mark):]; len(after) < len(rest) && digits.MatchString(behind) {
		return c, rest, true
	}
	return c.withCurrency(mark, PositionPostfix), after[len(mark):], true
}

// knownSign returns the currency that s begins with, "" when there is none.
func knownSign(s string) string {
	mark := sign.FindString(s)
	if after, _ := utf8.DecodeRuneInString(s[len(mark):]); mark != "" && isAlphabetic(after) &&
		!strings.ContainsFunc(mark, isSign) {
		return "" // A word that begins so.
	}
	if isCode(mark) {
		if _, err := currency.ParseISO(mark); err != nil {
			return ""
		}
	}
	return mark
}

// isCode reports whether a mark has the form of a currency code.
func isCode(mark string) bool {
	return len(mark) == 3 && strings.Trim(mark, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// withCurrency returns c with a currency.
func (c Cost) withCurrency(mark, position string) Cost {
	c.Symbol, c.Code, c.Position = mark, "", position
	if isCode(mark) {
		c.Symbol, c.Code = "", mark
	}
	return c
}

// number takes one number off s, or several that only blanks or only commas
// separate.
func number(s string) (c Cost, rest string, ok bool) {
	if run := blanks.FindString(s); run != "" {
		if values := splitBlanks(run); values != nil {
			return Cost{Values: values}, s[len(run):], true
		}
	}
	run := digits.FindString(s)
	if run == "" {
		return Cost{}, s, false
	}
	rest = s[len(run):]
	rest = rest[len(even.FindString(rest)):]
	if value := parseNumber(run); value != "" {
		return Cost{Values: []string{value}}, rest, true
	}
	for part := range strings.SplitSeq(run, ",") {
		if !isNumber(part) {
			return Cost{}, s, false
		}
		c.Values = append(c.Values, part)
	}
	return c, rest, true
}

// splitBlanks reads digits with blanks between them: the thousands of one number,
// else a number between each two blanks.  It returns nil for anything else.
func splitBlanks(run string) []string {
	if groupedBlank.MatchString(run) {
		return []string{without(run, " ")}
	}
	var values []string
	for part := range strings.SplitSeq(run, " ") {
		value := parseNumber(part)
		if value == "" {
			return nil
		}
		values = append(values, value)
	}
	return values
}

// parseNumber returns a written number without its thousands separators, "" when it
// is not one number.  Decimals and the mark before them stay as written.
func parseNumber(run string) string {
	switch {
	case grouped.MatchString(run):
		return without(run, ","+groupMarks)
	case groupedDot.MatchString(run):
		return without(run, ".")
	case groupedComma.MatchString(run):
		return without(run, "."+groupMarks)
	case isNumber(run):
		return run
	}
	return ""
}

// without returns s without the characters of marks.
func without(s, marks string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(marks, r) {
			return -1
		}
		return r
	}, s)
}

// collector collects the values of a cost with at most one currency. The currency
// of a zero is used only if no other value has one.
type collector struct {
	sum  Cost
	zero Cost
}

// add adds the values and the currency of one. It returns false if the currency
// differs from that of earlier values, or if there are too many values, because
// each is compared with all others.
func (c *collector) add(one Cost) bool {
	values := one.Values
	if len(c.sum.Values)+len(values) > maxValues {
		return false
	}
	if rank(values[len(values)-1]).Sign() == 0 {
		c.zero = c.zero.currencyOr(one)
		one = Cost{}
	}
	differs := c.sum.Symbol != one.Symbol || c.sum.Code != one.Code
	if c.sum.Position != "" && one.Position != "" && differs {
		return false
	}
	c.sum = c.sum.currencyOr(one)
	c.sum.Values = append(c.sum.Values, values...)
	return true
}

// cost returns the collected cost.
func (c *collector) cost() Cost {
	cost := c.sum.currencyOr(c.zero)
	cost.Values = sortValues(cost.Values)
	return cost
}

// currencyOr returns c, with the currency of other if it has none.
func (c Cost) currencyOr(other Cost) Cost {
	if c.Position == "" {
		c.Symbol, c.Code, c.Position = other.Symbol, other.Code, other.Position
	}
	return c
}

// sortValues sorts values. The word "free" becomes the number 0 if there are
// other values.
func sortValues(values []string) []string {
	values = sortUnique(values)
	if len(values) < 2 {
		return values
	}
	for i, v := range values {
		if isFree(v) {
			values[i] = "0"
		}
	}
	return sortUnique(values)
}
