package store

import (
	"strconv"
	"strings"
	"sync"
)

// Bounds of what is merged: each combination is a statement of its own, which every connection
// prepares.
const (
	maxMerged      = 16  // Statements in one.
	maxMergedTexts = 256 // Combinations.
)

// mergedTexts has the texts of merged statements by those that they are made of.
type mergedTexts struct {
	mu    sync.Mutex
	texts map[string]string
}

// mergeIndependent makes one statement of independent ones that follow each other: PostgreSQL
// takes longer to begin and to end a statement than to insert a row.
func (s *SQL) mergeIndependent(list []Statement) []Statement {
	if s.dialect == SQLite {
		return list
	}
	merged := make([]Statement, 0, len(list))
	for len(list) > 0 {
		n := 0
		for n < len(list) && list[n].Independent && !list[n].asks() {
			n++
		}
		if n < 2 || n > maxMerged {
			merged, list = append(merged, list[:max(n, 1)]...), list[max(n, 1):]
			continue
		}
		text, ok := s.merged.text(list[:n])
		if !ok {
			merged, list = append(merged, list[:n]...), list[n:]
			continue
		}
		count := 0
		for _, one := range list[:n] {
			count += len(one.Args)
		}
		args := make([]any, 0, count)
		for _, one := range list[:n] {
			args = append(args, one.Args...)
		}
		merged, list = append(merged, Statement{SQL: text, Args: args}), list[n:]
	}
	return merged
}

// text returns the text that runs all of the statements, false for a new combination when there
// are too many.
func (m *mergedTexts) text(list []Statement) (text string, ok bool) {
	length := 0
	for _, one := range list {
		length += len(one.SQL) + 1
	}
	key := make([]byte, 0, length)
	for _, one := range list {
		key = append(append(key, one.SQL...), 0)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if text, ok := m.texts[string(key)]; ok {
		return text, true
	}
	if len(m.texts) >= maxMergedTexts {
		return "", false
	}
	if m.texts == nil {
		m.texts = map[string]string{}
	}
	text = mergedText(list)
	m.texts[string(key)] = text
	return text, true
}

// mergedText writes all statements but the last as parts of a WITH clause.  They see the same
// state of the database; foreign keys are checked after all of them.
func mergedText(list []Statement) string {
	var text strings.Builder
	args := 0
	for i, one := range list {
		switch {
		case i == len(list)-1:
			text.WriteString(" ")
		case i == 0:
			text.WriteString("WITH w0 AS (")
		default:
			text.WriteString(", w" + strconv.Itoa(i) + " AS (")
		}
		appendShifted(&text, one.SQL, args)
		if i < len(list)-1 {
			text.WriteString(")")
		}
		args += len(one.Args)
	}
	return text.String()
}

// appendShifted appends a statement whose placeholders come after others.
func appendShifted(out *strings.Builder, text string, after int) {
	quote := byte(0) // In which the character stands.
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '$':
			end := i + 1
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			if n, err := strconv.Atoi(text[i+1 : end]); err == nil {
				out.WriteString("$" + strconv.Itoa(n+after))
				i = end - 1
				continue
			}
		}
		out.WriteByte(c)
	}
}
