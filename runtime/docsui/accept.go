package docsui

import (
	"strconv"
	"strings"
)

// PrefersHTML reports whether an Accept header (RFC 9110, section 12.5.1) ranks
// HTML above JSON.  JSON is the default: wildcards stand for it, and a tie is
// its.  Only a header that names text/html or application/xhtml+xml, as those
// of browsers do, can ask for HTML.
func PrefersHTML(accept string) bool {
	weights := parse(accept)
	page := max(weights["text/html"], weights["application/xhtml+xml"])
	return page > first(weights, "application/json", "application/*", "*/*")
}

// NegotiateType returns the one of the media types that an Accept header (RFC 9110,
// section 12.5.1) ranks highest, "" when that is JSON.  JSON is the default: it
// wins where no other type is named, and where it is named with the same
// weight.  Against wildcards a type that is named wins, because programs send
// them for whatever else there may be.  Of several the first one counts.
func NegotiateType(accept string, types ...string) string {
	weights := parse(accept)
	best, preferred := weights["application/json"], ""
	for _, name := range types {
		if q := weights[name]; q > best {
			best, preferred = q, name
		}
	}
	if preferred == "" || best < first(weights, "application/json", "application/*", "*/*") {
		return ""
	}
	return preferred
}

// acceptsGzip reports whether an Accept-Encoding header (RFC 9110, section
// 12.5.3) takes gzip, and likes it no less than plain bytes.  Clients that send
// no header could take it, too, but some, such as curl, would not understand it.
func acceptsGzip(header string) bool {
	weights := parse(header)
	q := first(weights, "gzip", "x-gzip", "*")
	return q > 0 && q >= weights["identity"]
}

// first returns the weight of the first of the names that is there, otherwise
// 0.
func first(weights map[string]float64, names ...string) float64 {
	for _, name := range names {
		if q, ok := weights[name]; ok {
			return q
		}
	}
	return 0
}

// parse returns the weight, 0 to 1, of each member of a header such as Accept,
// by its name in lower case.  Of a name that comes twice, the higher weight
// counts; members that are not well-formed are left out.
func parse(header string) map[string]float64 {
	weights := map[string]float64{}
	for _, member := range split(header, ',') {
		params := split(member, ';')
		name := strings.ToLower(strings.TrimSpace(params[0]))
		q, ok := weight(params[1:])
		if name == "" || !ok {
			continue
		}
		if old, seen := weights[name]; !seen || q > old {
			weights[name] = q
		}
	}
	return weights
}

// weight returns the value of parameter q, 1 when it is absent, and false when
// it is no number from 0 to 1 (RFC 9110, section 12.4.2).
func weight(params []string) (float64, bool) {
	for _, p := range params {
		name, value, _ := strings.Cut(p, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		// Other characters would let "NaN", "1e-1" and "+1" pass for a number.
		value = strings.TrimSpace(value)
		if strings.Trim(value, "0123456789.") != "" {
			return 0, false
		}
		q, err := strconv.ParseFloat(value, 64)
		return q, err == nil && q <= 1
	}
	return 1, true
}

// split cuts a header at each separator outside quoted strings.
func split(header string, separator byte) []string {
	var parts []string
	start, quoted := 0, false
	for i := 0; i < len(header); i++ {
		switch c := header[i]; {
		case c == '\\' && quoted:
			i++ // The next character stands for itself.
		case c == '"':
			quoted = !quoted
		case c == separator && !quoted:
			parts = append(parts, header[start:i])
			start = i + 1
		}
	}
	return append(parts, header[start:])
}
