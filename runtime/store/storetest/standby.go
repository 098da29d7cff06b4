package storetest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// NewPrimary is NewServer for a server that others can follow.  It listens at
// Address too, and has its commits wait for its log; settings are "name=value".
func NewPrimary(tb testing.TB, settings ...string) *Server {
	tb.Helper()
	return serverOf(tb, func() (*Server, error) { return startPrimary(settings) })
}

// startPrimary makes a data directory and starts a server on it.
func startPrimary(settings []string) (*Server, error) {
	s, err := replicating(settings)
	if err != nil {
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

// replicating describes a server that takes part in replication.
func replicating(settings []string) (*Server, error) {
	bin, err := findPrograms()
	if err != nil {
		return nil, err
	}
	who, err := serverAccount()
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, account: who}
	if s.port, err = freePort(); err != nil {
		return nil, err
	}
	s.set = append([]string{
		"listen_addresses=127.0.0.1", "port=" + strconv.Itoa(s.port), "wal_level=replica", "max_wal_senders=8",
		"hot_standby=on",
		"fsync=off", "autovacuum=off", "jit=off", "max_connections=100", "shared_buffers=32MB", "timezone=Pacific/Auckland",
		"wal_retrieve_retry_interval=200ms",
	}, settings...)
	s.dir, err = socketDir()
	return s, err
}

// freePort returns a port of this machine that nobody listens at.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	at, _ := l.Addr().(*net.TCPAddr)
	return at.Port, l.Close()
}

// Address is the host and port at which a server of NewPrimary or Standby
// listens.
func (s *Server) Address() string { return fmt.Sprintf("127.0.0.1:%d", s.port) }

// Standby starts a server that follows s under a name, which is its
// application_name there.
func (s *Server) Standby(tb testing.TB, name string, settings ...string) *Server {
	tb.Helper()
	return serverOf(tb, func() (*Server, error) { return s.follow(name, settings) })
}

// follow copies the primary and starts a server on the copy.
func (s *Server) follow(name string, settings []string) (_ *Server, err error) {
	f, err := replicating(settings)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Remove())
		}
	}()
	if f.lock, err = claim(f.dir); err != nil {
		return nil, err
	}
	if err := f.account.own(f.dir); err != nil {
		return nil, err
	}
	from := fmt.Sprintf("host=%s port=%d user=postgres application_name=%s", s.dir, s.port, name)
	if out, err := f.run("pg_basebackup", "--pgdata", f.data(), "--dbname", from, "--checkpoint=fast",
		"--write-recovery-conf", "--no-sync"); err != nil {
		return nil, fmt.Errorf("pg_basebackup: %w: %s", err, out)
	}
	return f, f.Start()
}

// Kill ends the server without a word, as kill -9 does.
func (s *Server) Kill() error { return s.end(os.Signal(syscall.SIGKILL)) }

// Promote makes a standby a primary and returns when it is one.
func (s *Server) Promote() error { return s.Exec("SELECT pg_promote(true, 30)") }

// Exec runs one statement as the administrator, in the database "postgres".
func (s *Server) Exec(sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	c, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, sql, pgx.QueryExecModeSimpleProtocol)
	return errors.Join(err, c.Close(ctx))
}

// Number returns the single integer that a query of the administrator results
// in.
func (s *Server) Number(sql string) (n int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	c, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return 0, err
	}
	err = c.QueryRow(ctx, sql, pgx.QueryExecModeSimpleProtocol).Scan(&n)
	return n, errors.Join(err, c.Close(ctx))
}

// Await returns when a query of the administrator results in the number, or an
// error after half a minute.
func (s *Server) Await(sql string, want int64) error {
	var got int64
	var err error
	for begin := time.Now(); time.Since(begin) < wait; time.Sleep(20 * time.Millisecond) {
		if got, err = s.Number(sql); err == nil && got == want {
			return nil
		}
	}
	return errors.Join(fmt.Errorf("%s: %d, want %d", sql, got, want), err)
}
