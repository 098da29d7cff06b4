package main

import (
	"fmt"
	"io"
	"time"
)

// table prints rows as they come: a run takes minutes.
type table struct{ out io.Writer }

// heading says what was attacked, and names the columns.
func (t *table) heading(o settings) {
	t.say("%s, %s, %d events, attacks of %s %v\n", o.program, o.store, o.events, o.lasts, o.server)
	t.row("", "RESIDENT", "REQUESTS OF", "NUMBER", "P50", "P99", "MAX", "ANSWERS")
}

// attack begins the rows of an attack.
func (t *table) attack(a attack) { t.say("\n%s: %s\n", a.name, a.what) }

// phase adds what the others saw in a phase.
func (t *table) phase(all []*others, p phase) {
	for i, seen := range p.others {
		t.measured(p.name, fmt.Sprintf("%d MB", p.memory/1e6), all[i].who, seen)
	}
}

func (t *table) responses(seen *figures) { t.measured("", "", "attackers", seen) }

// measured adds one row of figures.
func (t *table) measured(phase, memory, who string, seen *figures) {
	t.row(phase, memory, who, fmt.Sprint(seen.count()), rounded(seen.percentile(50)), rounded(seen.percentile(99)),
		rounded(seen.percentile(100)), seen.String())
}

// row prints cells in columns.
func (t *table) row(phase, memory, who, number, p50, p99, longest, responses string) {
	t.say("%-8s%10s  %-12s%7s%10s%10s%10s  %s\n", phase, memory, who, number, p50, p99, longest, responses)
}

// say prints to where the table goes; who cannot read it notices.
func (t *table) say(format string, args ...any) { _, _ = fmt.Fprintf(t.out, format, args...) }

// rounded writes a time with the digits that matter.
func rounded(d time.Duration) string {
	if d < 100*time.Millisecond {
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(10 * time.Millisecond).String()
}
