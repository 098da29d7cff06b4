package ics

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"io"
	"mime/quotedprintable"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/emersion/go-ical"
	"golang.org/x/text/encoding/charmap"
)

// property is a property together with where it stands.
type property struct {
	ical.Prop
	line int
	// text is the line where it may be none of iCalendar, but the rest of a text
	// with a raw line break.  It is all there is where Name is empty.
	text   string
	broken bool // It is a property of iCalendar without a value, and no rest of a text.
}

// param returns the first value of a parameter, "" when it is not there.
func (p *property) param(name string) string { return p.Params.Get(name) }

// lines reads a file line by line.
type lines struct {
	rest  string
	next  int  // Number of the line that rest begins with.
	blank int  // Empty lines before the last one that was read.
	lower bool // Names may be in lower case: the first one is.
	other bool // Some of it was no UTF-8.
}

// newLines begins to read a file in any Unicode.  U+0000 is left out, for no
// database column takes it.
func newLines(content []byte) *lines {
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xfe")):
		content = fromUTF16(content[2:], binary.LittleEndian)
	case bytes.HasPrefix(content, []byte("\xfe\xff")):
		content = fromUTF16(content[2:], binary.BigEndian)
	}
	text := strings.NewReplacer("\ufeff", "", "\x00", "").Replace(string(content))
	if !strings.Contains(text, "\n") { // As old programs end lines.
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	l := &lines{next: 1}
	l.rest = strings.TrimLeft(text, " \t\r\n")
	l.next += strings.Count(text[:len(text)-len(l.rest)], "\n")
	l.lower = strings.HasPrefix(l.rest, "begin")
	if indented.MatchString(l.rest) {
		l.rest = indent.ReplaceAllString(l.rest, "")
	}
	return l
}

// indented finds files whose lines are indented, so that none of them is folded.
var (
	indented = regexp.MustCompile(`(?i)^BEGIN:VCALENDAR\s*\n[ \t]+[A-Z-]+[;:]`)
	indent   = regexp.MustCompile(`(?m)^[ \t]+`)
)

// fromUTF16 decodes UTF-16.
func fromUTF16(content []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, 0, len(content)/2)
	for ; len(content) > 1; content = content[2:] {
		units = append(units, order.Uint16(content))
	}
	return []byte(string(utf16.Decode(units)))
}

// physical takes the next line off the text, without its end.
func (l *lines) physical() string {
	line, rest, _ := strings.Cut(l.rest, "\n")
	l.rest = rest
	l.next++
	return strings.TrimRight(line, "\r")
}

// folded takes off empty lines that stand inside of a folded one, as some
// programs write them, and reports whether the line goes on.
func (l *lines) folded() bool {
	rest := strings.TrimLeft(l.rest, "\r\n")
	if !strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, "\t") {
		return false
	}
	l.next += strings.Count(l.rest[:len(l.rest)-len(rest)], "\n")
	l.rest = rest
	return true
}

// logical returns the next line with those that continue it (RFC 5545, section
// 3.1), and its number; 0 at the end.  Empty lines are passed over, as every
// program does.  A line in quoted-printable goes on after an equals sign.
func (l *lines) logical() (string, int) {
	l.blank = 0
	for l.rest != "" {
		number := l.next
		line := l.physical()
		soft := strings.HasSuffix(line, "=") && encodedLine.MatchString(line)
		encoded := soft
		if soft || l.folded() {
			var whole strings.Builder
			whole.WriteString(line)
			for l.rest != "" && (soft || l.folded()) {
				more := l.physical()
				if soft {
					whole.WriteString("\r\n" + more)
				} else {
					whole.WriteString(more[1:])
				}
				soft = encoded && strings.HasSuffix(more, "=")
			}
			line = whole.String()
		}
		if strings.TrimSpace(line) != "" {
			return l.utf8(line), number
		}
		l.blank++
	}
	return "", 0
}

