package zoneinfo

import (
	"errors"
	"io"
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
		if rest, ok := strings.CutPrefix(firstLine(fsys, f.name), f.prefix); ok {
			if found := editionName.FindStringSubmatch(strings.TrimSpace(rest)); found != nil {
				return found[1]
			}
		}
	}
	return ""
}

// firstLine returns the beginning of a file up to the end of the line, "" if it cannot be
// read: tzdata.zi has 100 kB.
func firstLine(fsys fs.FS, name string) string {
	file, err := fsys.Open(name)
	if err != nil {
		return ""
	}
	begin := make([]byte, 64)
	n, err := io.ReadFull(file, begin)
	if errors.Join(file.Close(), err) != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return ""
	}
	line, _, _ := strings.Cut(string(begin[:n]), "\n")
	return line
}

// Newer says whether a version is later than another, "" being none. Years have four digits, and
// after z comes za, so that this is the order of text.
func Newer(version, than string) bool { return version > than }
