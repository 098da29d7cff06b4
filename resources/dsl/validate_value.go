package dsl

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// isChecked reports whether values of the type have one form: they are dates or
// numbers in decimal digits.
func (f FieldSpec) isChecked() bool {
	return f.layout() != "" || f.Type == TypeDecimal || f.Type == TypeMoney
}

// layout returns the form in which a [Date], [Time] or [Timestamp] is stored, in the
// notation of package time; "" for other types.
func (f FieldSpec) layout() string {
	switch f.Type {
	case TypeDate:
		return time.DateOnly
	case TypeTime:
		return time.TimeOnly
	case TypeTimestamp:
		return "2006-01-02T15:04:05Z"
	default:
		return ""
	}
}

// isStored reports whether a text is a [Date], [Time] or [Timestamp] as it is stored,
// a [Decimal] or a [Money].
func (f FieldSpec) isStored(text string) bool {
	if f.Type == TypeDecimal {
		units, ok := f.Units(text)
		return ok && f.isInRange(float64(units)/math.Pow10(f.Scale))
	}
	if f.Type == TypeMoney {
		units, _, ok := f.Amount(text)
		return ok && f.isInRange(float64(units)/math.Pow10(f.Scale))
	}
	at, err := time.Parse(f.layout(), text)
	return err == nil && at.Format(f.layout()) == text
}

// exactlyOne reports whether one of the conditions holds, and no other.
func exactlyOne(conditions ...bool) bool {
	n := 0
	for _, holds := range conditions {
		if holds {
			n++
		}
	}
	return n == 1
}

// maxText is the most characters that a text has.
const maxText = 10000

// isStoredNumber reports whether the field stores the number that is sent, or several.
func (f FieldSpec) isStoredNumber() bool {
	return slices.Contains([]Type{TypeInteger, TypeNumber, TypeDecimal, TypeMoney, TypeIntegers}, f.Type) &&
		f.Behavior == "" && f.Setter.Func == "" && !f.StoredAsBool
}

// isBound reports whether n can be a bound of the number; nil is none.
func (f FieldSpec) isBound(n *float64) bool {
	if n == nil || f.Type == TypeNumber {
		return n == nil || !math.IsNaN(*n) && !math.IsInf(*n, 0)
	}
	_, ok := FieldSpec{Digits: 15, Scale: f.Scale}.Units(strconv.FormatFloat(*n, 'f', -1, 64))
	return ok
}

// isInRange reports whether a number is within the bounds.
func (f FieldSpec) isInRange(n float64) bool {
	return (f.Min == nil || n >= *f.Min) && (f.Max == nil || n <= *f.Max)
}

// isStoredText reports whether the field stores the text that is sent, without its
// tags, or several.
func (f FieldSpec) isStoredText() bool {
	if f.IsList() {
		return f.Type == TypeStrings && !f.isEnum()
	}
	return f.Type == TypeString && (f.Text == TextPlain || f.Text == TextEscaped) &&
		(f.Behavior == "" || f.Behavior == Name) &&
		f.Setter.Func == "" && !f.StoredAsBool && !f.isEnum()
}

// onlyRE2 finds what JavaScript has not, or means otherwise: flags, names of groups
// and classes, and other anchors than ^ and $.
var onlyRE2 = regexp.MustCompile(`\(\?[^:]|\\[AzQEaC]|\\[pP][^{]|\[\[:`)

// isPattern reports whether a regular expression means the same in RE2 and in
// JavaScript.
func isPattern(expression string) bool {
	_, err := regexp.Compile(expression)
	return err == nil && !onlyRE2.MatchString(expression)
}

// isEnum reports whether Enum described the field.
func (f FieldSpec) isEnum() bool { return f.Enum != nil }

