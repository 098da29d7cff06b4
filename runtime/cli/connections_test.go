package cli

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"time"
)

// guarded is a server behind connections, with a page that waits.
type guarded struct {
	t     *testing.T
	conns *connections
	let   chan struct{} // Ends the work on requests for /wait.
	began chan struct{} // Has a value for each that is worked on.
}

// guard starts a server with limits.
func guard(t *testing.T, maximum, perAddress int, trusted ...netip.Prefix) *guarded {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &guarded{t, newConnections(listener, maximum, perAddress, trusted), make(chan struct{}), make(chan struct{}, 100)}
	server := &http.Server{ConnState: g.conns.changed, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			g.began <- struct{}{}
			<-g.let
		}
		_, _ = io.WriteString(w, "ok")
	})}
	var ended sync.WaitGroup
	ended.Go(func() { _ = server.Serve(g.conns) })
	t.Cleanup(func() {
		_ = server.Close()
		ended.Wait()
	})
	return g
}

// connect opens a connection and sends a request for a path, "" for none.
func (g *guarded) connect(path string) net.Conn {
	g.t.Helper()
	conn, err := net.Dial("tcp", g.conns.Addr().String())
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() { _ = conn.Close() })
	if path != "" {
		if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			g.t.Fatal(err)
		}
	}
	if path == "/wait" {
		<-g.began
	}
	return conn
}

// answered reads the response to a request, and reports whether there was one.
func (g *guarded) answered(conn net.Conn) bool {
	g.t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		g.t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, r.Body)
	return err == nil
}

// closed reports whether the server has closed a connection on which no response
// is under way.  One that it has not closed is not waited for.
func (g *guarded) closed(conn net.Conn) bool {
	g.t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond)); err != nil {
		g.t.Fatal(err)
	}
	_, err := conn.Read(make([]byte, 1))
	var timeout net.Error
	return err != nil && (!errors.As(err, &timeout) || !timeout.Timeout())
}

// awaitWaiting waits until so many connections wait for a request.
func (g *guarded) awaitWaiting(want int) {
	g.t.Helper()
	waiting := func() int {
		g.conns.mu.Lock()
		defer g.conns.mu.Unlock()
		return g.conns.waiting.Len()
	}
	for begin := time.Now(); waiting() != want; time.Sleep(time.Millisecond) {
		if time.Since(begin) > time.Minute {
			g.t.Fatalf("%d connections wait, want %d", waiting(), want)
		}
	}
}

func TestTheLongestIdleConnectionsMakeRoom(t *testing.T) {
	g := guard(t, 10, 0)
	var idle []net.Conn
	for i := range 30 {
		conn := g.connect("/")
		if !g.answered(conn) {
			t.Fatalf("connection %d was not answered", i)
		}
		idle = append(idle, conn)
		g.awaitWaiting(min(i+1, 9)) // So that they are idle in this order.
	}
	for i, conn := range idle {
		if got, want := g.closed(conn), i < 21; got != want {
			t.Errorf("connection %d is closed: %v, want %v", i, got, want)
		}
	}
	if s := g.conns.states()[0]; s.InUse != 9 || s.Capacity != 10 || s.Refused != 21 {
		t.Errorf("%+v", s)
	}
}

func TestConnectionsThatSendNothingMakeRoom(t *testing.T) {
	g := guard(t, 10, 0)
	for range 30 {
		g.connect("")
	}
	if !g.answered(g.connect("/")) {
		t.Error("a request was not answered")
	}
}

func TestConnectionsWithRequestsStay(t *testing.T) {
	g := guard(t, 10, 0)
	var busy []net.Conn
	for range 9 {
		busy = append(busy, g.connect("/wait"))
	}
	for range 20 {
		if !g.answered(g.connect("/")) {
			t.Error("a request beside them was not answered")
		}
	}
	close(g.let)
	for i, conn := range busy {
		if !g.answered(conn) {
			t.Errorf("request %d was not answered", i)
		}
	}
}

func TestOneAddressHasItsShareOfConnections(t *testing.T) {
	g := guard(t, 20, 3)
	for range 3 {
		g.connect("/wait")
	}
	for range 5 {
		if g.answered(g.connect("/")) {
			t.Error("a connection beyond the share was answered")
		}
	}
	if s := g.conns.states()[1]; s.InUse != 3 || s.Capacity != 3 || s.Refused != 5 {
		t.Errorf("%+v", s)
	}
	close(g.let)
	g.awaitWaiting(3)
	if !g.answered(g.connect("/")) { // In the place of one that is idle now.
		t.Error("the address is locked out although its connections are idle")
	}
	if s := g.conns.states()[1]; s.InUse != 3 || s.Refused != 6 {
		t.Errorf("%+v", s)
	}
}

func TestATrustedProxyHasNoShareOfConnections(t *testing.T) {
	g := guard(t, 20, 3, netip.MustParsePrefix("127.0.0.0/8"))
	for range 10 {
		g.connect("/wait")
	}
	close(g.let)
	if s := g.conns.states()[1]; s.InUse != 0 || s.Refused != 0 {
		t.Errorf("%+v", s)
	}
}

func TestConnectionsAreCountedByAddressOrNetwork(t *testing.T) {
	l := newConnections(nil, 10, 3, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:1::/48")})
	tests := []struct{ name, remote, want string }{
		{"an IPv4 address", "192.0.2.7:1234", "192.0.2.7"},
		{"an IPv4 address in IPv6 form", "[::ffff:192.0.2.7]:1234", "192.0.2.7"},
		{"an IPv6 network", "[2001:db8::7]:1234", "2001:db8::/64"},
		{"a proxy", "10.1.2.3:1234", ""},
		{"a proxy in IPv6 form", "[::ffff:10.1.2.3]:1234", ""},
		{"an IPv6 proxy", "[2001:db8:1::7]:1234", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			remote := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(tt.remote))
			if got := l.client(remote); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
