package zoneinfo

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"slices"
)

// Variable is the environment variable that names a zone database, a folder or a zip
// archive, as package time knows it.
const Variable = "ZONEINFO"

// systemPaths are the folders where systems have their zone database, those of package
// time.
var systemPaths = []string{"/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/locale/TZ", "/etc/zoneinfo"}

// Choose returns the rules that a program on this machine goes by. Those that ZONEINFO
// names come first: an operator has said so, and what cannot be read is an error, as other
// rules would give events other times. Those of the system are taken if they are
// newer than the embedded ones. Zones that the choice lacks are the embedded ones.
func Choose() (*Rules, error) { return choose(os.Getenv(Variable), systemPaths) }

func choose(path string, system []string) (*Rules, error) {
	if path != "" {
		r, err := readPath(path)
		if err != nil {
			return nil, fmt.Errorf("%s=%s: %w", Variable, path, err)
		}
		r.fixed = true
		return r.With(Embedded()), nil
	}
	if r := newerSystem(system, Embedded()); r != nil {
		return r.With(Embedded()), nil
	}
	return Embedded(), nil
}

// readPath reads the edition that ZONEINFO names.
func readPath(path string) (_ *Rules, err error) {
	source := Variable + "=" + path
	info, err := os.Stat(path) //nolint:gosec // An operator says which file it is.
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return Read(os.DirFS(path), source)
	}
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, archive.Close()) }()
	return Read(archive, source)
}

// SystemIsNewer says whether the system has a newer edition than another by now. A program
// takes it at its next start, unless ZONEINFO names the other one.
func SystemIsNewer(than *Rules) bool {
	return !than.IsFixed() && slices.ContainsFunc(systemPaths, func(path string) bool {
		return Newer(versionIn(os.DirFS(path)), than.version)
	})
}

// newerSystem returns the system's edition if it is newer than another, else nil. A
// system's database that cannot be read is as good as none.
func newerSystem(paths []string, than *Rules) *Rules {
	for _, path := range paths {
		fsys := os.DirFS(path)
		if !Newer(versionIn(fsys), than.version) {
			continue
		}
		if r, err := Read(fsys, path); err == nil {
			return r
		}
	}
	return nil
}
