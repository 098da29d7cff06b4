package auth

import "net/netip"

// addressBits is the part of an IPv6 address that one customer of a provider
// cannot choose; counting whole addresses would count nothing.
const addressBits = 64

// Sender returns what requests are counted by: the IPv4 address or the IPv6
// network of an address with or without a port, such as a request's RemoteAddr;
// the text itself when it is neither (a Unix socket).  Who runs behind a proxy
// that is trusted to tell the client's address must put it into RemoteAddr
// first.
func Sender(remote string) string {
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
