// Package jsonenc appends values to JSON text (RFC 8259) without reflection.  The
// output is that of encoding/json, except that & is not escaped; < and > are, so
// that a response embedded in an HTML page cannot open or close an element.
package jsonenc

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// Appender is a value that appends itself to JSON text.
type Appender interface {
	AppendJSON(b []byte) []byte
}

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string.  Invalid UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	plain := 0 // Start of the bytes that are not appended yet.
	for i := 0; i < len(s); {
		if i+8 <= len(s) && unescapedWord(word(s[i:i+8])) {
			i += 8
			continue
		}
		c := s[i]
		if c < utf8.RuneSelf {
			if unescaped(c) {
				i++
				continue
			}
			b = escape(append(b, s[plain:i]...), c)
			i++
			plain = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[plain:i]...), `\ufffd`...)
		case r == '\u2028' || r == '\u2029': // Line ends of JavaScript.
			b = append(append(b, s[plain:i]...), `\u202`...)
			b = append(b, hexDigits[r&0xf])
		default:
			i += size
			continue
		}
		i += size
		plain = i
	}
	return append(append(b, s[plain:]...), '"')
}

// word returns the first eight bytes of s as a little-endian number.
func word(s string) uint64 {
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Numbers that repeat one byte eight times: 0x01 and 0x80.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// unescapedWord reports whether eight bytes are ASCII characters that stand for
// themselves.  It looks at all of them at once: a subtraction borrows from the
// high bit of a byte that is less (see "Bit Twiddling Hacks" on finding a byte
// in a word), and what is not ASCII has that bit already.
func unescapedWord(w uint64) bool {
	found := w | (w - ' '*ones) | // Not ASCII, or below the space.
		(w ^ '"'*ones - ones) | (w ^ '\\'*ones - ones) | (w ^ '<'*ones - ones) | (w ^ '>'*ones - ones) // Equal.
	return found&highs == 0
}

// unescaped reports whether an ASCII character stands for itself.
func unescaped(c byte) bool {
	return c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>'
}

// escape appends an ASCII character that does not stand for itself.
func escape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
}

// AppendInt appends n in decimal.
func AppendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

// AppendBool appends true or false.
func AppendBool(b []byte, v bool) []byte { return strconv.AppendBool(b, v) }

// AppendOptionalBool appends true, false, or null for nil.
func AppendOptionalBool(b []byte, v *bool) []byte {
	if v == nil {
		return AppendNull(b)
	}
	return AppendBool(b, *v)
}

// AppendNumber appends a finite number, the shortest text that reads back as the same: with an
// exponent where encoding/json writes one.
func AppendNumber(b []byte, v float64) []byte {
	if size := math.Abs(v); size == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, v, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // e-09 is written e-9.
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// AppendOptionalNumber appends a finite number, or null for nil.
func AppendOptionalNumber(b []byte, v *float64) []byte {
	if v == nil {
		return AppendNull(b)
	}
	return AppendNumber(b, *v)
}

// AppendNull appends null.
func AppendNull(b []byte) []byte { return append(b, "null"...) }

// AppendStrings appends an array of strings, null for nil.
func AppendStrings(b []byte, list []string) []byte {
	if list == nil {
		return AppendNull(b)
	}
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendString(b, s)
	}
	return append(b, ']')
}

// AppendList appends an array of values, null for nil.
func AppendList[T Appender](b []byte, list []T) []byte {
	if list == nil {
		return AppendNull(b)
	}
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = list[i].AppendJSON(b)
	}
	return append(b, ']')
}

// EndObject closes an object whose members were each appended with a comma after
// them: it replaces the last comma by }.  An object without members gets a }.
func EndObject(b []byte) []byte {
	if last := len(b) - 1; b[last] == ',' {
		b[last] = '}'
		return b
	}
	return append(b, '}')
}
