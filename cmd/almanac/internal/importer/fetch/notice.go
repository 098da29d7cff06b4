package fetch

import (
	"bytes"
	"encoding/json"
	"regexp"

	"almanac/runtime/text"
)

// warning is a word of PHP in what it writes before a response.
var warning = regexp.MustCompile(`(?:Warning|Notice|Deprecated|Strict Standards)(?:</b>)?:`)

// What a notice may have: bytes, braces that begin no response, and bytes that
// are shown.
const (
	longestNotice = 64 << 10
	mostBraces    = 20 // Or brackets.
	shownNotice   = 160
)

// beginning is how an object, or a list of them, begins.
var beginning = regexp.MustCompile(`\{"|\[\{"|\[\]`)

// comments are HTML comments alone, such as caches write.
var comments = regexp.MustCompile(`^(?s:\s*<!--.*?-->)*\s*$`)

// cutNotice returns the JSON of a response without what is written around it: the warnings
// of a site in debug mode, which it returns, and comments of caches.  Any other response is
// returned as it is.
func cutNotice(body []byte) (rest []byte, notice string) {
	if bytes.HasPrefix(body, []byte("{")) || bytes.HasPrefix(body, []byte("[")) {
		value, after, ok := cutJSON(body)
		if !ok {
			return body, ""
		}
		return value, after
	}
	head := body[:min(len(body), longestNotice)]
	at := 0
	for range mostBraces {
		next := beginning.FindIndex(head[at:])
		if next == nil {
			return body, ""
		}
		at += next[0]
		if noticed := warning.Match(head[:at]); noticed || comments.Match(head[:at]) {
			if value, after, ok := cutJSON(body[at:]); ok {
				if noticed {
					after = string(head[:at]) + after
				}
				return value, after
			}
		}
		at++
	}
	return body, ""
}

// cutJSON cuts a text behind the JSON that it begins with, where comments may follow, or
// HTML such as warnings, which it returns.  It returns false for other texts.
func cutJSON(text []byte) (value json.RawMessage, notice string, ok bool) {
	if json.Valid(text) {
		return text, "", true
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if d.Decode(&value) != nil {
		return nil, "", false
	}
	rest := bytes.TrimSpace(text[d.InputOffset():])
	if comments.Match(rest) {
		return value, "", true
	}
	return value, string(rest), bytes.HasPrefix(rest, []byte("<"))
}

// notice counts a notice.
func (c *Client) notice(notice string) {
	c.notices.Responses++
	if c.notices.First == "" {
		plain := []rune(text.Plain(text.StripTags(notice)))
		c.notices.First = string(plain[:min(len(plain), shownNotice)])
	}
}
