package param

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Rule narrows what a getter accepts.  A rule that does not concern the type of
// the getter has no effect.
type Rule struct {
	kind   ruleKind
	number int64
	words  []string
}

type ruleKind uint8

const (
	ruleMin ruleKind = iota + 1
	ruleMax
	ruleNonEmpty
	ruleNotNull
	ruleFalseClears
	ruleObjectByID
	ruleEnum
	ruleEnumFold
	ruleMaxLength
)

// Min refuses numbers below n, in lists too.
func Min(n int64) Rule { return Rule{kind: ruleMin, number: n} }

// Max refuses numbers above n, in lists too.
func Max(n int64) Rule { return Rule{kind: ruleMax, number: n} }

// NonEmpty refuses "" for text and for an element of a list of texts, and a
// list without elements.
func NonEmpty() Rule { return Rule{kind: ruleNonEmpty} }

// NotNull refuses JSON null.
func NotNull() Rule { return Rule{kind: ruleNotNull} }

// FalseClears lets text be the JSON boolean false or the word, which then
// count as "": that is how clients remove an image.
func FalseClears() Rule { return Rule{kind: ruleFalseClears} }

// ObjectByID lets text be an object, which then counts as its member id: that is
// how answers show an image.
func ObjectByID() Rule { return Rule{kind: ruleObjectByID} }

// Enum accepts the given words only, as they are spelled here.
func Enum(words ...string) Rule { return Rule{kind: ruleEnum, words: words} }

// EnumFold accepts the given words in any case; the getter returns them as they
// are spelled here.
func EnumFold(words ...string) Rule { return Rule{kind: ruleEnumFold, words: words} }

// MaxLength refuses texts of more than n characters, in lists too.
func MaxLength(n int) Rule { return Rule{kind: ruleMaxLength, number: int64(n)} }

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

// span describes the bounds for a message: " of 1 or more".
func (rs ruleSet) span() string {
	low, hasLow := rs.find(ruleMin)
	high, hasHigh := rs.find(ruleMax)
	switch {
	case hasLow && hasHigh:
		return fmt.Sprintf(" from %d to %d", low.number, high.number)
	case hasLow:
		return fmt.Sprintf(" of %d or more", low.number)
	case hasHigh:
		return fmt.Sprintf(" of %d or less", high.number)
	}
	return ""
}

// integerFits reports whether n lies within the bounds.
func (rs ruleSet) integerFits(n int64) bool {
	low, hasLow := rs.find(ruleMin)
	high, hasHigh := rs.find(ruleMax)
	return (!hasLow || n >= low.number) && (!hasHigh || n <= high.number)
}

// numberFits reports whether x lies within the bounds.
func (rs ruleSet) numberFits(x float64) bool {
	low, hasLow := rs.find(ruleMin)
	high, hasHigh := rs.find(ruleMax)
	return (!hasLow || x >= float64(low.number)) && (!hasHigh || x <= float64(high.number))
}

// checkText applies the rules for text.  It returns the text to use and what is
// wrong with it, "" when nothing is.
func (rs ruleSet) checkText(text string) (string, string) {
	if text == "" && rs.has(ruleNonEmpty) {
		return "", "must not be empty"
	}
	if r, ok := rs.find(ruleMaxLength); ok && utf8.RuneCountInString(text) > int(r.number) {
		return "", fmt.Sprintf("must have %d characters at most", r.number)
	}
	return rs.checkWord(text)
}

// checkWord applies Enum and EnumFold.
func (rs ruleSet) checkWord(text string) (string, string) {
	for _, r := range rs {
		if r.kind != ruleEnum && r.kind != ruleEnumFold {
			continue
		}
		word, ok := r.match(text)
		if !ok {
			return "", "must be one of " + strings.Join(r.words, ", ")
		}
		text = word
	}
	return text, ""
}

// match returns the word of an enumeration that text means.
func (r Rule) match(text string) (string, bool) {
	for _, word := range r.words {
		if text == word || r.kind == ruleEnumFold && strings.EqualFold(text, word) {
			return word, true
		}
	}
	return "", false
}
