package accept

import (
	"iter"
	"strconv"
	"strings"
)

// PrefersHTML reports whether the Accept fields of a request rank HTML above JSON.
// JSON is the default: wildcards stand for it, and a tie is its.  Only a header that
// names text/html or application/xhtml+xml, as those of browsers do, can ask for HTML.
func PrefersHTML(fields []string) bool {
	return max(weight(fields, "text/html"), weight(fields, "application/xhtml+xml")) > jsonWeight(fields)
}

// MediaType returns the one of the offered media types that the Accept fields of a request
// rank highest, "" when that is JSON.  JSON is the default: it wins where no other type is
// named, and where it is named with the same weight.  Against wildcards a type that is
// named wins, because programs send them for whatever else there may be.  Of equals the
// first one that is offered wins.
func MediaType(fields []string, offered ...string) string {
	best, most := "", weight(fields, "application/json")
	for _, name := range offered {
		if q := weight(fields, name); q > most {
			best, most = name, q
		}
	}
	if most < jsonWeight(fields) {
		return ""
	}
	return best
}

// jsonWeight returns the weight of JSON: that of the most specific range.
func jsonWeight(fields []string) float64 {
	return weight(fields, "application/json", "application/*", "*/*")
}

// Coding returns the one of the offered content codings that the Accept-Encoding fields of
// a request rank highest, "" when that is none.  Of equals the first one that is offered
// wins.  Clients that send no such field could take any, but some would not understand it.  For
// the same reason a wildcard stands for gzip alone, which all of them have.
func Coding(fields []string, offered ...string) string {
	best, most := "", 0.0
	for _, name := range offered {
		names := []string{name, "*"}
		if name != "gzip" {
			names = names[:1]
		}
		if q := weight(fields, names...); q > most {
			best, most = name, q
		}
	}
	if weight(fields, "identity") > most {
		return ""
	}
	return best
}

// weight returns the weight of the first of the names that the fields have, 0 when they
// have none.  Of a name that comes twice, the higher weight counts.
func weight(fields []string, names ...string) float64 {
	first, most := len(names), 0.0
	for member, q := range members(fields) {
		for i, name := range names {
			if i <= first && strings.EqualFold(member, name) {
				if i < first {
					first, most = i, q
				}
				most = max(most, q)
			}
		}
	}
	return most
}

// members yields the members of the fields, without parameters, and their weights.
// Members that are not well-formed are left out.
func members(fields []string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, field := range fields {
			for member := range split(field, ',') {
				if name, q, ok := parse(member); ok && !yield(name, q) {
					return
				}
			}
		}
	}
}

// parse returns the name of a member and its weight, 1 when it has none, and false when
// that is no number from 0 to 1 (RFC 9110, section 12.4.2).
func parse(member string) (name string, q float64, ok bool) {
	name, params, _ := strings.Cut(member, ";")
	name = strings.TrimSpace(name)
	if strings.EqualFold(name, "x-gzip") {
		name = "gzip" // RFC 9110, section 8.4.1.3.
	}
	for param := range split(params, ';') {
		key, value, _ := strings.Cut(param, "=")
		switch key, value = strings.TrimSpace(key), strings.TrimSpace(value); {
		case strings.EqualFold(key, "q"):
			// Other characters would let "NaN", "1e-1" and "+1" pass for a number.
			if strings.Trim(value, "0123456789.") != "" {
				return "", 0, false
			}
			q, err := strconv.ParseFloat(value, 64)
			return name, q, err == nil && q <= 1
		case key != "" && !strings.Contains(name, "/"):
			return "", 0, false // Only media types have parameters.
		}
	}
	return name, 1, name != ""
}

// split yields the parts of a text between separators outside quoted strings.
func split(text string, separator byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, quoted := 0, false
		for i := 0; i < len(text); i++ {
			switch c := text[i]; {
			case c == '\\' && quoted:
				i++ // The next character stands for itself.
			case c == '"':
				quoted = !quoted
			case c == separator && !quoted:
				if !yield(text[start:i]) {
					return
				}
				start = i + 1
			}
		}
		yield(text[start:])
	}
}
