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

// Pooler is a PgBouncer that gives each transaction any session of the server.
type Pooler struct {
	dir  string
	port int
}

// NewPooler starts a PgBouncer, in transaction pooling and with its settings
// otherwise untouched, before the server of a database; it ends with the test.
// Where none is installed the test is skipped, also when CI=true.
func NewPooler(tb testing.TB, database string) *Pooler {
	tb.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/pgbouncer"); err != nil {
			tb.Skip("PgBouncer is not there: install it (apt-get install pgbouncer) to run this test")
		}
	}
	p, stop, err := startPooler(program, database)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := stop(); err != nil {
			tb.Error(err)
		}
	})
	return p
}

// startPooler writes the settings, and runs the program until stop is called.
func startPooler(program, database string) (_ *Pooler, stop func() error, err error) {
	who, err := serverAccount()
	if err != nil {
		return nil, nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, nil, err
	}
	dir, err := socketDir()
	if err != nil {
		return nil, nil, err
	}
	p := &Pooler{dir: dir, port: port}
	cmd, err := p.prepare(program, database, who)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	end := running(cmd)
	stop = func() error {
		if cmd.Process == nil {
			return os.RemoveAll(dir)
		}
		err := cmd.Process.Signal(syscall.SIGTERM) // PgBouncer's immediate shutdown.
		<-end                                      //nolint:errcheck // It ended; how does not matter.
		return errors.Join(err, os.RemoveAll(dir))
	}
	if err := p.await(database, end); err != nil {
		return nil, nil, errors.Join(err, stop())
	}
	return p, stop, nil
}

// prepare writes the settings and describes the program's run.
func (p *Pooler) prepare(program, database string, who *account) (*exec.Cmd, error) {
	u, err := url.Parse(database)
	if err != nil {
		return nil, err
	}
	host, at := u.Query().Get("host"), u.Query().Get("port")
	if host == "" {
		host, at = u.Hostname(), u.Port()
	}
	if at == "" {
		at = "5432"
	}
	user := u.Query().Get("user")
	if user == "" {
		user = u.User.Username()
	}
	if password, ok := u.User.Password(); ok {
		user += " password=" + password
	}
	file := filepath.Join(p.dir, "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\n* = host=%s port=%s user=%s\n[pgbouncer]\nlisten_addr =\nlisten_port = "+
		"%d\nunix_socket_dir = %s\nlogfile = %s\n"+
		"auth_type = any\npool_mode = transaction\nmax_client_conn = 500\ndefault_pool_size = 10\nserver_tls_sslmode = "+
		"disable\n",
		host, at, user, p.port, p.dir, filepath.Join(p.dir, "log"))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return nil, err
	}
	if err := who.own(p.dir); err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "--quiet", file)
	cmd.Dir = p.dir
	cmd.SysProcAttr = who.attributes()
	return cmd, nil
}

// running runs a program from a thread that stays as long as it runs, since
// Linux ends it with its thread, and returns what tells of its end.
func running(cmd *exec.Cmd) <-chan error {
	started, end := make(chan struct{}), make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		err := cmd.Start()
		close(started)
		if err == nil {
			err = cmd.Wait()
		}
		end <- err
		close(end)
	}()
	<-started
	return end
}

// await returns when the pooler answers.
func (p *Pooler) await(database string, end <-chan error) error {
	var err error
	for begin := time.Now(); time.Since(begin) < wait; time.Sleep(20 * time.Millisecond) {
		select {
		case err := <-end:
			return fmt.Errorf("pgbouncer ended at start: %w", err)
		default:
		}
		var c *pgx.Conn
		if c, err = pgx.Connect(context.Background(), p.URL(database)); err == nil {
			return c.Close(context.Background())
		}
	}
	return fmt.Errorf("pgbouncer does not answer: %w", err)
}

// URL returns the URL of a database of the server by way of the pooler.
func (p *Pooler) URL(database string) string {
	u, err := url.Parse(database)
	if err != nil {
		return database
	}
	q := u.Query()
	q.Set("host", p.dir)
	q.Set("port", strconv.Itoa(p.port))
	u.Host, u.RawQuery = "", q.Encode()
	return u.String()
}
