package faulttest

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
)

// binary is the program, built once for all tests.
var binary struct {
	once sync.Once
	path string
	err  error
}

// build builds the program and returns its path.
func build(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join("..", "..", "..", "go.mod")); err != nil {
		t.Skip("the program cannot be built without its source")
	}
	binary.once.Do(func() {
		out, err := exec.Command("go", "build", "-buildvcs=false", "-o", binary.path, "almanac/cmd/almanac").CombinedOutput()
		if err != nil {
			binary.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if binary.err != nil {
		t.Fatal(binary.err)
	}
	return binary.path
}

// program is the service as a process, at one address for all its lives.
type program struct {
	t       *testing.T
	args    []string
	address string
	said    string // File with all that it said.
	process *exec.Cmd
	done    chan error
}

// newProgram chooses an address for a service on a database.  It is not started
// yet.
func newProgram(t *testing.T, url string, args ...string) *program {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = free.Close() }()
	p := &program{t: t, address: free.Addr().String(), said: filepath.Join(t.TempDir(), "said")}
	p.args = append([]string{"serve", "--listen", p.address, "--migrate", "--database", url}, args...)
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("the program said last:\n%s", p.last())
		}
	})
	return p
}

// root is where the API begins.
func (p *program) root() string { return "http://" + p.address + deployments.B().APIPath() }

// start starts the process; it does not wait for it to serve.
func (p *program) start() {
	p.t.Helper()
	log, err := os.OpenFile(p.said, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	p.process = exec.Command(build(p.t), p.args...)
	p.process.Stdout, p.process.Stderr = log, log
	if err := p.process.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.done = make(chan error, 1)
	go func(cmd *exec.Cmd, done chan<- error) { done <- cmd.Wait() }(p.process, p.done)
}

// serve starts the process and returns when it is ready.
func (p *program) serve() {
	p.t.Helper()
	p.start()
	p.await(time.Minute)
}

// await returns when the service is ready.
func (p *program) await(limit time.Duration) {
	p.t.Helper()
	for begin := time.Now(); !p.ready(); time.Sleep(10 * time.Millisecond) {
		select {
		case err := <-p.done:
			p.done <- err
			p.t.Fatalf("the program ended: %v\n%s", err, p.last())
		default:
		}
		if time.Since(begin) > limit {
			p.t.Fatalf("the service is not ready after %s\n%s", limit, p.last())
		}
	}
}

// probe asks whether the service is ready; every question has a connection of
// its own.
var probe = &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// ready asks once.
func (p *program) ready() bool {
	r, err := probe.Get("http://" + p.address + "/readyz")
	if err != nil {
		return false
	}
	return r.Body.Close() == nil && r.StatusCode == http.StatusOK
}

// kill ends the process as a loss of power would end it.
func (p *program) kill() {
	if p.process == nil {
		return
	}
	_ = p.process.Process.Kill() // It may have ended.
	<-p.done
	p.process = nil
}

// end sends a signal, waits for the end and returns how the process ended.
func (p *program) end(signal syscall.Signal) error {
	if err := p.process.Process.Signal(signal); err != nil {
		return err
	}
	defer func() { p.process = nil }()
	select {
	case err := <-p.done:
		return err
	case <-time.After(40 * time.Second):
		_ = p.process.Process.Kill()
		<-p.done
		return errors.New("it did not end by itself")
	}
}

// goroutines ends the process and returns how many goroutines it had: SIGQUIT
// has Go print all of them.
func (p *program) goroutines() int {
	p.t.Helper()
	before := len(p.text())
	_ = p.end(syscall.SIGQUIT)
	return strings.Count(string(p.text()[before:]), "\ngoroutine ")
}

// files returns how many files and connections the process has open, 0 where
// that cannot be seen.
func (p *program) files() int {
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.process.Process.Pid))
	if err != nil {
		return 0
	}
	return len(list)
}

// text returns all that the program said.
func (p *program) text() []byte {
	text, err := os.ReadFile(p.said)
	if err != nil {
		return []byte(err.Error())
	}
	return text
}

// last returns the last lines of what the program said.
func (p *program) last() string {
	lines := bytes.Split(p.text(), []byte("\n"))
	return string(bytes.Join(lines[max(0, len(lines)-20):], []byte("\n")))
}
