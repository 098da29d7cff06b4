package generator

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"almanac/resources/base"
	"almanac/resources/dsl"
)

// Main is the program that generates a service from its description: the main function
// of cmd/generate calls it and does nothing else.
//
//	func main() { generator.Main(resources.API, resources.All()) }
//
// It writes the directory generated and docs/reference.md and docs/permissions.md of
// the module in the working directory, or of -root, and says on the error output how
// many files changed, what clients of the last release would notice, and what to write
// instead of deprecated words. With -check it writes nothing and fails if
// the files are not up to date, or if a change breaks clients and nothing in the
// description accepts that. With -release it declares what is there released: from then
// on its migrations stay as they are, and changes are compared with it.
func Main(api dsl.API, resources []dsl.Resource) {
	check := flag.Bool("check", false,
		"compare instead of writing; fail on differences and on breaking changes that nothing accepts")
	release := flag.Bool("release", false, "mark the generated API as released, and write generated/released.lock.json")
	day := flag.String("day", "",
		"with -release: day for the changelog, YYYY-MM-DD; default: today")
	follow := flag.String("follow", "",
		"write sqlite.sql and postgres.sql to this directory: migrations from its schema.lock.json to the description")
	root := flag.String("root", ".", "directory of the module")
	flag.Parse()
	c := command{
		api: api, resources: resources, root: *root, check: *check, release: *release, day: *day, follow: *follow,
		says: os.Stderr,
	}
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// command is one call of the program.
type command struct {
	api            dsl.API
	resources      []dsl.Resource
	root           string
	check, release bool
	day            string
	follow         string    // Directory with a schema.lock.json; "" for none.
	says           io.Writer // What is no error, but worth reading.
}

// run generates, compares, or releases.
func (c command) run() error {
	before, err := ReadPreviousOutput(c.root)
	if err != nil {
		return err
	}
	described, taken := withTables(c.resources)
	files, err := Generate(c.api, described, before)
	if err := errors.Join(taken, err, CheckFunctions(c.root, described)); err != nil {
		return err
	}
	notice, err := CheckCompatibility(files, before)
	if err != nil {
		return err
	}
	last, _, err := before.Lockfiles()
	if err != nil {
		return err
	}
	c.tellClosed(last)
	for _, line := range dsl.OldWords(c.resources) {
		_, _ = fmt.Fprintln(c.says, line)
	}
	if !c.check && !c.release {
		c.tell(notice)
		if err := c.write(files); err != nil || c.follow == "" {
			return err
		}
		return c.writeSteps(described, before)
	}
	if err := errors.Join(c.compare(files), c.gate(notice)); err != nil || c.check {
		return err
	}
	if files, err = c.released(files, before); err != nil {
		return err
	}
	return c.write(files)
}

// write writes the files, and says how many of them are new or different.
func (c command) write(files []File) error {
	changed, err := Check(c.root, files)
	if err != nil {
		return err
	}
	if err := Write(c.root, files); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(c.says, "generated %d files, %d of them changed\n", len(files), len(changed))
	return nil
}

// writeSteps writes what brings a development database to the description.
func (c command) writeSteps(described []dsl.Resource, before PreviousOutput) error {
	made, err := os.ReadFile(filepath.Join(c.follow, "schema.lock.json"))
	if err != nil {
		return err
	}
	steps, err := follow(c.api, described, before, made)
	if err != nil {
		return err
	}
	for _, f := range steps {
		err = errors.Join(err, os.WriteFile(filepath.Join(c.follow, f.Path), f.Content, 0o600))
	}
	return err
}

// released adds what a release writes.
func (c command) released(files []File, before PreviousOutput) ([]File, error) {
	if c.day == "" {
		c.day = time.Now().UTC().Format(time.DateOnly)
	}
	if _, err := time.Parse(time.DateOnly, c.day); err != nil {
		return nil, fmt.Errorf("-day must be a day such as 2026-03-01, not %q", c.day)
	}
	return ReleaseAPI(files, before, c.day)
}

// gate fails when something breaks that nothing accepts.
func (c command) gate(n CompatibilityReport) error {
	if demand := n.FailureMessage(c.api, c.resources); demand != "" {
		return errors.New(demand)
	}
	return nil
}

// tell says what breaks.  It is no error yet: who generates wants to see the
// difference.
func (c command) tell(n CompatibilityReport) {
	if demand := n.FailureMessage(c.api, c.resources); demand != "" {
		_, _ = fmt.Fprintf(c.says, "%s\n-check fails until this is done\n", demand)
		return
	}
	for _, change := range n.Breaking() {
		_, _ = fmt.Fprintf(c.says, "breaks clients of the last release, accepted by %s: %s (%s)\n",
			change.File, change, cmp.Or(change.Reason, "the version is raised"))
	}
}

// tellClosed names the records that everybody read when they were last generated, because
// that was what no role for Read meant.
func (c command) tellClosed(last *Lockfile) {
	if last == nil {
		return
	}
	for _, r := range c.resources {
		old := last.Resource(cmp.Or(r.RenamedFrom, r.Name))
		if old == nil {
			old = last.Resource(r.Name)
		}
		if r.Kind == dsl.KindRecord && r.Permissions.Read == "" && old != nil && old.Permissions["Read"] == dsl.RoleVisitor {
			_, _ = fmt.Fprintf(c.says, "%s: everyone could read each %s, and now only administrators and its owner can, "+
				"as its Permissions do not include Read; "+
				"to keep it public, write Read: dsl.RoleVisitor, and check that everyone may see it\n",
				r.MemberPosition("Permissions"), r.Name)
		}
	}
}

// compare names the files that are not up to date, and fails when there are
// any.
func (c command) compare(files []File) error {
	differing, err := Check(c.root, files)
	if err != nil {
		return err
	}
	for _, path := range differing {
		_, _ = fmt.Fprintln(c.says, path, "is not up to date")
	}
	if len(differing) > 0 {
		return errors.New("generate again")
	}
	return nil
}

// withTables adds the tables of the service itself to a description. The error has the
// resources that take one of their names.
func withTables(described []dsl.Resource) ([]dsl.Resource, error) {
	var errs []error
	all := slices.Clone(described)
	for _, table := range base.Tables {
		i := slices.IndexFunc(described, func(r dsl.Resource) bool {
			return r.Name == table.Name || r.Plural == table.Plural
		})
		if i < 0 {
			all = append(all, table)
			continue
		}
		r := described[i]
		errs = append(errs, &dsl.ValidationError{
			Resource: r, Position: r.Position(),
			Text: fmt.Sprintf("the service has a %q with the table %q itself; choose another name and plural",
				table.Name, table.Plural),
		})
	}
	return all, errors.Join(errs...)
}
