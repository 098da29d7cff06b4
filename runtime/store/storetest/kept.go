package storetest

import (
	"errors"
	"os"
	"path/filepath"
)

// StartKept starts a server whose data stays in dir, for programs that measure
// rather than test; it ends with the program.  PostgreSQL itself sees to it that
// no other server uses them.  The settings are "name=value".
// The error says so where no PostgreSQL is installed.
func StartKept(dir string, settings ...string) (*Server, error) {
	bin, err := findPrograms()
	if err != nil {
		return nil, err
	}
	who, err := serverAccount()
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, account: who, set: append([]string{"listen_addresses="}, settings...)}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(s.data(), "PG_VERSION")); err != nil {
		if err := s.initialise(); err != nil {
			return nil, errors.Join(err, os.RemoveAll(s.data()))
		}
	}
	return s, s.Start()
}
