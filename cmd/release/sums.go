package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sumsFile has a line for each archive, in the form of sha256sum.
const sumsFile = "SHA256SUMS"

// archives returns the paths of the archives in a folder, sorted.
func archives(dir string) ([]string, error) {
	var all []string
	for _, pattern := range []string{"almanac_*.tar.gz", "almanac_*.zip"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.Sort(all)
	return all, nil
}

// empty makes the folder, and removes what an earlier release left in it:
// checksums over a mixture would look like a release.
func empty(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	old, err := archives(dir)
	if err != nil {
		return err
	}
	for _, path := range append(old, filepath.Join(dir, sumsFile)) {
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

// writeSums writes the checksums of all archives of a folder.
func writeSums(dir string) error {
	all, err := archives(dir)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, path := range all {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(content), filepath.Base(path))
	}
	return os.WriteFile(filepath.Join(dir, sumsFile), []byte(lines.String()), 0o644)
}
