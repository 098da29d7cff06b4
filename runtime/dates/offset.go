package dates

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	secondsPerMinute = 60
	secondsPerHour   = 3600
	secondsPerDay    = 86400

	// No place on earth is further from UTC than 14 hours.
	maxZoneOffset = 14 * secondsPerHour
	// RFC 3339, section 5.6, allows hours up to 23 in the offset of a date.
	maxDateOffset = 24*secondsPerHour - secondsPerMinute
)

// MaxOffset is more than any local time has ever been ahead of UTC or behind it.
// Fixed offsets go up to 14 hours; the local mean times of Manila and Alaska, which
// lie on the other side of today's date line, come near 16.
const MaxOffset = 16 * time.Hour

// parseOffset reads "+HH", "+HHMM" or "+HH:MM", or the same with a minus sign,
// as seconds east of UTC.
func parseOffset(text string) (int64, bool) {
	if len(text) < 3 || (text[0] != '+' && text[0] != '-') {
		return 0, false
	}
	hours, minutes := text[1:3], "00"
	switch rest := text[3:]; {
	case len(rest) == 2:
		minutes = rest
	case len(rest) == 3 && rest[0] == ':':
		minutes = rest[1:]
	case rest != "":
		return 0, false
	}
	return signed(text[0], hours, minutes)
}

// parseNamedOffset reads what follows "UTC" in the name of a zone: "+5",
// "-3.5" (a decimal fraction of an hour) or "+5:30".
func parseNamedOffset(text string) (int64, bool) {
	if text == "" || (text[0] != '+' && text[0] != '-') {
		return 0, false
	}
	if hours, minutes, found := strings.Cut(text[1:], ":"); found {
		if len(minutes) != 2 {
			return 0, false
		}
		return signed(text[0], hours, minutes)
	}
	hours, fraction, found := strings.Cut(text[1:], ".")
	if !found {
		return signed(text[0], hours, "00")
	}
	minutes, ok := fractionMinutes(fraction)
	if !ok {
		return 0, false
	}
	return signed(text[0], hours, minutes)
}

// fractionMinutes turns the decimals of an hour into two digits of minutes;
// decimals that are no whole minute are refused.
func fractionMinutes(decimals string) (string, bool) {
	if len(decimals) < 1 || len(decimals) > 2 {
		return "", false
	}
	hundredths, err := strconv.ParseUint((decimals + "0")[:2], 10, 8)
	if err != nil || hundredths*secondsPerMinute%100 != 0 {
		return "", false
	}
	return fmt.Sprintf("%02d", hundredths*secondsPerMinute/100), true
}

// signed joins a sign, one or two digits of hours and two of minutes.
func signed(sign byte, hours, minutes string) (int64, bool) {
	h, okHours := digits(hours, 2)
	m, okMinutes := digits(minutes, 2)
	if !okHours || !okMinutes || m > 59 {
		return 0, false
	}
	offset := int64(h*secondsPerHour + m*secondsPerMinute)
	if sign == '-' {
		offset = -offset
	}
	return offset, true
}

// digits reads a number of 1 to limit decimal digits and nothing else.
func digits(text string, limit int) (int, bool) {
	if text == "" || len(text) > limit {
		return 0, false
	}
	n := 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = 10*n + int(text[i]-'0')
	}
	return n, true
}

// clockOffset writes seconds east of UTC as "+05:30".  The odd seconds of local
// mean time are left out, because the form has no place for them.
func clockOffset(offset int64) string {
	sign, offset := signOf(offset)
	return fmt.Sprintf("%s%02d:%02d", sign, offset/secondsPerHour, offset%secondsPerHour/secondsPerMinute)
}

// namedOffset writes seconds east of UTC as WordPress names such zones: "UTC+5",
// "UTC-3.5", "UTC+5.75"; minutes that two decimals cannot hold follow a colon.
func namedOffset(offset int64) string {
	sign, offset := signOf(offset)
	hours, minutes := offset/secondsPerHour, offset%secondsPerHour/secondsPerMinute
	name := "UTC" + sign + strconv.FormatInt(hours, 10)
	if minutes == 0 {
		return name
	}
	if minutes%3 != 0 {
		return name + fmt.Sprintf(":%02d", minutes)
	}
	return name + "." + strings.TrimRight(fmt.Sprintf("%02d", minutes*100/secondsPerMinute), "0")
}

// signOf splits an offset into its sign and its size.
func signOf(offset int64) (string, int64) {
	if offset < 0 {
		return "-", -offset
	}
	return "+", offset
}
