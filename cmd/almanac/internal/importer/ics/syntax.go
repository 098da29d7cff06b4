package ics

import (
	"fmt"
	"unicode/utf8"
)

// SyntaxError tells where a file is not iCalendar, and what was expected there.
type SyntaxError struct {
	Line int    // Counted from 1; that with which a folded line begins.
	Text string // A sentence without its end.
}

// Error implements error.
func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// faulty returns a SyntaxError.
func faulty(line int, format string, args ...any) error {
	return &SyntaxError{Line: line, Text: fmt.Sprintf(format, args...)}
}

// longestQuote is how many characters of a file a sentence repeats.
const longestQuote = 60

// quote repeats a part of a file in a sentence.
func quote(s string) string {
	if utf8.RuneCountInString(s) > longestQuote {
		s = string([]rune(s)[:longestQuote]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
