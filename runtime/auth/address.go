package auth

import "net/netip"

// addressBits is the part of an IPv6 address that one customer of a provider
// cannot choose; counting whole addresses would count nothing.
const addressBits = 64

// sender returns what wrong passwords are counted by: the IPv4 address or the
// IPv6 network in a request's RemoteAddr, the text itself when it is neither
// (a Unix socket).  Who runs behind a proxy that is trusted to tell the
// client's address must put it into RemoteAddr first.
func sender(remote string) string {
	pair, err := netip.ParseAddrPort(remote)
	if err != nil {
		return remote
	}
	address := pair.Addr().Unmap()
	if address.Is4() {
		return address.String()
	}
	network, err := address.WithZone("").Prefix(addressBits)
	if err != nil {
		return remote
	}
	return network.String()
}
