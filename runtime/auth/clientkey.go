package auth

import "net/netip"

// addressBits is the length of the network prefix of an IPv6 address. A client
// can choose the other bits freely, so limits by the whole address have no effect.
const addressBits = 64

// ClientKey returns the rate-limit key of a remote address, with or without a
// port, such as a request's RemoteAddr: the IPv4 address, or the /64 network of
// an IPv6 address. Other text, such as a Unix socket, is returned as it is.
// Behind a trusted proxy, the address of the client must be put into RemoteAddr
// first.
func ClientKey(remote string) string {
	address, err := netip.ParseAddr(remote)
	if err != nil {
		pair, err := netip.ParseAddrPort(remote)
		if err != nil {
			return remote
		}
		address = pair.Addr()
	}
	address = address.Unmap()
	if address.Is4() {
		return address.String()
	}
	network, err := address.WithZone("").Prefix(addressBits)
	if err != nil {
		return remote
	}
	return network.String()
}
