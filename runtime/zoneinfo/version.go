package zoneinfo

import (
	"io/fs"
	"regexp"
	"strings"
)

// editionName is the form of the IANA's versions: a year and letters that count within it. What
// follows a hyphen is a distributor's.
var editionName = regexp.MustCompile(`^([0-9]{4}[a-z]{1,2})(?:-.*)?$`)

// The files of a zone database that tell its version.
const (
	sourceFile  = "tzdata.zi" // Its first line is "# version 2026f".
	versionFile = "+VERSION"  // All of it, on macOS and BSD, and in what Bytes writes.
)

// versionIn returns the version of the zone database in a file system, and "" if it
// does not say.
func versionIn(fsys fs.FS) string {
	for _, f := range []struct{ name, prefix string }{{sourceFile, "# version "}, {versionFile, ""}} {
		text, err := fs.ReadFile(fsys, f.name) // Some 100 kB.
		if err != nil {
			continue
		}
		line, _, _ := strings.Cut(string(text), "\n")
		if rest, ok := strings.CutPrefix(line, f.prefix); ok {
			if found := editionName.FindStringSubmatch(strings.TrimSpace(rest)); found != nil {
				return found[1]
			}
		}
	}
	return ""
}

// newer says whether a version is later than another. Years have four digits, and
// after z comes za, so that this is the order of text.
func newer(version, than string) bool { return version > than }
