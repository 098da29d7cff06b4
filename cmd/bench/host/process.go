package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Process is a server that was started, and answers at Address.
type Process struct {
	Address string
	cmd     *exec.Cmd
	errs    *bytes.Buffer
	done    chan error
}

// startLimit bounds how long a server may take until it answers.
const startLimit = 60 * time.Second

// FreeAddress returns an address of this machine that nobody listens on.
func FreeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// Start starts a program that listens at the address, and returns when it does.
// What stands in env is added to the environment.
func Start(ctx context.Context, address string, env []string, program string, args ...string) (*Process, error) {
	p := &Process{Address: address, errs: &bytes.Buffer{}, done: make(chan error, 1)}
	p.cmd = exec.Command(program, args...) //nolint:gosec // The bench runs what it has built.
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stderr = p.errs
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { p.done <- p.cmd.Wait() }()
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if c, err := new(net.Dialer).DialContext(ctx, "tcp", address); err == nil {
			return p, c.Close()
		}
		select {
		case err := <-p.done:
			return nil, fmt.Errorf("%s ended: %w: %s", program, err, p.errs)
		default:
		}
		if time.Since(begin) > startLimit || ctx.Err() != nil {
			return nil, errors.Join(fmt.Errorf("%s does not answer at %s", program, address), p.Stop())
		}
	}
}

// PID returns the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Stop asks the program to end, and ends it after a while.
func (p *Process) Stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-p.done: //nolint:errcheck // It ended; how does not matter.
		return nil
	case <-time.After(20 * time.Second):
		return errors.Join(errors.New("the program did not end and was killed"), p.cmd.Process.Kill())
	}
}

// Build builds the program of the service into a directory and returns its
// path.
func Build(ctx context.Context, dir string) (string, error) {
	path, err := filepath.Abs(filepath.Join(dir, "almanac"))
	if err != nil {
		return "", err
	}
	// The module of cmd/bench does not have all that the program is made of.
	module, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "almanac").Output()
	if err != nil {
		return "", fmt.Errorf("find the module almanac: %w", err)
	}
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", path, "almanac/cmd/almanac"}
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // The path is the bench's own.
	cmd.Dir = strings.TrimSpace(string(module))
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build almanac: %w: %s", err, out)
	}
	return path, nil
}
