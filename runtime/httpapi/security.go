package httpapi

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// otherExposedHeaders are the response headers that scripts of other origins may
// read, beside those of lists.
const otherExposedHeaders = "Link, ETag, Location, Allow, X-Request-Id, Preference-Applied, Idempotency-Replayed, " +
	"Change-Id, Retry-After, Deprecation, Content-Disposition, Accept-Query, Content-Location"

// allowedHeaders are the request headers that scripts of other origins may
// send.
const allowedHeaders = "Authorization, Content-Type, X-HTTP-Method-Override, If-Match, If-None-Match, " +
	"Idempotency-Key, Last-Event-ID, Prefer, X-Request-Id"

// preflightAge is how long browsers keep the response to a preflight, in seconds.
const preflightAge = "600"

// origins decides what pages of other origins may do.
type origins struct{ *request.Env }

// crossOrigin sets the CORS headers (Fetch standard) and refuses writes that a
// browser sends from a page that may not.  It returns false when it has
// answered.
func (o origins) crossOrigin(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Add("Vary", "Origin") // Also of responses without an origin, which a cache must not hand to one.
	origin := r.Header.Get("Origin")
	configured := origin != "" && slices.Contains(o.AllowedOrigins, origin)
	if origin != "" {
		o.allowOrigin(w.Header(), r, origin, configured)
	}
	if !configured && !o.trustsPage(r, origin) {
		writeError(w, otherSite())
		return false
	}
	return true
}

// otherSite is the error for a page of another site.
func otherSite() *apierror.Error {
	return apierror.New(http.StatusForbidden, apierror.CodeForbidden, "Writes from other sites are not allowed here. "+
		"To allow this one, start the service with its origin in --cors-origin.")
}

// allowOrigin sets the headers that tell a browser what pages of an origin may
// do.
func (o origins) allowOrigin(h http.Header, r *http.Request, origin string, configured bool) {
	asked := ""
	if r.Method == http.MethodOptions {
		asked = r.Header.Get("Access-Control-Request-Method")
	}
	allowed := configured || !o.AuthDisabled && reads(cmp.Or(asked, r.Method))
	switch {
	case configured:
		h.Set("Access-Control-Allow-Origin", origin)
	case allowed:
		h.Set("Access-Control-Allow-Origin", "*")
	}
	h.Set("Access-Control-Expose-Headers", o.exposedHeaders())
	if asked != "" && allowed {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, QUERY, POST, PUT, PATCH, DELETE, OPTIONS")
		h.Set("Access-Control-Allow-Headers", allowedHeaders)
		h.Set("Access-Control-Max-Age", preflightAge)
	}
}

// ExposedHeaders lists the response headers that scripts of other origins may read.
func (a *API) ExposedHeaders() []string {
	return strings.Split(origins{a.Env}.exposedHeaders(), ", ")
}

// exposedHeaders lists the response headers that scripts may read.
func (o origins) exposedHeaders() string {
	counts := o.Service.TotalHeader + ", " + o.Service.PagesHeader + ", "
	for _, name := range o.ExposedHeaders {
		counts += name + ", "
	}
	return counts + otherExposedHeaders
}

// trustsPage reports whether a page of an origin may send the request; the
// origin is "" when the request names none, as those of programs and of some old
// browsers do, where Sec-Fetch-Site alone tells a foreign page.  Reads
// and what carries a Bearer token, which no browser adds by itself, it may.
// Other writes may come from a foreign page although they are entitled: in
// open mode nobody shows anything, and a browser that knows a password for HTTP
// Basic sends it with whatever a page has it send.  There the browser's own
// word decides where the page is from.
func (o origins) trustsPage(r *http.Request, origin string) bool {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	switch {
	case !o.AuthDisabled && strings.EqualFold(scheme, "Bearer"), reads(r.Method):
		return true
	case http.NewCrossOriginProtection().Check(r) != nil:
		return false
	}
	return !o.AuthDisabled || origin == "" || o.home(origin)
}

// home reports whether an origin has a host of the service.
func (o origins) home(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && o.ownHost(u.Host)
}

// reads reports whether a method only reads.
func reads(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, param.MethodQuery:
		return true
	}
	return false
}

