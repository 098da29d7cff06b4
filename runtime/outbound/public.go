package outbound

import (
	"net/netip"
	"slices"
)

// global has the addresses of IPv6 that are given out for the internet (RFC 4291, section 2.4).
var global = netip.MustParsePrefix("2000::/3")

// special are networks that are not on the internet beside those that netip knows, and
// those whose addresses contain one that may not be (IANA's special-purpose registries).
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),        // This network.
	netip.MustParsePrefix("100.64.0.0/10"),    // Shared by customers of a provider (RFC 6598).
	netip.MustParsePrefix("168.63.129.16/32"), // What Azure tells its machines.
	netip.MustParsePrefix("192.0.0.0/24"),     // IETF protocol assignments (RFC 6890).
	netip.MustParsePrefix("192.0.2.0/24"),     // Documentation (RFC 5737), as the two below.
	netip.MustParsePrefix("192.88.99.0/24"),   // Relays of 6to4 (RFC 7526).
	netip.MustParsePrefix("198.18.0.0/15"),    // Benchmarks (RFC 2544).
	netip.MustParsePrefix("198.51.100.0/24"),  //
	netip.MustParsePrefix("203.0.113.0/24"),   //
	netip.MustParsePrefix("240.0.0.0/4"),      // Reserved.
	netip.MustParsePrefix("2001::/23"),        // IETF protocol assignments, with Teredo.
	netip.MustParsePrefix("2001:db8::/32"),    // Documentation.
	netip.MustParsePrefix("2002::/16"),        // 6to4: any IPv4 address (RFC 3056).
	netip.MustParsePrefix("3fff::/20"),        // Documentation (RFC 9637).
}

// Public reports whether an address is on the internet.
func Public(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && (ip.Is4() || global.Contains(ip)) &&
		!slices.ContainsFunc(special, func(n netip.Prefix) bool { return n.Contains(ip) })
}
