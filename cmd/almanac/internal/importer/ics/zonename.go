package ics

import (
	"fmt"
	"regexp"
	"strings"

	"almanac/runtime/dates"
)

// segments is how many parts of a path an IANA name has at most.
const segments = 3

// knownZone returns the zone that a name means by itself: an IANA name, also one that
// is spelled as in a file name or comes after a path; a name of Windows, whole or as
// programs shorten and show it; or an offset.
func knownZone(name string) (dates.Zone, bool) {
	name = strings.Trim(strings.TrimSpace(name), `"`)
	if name == "" {
		return dates.Zone{}, false
	}
	if strings.EqualFold(name, "tzone://Microsoft/Utc") || strings.EqualFold(name, "Z") ||
		strings.EqualFold(name, "Zulu") {
		return dates.Zone{}, true
	}
	if z, err := dates.ParseZone(name); err == nil {
		return z, true
	}
	if z, ok := windowsZone(name); ok {
		return z, true
	}
	path := strings.NewReplacer(`\`, "/", " ", "_").Replace(name)
	parts := strings.Split(path, "/")
	for n := min(segments, len(parts)); n > 1; n-- {
		if z, err := dates.ParseZone(strings.Join(parts[len(parts)-n:], "/")); err == nil {
			return z, true
		}
	}
	if z, err := dates.ParseZone(strings.Replace(path, "-", "/", 1)); err == nil && strings.Contains(path, "-") {
		return z, true
	}
	for n := 1; n < segments; n++ { // Europe_Berlin.
		if z, err := dates.ParseZone(strings.Replace(path, "_", "/", n)); err == nil && strings.Contains(path, "_") {
			return z, true
		}
	}
	if z, err := dates.ParseZone(abbreviated[strings.ToUpper(name)]); err == nil {
		return z, true
	}
	if z, ok := offsetName(name); ok {
		return z, true
	}
	return placeZone(name, func(dates.Zone) bool { return true })
}

// abbreviated are abbreviations that mean one zone, wherever they are used.
var abbreviated = map[string]string{
	"EDT": "America/New_York", "CST": "America/Chicago", "CDT": "America/Chicago", "MDT": "America/Denver",
	"PST": "America/Los_Angeles", "PDT": "America/Los_Angeles",
	"AKST": "America/Anchorage", "AKDT": "America/Anchorage", "CEST": "CET", "EEST": "EET", "WEST": "WET",
	"BST": "Europe/London",
	"JST": "Asia/Tokyo", "AEST": "Australia/Sydney", "AEDT": "Australia/Sydney", "NZST": "Pacific/Auckland",
	"NZDT": "Pacific/Auckland",
}

// numbered finds the number by which Exchange tells zones of one name apart.
var numbered = regexp.MustCompile(`\s+[0-9]+$`)

// windowsZone returns the zone of a name of Windows, also without "Standard", or in
// summer time.
func windowsZone(name string) (dates.Zone, bool) {
	name = strings.TrimSpace(strings.TrimSuffix(numbered.ReplaceAllString(name, ""), "(US & Canada)"))
	short := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, " Time"), " Daylight"), " Standard")
	for _, full := range []string{name, short + " Standard Time"} {
		if iana := windows(full); iana != "" {
			z, err := dates.ParseZone(iana)
			return z, err == nil
		}
	}
	return dates.Zone{}, false
}

// offsetNames is the form of names that tell an offset, and some of them places, as
// Windows shows its zones: "GMT+0200", "(UTC+01:00) Amsterdam, Berlin, Bern".
var offsetNames = regexp.MustCompile(
	`(?i)^\(?\s*(?:GMT|UTC)?\s*([+-])\s*([0-9]{1,2})(?:[:.]?([0-9]{2}))?\s*\)?\s*(.*)$`,
)

// offsetName returns the zone of a name that tells an offset: that of the first of its
// places that has this offset in winter or in summer, else the offset.
func offsetName(name string) (dates.Zone, bool) {
	if strings.HasPrefix(strings.ToUpper(name), "(UTC)") || strings.HasPrefix(strings.ToUpper(name), "(GMT)") {
		name = "(UTC+00:00)" + name[len("(UTC)"):]
	}
	parts := offsetNames.FindStringSubmatch(name)
	if parts == nil || strings.ContainsAny(parts[4], "+-") { // Another offset tells that this is not all of it.
		return dates.Zone{}, false
	}
	minutes := parts[3]
	if minutes == "" {
		minutes = "00"
	}
	offset, err := dates.ParseZone(fmt.Sprintf("%s%02s:%s", parts[1], parts[2], minutes))
	if err != nil {
		return dates.Zone{}, false
	}
	if offset.Offset("2026-01-01 00:00:00") == 0 {
		offset = dates.Zone{}
	}
	agrees := func(z dates.Zone) bool {
		const winter, summer = dates.WallTime("2026-01-01 00:00:00"), dates.WallTime("2026-07-01 00:00:00")
		return z.Offset(winter) == offset.Offset(winter) || z.Offset(summer) == offset.Offset(winter)
	}
	if z, ok := windowsZone(parts[4]); ok && agrees(z) {
		return z, true
	}
	if z, ok := placeZone(parts[4], agrees); ok {
		return z, true
	}
	return offset, true
}

// placeZone returns the zone of the first of some places that is the right one.
func placeZone(places string, right func(dates.Zone) bool) (dates.Zone, bool) {
	for place := range strings.FieldsFuncSeq(places, func(c rune) bool { return c == ',' || c == '/' }) {
		place = strings.ReplaceAll(strings.TrimSpace(place), " ", "_")
		for _, part := range []string{"Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian"} {
			if z, err := dates.ParseZone(part + "/" + place); err == nil && right(z) {
				return z, true
			}
		}
	}
	return dates.Zone{}, false
}
