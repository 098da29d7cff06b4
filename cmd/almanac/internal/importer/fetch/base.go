package fetch

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strings"
)

// Base is the address below which an API has its routes.
type Base struct {
	url   *url.URL
	route string // Where routes go in the query, "" where they go in the path.
}

// scheme is how an address of any kind begins.
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// example is an address as this package takes it.
const example = "https://site.example/wp-json/tribe/events/v1"

// ParseBase reads the address of an API, such as
// https://site.example/wp-json/tribe/events/v1, or, of a site without plain
// addresses, https://site.example/?rest_route=/tribe/events/v1.  The error is
// one sentence.
func ParseBase(text string) (Base, error) {
	u, err := parse(text)
	if err != nil {
		return Base{}, err
	}
	if u.Fragment != "" {
		return Base{}, fmt.Errorf("the address must not contain a #: use one such as %s", example)
	}
	b := Base{url: u}
	u.Path = strings.TrimRight(u.Path, "/")
	query := u.Query()
	b.route = strings.TrimRight(query.Get("rest_route"), "/")
	query.Del("rest_route")
	if len(query) > 0 || u.RawQuery != "" && b.route == "" {
		return Base{}, fmt.Errorf("the address must not contain a question mark: use one such as %s", example)
	}
	u.RawQuery, u.RawPath = "", ""
	return b, nil
}

// parse reads an address of a site.  The error is one sentence.
func parse(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "":
		return nil, fmt.Errorf("%q is not an address such as %s", withoutSecret(text), example)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("the address of a site must start with http:// or https://, not %s://", u.Scheme)
	case u.User != nil:
		return nil, errors.New("the address must not contain a user or a password: use --user and --password-file")
	}
	return u, nil
}

// withoutSecret shortens an address that cannot be read, whose middle may hold
// a password, to its scheme.
func withoutSecret(text string) string {
	if strings.Contains(text, "@") {
		return scheme.FindString(text) + "…"
	}
	return text
}

// At returns the address of a route, such as "/events", with its parameters.
func (b Base) At(route string, query url.Values) string {
	u := *b.url
	if b.route == "" {
		u.Path += route
		u.RawQuery = query.Encode()
		return u.String()
	}
	if !strings.HasSuffix(u.Path, ".php") {
		u.Path += "/"
	}
	u.RawQuery = url.Values{"rest_route": {b.route + route}}.Encode()
	if len(query) > 0 {
		u.RawQuery += "&" + query.Encode()
	}
	return u.String()
}

// Beside returns the base of another interface of the same WordPress site, such as
// wp/v2, false when the address is not of the form that such a site has.
func (b Base) Beside(other string) (Base, bool) {
	u := *b.url
	if b.route != "" {
		root, ok := strings.CutSuffix(b.route, "/"+namespace)
		return Base{url: &u, route: root + "/" + other}, ok
	}
	root, ok := strings.CutSuffix(u.Path, "/"+namespace)
	u.Path = root + "/" + other
	return Base{url: &u}, ok
}

// Page returns the address of a page of the site, such as sitemap.xml, false when
// the address of the API does not tell where the pages begin.
func (b Base) Page(name string) (string, bool) {
	u, ok := *b.url, true
	if b.route == "" {
		u.Path, ok = strings.CutSuffix(u.Path, "/wp-json/"+namespace)
	}
	u.Path = strings.TrimSuffix(strings.TrimSuffix(u.Path, "/"), "/index.php") + "/" + name
	return u.String(), ok
}

// Here returns an address that the site names, on the host of the base: nothing is
// sent to another one.
func (b Base) Here(address string) string {
	u, err := b.url.Parse(address)
	if err != nil {
		return b.url.String()
	}
	u.Scheme, u.Host, u.User, u.Fragment = b.url.Scheme, b.url.Host, nil, ""
	return u.String()
}

// Host returns the name of the host, without a port.
func (b Base) Host() string { return b.url.Hostname() }

// String returns the address.
func (b Base) String() string { return b.At("", nil) }

// private reports whether what is sent to the address stays secret: because it
// is encrypted, or because it does not leave this machine.
func (b Base) private() bool {
	ip := net.ParseIP(b.url.Hostname())
	return b.url.Scheme == "https" || b.url.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// leads returns what is wrong with a redirect from one address to another, ""
// when it may be followed: it stays on the host and does not give up
// encryption.
func leads(from, to *url.URL) string {
	same := strings.EqualFold(from.Host, to.Host) && from.Scheme == to.Scheme
	upgrade := from.Scheme == "http" && to.Scheme == "https" &&
		strings.EqualFold(from.Hostname(), to.Hostname()) && port(from, "80") == "80" && port(to, "443") == "443"
	switch {
	case same || upgrade:
		return ""
	case from.Scheme == "https" && to.Scheme == "http" && strings.EqualFold(from.Hostname(), to.Hostname()):
		return fmt.Sprintf("redirects from https to %s, which was not followed", to.Redacted())
	}
	return fmt.Sprintf("redirects to another host, %s, which was not followed: if the site is there, use that address",
		to.Redacted())
}

// port returns the port of an address.
func port(u *url.URL, usual string) string {
	if p := u.Port(); p != "" {
		return p
	}
	return usual
}
