package dates

import (
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"almanac/runtime/messages"
)

const (
	// maxText bounds the work for one text, in bytes; the longest sensible form
	// has about 40.
	maxText = 100
	// maxEcho bounds what a message repeats of a text, in runes.
	maxEcho = 40
	// Digits of a timestamp without "@": with fewer, and with more, a number is a date, or a
	// mistake, such as a lone year or milliseconds.
	fewestDigits, mostDigits = 9, 11
)

// parseError says why a text is not a date; the message for the client ends with
// it.
type parseError string

// Error returns the reason.
func (e parseError) Error() string { return string(e) }

const (
	notUnderstood parseError = `send YYYY-MM-DD, YYYY-MM-DD HH:MM:SS, MM/DD/YYYY, RFC 3339, a Unix timestamp, or ` +
		`an English phrase such as "tomorrow 9am", "next wednesday 4pm" or "+2 weeks"`
	tooLong      parseError = "send at most 100 characters"
	otherDigits  parseError = "a number must be YYYYMMDD, YYYYMMDDHHMMSS, or a Unix timestamp of 9 to 11 digits"
	noSuchTime   parseError = "hours run from 00 to 23, or from 1 to 12 with am or pm; minutes and seconds from 00 to 59"
	noSuchOffset parseError = "an offset runs from -23:59 to +23:59"
	outOfRange   parseError = "it must lie in the years 0000 to 9999"
)

// Parse reads a date text in z: YYYY-MM-DD or MM/DD/YYYY with an
// optional time, YYYYMMDD, YYYYMMDDHHMMSS, RFC 3339 (the offset is honoured by conversion
// into z), a Unix timestamp of 9 to 11 digits (any number after "@"), or an English
// form of the closed grammar in phrase.go, counted from now.  English forms
// mean what they mean to PHP, which WordPress uses.  A time that the clocks of z
// skip moves forward; one that comes twice is the first of the two, unless an offset
// or a timestamp names the second.  The local time is in the years 0000 to 9999; the
// instant may be some hours outside of them.  Every other text, impossible dates
// included, gives an error that is a sentence for the client.  It takes linear time
// and repeats no more than 40 characters of the text.
func Parse(text string, z Zone, now time.Time) (Moment, error) {
	instant, written, err := parse(text, z, now)
	local := z.toLocal(instant)
	if err == nil && (local < firstSecond || local > lastSecond) {
		err = outOfRange
	}
	if err != nil {
		return Moment{}, messages.NewMessage("%s is not a date: %s", quote(text), err.Error())
	}
	m := Moment{Local: FromUnix(local), Instant: time.Unix(instant, 0).UTC(), Exact: written == nil}
	if m.Written = m.Local; written != nil {
		m.Written = FromUnix(*written)
	}
	return m, nil
}

// parse returns the instant that a text means, and the local time that it names, nil
// where it names the instant itself.  Both are seconds since 1970, without regard to
// the range of a WallTime.
func parse(text string, z Zone, now time.Time) (instant int64, written *int64, err error) {
	if len(text) > maxText {
		return 0, nil, tooLong
	}
	tokens, ok := lex(text)
	if !ok {
		return 0, nil, notUnderstood
	}
	if stamp, matched, err := timestamp(tokens); matched || err != nil {
		return stamp, nil, err
	}
	p := newParser(tokens, z, now.Unix())
	if err := p.phrase(); err != nil {
		return 0, nil, err
	}
	return p.resolve()
}

// timestamp reads "1809000000", "-1809000000", "@1809000000" or "@-86400" as an instant.
// The mark "@" allows numbers of any length.
func timestamp(tokens []token) (instant int64, matched bool, err error) {
	marked := len(tokens) > 1 && tokens[0].kind == '@'
	if marked {
		tokens = tokens[1:]
	}
	if marked && !tokens[0].glued {
		return 0, false, nil
	}
	sign := ""
	if len(tokens) == 2 && tokens[1].glued && (tokens[0].kind == '-' || tokens[0].kind == '+') {
		sign, tokens = string(tokens[0].kind), tokens[1:]
	}
	if len(tokens) != 1 || tokens[0].kind != number {
		return 0, false, nil
	}
	text := tokens[0].text
	switch n := len(text); {
	case marked:
	case sign == "" && isCompact(text):
		return 0, false, nil
	case n < fewestDigits || n > mostDigits:
		return 0, false, otherDigits
	}
	instant, err = strconv.ParseInt(sign+text, 10, 64)
	if err != nil || instant < firstSecond-secondsPerDay || instant > lastSecond+secondsPerDay {
		return 0, false, outOfRange
	}
	return instant, true, nil
}

// quote repeats the beginning of a client's text in a message: at most maxEcho
// runes, and never more than 200 characters with all escapes.
func quote(text string) string {
	quoted := fmt.Sprintf("%.*q", maxEcho, text)
	if utf8.RuneCountInString(quoted) > 4*maxEcho {
		return "the text"
	}
	return quoted
}
