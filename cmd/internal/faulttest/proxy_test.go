package faulttest

import (
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// proxy stands between the program and its database, and makes the way slow, or
// cuts it in the middle of a response.
type proxy struct {
	listener net.Listener
	target   string       // Path of a socket.
	delay    atomic.Int64 // Nanoseconds before each piece is passed on.
	cutAfter atomic.Int64 // Bytes of responses on a connection before it is cut; 0 never.
	cuts     atomic.Int64 // How many connections were cut.

	mu    sync.Mutex
	conns []net.Conn
}

// newProxy listens on this machine.
func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, target: target}
	go p.accept()
	t.Cleanup(p.close)
	return p
}

// address is where the proxy listens.
func (p *proxy) address() string { return p.listener.Addr().String() }

// accept takes connections until the proxy is closed.
func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", p.target)
		if err != nil {
			_ = client.Close()
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, client, server)
		p.mu.Unlock()
		go func() { _ = p.pass(server, client, nil) }()
		go func() { _ = p.pass(client, server, new(int64)) }()
	}
}

// pass passes bytes on; answers are counted, so that they can be cut.
func (p *proxy) pass(to, from net.Conn, answered *int64) error {
	defer func() { _, _ = to.Close(), from.Close() }()
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return err
		}
		if d := p.delay.Load(); d > 0 {
			time.Sleep(time.Duration(d))
		}
		if limit := p.cutAfter.Load(); answered != nil && limit > 0 {
			if *answered += int64(n); *answered > limit {
				p.cuts.Add(1)
				_, err := to.Write(buffer[:n/2])
				return errors.Join(io.ErrUnexpectedEOF, err)
			}
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return err
		}
	}
}

// close cuts everything.
func (p *proxy) close() {
	_ = p.listener.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		_ = c.Close()
	}
}
