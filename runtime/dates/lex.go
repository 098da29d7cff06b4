package dates

// Kinds of tokens that are longer than one character; a sign is its own kind.
const (
	end    byte = 0
	number byte = '0'
	word   byte = 'a'
)

// token is a run of digits, a run of letters (in lower case) or one sign.
type token struct {
	kind  byte
	text  string
	glued bool // No blank stands before it.
}

// is reports whether t is one of the words.
func (t token) is(words ...string) bool {
	for _, w := range words {
		if t.kind == word && t.text == w {
			return true
		}
	}
	return false
}

// lex cuts a text into tokens.  Blanks only separate; a character that no date
// contains gives false.
func lex(text string) ([]token, bool) {
	lower := lowerASCII(text)
	var tokens []token
	glued := false
	for i := 0; i < len(lower); {
		kind := kindOf(lower[i])
		if kind == ' ' {
			glued = false
			i++
			continue
		}
		if kind == end {
			return nil, false
		}
		stop := i + 1
		for (kind == number || kind == word) && stop < len(lower) && kindOf(lower[stop]) == kind {
			stop++
		}
		tokens = append(tokens, token{kind: kind, text: lower[i:stop], glued: glued})
		glued, i = true, stop
	}
	return tokens, true
}

// kindOf returns the kind of token that c belongs to, ' ' for blanks and end
// for what no date contains.
func kindOf(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return number
	case c >= 'a' && c <= 'z':
		return word
	}
	switch c {
	case ' ', '\t':
		return ' '
	case '+', '-', '/', ':', '.', ',', '@':
		return c
	}
	return end
}

// lowerASCII lowers A to Z only: strings.ToLower would turn the Kelvin sign
// into a letter k.
func lowerASCII(text string) string {
	lower := []byte(text)
	for i, c := range lower {
		if c >= 'A' && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	return string(lower)
}
