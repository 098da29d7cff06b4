package storetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server of its own, which a test may stop and start
// again to see what happens while the database is away.
type Server struct {
	bin     string // Directory of initdb and postgres.
	dir     string // Holds the data, the socket and the log.
	lock    *os.File
	account *account
	process *exec.Cmd
	done    chan error // Receives the end of process.
	set     []string   // Settings, name=value; nil for those of tests.
	port    int        // Where it listens on this machine; 0 for the socket alone.
}

// NewServer starts a server that is stopped and removed after the test.  It
// skips or fails as the function PostgreSQL does; TEST_DATABASE_URL is not
// used, as that server is not ours to stop.
func NewServer(tb testing.TB) *Server {
	tb.Helper()
	return serverOf(tb, startServer)
}

// serverOf returns what start started, for the time of the test.
func serverOf(tb testing.TB, start func() (*Server, error)) *Server {
	tb.Helper()
	s, err := start()
	switch {
	case err == nil:
	case IsMissing(err) && os.Getenv("CI") != "true":
		tb.Skip(err)
	default:
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Remove(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// URL returns the URL of the database "postgres", which is there from the
// beginning.
func (s *Server) URL() string {
	q := url.Values{"host": {s.dir}, "user": {"postgres"}, "sslmode": {"disable"}}
	if s.port != 0 {
		q.Set("port", strconv.Itoa(s.port))
	}
	return "postgres:///postgres?" + q.Encode()
}

// startServer makes a data directory and starts a server on it.
func startServer() (*Server, error) { return startServerIn(socketDir) }

// startServerIn starts a server in the directory that makeDir makes.
func startServerIn(makeDir func() (string, error)) (*Server, error) {
	bin, err := findPrograms()
	if err != nil {
		return nil, err
	}
	who, err := serverAccount()
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, account: who}
	if s.dir, err = makeDir(); err != nil {
		return nil, err
	}
	if err := s.initialise(); err != nil {
		return nil, errors.Join(err, s.Remove())
	}
	if err := s.Start(); err != nil {
		return nil, errors.Join(err, s.Remove())
	}
	return s, nil
}

// dirPrefix begins the names of the directories of servers.
const dirPrefix = "almanac-pg-"

// socketDir makes the directory of a server.
func socketDir() (string, error) {
	parent := socketParent()
	sweep(parent)
	return os.MkdirTemp(parent, dirPrefix)
}

// socketParent is where the directories of servers are: in memory, unless TMPDIR
// says otherwise.  The path of a Unix socket is limited to about 100 bytes, so a
// deep TMPDIR is passed over.
func socketParent() string {
	if dir := inMemory(); dir != "" && os.Getenv("TMPDIR") == "" {
		return dir
	}
	if parent := os.TempDir(); len(parent) <= 60 {
		return parent
	}
	return "/tmp"
}

// initialise fills the data directory.
func (s *Server) initialise() (err error) {
	if s.lock, err = claim(s.dir); err != nil {
		return err
	}
	if err := s.account.own(s.dir); err != nil {
		return err
	}
	args := []string{"--pgdata", s.data(), "--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"}
	// Sorting as people do shows lists that forgot to name a collation; not
	// every build has ICU.
	icu := append([]string{"--locale=C", "--locale-provider=icu", "--icu-locale=en-US"}, args...)
	if _, err := s.run("initdb", icu...); err == nil {
		return nil
	}
	if err := os.RemoveAll(s.data()); err != nil {
		return err
	}
	if out, err := s.run("initdb", append([]string{"--locale=C"}, args...)...); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	return nil
}

// run runs one of the installed programs to its end and returns its output.
func (s *Server) run(program string, args ...string) (string, error) {
	out, err := s.command(program, args...).CombinedOutput()
	return string(out), err
}

// command describes a run of one of the installed programs.
func (s *Server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	cmd.SysProcAttr = s.account.attributes()
	return cmd
}

// data is the data directory.
func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// Start starts the server and returns when it answers.
func (s *Server) Start() error {
	started := make(chan error)
	s.done = make(chan error, 1)
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		return err
	}
	s.process = s.command("postgres", s.settings()...)
	s.process.Stdout, s.process.Stderr = log, log
	go func(cmd *exec.Cmd, done chan<- error) {
		// Linux ends the server when the thread that started it ends, so
		// that thread has to stay for as long as the server runs.
		runtime.LockOSThread()
		defer func() { _ = log.Close() }()
		err := cmd.Start()
		started <- err
		if err == nil {
			err = cmd.Wait()
		}
		done <- err
	}(s.process, s.done)
	if err := <-started; err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	return s.await()
}

// settings are the arguments of the server, for tests: quick, forgetful and
// private.
func (s *Server) settings() []string {
	list := s.set
	if list == nil {
		list = []string{
			"listen_addresses=", "fsync=off", "synchronous_commit=off", "full_page_writes=off",
			"wal_level=minimal", "max_wal_senders=0", "autovacuum=off", "jit=off",
			"max_connections=500", "shared_buffers=32MB", "min_wal_size=32MB", "max_wal_size=128MB",
			"timezone=Pacific/Auckland",
		}
	}
	args := []string{"-D", s.data(), "-k", s.dir}
	for _, set := range list {
		args = append(args, "-c", set)
	}
	return args
}

// await returns when the server answers, or says why it does not.
func (s *Server) await() error {
	deadline := time.Now().Add(wait)
	for {
		err := s.answers()
		if err == nil {
			return nil
		}
		select {
		case end := <-s.done:
			s.done <- end
			return fmt.Errorf("postgres ended at start: %w: %s", err, s.log())
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("postgres does not answer after %s: %w: %s", wait, err, s.log())
		}
	}
}

// answers connects once.
func (s *Server) answers() error {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	c, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return err
	}
	return c.Close(ctx)
}

// log returns what the server wrote.
func (s *Server) log() string {
	text, err := os.ReadFile(filepath.Join(s.dir, "log"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Stop ends the server in good order but at once, cutting off its connections.
// It does nothing when the server is stopped already.
func (s *Server) Stop() error {
	return s.end(syscall.SIGINT) // PostgreSQL's fast shutdown.
}

// Crash ends the server as a crash does: it has to recover when it starts again.
func (s *Server) Crash() error {
	return s.end(syscall.SIGQUIT) // PostgreSQL's immediate shutdown.
}

// PID returns the process of the server, 0 when it is stopped.
func (s *Server) PID() int {
	if s.process == nil || s.process.Process == nil {
		return 0
	}
	return s.process.Process.Pid
}

func (s *Server) end(signal os.Signal) error {
	if s.PID() == 0 {
		return nil
	}
	defer func() { s.process = nil }()
	if err := s.process.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop postgres: %w", err)
	}
	select {
	case <-s.done: //nolint:errcheck // It ended; how does not matter.
		return nil
	case <-time.After(wait):
		return errors.Join(errors.New("postgres did not stop and was killed"), s.process.Process.Kill())
	}
}

// Remove stops the server and removes its files.
func (s *Server) Remove() error {
	err := errors.Join(s.Stop(), os.RemoveAll(s.dir))
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	return err
}
