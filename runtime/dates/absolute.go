package dates

// IsAbsolute reports whether a text that Parse takes means the same at any time:
// a timestamp, or what begins with a date in digits.  It is false for some other
// texts that do too, such as "March 5 2027".
func IsAbsolute(text string) bool {
	tokens, ok := lex(text)
	if !ok {
		return false
	}
	if _, matched, err := timestamp(tokens); matched || err != nil {
		return err == nil
	}
	matched, err := newParser(tokens, Zone{}, 0).numericDate()
	return matched && err == nil
}
