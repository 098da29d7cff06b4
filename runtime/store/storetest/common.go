package storetest

import (
	"errors"
	"fmt"
	"hash/crc32"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// StartCommon starts a server that several test binaries use at once, when
// TEST_DATABASE_URL names its URL.  Started in one working directory it has the
// same URL each time, so that Go may keep the results of tests.  The caller that starts
// it calls Remove.  IsMissing tells the error of a machine without PostgreSQL.
func StartCommon() (*Server, error) {
	return startServerIn(func() (string, error) {
		parent := socketParent()
		sweep(parent)
		here, err := os.Getwd()
		if err != nil {
			return "", err
		}
		dir := filepath.Join(parent, fmt.Sprintf("%sof-%08x", dirPrefix, crc32.ChecksumIEEE([]byte(here))))
		if err := os.Mkdir(dir, 0o700); !errors.Is(err, os.ErrExist) {
			return dir, err
		}
		return os.MkdirTemp(parent, dirPrefix) // The directory is another run's.
	})
}

// isCommon reports whether the server at a URL was started by StartCommon.
func isCommon(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.HasPrefix(filepath.Base(u.Query().Get("host")), dirPrefix)
}