// enumWord is a value of an Enum: it stands in tags and URLs as it is.
var enumWord = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// hasWords reports whether the values of an Enum are as they must be.
func (f FieldSpec) hasWords() bool {
	distinct := map[string]bool{} // In Go too, where their constants have no - and _.
	for _, word := range f.Enum {
		distinct[strings.ToLower(squash(strings.ReplaceAll(word, "-", "_")))] = true
	}
	return len(f.Enum) > 0 && len(distinct) == len(f.Enum) &&
		!slices.ContainsFunc(f.Enum, func(word string) bool { return !enumWord.MatchString(word) })
}

// canDefault reports whether the field can have its default value.  Of a behavior it
// is false.
func (f FieldSpec) canDefault() bool {
	on, isBool := f.Default.Value.(bool)
	if isBool {
		return f.Type == TypeBoolean && (f.Behavior == "" || f.Behavior == HideFromLists || !on)
	}
	text, isText := f.Default.Value.(string)
	if isText && !f.isChecked() && !f.isEnum() && (!f.isStoredText() || isCleaned(text)) {
		return false
	}
	if list, ok := f.Default.Value.([]string); ok && slices.ContainsFunc(list, isCleaned) {
		return false
	}
	return f.Behavior == "" && f.Setter.Func == "" && (f.isEnum() && !f.IsList() || !f.Required) &&
		f.canStore(f.Default.Value)
}

// defaultFault says why the field cannot have its default value, and what it can have.
func (f FieldSpec) defaultFault() string {
	switch {
	case f.Behavior != "" || f.Setter.Func != "":
		return "its behavior or Setter decides what a create stores; remove the Default"
	case f.Required:
		return "a create does not store the Default of a field that is Required; leave out one of the two"
	case f.Text != "" && !f.isStoredText() && !f.isEnum() && !f.StoredAsBool:
		return "only plain text has a Default; remove it"
	default:
		return fmt.Sprintf("a create cannot store the Default %#v as it is; write %s", f.Default.Value, f.backfills())
	}
}

// isCleaned reports whether a write may store another text than this one.
func isCleaned(text string) bool {
	return strings.Contains(text, "<") || strings.TrimSpace(text) != text
}

// canStore reports whether a value has the type of the field, is within its bounds,
// and is stored as it is.
func (f FieldSpec) canStore(value any) bool {
	if f.IsList() {
		return f.canStoreList(value)
	}
	switch value := value.(type) {
	case bool:
		return f.StoredAsBool || f.Type == TypeBoolean
	case int:
		return (f.Type == TypeInteger || f.Type == TypeNumber) && f.isInRange(float64(value))
	case float64:
		return f.Type == TypeNumber && !math.IsInf(value, 0) && !math.IsNaN(value) && f.isInRange(value)
	case string:
		switch {
		case f.isChecked():
			return f.isStored(value)
		case f.isEnum():
			return slices.Contains(f.Enum, value)
		}
		return f.Text != "" && !f.StoredAsBool && !strings.ContainsAny(value, "\\\x00\n\r") && f.fits(value)
	default:
		return false
	}
}

// fits reports whether a text is within the bounds.
func (f FieldSpec) fits(text string) bool {
	pattern, err := regexp.Compile(f.Pattern)
	return (f.MaxLength == 0 || utf8.RuneCountInString(text) <= f.MaxLength) && (err != nil || pattern.MatchString(text))
}

// canBeUnique reports whether the values of the field can be compared and are not the
// same in all records that have none.
func (f FieldSpec) canBeUnique() bool {
	switch {
	case f.Default.Kind == DefaultValue || f.Behavior != "" && f.Behavior != Name || f.StoredAsBool:
		return false
	case f.layout() != "":
		return true
	case f.Type == TypeString:
		return f.isEnum() || (f.Text == TextPlain || f.Text == TextEscaped) && f.MaxLength > 0 && f.MaxLength <= 500
	default:
		return slices.Contains([]Type{TypeInteger, TypeNumber, TypeDecimal, TypeMoney}, f.Type) && (f.Required || f.Nullable)
	}
}
