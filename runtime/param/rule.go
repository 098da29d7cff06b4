package param

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"almanac/runtime/messages"
)

// Rule restricts the values that a getter accepts. A rule that does not apply to
// the type of the getter has no effect.
type Rule struct {
	kind    ruleKind
	number  float64
	values  []string
	pattern *regexp.Regexp
}

type ruleKind uint8

const (
	ruleMin ruleKind = iota + 1
	ruleMax
	ruleNonEmpty
	ruleNotNull
	ruleAllowFalse
	ruleObjectByID
	ruleEnum
	ruleSynonym
	ruleMaxLength
	rulePattern
	ruleMaxItems
)

// Min rejects numbers below n, in lists too.
func Min(n float64) Rule { return Rule{kind: ruleMin, number: n} }

// Max rejects numbers above n, in lists too.
func Max(n float64) Rule { return Rule{kind: ruleMax, number: n} }

// NonEmpty rejects "" for text and for an element of a list of texts, and a
// list without elements.
func NonEmpty() Rule { return Rule{kind: ruleNonEmpty} }

// NotNull rejects JSON null.
func NotNull() Rule { return Rule{kind: ruleNotNull} }

// AllowFalse accepts the JSON boolean false and the text "false", and returns "":
// clients remove an image this way.
func AllowFalse() Rule { return Rule{kind: ruleAllowFalse} }

// ObjectByID accepts an object instead of text, and returns its member id:
// responses represent an image this way.
func ObjectByID() Rule { return Rule{kind: ruleObjectByID} }

// Enum accepts the given values only, in the same case.
func Enum(words ...string) Rule { return Rule{kind: ruleEnum, values: words} }

// Synonym takes a text for another one, before Enum.
func Synonym(sent, value string) Rule { return Rule{kind: ruleSynonym, values: []string{sent, value}} }

// MaxLength rejects texts of more than n characters, in lists too.
func MaxLength(n int) Rule { return Rule{kind: ruleMaxLength, number: float64(n)} }

// MaxItems rejects lists of more than n elements.
func MaxItems(n int) Rule { return Rule{kind: ruleMaxItems, number: float64(n)} }

// Pattern rejects texts in which the expression finds nothing, in lists too.
func Pattern(expression *regexp.Regexp) Rule { return Rule{kind: rulePattern, pattern: expression} }

// ruleSet is the rules of one getter.
type ruleSet []Rule

// find returns the rule of a kind and whether there is one.
func (rs ruleSet) find(kind ruleKind) (Rule, bool) {
	for _, r := range rs {
		if r.kind == kind {
			return r, true
		}
	}
	return Rule{}, false
}

func (rs ruleSet) has(kind ruleKind) bool {
	_, found := rs.find(kind)
	return found
}

// bounds returns the bounds for a message: " of 1 or more".
func (rs ruleSet) bounds() any {
	low, least := rs.find(ruleMin)
	high, most := rs.find(ruleMax)
	switch {
	case least && most:
		return messages.NewMessage(" from %s to %s", messages.Number(low.number), messages.Number(high.number))
	case least:
		return messages.NewMessage(" of %s or more", messages.Number(low.number))
	case most:
		return messages.NewMessage(" of %s or less", messages.Number(high.number))
	}
	return ""
}

// fits reports whether x lies within the bounds.
func fits[T int64 | float64](rs ruleSet, x T) bool {
	low, least := rs.find(ruleMin)
	high, most := rs.find(ruleMax)
	return (!least || x >= T(low.number)) && (!most || x <= T(high.number))
}

// checkText applies the rules for text. It returns the text to use and the problem.
func (rs ruleSet) checkText(text string) (string, messages.Message) {
	if text == "" && rs.has(ruleNonEmpty) {
		return "", messages.NewMessage("%s must not be empty.")
	}
	if r, ok := rs.find(ruleMaxLength); ok && utf8.RuneCountInString(text) > int(r.number) {
		return "", messages.NewMessage("%s must have at most %d characters.", int(r.number))
	}
	if r, ok := rs.find(rulePattern); ok && !r.pattern.MatchString(text) {
		return "", messages.NewMessage("%s must match the pattern %s.", r.pattern.String())
	}
	for _, r := range rs {
		if r.kind == ruleSynonym && r.values[0] == text {
			text = r.values[1]
		}
	}
	if r, ok := rs.find(ruleEnum); ok && !slices.Contains(r.values, text) {
		if len(r.values) == 1 {
			return "", messages.NewMessage("%s must be %s.", r.values[0])
		}
		return "", messages.NewMessage("%s must be one of %s.", strings.Join(r.values, ", "))
	}
	return text, noProblem
}
