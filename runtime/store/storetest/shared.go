package storetest

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
)

// shared is the PostgreSQL of this test binary.  It is the one variable of the
// package: a server per test would cost seconds each.
var shared session

// session starts the server on first use and stops it after the last test.
type session struct {
	mu      sync.Mutex
	main    bool // Main runs the tests and will stop the server.
	alone   bool // The server of StartCommon is not to be used.
	started bool
	server  *Server
	files   *os.File // The lock in the directory of SQLite's files.
	cluster *postgres
	err     error
	ends    []func() error
}

// ready notes that Main is in charge.
func (s *session) ready() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.main = true
}

// start returns the cluster of this binary, started on the first call.
func (s *session) start() (*postgres, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.main {
		return nil, errors.New("the package needs: func TestMain(m *testing.M) { storetest.Main(m) }")
	}
	if !s.started {
		s.started = true
		s.cluster, s.err = s.open()
	}
	return s.cluster, s.err
}

// open finds or starts a server.
func (s *session) open() (*postgres, error) {
	if url := os.Getenv("TEST_DATABASE_URL"); url != "" && (!s.alone || !isCommon(url)) {
		return newPostgres(url)
	}
	server, err := startServer()
	if err != nil {
		return nil, err
	}
	s.server = server
	return newPostgres(server.URL())
}

// inMemory returns a directory in memory for the files of SQLite, "" where there
// is none or nobody would remove it.
func (s *session) inMemory() (dir string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.main || inMemory() == "" || os.Getenv("TMPDIR") != "" {
		return "", nil
	}
	if s.files == nil {
		if dir, err = socketDir(); err != nil {
			return "", err
		}
		if s.files, err = claim(dir); err != nil {
			return "", errors.Join(err, os.RemoveAll(dir))
		}
	}
	return filepath.Dir(s.files.Name()), nil
}

// atEnd has f called before the server is stopped.
func (s *session) atEnd(f func() error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ends = append(s.ends, f)
}

// stop drops the templates and stops the server, if there is one.
func (s *session) stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []error
	if s.files != nil {
		all = append(all, s.files.Close(), os.RemoveAll(filepath.Dir(s.files.Name())))
	}
	if s.server == nil { // A private server goes with all its databases.
		for _, end := range s.ends {
			all = append(all, end())
		}
	}
	if s.cluster != nil {
		all = append(all, s.cluster.close())
	}
	if s.server != nil {
		all = append(all, s.server.Remove())
	}
	return errors.Join(all...)
}
