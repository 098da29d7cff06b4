// Command generate writes generated/ and docs/reference.md from the
// description in resources, and says on its error output what clients of the
// last release would notice.  With -check it writes nothing and fails when the
// files are not up to date, or when a change breaks clients and nothing in the
// description accepts that.  With -release it declares what is there released:
// from then on its migrations stay as they are, and changes are compared with
// it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"almanac/generator"
	"almanac/resources"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing, and fail on a difference and on breaking changes that nothing accepts")
	release := flag.Bool("release", false, "declare what is generated released, and write generated/released.lock.json")
	day := flag.String("day", "", "with -release: the day that the changelog shows, YYYY-MM-DD; today when it is not given")
	root := flag.String("root", ".", "directory of the module")
	flag.Parse()
	c := command{root: *root, check: *check, release: *release, day: *day, says: os.Stderr}
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// command is one call of the program.
type command struct {
	root           string
	check, release bool
	day            string
	says           io.Writer // What is no error, but worth reading.
}

// run generates, compares, or releases.
func (c command) run() error {
	before, err := generator.ReadPreviousOutput(c.root)
	if err != nil {
		return err
	}
	files, err := generator.Generate(resources.API, resources.All(), before)
	if err := errors.Join(err, generator.CheckFunctions(c.root, resources.All())); err != nil {
		return err
	}
	notice, err := generator.CheckCompatibility(files, before)
	if err != nil {
		return err
	}
	if !c.check && !c.release {
		c.tell(notice)
		return generator.Write(c.root, files)
	}
	if err := errors.Join(c.compare(files), gate(notice)); err != nil || c.check {
		return err
	}
	if files, err = c.released(files, before); err != nil {
		return err
	}
	return generator.Write(c.root, files)
}

// released adds what a release writes.
func (c command) released(files []generator.File, before generator.PreviousOutput) ([]generator.File, error) {
	if c.day == "" {
		c.day = time.Now().UTC().Format(time.DateOnly)
	}
	if _, err := time.Parse(time.DateOnly, c.day); err != nil {
		return nil, fmt.Errorf("-day must be a day such as 2026-03-01, not %q", c.day)
	}
	return generator.ReleaseAPI(files, before, c.day)
}

// gate fails when something breaks that nothing accepts.
func gate(n generator.CompatibilityReport) error {
	if demand := n.FailureMessage(); demand != "" {
		return errors.New(demand)
	}
	return nil
}

// tell says what breaks.  It is no error yet: who generates wants to see the
// difference.
func (c command) tell(n generator.CompatibilityReport) {
	if demand := n.FailureMessage(); demand != "" {
		_, _ = fmt.Fprintf(c.says, "%s\nmake check fails until then\n", demand)
		return
	}
	for _, change := range n.Breaking() {
		_, _ = fmt.Fprintf(c.says, "breaks clients, as accepted: %s\n", change)
	}
}

// compare names the files that are not up to date, and fails when there are
// any.
func (c command) compare(files []generator.File) error {
	differing, err := generator.Check(c.root, files)
	if err != nil {
		return err
	}
	for _, path := range differing {
		_, _ = fmt.Fprintln(c.says, path, "is not up to date")
	}
	if len(differing) > 0 {
		return errors.New("run make generate")
	}
	return nil
}
