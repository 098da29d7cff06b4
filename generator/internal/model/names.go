package model

import "strings"

// initialisms has the parts of names that Go writes in capitals.
var initialisms = map[string]string{
	"id": "ID", "ids": "IDs", "url": "URL", "utc": "UTC", "sha256": "SHA256", "urls": "URLs", "ld": "LD", "json": "JSON",
}

// GoName returns the exported Go identifier of a wire name: start_date becomes
// StartDate, date_utc DateUTC.
func GoName(wire string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(wire, "_") {
		if capital, ok := initialisms[part]; ok {
			b.WriteString(capital)
			continue
		}
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// LowerFirst returns the unexported form of a Go identifier.
func LowerFirst(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:]
}
