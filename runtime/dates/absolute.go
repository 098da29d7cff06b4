package dates

// IsAbsolute reports whether the result of Parse for text is independent of the
// current time: text is a timestamp or begins with a numeric date.  It is false
// for other absolute forms, such as "March 5 2027".
func IsAbsolute(text string) bool {
	tokens, ok := lex(text)
	if !ok {
		return false
	}
	if _, matched, err := timestamp(tokens); matched || err != nil {
		return err == nil
	}
	p := newParser(tokens, Zone{}, 0)
	if matched, err := p.compactDate(); matched || err != nil {
		return err == nil
	}
	matched, err := p.numericDate()
	return matched && err == nil
}
