package fetch

import (
	"bytes"
	"encoding/json"
	"regexp"

	"almanac/runtime/text"
)

// warning is a word of PHP in what it writes before an answer.
var warning = regexp.MustCompile(`(?:Warning|Notice|Deprecated|Strict Standards)(?:</b>)?:`)

// What a notice may have: bytes, braces that begin no answer, and bytes that
// are shown.
const (
	longestNotice = 64 << 10
	mostBraces    = 20 // Or brackets.
	shownNotice   = 160
)

// beginning is how an object, or a list of them, begins.
var beginning = regexp.MustCompile(`\{"|\[\{"|\[\]`)

// cutNotice returns the JSON behind the warnings that a site in debug
// mode writes before it, and the warnings.  Any other answer is returned as it is.
func cutNotice(body []byte) (rest []byte, notice string) {
	if bytes.HasPrefix(body, []byte("{")) || bytes.HasPrefix(body, []byte("[")) {
		return body, ""
	}
	head := body[:min(len(body), longestNotice)]
	at := 0
	for range mostBraces {
		next := beginning.FindIndex(head[at:])
		if next == nil {
			return body, ""
		}
		at += next[0]
		if warning.Match(head[:at]) && json.Valid(body[at:]) {
			return body[at:], string(head[:at])
		}
		at++
	}
	return body, ""
}

// notice counts a notice.
func (c *Client) notice(notice string) {
	c.notices.Answers++
	if c.notices.First == "" {
		plain := []rune(text.Plain(text.StripTags(notice)))
		c.notices.First = string(plain[:min(len(plain), shownNotice)])
	}
}
