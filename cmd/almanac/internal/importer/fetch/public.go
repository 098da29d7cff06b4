package fetch

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
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
				return redirected(fmt.Sprintf("redirects to %s in a private network, which was not followed", address))
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, address)
}

// special are networks that are not on the internet beside those that netip knows, and
// those whose addresses contain one that may not be (IANA's special-purpose registries).
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // This network.
	netip.MustParsePrefix("100.64.0.0/10"),   // Shared by customers of a provider (RFC 6598).
	netip.MustParsePrefix("192.0.0.0/24"),    // IETF protocol assignments (RFC 6890).
	netip.MustParsePrefix("192.0.2.0/24"),    // Documentation (RFC 5737), as the two below.
	netip.MustParsePrefix("198.18.0.0/15"),   // Benchmarks (RFC 2544).
	netip.MustParsePrefix("198.51.100.0/24"), //
	netip.MustParsePrefix("203.0.113.0/24"),  //
	netip.MustParsePrefix("240.0.0.0/4"),     // Reserved.
	netip.MustParsePrefix("64:ff9b::/96"),    // NAT64: any IPv4 address (RFC 6052).
	netip.MustParsePrefix("64:ff9b:1::/48"),  // The same, of a local network (RFC 8215).
	netip.MustParsePrefix("2001::/23"),       // IETF protocol assignments, with Teredo.
	netip.MustParsePrefix("2001:db8::/32"),   // Documentation.
	netip.MustParsePrefix("2002::/16"),       // 6to4: any IPv4 address (RFC 3056).
	netip.MustParsePrefix("fec0::/10"),       // Site-local (RFC 3879).
}

// public reports whether an address is on the internet.
func public(ip netip.Addr) bool {
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !slices.ContainsFunc(special, func(n netip.Prefix) bool {
		return n.Contains(ip)
	})
}
