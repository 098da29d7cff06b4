package outbound

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"
)

// Guard says which addresses of private networks are connected to nevertheless: those of the networks,
// and whatever the hosts lead to. The zero value is none.
type Guard struct {
	Networks []netip.Prefix
	Hosts    []string
}

// PrivateError is the error of a connection to an address that is refused.
type PrivateError struct{ Address string }

// Error implements error.
func (e *PrivateError) Error() string {
	return fmt.Sprintf("%s is in a private network", e.Address)
}

// Dial connects to a host and port. A name is resolved once: the address that it leads to is the one
// that is judged, and the one that is connected to. The error is a *PrivateError if it is refused.
func (g Guard) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	return g.dial(ctx, network, address, true)
}

// DialAllowed is Dial for connections that are not encrypted, to what is allowed alone.
func (g Guard) DialAllowed(ctx context.Context, network, address string) (net.Conn, error) {
	return g.dial(ctx, network, address, false)
}

func (g Guard) dial(ctx context.Context, network, address string, public bool) (net.Conn, error) {
	d := net.Dialer{}
	if host, _, err := net.SplitHostPort(address); err != nil || !g.AllowsHost(host) {
		d.Control = func(_, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil || !g.AllowsAddress(to.Addr()) && (!public || !Public(to.Addr())) {
				return &PrivateError{address}
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, address)
}

// AllowsHost reports whether a host is allowed by its name.
func (g Guard) AllowsHost(host string) bool {
	return slices.ContainsFunc(g.Hosts, func(name string) bool { return strings.EqualFold(name, host) })
}

// AllowsAddress reports whether an address is in a network that is allowed.
func (g Guard) AllowsAddress(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("") // A prefix contains no address with a zone.
	return slices.ContainsFunc(g.Networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}
