package generator_test

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"almanac/resources/dsl"
)

// What texts are numbers.
var (
	integerText = regexp.MustCompile(`^[+-]?[0-9]{1,18}$`)
	numberText  = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)
)

// converted is a value in another type, as the guide to conversions says; other
// stands for what does not convert.
func converted(v any, to dsl.Type, other any) any {
	switch to {
	case dsl.TypeString:
		if n, ok := v.(float64); ok {
			return strconv.FormatFloat(n+0, 'f', -1, 64) // Adding 0 makes -0 one without a sign.
		}
		return fmt.Sprint(v)
	case dsl.TypeBoolean:
		return toBool(v, other)
	default: // Numbers and dates: below.
	}
	if text, ok := v.(string); ok && to == dsl.TypeInteger && integerText.MatchString(text) {
		n, _ := strconv.ParseInt(text, 10, 64)
		return n
	}
	n, ok := toNumber(v, to)
	if !ok {
		return other
	}
	if to == dsl.TypeInteger {
		if math.Abs(n) >= 9e18 {
			return other // No whole number of the stores.
		}
		return int64(math.Trunc(n))
	}
	return n
}

// toBool converts to true or false.
func toBool(v, other any) any {
	switch v := v.(type) {
	case int64:
		return v != 0
	case float64:
		return v != 0
	case string:
		switch strings.ToLower(v) {
		case "1", "true", "yes", "on":
			return true
		case "", "0", "false", "no", "off":
			return false
		}
	}
	return other
}

// toNumber converts to a number of the type.
func toNumber(v any, to dsl.Type) (n float64, ok bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case bool:
		return map[bool]float64{true: 1}[v], true
	case string:
		if to == dsl.TypeInteger && !integerText.MatchString(v) || !numberText.MatchString(v) || len(v) > 308 {
			return 0, false
		}
		n, err := strconv.ParseFloat(v, 64)
		return n, err == nil
	}
	return 0, false
}
