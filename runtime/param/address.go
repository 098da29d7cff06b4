package param

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
)

// MethodQuery is the method QUERY (RFC 10008): a read whose parameters are in its body. net/http
// has no constant for it.
const MethodQuery = "QUERY"

// Address returns the values as the query of the address that means the same, names in
// alphabetical order. isList says whether a name is that of a list, and takes whether a name
// is left in. null leaves a parameter out, as an address has no word for it.
//
// The error is a 400 rest_invalid_param for what no address can hold: null in a list, and brackets
// in the names of an object.
func (v *Values) Address(takes, isList func(name string) bool) (string, error) {
	var b strings.Builder
	errs := apierror.FieldErrors{}
	for _, name := range v.Names() {
		if !takes(name) {
			continue
		}
		value, _ := v.LookupAll(name)
		if !isList(name) {
			value, _ = v.Lookup(name) // The last one counts.
		}
		if unfit := appendTo(&b, name, value, isList(name)); unfit {
			errs.Add(name, "", "%s must not contain null in a list, or brackets in a name.", apierror.Param(name))
		}
	}
	if f := errs.Err(nil); f != nil {
		return "", f
	}
	return b.String(), nil
}

// appendTo adds a parameter to a query. It reports whether its value does not fit.
func appendTo(b *strings.Builder, name string, value any, isList bool) (unfit bool) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if strings.ContainsAny(key, "[]") || appendTo(b, name+"["+key+"]", v[key], false) {
				return true
			}
		}
	case []any:
		return appendList(b, name, v, isList)
	case nil:
	default:
		text, fits := TextOf(value)
		if fits {
			appendText(b, name, text)
		}
		return !fits
	}
	return false
}

// appendList adds a list to a query. It is one parameter where its elements have no commas and no
// blanks around them: a request may have fewer parameters than a list may have elements.
func appendList(b *strings.Builder, name string, list []any, isList bool) (unfit bool) {
	var texts []string
	for _, element := range list {
		text, fits := TextOf(element)
		if !fits || text == "" || strings.TrimSpace(text) != text || strings.Contains(text, ",") {
			isList = false
			break
		}
		texts = append(texts, text)
	}
	if isList || len(list) == 0 {
		appendText(b, name, strings.Join(texts, ","))
		return false
	}
	for i, element := range list {
		if element == nil || appendTo(b, name+"["+strconv.Itoa(i)+"]", element, false) {
			return true
		}
	}
	return false
}

// appendText adds a text to a query.
func appendText(b *strings.Builder, name, text string) {
	if b.Len() > 0 {
		b.WriteByte('&')
	}
	b.WriteString(url.QueryEscape(name))
	b.WriteByte('=')
	b.WriteString(url.QueryEscape(text))
}

// TextOf returns a text, a number or a truth value, of the types of Lookup, as an address has it, and false
// for others.
func TextOf(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case json.Number:
		return v.String(), true
	}
	return "", false
}
