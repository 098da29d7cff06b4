package cli

import (
	"container/list"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"golang.org/x/net/netutil"

	"almanac/runtime/admission"
	"almanac/runtime/auth"
)

// connections limits the number of connections, and closes waiting ones first.  It
// is the listener of the server, and its hook for the state of connections
// (http.Server.ConnState).
//
// A connection waits from when it is accepted until the header of its first
// request has been read, and again, idle, between requests.  Near the limit of
// all connections the longest idle one is closed; at the limit also the one that
// has been waiting longest with its first request.  At the limit of its address
// the longest waiting one of that address is closed, and where none waits the
// new one.
type connections struct {
	net.Listener
	max        int
	near       int            // Above how many idle ones are closed.
	perAddress int            // Of one client; 0 for no limit.
	trusted    []netip.Prefix // Proxies, which have connections for many clients.

	mu        sync.Mutex
	open      int
	byAddress map[string]int // Open ones of each client that is limited.
	waiting   *list.List     // Of *connection, the longest waiting first.
	evicted   int64          // Closed because of the limit of all.
	refused   int64          // Closed because of the limit of an address.
}

// connection is one that was accepted.
type connection struct {
	net.Conn
	owner  *connections
	client string        // "" for a trusted proxy.
	place  *list.Element // In owner.waiting; nil while it does not wait.
	idle   bool          // It has had a request.
	closed bool
}

// newConnections returns a listener that accepts at most maximum connections at once;
// others wait to be accepted.
func newConnections(listener net.Listener, maximum, perAddress int, trusted []netip.Prefix) *connections {
	return &connections{
		Listener: netutil.LimitListener(listener, maximum), max: maximum, near: maximum - max(1, maximum/10),
		perAddress: perAddress, trusted: trusted,
		byAddress: map[string]int{}, waiting: list.New(),
	}
}

// Accept returns the next connection whose client may have one more.
func (cs *connections) Accept() (net.Conn, error) {
	for {
		conn, err := cs.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := cs.admit(conn); c != nil {
			return c, nil
		}
		_ = conn.Close() // The client is gone.
	}
}

// admit counts a connection, and closes others where there are too many.  It
// returns nil when this one is too many itself.
func (cs *connections) admit(conn net.Conn) *connection {
	c := &connection{Conn: conn, owner: cs, client: cs.client(conn.RemoteAddr())}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if cs.perAddress > 0 && c.client != "" && cs.byAddress[c.client] >= cs.perAddress {
		cs.refused++
		if !cs.closeWaiting(func(other *connection) bool { return other.client == c.client }) {
			return nil
		}
	}
	cs.open++
	cs.byAddress[c.client]++
	cs.relieve()
	if cs.open >= cs.max && cs.closeWaiting(func(*connection) bool { return true }) {
		cs.evicted++
	}
	c.place = cs.waiting.PushBack(c)
	return c
}

// client returns whom a connection counts for: an IPv4 address or an IPv6
// network of 64 bits, "" for a trusted proxy.
func (cs *connections) client(remote net.Addr) string {
	text := remote.String()
	if pair, err := netip.ParseAddrPort(text); err == nil {
		address := pair.Addr().Unmap().WithZone("")
		if slices.ContainsFunc(cs.trusted, func(n netip.Prefix) bool { return n.Contains(address) }) {
			return ""
		}
	}
	return auth.ClientKey(text)
}

// relieve closes idle connections as long as the limit is near.
func (cs *connections) relieve() {
	for cs.open > cs.near && cs.closeWaiting(func(c *connection) bool { return c.idle }) {
		cs.evicted++
	}
}

// closeWaiting closes the longest waiting connection that fits, and reports
// whether there was one.
func (cs *connections) closeWaiting(fits func(*connection) bool) bool {
	for e := cs.waiting.Front(); e != nil; e = e.Next() {
		if c := e.Value.(*connection); fits(c) {
			_ = c.Conn.Close() // The client may have closed it.
			cs.forget(c)
			return true
		}
	}
	return false
}

// forget stops counting a connection.
func (cs *connections) forget(c *connection) {
	if c.closed {
		return
	}
	c.closed = true
	cs.leave(c)
	cs.open--
	if cs.byAddress[c.client]--; cs.byAddress[c.client] == 0 {
		delete(cs.byAddress, c.client)
	}
}

// leave removes a connection from the waiting ones.
func (cs *connections) leave(c *connection) {
	if c.place != nil {
		cs.waiting.Remove(c.place)
		c.place = nil
	}
}

// Close closes the connection and stops counting it.
func (c *connection) Close() error {
	c.owner.mu.Lock()
	c.owner.forget(c)
	c.owner.mu.Unlock()
	return c.Conn.Close()
}

// changed records the state of a connection (http.Server.ConnState).
func (cs *connections) changed(conn net.Conn, state http.ConnState) {
	if encrypted, ok := conn.(*tls.Conn); ok {
		conn = encrypted.NetConn()
	}
	c, ok := conn.(*connection)
	if !ok {
		return
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	switch {
	case state == http.StateActive:
		cs.leave(c)
	case state == http.StateIdle && c.place == nil && !c.closed:
		c.idle, c.place = true, cs.waiting.PushBack(c)
		cs.relieve()
	}
}

// states returns how far the limits of connections are used up.
func (cs *connections) states() []admission.LimitState {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return []admission.LimitState{
		{Name: "connections", InUse: int64(cs.open), Capacity: int64(cs.max), Refused: cs.evicted},
		{
			Name: "connections_of_one_address", InUse: int64(cs.maxPerAddress()), Capacity: int64(cs.perAddress),
			Refused: cs.refused,
		},
	}
}

// maxPerAddress returns the number of connections of the client with the most.
func (cs *connections) maxPerAddress() int {
	most := 0
	for client, n := range cs.byAddress {
		if client != "" {
			most = max(most, n)
		}
	}
	return most
}
