package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"almanac/runtime/request"
)

// forwardedHeader is where proxies note whom they ask for, each after those
// that came before it.
const forwardedHeader = "X-Forwarded-For"

// clientAddress returns the address that a request comes from, without a port.
// What proxies say counts as far as they are trusted: the list that they made is
// read from its end, because a client can write what it likes at its
// beginning, and only as long as those who wrote are themselves trusted.
func clientAddress(r *http.Request, trusted []netip.Prefix) string {
	pair, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr // A Unix socket.
	}
	address := pair.Addr().Unmap()
	list := strings.Split(strings.Join(r.Header.Values(forwardedHeader), ","), ",")
	for _, said := range slices.Backward(list) {
		if !contains(trusted, address) {
			break
		}
		before, err := parseForwarded(said)
		if err != nil {
			break // Who knows what that was; the proxy itself is certain.
		}
		address = before
	}
	return address.String()
}

// parseForwarded reads an element of the list, which some proxies write with a
// port.  A zone would mean nothing here, and could be any text.
func parseForwarded(text string) (netip.Addr, error) {
	text = strings.TrimSpace(text)
	if pair, err := netip.ParseAddrPort(text); err == nil {
		return pair.Addr().Unmap().WithZone(""), nil
	}
	address, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return address.Unmap().WithZone(""), err
}

// contains reports whether one of the networks has the address.
func contains(networks []netip.Prefix, address netip.Addr) bool {
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(address.WithZone("")) })
}

// locate notes where the request comes from, for the audit and logs, and has it
// look as if it came from there, for what counts wrong passwords.
func (a *API) locate(r *http.Request, x *request.State) {
	x.Address = clientAddress(r, a.Env.TrustedProxies)
	if len(a.Env.TrustedProxies) > 0 {
		r.RemoteAddr = net.JoinHostPort(x.Address, "0")
	}
}
