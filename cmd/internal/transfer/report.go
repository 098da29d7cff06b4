package transfer

import (
	"fmt"
	"strings"
)

// Count tells what became of the records of one kind.
type Count struct {
	Kind      string // Plural wire name, or "authors".
	Taken     int    // Imported: new here.
	Changed   int    // Imported: newer than what was here.
	Unchanged int    // Imported: here already.
	Skipped   int    // Imported: not taken; each has a Problem.
	Written   int    // Exported.
}

// Problem is something that an operator should know about one record or file.
type Problem struct {
	Kind    string // Singular wire name; "" for a file or the whole run.
	ID      int64  // 0 where the record has none.
	Text    string // What it is, as the end of a sentence.
	Skipped bool   // The record was not taken.
}

// String returns the problem as a line.
func (p Problem) String() string {
	line := p.Kind
	if p.ID != 0 {
		line += fmt.Sprintf(" %d", p.ID)
	}
	if p.Skipped && p.Kind != "" {
		line += " skipped"
	}
	if line == "" {
		return p.Text
	}
	return line + ": " + p.Text
}

// Report tells what an import or an export did.
type Report struct {
	Files    int     // Read or written.
	Counts   []Count // By kind, in the order of the work.
	Problems []Problem
}

// Count returns the numbers of a kind by its plural wire name, zeros when
// there are none.
func (r Report) Count(kind string) Count {
	for _, c := range r.Counts {
		if c.Kind == kind {
			return c
		}
	}
	return Count{Kind: kind}
}

// add adds numbers to those of their kind.
func (r *Report) add(n Count) {
	for i := range r.Counts {
		c := &r.Counts[i]
		if c.Kind == n.Kind {
			c.Taken += n.Taken
			c.Changed += n.Changed
			c.Unchanged += n.Unchanged
			c.Skipped += n.Skipped
			c.Written += n.Written
			return
		}
	}
	r.Counts = append(r.Counts, n)
}

// String returns the report for a terminal: a line for each kind, then one for
// each problem.
func (r Report) String() string {
	var b strings.Builder
	for _, c := range r.Counts {
		fmt.Fprintf(&b, "%s: %s\n", c.Kind, c.words())
	}
	if len(r.Problems) > 0 {
		fmt.Fprintf(&b, "problems: %d\n", len(r.Problems))
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "  %s\n", p)
	}
	return b.String()
}

// words tells the numbers that are not zero.
func (c Count) words() string {
	var words []string
	for _, part := range []struct {
		n    int
		word string
	}{
		{c.Written, "written"}, {c.Taken, "taken"}, {c.Changed, "changed"}, {c.Unchanged, "unchanged"}, {c.Skipped, "skipped"},
	} {
		if part.n != 0 {
			words = append(words, fmt.Sprintf("%d %s", part.n, part.word))
		}
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}
