package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"almanac/runtime/outbound"
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
// public networks only.
func (b Base) dialPublic(ctx context.Context, network, address string) (net.Conn, error) {
	connection, err := outbound.Guard{Hosts: []string{b.url.Hostname()}}.Dial(ctx, network, address)
	var private *outbound.PrivateError
	if errors.As(err, &private) {
		err = redirected(fmt.Sprintf("redirects to %s in a private network, which was not followed", private.Address))
	}
	return connection, err
}
