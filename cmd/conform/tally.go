package main

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"almanac/cmd/internal/conform"
)

// numbers counts results.
type numbers struct{ passed, failed, skipped int }

// tally counts results by area.
type tally struct{ areas map[string]numbers }

// add counts a result and prints it when it is worth a line.
func (t *tally) add(out io.Writer, r conform.Result, verbose bool) {
	if t.areas == nil {
		t.areas = map[string]numbers{}
	}
	n := t.areas[r.Case.Area]
	word := "ok"
	switch {
	case r.Skipped != "":
		n.skipped++
		word = "skip (" + r.Skipped + ")"
	case r.Passed():
		n.passed++
	default:
		n.failed++
		word = "FAIL"
	}
	t.areas[r.Case.Area] = n
	if verbose || word == "FAIL" {
		_, _ = fmt.Fprintf(out, "%s %s/%s\n", word, r.Case.Area, r.Case.Name)
	}
	for _, p := range r.Problems {
		_, _ = fmt.Fprintf(out, "     %s\n", strings.ReplaceAll(p, "\n", "\n     "))
	}
}

// total adds the areas up.
func (t *tally) total() numbers {
	var sum numbers
	for _, n := range t.areas {
		sum.passed += n.passed
		sum.failed += n.failed
		sum.skipped += n.skipped
	}
	return sum
}

// print writes the table of areas and the summary line.
func (t *tally) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "area\tpassed\tfailed\tskipped")
	for _, area := range slices.Sorted(maps.Keys(t.areas)) {
		n := t.areas[area]
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", area, n.passed, n.failed, n.skipped)
	}
	_ = w.Flush()
	sum := t.total()
	_, _ = fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", sum.passed, sum.failed, sum.skipped)
}

func newClient(timeout time.Duration) *http.Client { return &http.Client{Timeout: timeout} }
