// Command generate writes generated/ and docs/reference.md from the
// description in resources.  With -check it writes nothing and fails when they
// are not up to date.  With -release it declares what is there released: from
// then on its migrations stay as they are, and changes are compared with it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"almanac/generator"
	"almanac/resources"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing, and fail on a difference")
	release := flag.Bool("release", false, "declare the generated migrations released, and write generated/released.lock.json")
	root := flag.String("root", ".", "directory of the module")
	flag.Parse()
	if err := run(*root, *check, *release); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run generates below root, compares, or releases.
func run(root string, check, release bool) error {
	before, err := generator.ReadPrevious(root)
	if err != nil {
		return err
	}
	files, err := generator.Generate(resources.All(), before)
	if err != nil {
		return err
	}
	if !check && !release {
		return generator.Write(root, files)
	}
	if err := compare(root, files); err != nil || check {
		return err
	}
	lock, err := generator.Release(files)
	if err != nil {
		return err
	}
	return generator.Write(root, append(files, lock))
}

// compare names the files that are not up to date, and fails when there are
// any.
func compare(root string, files []generator.Generated) error {
	differing, err := generator.Check(root, files)
	if err != nil {
		return err
	}
	for _, path := range differing {
		fmt.Fprintln(os.Stderr, path, "is not up to date")
	}
	if len(differing) > 0 {
		return errors.New("run make generate")
	}
	return nil
}
