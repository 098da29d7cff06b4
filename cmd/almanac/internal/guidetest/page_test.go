package guidetest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// block is one fenced block of the guide.
type block struct {
	section string // The heading above it.
	kind    string // diff, go, sh, console or text.
	path    string // The new file that a go block is.
	lines   []string
}

// blocks returns the fenced blocks of a page, in order.
func blocks(page string) []block {
	var all []block
	var section string
	var open *block
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open == nil:
			kind, path, _ := strings.Cut(info, " ")
			open = &block{section: section, kind: kind, path: path}
		case fence:
			all = append(all, *open)
			open = nil
		case open != nil:
			open.lines = append(open.lines, line)
		case strings.HasPrefix(line, "## "):
			section = strings.TrimPrefix(line, "## ")
		}
	}
	return all
}

// text is the content of a block.
func (b block) text() string { return strings.Join(b.lines, "\n") + "\n" }

// paths lists the files that a block makes or changes.
func (b block) paths() []string {
	if b.kind == "go" {
		return []string{b.path}
	}
	var all []string
	for _, line := range b.lines {
		if path, ok := strings.CutPrefix(line, "+++ b/"); ok && b.kind == "diff" {
			all = append(all, path)
		}
	}
	return all
}

// added counts the lines that somebody who follows the block writes.
func (b block) added() int {
	n := 0
	for _, line := range b.lines {
		if b.kind == "go" || b.kind == "diff" && strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++ ") {
			n++
		}
	}
	return n
}

// apply makes the change of a go or diff block below a directory.
func (b block) apply(dir string) error {
	if b.kind == "go" {
		return os.WriteFile(filepath.Join(dir, b.path), []byte(b.text()), 0o644)
	}
	var path string
	var before, after strings.Builder
	flush := func() error {
		defer before.Reset()
		defer after.Reset()
		if before.Len() == 0 {
			return nil
		}
		return replace(filepath.Join(dir, path), before.String(), after.String())
	}
	for _, line := range b.lines {
		switch name, file := strings.CutPrefix(line, "+++ b/"); {
		case file:
			path = name
		case strings.HasPrefix(line, "--- a/") || line == "@@":
			if err := flush(); err != nil {
				return err
			}
		case strings.HasPrefix(line, "+"):
			after.WriteString(line[1:] + "\n")
		case strings.HasPrefix(line, "-"):
			before.WriteString(line[1:] + "\n")
		default:
			before.WriteString(strings.TrimPrefix(line, " ") + "\n")
			after.WriteString(strings.TrimPrefix(line, " ") + "\n")
		}
	}
	return flush()
}

// replace puts after in the place of before, which a file must hold once.
func replace(path, before, after string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if n := strings.Count(string(text), before); n != 1 {
		return fmt.Errorf("%s holds these lines %d times, want once:\n%s", path, n, before)
	}
	return os.WriteFile(path, []byte(strings.Replace(string(text), before, after, 1)), 0o644)
}
