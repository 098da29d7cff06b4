package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"syscall"
	"time"
)

// stopLimit bounds how long a process may take to end; then it is killed.
const stopLimit = 15 * time.Second

// started matches the line by which a server says that it answers, in each format of
// the log.
var started = regexp.MustCompile(`server started.*?(https?://[^\s"]+)`)

// server is a process that serves.
type server struct {
	process *os.Process
	url     string        // Of the API.
	done    chan struct{} // Closed when the process has ended.
	err     error         // How it ended, once done is closed.
}

// start starts a server and returns when it has answered a request. The error is that
// of a process that ended before.
func start(ctx context.Context, out io.Writer, binary string, args ...string) (*server, error) {
	c := exec.Command(binary, args...) //nolint:gosec // What was built of this module.
	c.Stdout = out
	log, err := c.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	s := &server{process: c.Process, done: make(chan struct{})}
	url := make(chan string, 1)
	go func() {
		defer close(s.done)
		lines := bufio.NewReader(log)
		for {
			line, err := lines.ReadString('\n')
			_, _ = io.WriteString(out, line)
			if found := started.FindStringSubmatch(line); found != nil && s.url == "" {
				s.url = found[1]
				url <- s.url
			}
			if err != nil {
				break
			}
		}
		if s.err = c.Wait(); s.err == nil {
			s.err = errors.New("exit status 0")
		}
	}()
	select {
	case first := <-url:
		ask(ctx, first)
		return s, nil
	case <-s.done:
		return nil, fmt.Errorf("it ended before it answered (%w)", s.err)
	case <-ctx.Done():
		s.stop()
		return nil, ctx.Err()
	}
}

// ask waits for the first response; what it says does not matter, and a certificate that
// is not trusted here is no fault.
func ask(ctx context.Context, url string) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: stopLimit}
	if answer, err := client.Do(request); err == nil {
		_ = answer.Body.Close()
	}
}

// ended returns a channel that is closed when the process has ended; nil for no server.
func (s *server) ended() <-chan struct{} {
	if s == nil {
		return nil
	}
	return s.done
}

// stop ends the process and waits for it.
func (s *server) stop() {
	if s == nil {
		return
	}
	if s.process.Signal(syscall.SIGTERM) != nil {
		_ = s.process.Kill() // Windows has no such signal, or it has ended.
	}
	select {
	case <-s.done:
	case <-time.After(stopLimit):
		_ = s.process.Kill()
		<-s.done
	}
}

// interrupt asks a process to end, or ends it where that cannot be asked.
func interrupt(p *os.Process) error {
	if err := p.Signal(os.Interrupt); err == nil || errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return p.Kill()
}