// ownHost reports whether a host, with or without a port, is one that no
// foreign page can have: an IP address, a loopback name (RFC 6761, section
// 6.3), the site's host or one of Env.Hosts.  Any other name may have been
// pointed at this machine by its owner (DNS rebinding), and a browser then
// takes the page of that name for one of ours.
func (o origins) ownHost(host string) bool {
	name := strings.ToLower(strings.TrimSuffix((&url.URL{Host: host}).Hostname(), "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	if site, err := url.Parse(o.Deployment.SiteURL); err == nil && strings.EqualFold(name, site.Hostname()) {
		return true
	}
	for _, own := range o.Hosts {
		if strings.EqualFold(name, own) {
			return true
		}
	}
	return false
}

// misdirected returns the error for a request that is not for this service, nil for all
// others: 421 (RFC 9110, section 15.5.20) where the Host is not one of the service's, as
// a foreign page's is after DNS rebinding, and a name that a proxy passes on by mistake;
// in open mode also 403 where a proxy forwards the request, which may come from anywhere.
// Where users sign in and nobody has said where the site is, every name may be right.  A
// request without Host comes from no browser.
func (o origins) misdirected(r *http.Request) *apierror.Error {
	switch {
	case o.AuthDisabled && !o.OpenNetwork && isForwarded(r.Header):
		return apierror.New(
			http.StatusForbidden,
			apierror.CodeForbidden,
			"This request came through a proxy, but the service does not require sign-in, so anyone would be an "+
				"administrator. Start it with --auth required, or with --allow-open-network if only trusted people can reach "+
				"the proxy.",
		)
	case !o.AuthDisabled && !o.OwnHostsOnly, r.Host == "", o.ownHost(r.Host):
		return nil
	}
	return apierror.New(
		http.StatusMisdirectedRequest,
		"rest_misdirected_request",
		"The Host header must be an IP address, localhost or a name of this service. To add this name, start the service "+
			"with it in --host.",
	)
}

// isForwarded reports whether a proxy says that it forwards a request for somebody else:
// in a field of a standard (RFC 7239, RFC 8586, and Via of RFC 9110, section 7.6.3), or in
// one of those in which proxies and content delivery networks name the client, such as
// X-Forwarded-For, CF-Connecting-IP, True-Client-IP and Fly-Client-IP.
func isForwarded(h http.Header) bool {
	for name := range h {
		switch {
		case name == "Forwarded", name == "Via", name == "Cdn-Loop", name == "X-Real-Ip",
			strings.HasPrefix(name, "X-Forwarded-"), strings.HasSuffix(name, "-Client-Ip"),
			strings.HasSuffix(name, "-Connecting-Ip"):
			return true
		}
	}
	return false
}

// responsePolicy is the Content-Security-Policy of everything that is no page: shown in
// a browser it loads nothing, runs nothing, and stands in no frame.
const responsePolicy = "default-src 'none'; frame-ancestors 'none'"

// transportSecurity has browsers use TLS for a year (RFC 6797).  Other hosts of
// the same domain are not ours to decide about.
const transportSecurity = "max-age=31536000"

// SecurityHeaders sets what every response to the request carries for browsers, as
// OWASP's REST Security Cheat Sheet has it.  The documentation page has a
// policy of its own.  Strict-Transport-Security is for connections that are
// encrypted up to here; a proxy that ends TLS sets its own.
func SecurityHeaders(h http.Header, r *http.Request) {
	// One list for all values, as this is done for every request.
	values := []string{"nosniff", responsePolicy, "DENY", "no-referrer", "same-origin"}
	h["X-Content-Type-Options"] = values[0:1:1]
	h["Content-Security-Policy"] = values[1:2:2]
	h["X-Frame-Options"] = values[2:3:3] // For browsers that know no frame-ancestors.
	h["Referrer-Policy"] = values[3:4:4]
	// Scripts of other origins read through CORS, which this leaves alone; what
	// it keeps out are <script>, <img> and the like.
	h["Cross-Origin-Resource-Policy"] = values[4:5:5]
	if r.TLS != nil {
		h.Set("Strict-Transport-Security", transportSecurity)
	}
}

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

// isSecure reports whether the client uses TLS: on the connection, or on that to a
// trusted proxy, which says so in X-Forwarded-Proto.
func isSecure(r *http.Request, trusted []netip.Prefix) bool {
	if r.TLS != nil {
		return true
	}
	pair, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && contains(trusted, pair.Addr().Unmap()) &&
		strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
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
func locate(env *request.Env, r *http.Request, x *request.State) {
	if x.IsNested() {
		return
	}
	x.Secure = isSecure(r, env.TrustedProxies)
	x.Address = clientAddress(r, env.TrustedProxies)
	if len(env.TrustedProxies) > 0 {
		r.RemoteAddr = net.JoinHostPort(x.Address, "0")
	}
}
