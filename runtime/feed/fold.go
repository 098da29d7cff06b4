package feed

import (
	"bytes"
	"unicode/utf8"
)

// maxLine is the length of a line of iCalendar in octets, without its break
// (RFC 5545, section 3.1).
const maxLine = 75

// fold breaks the long lines of iCalendar, which the library leaves whole.  A
// break never parts the octets of a character.
func fold(content []byte) []byte {
	out := bytes.NewBuffer(make([]byte, 0, len(content)+len(content)/maxLine*3))
	for line := range bytes.Lines(content) {
		room := maxLine
		for body := bytes.TrimRight(line, "\r\n"); len(body) > room; {
			cut := room
			for cut > 1 && !utf8.RuneStart(body[cut]) {
				cut--
			}
			out.Write(body[:cut])
			out.WriteString("\r\n ")
			body, line, room = body[cut:], line[cut:], maxLine-1 // The blank counts.
		}
		out.Write(line)
	}
	return out.Bytes()
}
