package transfer

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Progress tells an operator how far the work is: with a bar on a terminal, in
// plain lines elsewhere, not at all without a writer.
type Progress struct {
	out io.Writer
	bar *progressbar.ProgressBar
}

// barPause is how long the bar stands still at least.
const barPause = 100 * time.Millisecond

// NewProgress begins to tell about total records.
func NewProgress(out io.Writer, total int) *Progress {
	p := &Progress{out: out}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(max(total, 1), progressbar.OptionSetWriter(out), progressbar.OptionShowCount(),
			progressbar.OptionShowIts(), progressbar.OptionSetItsString("records"), progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(barPause), progressbar.OptionClearOnFinish())
	}
	return p
}

// Step tells that by more records of a resource are done: done of all of them.
func (p *Progress) Step(resource string, by, done, all int) {
	switch {
	case p == nil:
	case p.bar != nil:
		p.bar.Describe(resource)
		_ = p.bar.Add(by) // A bar that cannot be drawn stops no work.
	case p.out != nil:
		_, _ = fmt.Fprintf(p.out, "%s: %d of %d\n", resource, done, all)
	}
}

// End takes the bar away.
func (p *Progress) End() {
	if p != nil && p.bar != nil {
		_ = p.bar.Finish()
	}
}
