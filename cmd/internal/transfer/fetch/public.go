package fetch

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
)

// Resolve returns an address that a text of the site names, without a fragment, and
// whether it is on the host of the base. It returns nil for what is no web address.
func (b Base) Resolve(address string) (u *url.URL, own bool) {
	u, err := b.url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, false
	}
	u.User, u.Fragment, u.RawFragment = nil, "", ""
	if own = strings.EqualFold(u.Host, b.url.Host); own {
		u.Scheme = b.url.Scheme // Many texts name pictures by http:// still.
	}
	return u, own
}

// dialPublic connects to the host of the base, wherever it is, and to other hosts on
// public networks only: a text of a site must not make this machine send requests into
// the network that it is in. What counts is the address that a name leads to.
func (b Base) dialPublic(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{}
	if host, _, err := net.SplitHostPort(address); err != nil || !strings.EqualFold(host, b.url.Hostname()) {
		d.Control = func(_, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil || !public(to.Addr().Unmap()) {
				return redirected(fmt.Sprintf("leads into a private network, to %s, and was not followed", address))
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, address)
}

// shared is the address space that providers share among customers (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// public reports whether an address is on the internet.
func public(ip netip.Addr) bool {
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !shared.Contains(ip)
}
