package transfer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
)

// verbs are the parts of a format that differ from problem to problem.
var verbs = regexp.MustCompile(`"?%[a-z]"?`)

// problemType returns what all problems of a format have in common.
func problemType(format, text string) string {
	if format == "%s" {
		return text
	}
	return verbs.ReplaceAllString(format, "…")
}

// group are the problems of one type.
type group struct {
	first    Problem
	problems []Problem
}

// groups returns the problems by type, in the order in which they matter.
func (r Report) groups() []group {
	type key struct {
		resource, problem string
		skipped           bool
	}
	places := map[key]int{}
	var all []group
	for _, p := range r.Problems {
		k := key{p.Resource, p.Type, p.Skipped}
		i, known := places[k]
		if !known || p.Type == "" {
			i = len(all)
			places[k] = i
			all = append(all, group{first: p})
		}
		all[i].problems = append(all[i].problems, p)
	}
	slices.SortStableFunc(all, func(a, b group) int { return a.first.weight() - b.first.weight() })
	return all
}

// section is a part of the report.
type section int

// The sections, in the order in which they matter.
const (
	sectionLost section = iota
	sectionDifferent
	sectionOnPurpose
)

// String returns what stands above the section.
func (s section) String() string {
	return []string{"not fully imported", "differences", "intentional changes"}[s]
}

// section returns where the problem stands.
func (p Problem) section() section {
	switch {
	case p.isLoss():
		return sectionLost
	case p.OnPurpose:
		return sectionOnPurpose
	}
	return sectionDifferent
}

// weight is less for what matters more.
func (p Problem) weight() int {
	if p.Skipped || p.Missing > 0 {
		return -1
	}
	return int(p.section())
}

// Bounds of the short report.
const (
	mostExamples = 3  // Of a type.
	mostLines    = 12 // Of problems: the report fits on a screen.
)

// String returns a group as a line: the problem itself, or how many there are,
// with examples.
func (g group) String() string {
	if len(g.problems) == 1 {
		return g.first.String()
	}
	ids := make([]string, 0, mostExamples)
	for _, p := range g.problems[:min(mostExamples, len(g.problems))] {
		ids = append(ids, fmt.Sprint(p.ID))
	}
	what := g.first.Type
	if g.first.Skipped {
		what = "skipped: " + what
	}
	return fmt.Sprintf("%d × %s: %s (such as %s)", len(g.problems), g.first.Resource, what, strings.Join(ids, ", "))
}

// Shortened reports whether String leaves something out that Details has.
func (r Report) Shortened() bool {
	groups := r.groups()
	return len(groups) != len(r.Problems) || len(groups) > mostLines
}

// Details returns every problem as a line.
func (r Report) Details() string {
	var b strings.Builder
	for _, g := range r.groups() {
		for _, p := range g.problems {
			fmt.Fprintln(&b, p)
		}
	}
	return b.String()
}

// Lost returns of how many records, beside those that were skipped, something was
// not imported.
func (r Report) Lost() int {
	type key struct {
		resource string
		id       int64
		text     string
	}
	seen := map[key]bool{}
	for _, p := range r.Problems {
		switch {
		case !p.Lost || p.Skipped:
		case p.ID == 0:
			seen[key{text: p.Text}] = true
		default:
			seen[key{resource: p.Resource, id: p.ID}] = true
		}
	}
	return len(seen)
}

// verdict says in a line whether everything is here.
func (r Report) verdict() string {
	skipped, lost := r.Skipped(), r.Lost()
	switch {
	case skipped == 0 && lost > 0 && r.MayMiss:
		return "incomplete: " + english.Plural(lost, "item", "") + " partly imported, and hidden events may be missing"
	case skipped+lost > 0:
		return fmt.Sprintf("incomplete: %s not imported, %d partly imported", english.Plural(skipped, "item", ""), lost)
	case slices.ContainsFunc(r.Problems, func(p Problem) bool { return !p.OnPurpose }):
		return "complete: everything that was read was imported, with the differences below"
	case len(r.Problems) > 0:
		return "complete: everything that was read was imported, except what was left out on purpose"
	}
	return "complete: everything that was read was imported"
}

// String returns the report for a terminal: whether everything is here and what
// is to be done, a line for each resource, then one for each type of problem.
func (r Report) String() string {
	var b strings.Builder
	if r.DryRun {
		b.WriteString("dry run: nothing was changed\n")
	}
	if r.Import {
		b.WriteString(r.verdict() + "\n")
	}
	for _, text := range r.Todo {
		fmt.Fprintf(&b, "to do: %s\n", text)
	}
	if r.Requests > 0 {
		fmt.Fprintf(&b, "read: %d pages and records, %d requests, %s\n", r.Files, r.Requests, r.Took.Round(time.Second/10))
	}
	if r.Hidden > 0 {
		fmt.Fprintf(&b, "hidden events found: %d\n", r.Hidden)
	}
	for _, c := range r.Counts {
		fmt.Fprintf(&b, "%s: %s\n", c.Resource, c.summary())
	}
	counts := map[section]int{}
	for _, p := range r.Problems {
		counts[p.section()]++
	}
	groups := r.groups()
	for i, g := range groups {
		if i == mostLines {
			fmt.Fprintf(&b, "  and %d more kinds\n", len(groups)-mostLines)
			break
		}
		if at := g.first.section(); i == 0 || at != groups[i-1].first.section() {
			fmt.Fprintf(&b, "%s: %d\n", at, counts[at])
		}
		fmt.Fprintf(&b, "  %s\n", g)
	}
	if !r.Next.IsZero() {
		fmt.Fprintf(&b, "next time: --since '%s'\n", r.Next.UTC().Format(time.DateTime))
	}
	return b.String()
}
