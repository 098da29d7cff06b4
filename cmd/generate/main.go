// Command generate writes generated/ and docs/reference.md from the
// description in resources.  With -check it writes nothing and fails when they
// are not up to date.
package main

import (
	"flag"
	"fmt"
	"os"

	"almanac/generator"
	"almanac/resources"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing, and fail on a difference")
	root := flag.String("root", ".", "directory of the module")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run generates below root, or compares.
func run(root string, check bool) error {
	files, err := generator.Generate(resources.All())
	if err != nil {
		return err
	}
	if !check {
		return generator.Write(root, files)
	}
	differing, err := generator.Check(root, files)
	if err != nil {
		return err
	}
	for _, path := range differing {
		fmt.Fprintln(os.Stderr, path, "is not up to date")
	}
	if len(differing) > 0 {
		return fmt.Errorf("run make generate")
	}
	return nil
}
