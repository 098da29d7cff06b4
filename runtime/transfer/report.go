package transfer

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Count has the numbers of records of one resource.
type Count struct {
	Resource     string // Plural wire name, or "authors".
	Created      int    // Imported: did not exist here.
	Updated      int    // Imported: newer than the record here.
	Unchanged    int    // Imported: the same here.
	SkippedSince int    // Imported: left out because of Options.Since.
	Skipped      int    // Imported: failed; each has a Problem.
	Deleted      int    // Imported: deleted here.  Exported: listed as deleted.
	Trashed      int    // Imported: in the trash now, because the site has it no longer.
	Written      int    // Exported.
}

// Problem is something that an operator should know about one record or file.
type Problem struct {
	Resource string `json:"resource,omitempty"` // Singular wire name; "" for a file or the whole run.
	ID       int64  `json:"id,omitempty"`       // 0 where the record has none.
	Text     string `json:"text"`               // The end of a sentence.
	Type     string `json:"type,omitempty"`     // What is the same in all problems of the type; "" for Text.
	Skipped  bool   `json:"skipped,omitempty"`  // The record was not imported.
	Missing  int    `json:"missing,omitempty"`  // Records that were not imported and have no problem of their own.
	Lost     bool   `json:"lost,omitempty"`     // A part of it, or something else of the source, was not imported.
	Retried  bool   `json:"retried,omitempty"`  // Each run that reads the record tries that part again.
	Field    string `json:"field,omitempty"`    // Of which something was lost; "" where that is no single one.

	OnPurpose bool `json:"-"` // Unless something was lost: it was left out as always, such as a script.
}

// String returns the problem as a line.
func (p Problem) String() string {
	line := p.Resource
	if p.ID != 0 {
		line += fmt.Sprintf(" %d", p.ID)
	}
	if p.Skipped && p.Resource != "" {
		line += " skipped"
	}
	if line == "" {
		return p.Text
	}
	return line + ": " + p.Text
}

// Report is the result of an import or an export.
type Report struct {
	Import   bool          // Of an import that came to its end.
	DryRun   bool          // Everything was rolled back.
	Files    int           // Files or pages that were read or written.
	Requests int           // Sent to a site.
	Took     time.Duration // To read a site.
	Hidden   int           // Events of a site that are in none of its lists, and were found.
	MayMiss  bool          // The site may have more of them.
	Next     time.Time     // Export: --since of the next one.
	Counts   []Count       // By resource, in the order of the work.
	Problems []Problem
	Todo     []string // What the operator may do next, as sentences.
}

// clone returns a deep copy.
func (r Report) clone() Report {
	r.Counts, r.Problems, r.Todo = slices.Clone(r.Counts), slices.Clone(r.Problems), slices.Clone(r.Todo)
	return r
}

// Skipped returns the number of records, files and pages that were not imported.
func (r Report) Skipped() int {
	n := 0
	for _, p := range r.Problems {
		if p.Skipped {
			n++
		}
		n += p.Missing
	}
	return n
}

// Count returns the numbers of a resource by its plural wire name, zeros if there
// are none.
func (r Report) Count(resource string) Count {
	for _, c := range r.Counts {
		if c.Resource == resource {
			return c
		}
	}
	return Count{Resource: resource}
}

// Add adds numbers to those of their resource.
func (r *Report) Add(n Count) {
	for i := range r.Counts {
		c := &r.Counts[i]
		if c.Resource == n.Resource {
			c.Created += n.Created
			c.Updated += n.Updated
			c.Unchanged += n.Unchanged
			c.SkippedSince += n.SkippedSince
			c.Skipped += n.Skipped
			c.Deleted += n.Deleted
			c.Trashed += n.Trashed
			c.Written += n.Written
			return
		}
	}
	r.Counts = append(r.Counts, n)
}

// summary returns the numbers that are not zero.
func (c Count) summary() string {
	var words []string
	for _, part := range []struct {
		n    int
		word string
	}{
		{c.Written, "written"},
		{c.Created, "created"},
		{c.Updated, "updated"},
		{c.Unchanged, "unchanged"},
		{c.SkippedSince, "skipped (--since)"},
		{c.Skipped, "skipped"},
		{c.Trashed, "moved to the trash"},
		{c.Deleted, "deleted"},
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
