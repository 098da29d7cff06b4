package floor

import (
	"database/sql"
	"strings"
)

// mark stands between the texts of a packed row; no text of the data set holds
// it.
const mark = "\x1f"

// packed lists columns for SQLite: those that are no text by themselves, then
// all texts as one.  Every value that is taken from a row costs several calls
// into the library, each of which locks it, and that is most of what reading a
// row costs.
func packed(columns []string, targets []any) string {
	var others, texts []string
	for i, column := range columns {
		if _, ok := targets[i].(*string); ok {
			texts = append(texts, column)
		} else {
			others = append(others, column)
		}
	}
	return strings.Join(append(others, "concat_ws(char(31), "+strings.Join(texts, ", ")+")"), ", ")
}

// plainly lists columns as they are.
func plainly(columns []string, _ []any) string { return strings.Join(columns, ", ") }

// packedEvent lists the columns of an event so.
func packedEvent() string { return packed(eventColumns(), new(Event).targets(nil)) }

// plainEvent lists them as they are.
func plainEvent() string { return plainly(eventColumns(), nil) }

// scanPacked reads a row of packed columns, after some that are not.  It uses the
// memory behind others.
func scanPacked(r *sql.Rows, others, before, targets []any) error {
	var all string
	others = append(others[:0], before...)
	for _, t := range targets {
		if _, ok := t.(*string); !ok {
			others = append(others, t)
		}
	}
	if err := r.Scan(append(others, &all)...); err != nil {
		return err
	}
	for _, t := range targets {
		if text, ok := t.(*string); ok {
			all = unpack(all, text)
		}
	}
	return nil
}

// unpack sets texts to those that were joined, and returns what remains.
func unpack(all string, texts ...*string) (rest string) {
	for _, text := range texts {
		*text, all, _ = strings.Cut(all, mark)
	}
	return all
}
