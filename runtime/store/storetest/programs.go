package storetest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// errMissing is returned where no PostgreSQL is installed.
var errMissing = errors.New("PostgreSQL is not there: install it (initdb and postgres) or set TEST_DATABASE_URL")

// IsMissing reports whether an error is the lack of PostgreSQL.
func IsMissing(err error) bool { return errors.Is(err, errMissing) }

// findPrograms returns the directory of initdb and postgres: from PATH, else
// the newest of Debian's.
func findPrograms() (string, error) {
	var dirs []string
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	for _, dir := range append(dirs, debianDirs()...) {
		if complete(dir) {
			return dir, nil
		}
	}
	return "", errMissing
}

// complete reports whether dir holds both programs.
func complete(dir string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// debianDirs returns /usr/lib/postgresql/*/bin, newest version first.
func debianDirs() []string {
	dirs, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return nil
	}
	version := func(dir string) float64 {
		v, err := strconv.ParseFloat(filepath.Base(filepath.Dir(dir)), 64)
		if err != nil {
			return 0
		}
		return v
	}
	slices.SortFunc(dirs, func(a, b string) int {
		return int(10 * (version(b) - version(a)))
	})
	return dirs
}
