package httpapi

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"almanac/runtime/apierror"
)

// ownHost reports whether a host, with or without a port, is one that no
// foreign page can have: an IP address, a loopback name (RFC 6761, section
// 6.3), the site's host or one of Env.Hosts.  Any other name may have been
// pointed at this machine by its owner (DNS rebinding), and a browser then
// takes the page of that name for one of ours.
func (a *API) ownHost(host string) bool {
	name := strings.ToLower(strings.TrimSuffix((&url.URL{Host: host}).Hostname(), "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	if site, err := url.Parse(a.Env.Deployment.SiteURL); err == nil && strings.EqualFold(name, site.Hostname()) {
		return true
	}
	for _, own := range a.Env.Hosts {
		if strings.EqualFold(name, own) {
			return true
		}
	}
	return false
}

// misdirected returns the 421 (RFC 9110, section 15.5.20) for a request in open
// mode whose Host is not one of the service's, nil for all others.  Without
// users the name is all that tells an anonymous caller's own tools from a foreign page.
// A request without Host comes from no browser.
func (a *API) misdirected(r *http.Request) *apierror.Error {
	if !a.Env.AuthDisabled || r.Host == "" || a.ownHost(r.Host) {
		return nil
	}
	return apierror.New(http.StatusMisdirectedRequest, "rest_misdirected_request",
		"Without users the service answers to IP addresses, to localhost and to its own names only. Start it with --site-url and this name, or with --auth required.")
}
