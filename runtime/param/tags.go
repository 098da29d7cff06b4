package param

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"almanac/runtime/decimal"
)

// fieldRules are what the tags of a field say about its values.
type fieldRules struct {
	rules         []Rule
	lenient       bool
	digits, scale int // Of an exact number.
	currencies    decimal.Currencies
}

// checked are the tags of Huma that are rules.
var checked = []string{"minimum", "maximum", "maxLength", "pattern", "enum", "minItems", "maxItems"}

// unchecked are the tags of Huma that would document a rule which no request has to follow.
var unchecked = []string{
	"exclusiveMinimum",
	"exclusiveMaximum",
	"multipleOf",
	"minLength",
	"timeFormat",
	"dependentRequired",
	"cookie",
	"form",
}

// readRules reads the rules of a field: those that Huma documents, and those of the tag
// rule, which are words and pairs such as "nonempty,maxLength=1000".
func readRules(tag reflect.StructTag) (r fieldRules, err error) {
	for _, key := range unchecked {
		if _, ok := tag.Lookup(key); ok {
			return r, fmt.Errorf("tag %s is not supported", key)
		}
	}
	if r.currencies, err = decimal.ParseCurrencies(tag.Get("currencies")); err != nil {
		return r, fmt.Errorf("tag currencies: %w", err)
	}
	if tag.Get("as") == "image" {
		r.rules = append(r.rules, AllowFalse(), ObjectByID())
	}
	if own, ok := tag.Lookup("rule"); ok {
		for word := range strings.SplitSeq(own, ",") {
			key, value, _ := strings.Cut(word, "=")
			if err := r.add(key, value); err != nil {
				return r, fmt.Errorf("tag rule: %s: %w", word, err)
			}
		}
	}
	for _, key := range checked {
		if value, ok := tag.Lookup(key); ok {
			if err := r.add(key, value); err != nil {
				return r, fmt.Errorf("tag %s: %w", key, err)
			}
		}
	}
	return r, nil
}

// add adds one rule.
func (r *fieldRules) add(key, value string) (err error) {
	number := func(rule func(n float64) Rule) (err error) {
		n, err := strconv.ParseFloat(value, 64)
		r.rules = append(r.rules, rule(n))
		return err
	}
	switch key {
	case "nonempty":
		r.rules = append(r.rules, NonEmpty())
	case "notnull":
		r.rules = append(r.rules, NotNull())
	case "lenient": // Stands before what it takes back.
		r.lenient = true
	case "synonym":
		at := strings.LastIndex(value, ":")
		r.rules = append(r.rules, Synonym(value[:max(at, 0)], value[at+1:]))
	case "digits":
		r.digits, err = strconv.Atoi(value)
	case "scale":
		r.scale, err = strconv.Atoi(value)
	case "minimum":
		err = number(Min)
	case "maximum":
		if !r.lenient {
			err = number(Max)
		}
	case "maxLength":
		err = number(func(n float64) Rule { return MaxLength(int(n)) })
	case "minItems":
		if r.rules = append(r.rules, NonEmpty()); value != "1" {
			err = fmt.Errorf("1 is the only least number of elements")
		}
	case "maxItems":
		err = number(func(n float64) Rule { return MaxItems(int(n)) })
	case "enum":
		if !r.lenient {
			r.rules = append(r.rules, Enum(strings.Split(value, ",")...))
		}
	case "pattern":
		var expression *regexp.Regexp
		expression, err = regexp.Compile(value)
		r.rules = append(r.rules, Pattern(expression))
	default:
		err = fmt.Errorf("there is no such rule")
	}
	return err
}