// encodedLine finds lines whose value is in quoted-printable (vCalendar 1.0).
var encodedLine = regexp.MustCompile(`(?i)^[^:]*;\s*(?:ENCODING\s*=\s*)?QUOTED-PRINTABLE`)

// utf8 returns a line in UTF-8.  What is in another encoding is read as the one
// that is most common; only whole lines tell, which may be folded inside of a letter.
func (l *lines) utf8(line string) string {
	if utf8.ValidString(line) {
		return line
	}
	l.other = true
	decoded, err := charmap.Windows1252.NewDecoder().String(line)
	if err != nil {
		return strings.ToValidUTF8(line, "\ufffd")
	}
	return decoded
}

// property returns the next property, nil at the end.
func (l *lines) property() *property {
	text, number := l.logical()
	if number == 0 {
		return nil
	}
	p := &property{Prop: ical.Prop{Params: ical.Params{}}, line: number}
	end := strings.IndexAny(text, ";:")
	if end < 1 || !isToken(strings.TrimSpace(text[:end])) {
		p.text = text
		return p
	}
	name := strings.TrimSpace(text[:end])
	upper := strings.ToUpper(name)
	if colonParam.MatchString(text[end:]) {
		text = text[:end] + ";" + text[end+1:]
	}
	head, value, ok := dated(upper, text[end:])
	if !ok {
		value, ok = p.parameters(text[end:])
	} else if _, ok = p.parameters(head + ":"); ok {
		p.zoneID(head)
	}
	if !ok {
		p.text, p.broken = text, l.isName(name, "")
		return p
	}
	p.Name, p.Value = upper, value
	if !l.isName(name, value) {
		p.text = text
	}
	l.decode(p)
	return p
}

// isName reports whether what stands before a colon is surely the name of a
// property, and not a word of a text that goes on after a raw line break.
func (l *lines) isName(name, value string) bool {
	upper := strings.ToUpper(name)
	switch {
	case strings.HasPrefix(upper, "X-"):
		return true
	case name != upper && !l.lower:
		return false
	case slices.Contains(names, upper):
		return true
	}
	return !strings.HasPrefix(value, " ") && !strings.HasPrefix(value, "//")
}

// names are the names that iCalendar and its extensions have for properties (RFC
// 5545, 7953, 7986, 9073 and 9074), and vCalendar 1.0.
var names = strings.Fields(`
ACKNOWLEDGED ACTION ATTACH ATTENDEE BEGIN BUSYTYPE CALENDAR-ADDRESS CALSCALE CATEGORIES CLASS COLOR COMMENT COMPLETED
CONFERENCE CONTACT CREATED DAYLIGHT DCREATED DESCRIPTION DTEND DTSTAMP DTSTART DUE DURATION END EXDATE EXRULE FREEBUSY
GEO IMAGE LAST-MODIFIED LOCATION LOCATION-TYPE METHOD NAME ORGANIZER PARTICIPANT-TYPE PERCENT-COMPLETE PRIORITY PRODID
PROXIMITY RDATE RECURRENCE-ID REFRESH-INTERVAL RELATED-TO REPEAT REQUEST-STATUS RESOURCE-TYPE RESOURCES RRULE SEQUENCE
SOURCE STATUS STRUCTURED-DATA STYLED-DESCRIPTION SUMMARY TIMEZONE-ID TRANSP TRIGGER TZ TZID TZID-ALIAS-OF TZNAME
TZOFFSETFROM TZOFFSETTO TZUNTIL TZURL UID URL VERSION`)

// isText reports whether the value of a property is a text that goes on after a
// raw line break.
func isText(name string) bool {
	switch name {
	case "SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT", "CATEGORIES", "RESOURCES", "STYLED-DESCRIPTION",
		"NAME":
		return true
	}
	return strings.HasPrefix(name, "X-")
}

// dateNames are the properties that hold dates.
var dateNames = []string{"DTSTART", "DTEND", "RECURRENCE-ID", "EXDATE", "RDATE", "DUE"}

