package param

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"almanac/runtime/messages"
)

// Each function here converts one value of Lookup. The second result says what the
// value must be, without what it is the value of: that is the first value of the message.

// noProblem is the second result for a valid value.
var noProblem = messages.Message{}

// toInteger accepts plain digits with an optional minus, in text and JSON.
func toInteger(value any, rs ruleSet) (int64, messages.Message) {
	text, ok := digitsOf(value)
	if ok && isInteger(text) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err == nil && fits(rs, n) {
			return n, noProblem
		}
	}
	return 0, messages.NewMessage("%s must be a whole number%s.", rs.bounds())
}

// toNumber accepts decimal numbers, in text and JSON, that a float64 can hold.
func toNumber(value any, rs ruleSet) (float64, messages.Message) {
	text, ok := digitsOf(value)
	if ok && isDecimal(text) {
		x, err := strconv.ParseFloat(text, 64)
		if err == nil && !math.IsInf(x, 0) && fits(rs, x) {
			return x, noProblem
		}
	}
	return 0, messages.NewMessage("%s must be a number%s.", rs.bounds())
}

// toBoolean accepts the texts of truthOf, in any case.
func toBoolean(value any, _ ruleSet) (bool, messages.Message) {
	if truth, ok := truthOf(value); ok {
		return truth, noProblem
	}
	return false, messages.NewMessage("%s must be true or false.")
}

// toText accepts text, and numbers as they were written.
func toText(value any, rs ruleSet) (string, messages.Message) {
	if object, ok := value.(map[string]any); ok && rs.has(ruleObjectByID) {
		if value, ok = object["id"]; !ok {
			return "", messages.NewMessage("%s must be text, or an object with an id.")
		}
	}
	text, ok := digitsOf(value)
	if rs.has(ruleAllowFalse) && (value == false || ok && strings.EqualFold(text, "false")) {
		text, ok = "", true
	}
	if !ok {
		return "", messages.NewMessage("%s must be text.")
	}
	return rs.checkText(text)
}

// toRef accepts a reference to a record or an inline record: text, a number or an
// object.
func toRef(value any, rs ruleSet) (any, messages.Message) {
	if _, ok := value.(map[string]any); ok {
		return value, noProblem
	}
	if _, ok := digitsOf(value); !ok {
		return nil, messages.NewMessage("%s must be an ID, a name or an object.")
	}
	if text, ok := value.(string); ok {
		return rs.checkText(text)
	}
	return value, noProblem
}

// digitsOf returns the characters of a text or a number.
func digitsOf(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	}
	return "", false
}

// truthOf converts a boolean; ok is false for other values.
func truthOf(value any) (truth, ok bool) {
	if b, isBool := value.(bool); isBool {
		return b, true
	}
	text, _ := digitsOf(value)
	if len(text) > len("false") {
		return false, false
	}
	switch strings.ToLower(text) {
	case "true", "1", "yes", "on":
		return true, true
	case "false", "0", "no", "off":
		return false, true
	}
	return false, false
}

// isInteger reports whether text is digits with an optional minus.
func isInteger(text string) bool {
	return isDigits(strings.TrimPrefix(text, "-"))
}

// isDigits reports whether text is one or more ASCII digits.
func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// isDecimal excludes forms that strconv.ParseFloat accepts besides decimal
// numbers: inf, nan, hexadecimal, underscores, a leading plus.
func isDecimal(text string) bool {
	if text == "" || text[0] == '+' {
		return false
	}
	return strings.Trim(text, "0123456789.eE+-") == ""
}
