package transfer

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Count tells what became of the records of one kind.
type Count struct {
	Kind      string // Plural wire name, or "authors".
	Taken     int    // Imported: new here.
	Changed   int    // Imported: newer than what was here.
	Unchanged int    // Imported: here already.
	Older     int    // Imported: left out because of Options.Since.
	Skipped   int    // Imported: not taken; each has a Problem.
	Deleted   int    // Imported: deleted here.  Exported: told to be deleted.
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
	DryRun   bool          // All was undone.
	Files    int           // Files or pages that were read or written.
	Requests int           // Sent to a site.
	Took     time.Duration // To read a site.
	Next     time.Time     // Export: what the next one has to begin with.
	Counts   []Count       // By kind, in the order of the work.
	Problems []Problem
}

// clone returns a copy that can change for itself.
func (r Report) clone() Report {
	r.Counts, r.Problems = slices.Clone(r.Counts), slices.Clone(r.Problems)
	return r
}

// Skipped returns how many records, files and pages were not taken.
func (r Report) Skipped() int {
	n := 0
	for _, p := range r.Problems {
		if p.Skipped {
			n++
		}
	}
	return n
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
			c.Older += n.Older
			c.Skipped += n.Skipped
			c.Deleted += n.Deleted
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
	if r.DryRun {
		b.WriteString("rehearsal: nothing was changed\n")
	}
	if r.Requests > 0 {
		fmt.Fprintf(&b, "read: %d pages and records, %d requests, %s\n", r.Files, r.Requests, r.Took.Round(time.Second/10))
	}
	for _, c := range r.Counts {
		fmt.Fprintf(&b, "%s: %s\n", c.Kind, c.words())
	}
	if len(r.Problems) > 0 {
		fmt.Fprintf(&b, "problems: %d\n", len(r.Problems))
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "  %s\n", p)
	}
	if !r.Next.IsZero() {
		fmt.Fprintf(&b, "next time: --since '%s'\n", r.Next.UTC().Format(time.DateTime))
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
		{c.Written, "written"}, {c.Taken, "taken"}, {c.Changed, "changed"}, {c.Unchanged, "unchanged"}, {c.Older, "older"}, {c.Skipped, "skipped"}, {c.Deleted, "deleted"},
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