// firstDate finds where the value of such a property begins: names of zones have
// colons too, and not every program puts those into quotation marks.
var firstDate = regexp.MustCompile(`:\s*(?:[0-9]{8}|[0-9]{4}-[0-9]{2}-[0-9]{2})(?:[^0-9]|$)`)

// colonParam finds a parameter of dates behind a colon instead of a semicolon.
var colonParam = regexp.MustCompile(`(?i)^:(?:TZID|VALUE)=[^:]*:\s*[0-9]{8}`)

// dated parts a property with dates into its parameters and its value.
func dated(name, text string) (head, value string, ok bool) {
	if !slices.Contains(dateNames, name) || !strings.HasPrefix(text, ";") {
		return "", "", false
	}
	at := firstDate.FindStringIndex(text)
	if at == nil {
		return "", "", false
	}
	return text[:at[0]], text[at[0]+1:], true
}

// zoneParam finds the name of a zone as it is written, with commas and colons.
var zoneParam = regexp.MustCompile(`(?i);\s*TZID\s*=\s*(?:"([^"]*)"|([^;"]*))\s*(?:;|$)`)

// zoneID sets the name of the zone.
func (p *property) zoneID(head string) {
	if parts := zoneParam.FindStringSubmatch(head); parts != nil {
		p.Params.Set("TZID", strings.TrimSpace(parts[1]+parts[2]))
	}
}

// parameters reads the parameters, and returns the value that follows them; false
// if there is none.  Quotation marks inside of a value that is quoted belong to it.
func (p *property) parameters(rest string) (value string, ok bool) {
	open := true // A quotation mark further on may be the end of a value.
	for {
		if strings.HasPrefix(rest, ":") {
			return rest[1:], true
		}
		end := strings.IndexAny(rest[min(1, len(rest)):], "=;:") + 1
		if end < 1 {
			return "", false
		}
		name := strings.ToUpper(strings.TrimSpace(rest[1:end]))
		rest = rest[end:]
		if !strings.HasPrefix(rest, "=") {
			if name == "QUOTED-PRINTABLE" || name == "BASE64" {
				p.Params.Set("ENCODING", name)
			}
			continue
		}
		for more := true; more; more = strings.HasPrefix(rest, ",") {
			rest = strings.TrimLeft(rest[1:], " \t")
			quoted := strings.HasPrefix(rest, `"`)
			end := -1
			if quoted {
				rest = rest[1:]
				if at := closing.FindStringIndex(rest); open && at != nil {
					end = at[0]
				} else {
					open, quoted = false, false
				}
			}
			if end < 0 {
				end = strings.IndexAny(rest, ",;:")
			}
			if end < 0 {
				return "", false
			}
			p.Params[name] = append(p.Params[name], uncaret.Replace(strings.TrimSpace(rest[:end])))
			if rest = rest[end:]; quoted {
				rest = strings.TrimLeft(rest[1:], " \t")
			}
		}
	}
}

// closing finds the quotation mark that ends a value.
var closing = regexp.MustCompile(`"[ \t]*[,;:]`)

// uncaret reads the escapes of values of parameters (RFC 6868).
var uncaret = strings.NewReplacer("^^", "^", "^n", "\n", "^'", `"`)

// decode reads the encodings of vCalendar 1.0; of ATTACH, the value is a file.
func (l *lines) decode(p *property) {
	switch encoding := strings.ToUpper(p.param("ENCODING")); {
	case encoding == "QUOTED-PRINTABLE":
		text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(p.Value)))
		if err == nil {
			p.Value = l.utf8(string(text))
		}
	case (encoding == "BASE64" || encoding == "B") && isText(p.Name):
		text, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(p.Value, " ", ""))
		if err == nil {
			p.Value = l.utf8(string(text))
		}
	}
}

// isToken reports whether a text can be the name of a property or parameter.
// Old programs have underscores and dots in theirs.
func isToken(s string) bool {
	for _, c := range []byte(s) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (c < '0' || c > '9') && !strings.ContainsRune("-_.", rune(c)) {
			return false
		}
	}
	return s != ""
}
