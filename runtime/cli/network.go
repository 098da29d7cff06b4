package cli

import (
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/urfave/cli/v3"
	"golang.org/x/net/idna"

	"almanac/runtime/service"
)

// networkFlags are the flags for addresses, origins and trusted proxies.
func networkFlags() []cli.Flag {
	return []cli.Flag{
		text("listen", "127.0.0.1:8080", "`ADDRESS` to listen on"),
		text("auth", "open", "`MODE`: open (everyone is an administrator) or required (users sign in)"),
		&cli.BoolFlag{
			Name:    "allow-open-network",
			Usage:   "allow --auth open on a network, behind a proxy or with a public --site-url",
			Sources: Setting("allow-open-network"),
		},
		&cli.StringSliceFlag{
			Name: "host", Usage: "another host `NAME` of the service, beside that of --site-url; repeatable",
			Sources: Setting("host"),
		},
		text("tls-cert", "", "certificate `FILE` (PEM); reloaded when it changes, and on SIGHUP"),
		text("tls-key", "", "private key `FILE` (PEM)"),
		&cli.StringSliceFlag{
			Name: "cors-origin", Usage: "`ORIGIN` whose pages may write, such as https://site.example; repeatable",
			Sources: Setting("cors-origin"),
		},
		&cli.StringSliceFlag{
			Name: "trusted-proxy", Usage: "`NETWORK` of proxies to trust for X-Forwarded-For, such as 10.0.0.0/8; repeatable",
			Sources: Setting("trusted-proxy"),
		},
		&cli.StringSliceFlag{
			Name:    "webhook-allow",
			Usage:   "private `NETWORK` or host that webhooks may reach, also by http, such as 10.0.0.0/8; repeatable",
			Sources: Setting("webhook-allow"),
		},
	}
}

// setNetwork reads the flags about names, origins and proxies.
func setNetwork(c *cli.Command, config *service.Config) error {
	if host, _, err := net.SplitHostPort(c.String("listen")); err == nil && host != "" { // setAccess reports errors.
		config.Hosts = []string{host}
	}
	for _, text := range c.StringSlice("host") {
		host, err := parseHost(text)
		if err != nil {
			return err
		}
		config.Hosts = append(config.Hosts, host)
	}
	for _, text := range c.StringSlice("cors-origin") {
		o, err := parseOrigin(text)
		if err != nil {
			return err
		}
		config.Origins = append(config.Origins, o)
	}
	for _, text := range c.StringSlice("trusted-proxy") {
		network, err := parseProxy(text)
		if err != nil {
			return err
		}
		config.Proxies = append(config.Proxies, network)
	}
	for _, text := range c.StringSlice("webhook-allow") {
		if network, ok := parseNetwork(text); ok {
			config.WebhookGuard.Networks = append(config.WebhookGuard.Networks, network)
			continue
		}
		host, err := idna.Lookup.ToASCII(strings.TrimSuffix(text, "."))
		if err != nil || !hostName.MatchString(host) {
			return InvalidSetting("webhook-allow",
				"must be a network such as 10.0.0.0/8, an IP address, or a name such as hooks.internal, not %q", text)
		}
		config.WebhookGuard.Hosts = append(config.WebhookGuard.Hosts, host)
	}
	return nil
}

// parseHost returns a host name in the form in which clients send it.
func parseHost(text string) (string, error) {
	host, err := idna.Lookup.ToASCII(strings.TrimSuffix(text, "."))
	if err != nil || !hostName.MatchString(host) {
		return "", InvalidSetting("host", "must be a name such as www.site.example, without scheme and port, not %q", text)
	}
	return host, nil
}

// hostName is the form of a host name (RFC 3986, section 3.2.2), as far as names in use go.
var hostName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// parseOrigin returns an origin in the one form in which browsers send it (RFC
// 6454, section 6.2): lower case, without the port that the scheme has anyway.
func parseOrigin(text string) (string, error) {
	if text == "*" {
		return "",
			InvalidSetting("cors-origin",
				"must list each site that may write; * would let any page write through a visitor's browser (with --auth "+
					"required, any site can already read)")
	}
	u, err := url.Parse(text)
	if err != nil || defaultPorts[u.Scheme] == "" || !originHost.MatchString(u.Host) ||
		!strings.EqualFold(text, u.Scheme+"://"+u.Host) {
		return "",
			InvalidSetting("cors-origin",
				"must be an origin such as https://site.example, without a path, not %q", text)
	}
	host := strings.TrimSuffix(strings.ToLower(u.Host), ":"+defaultPorts[u.Scheme])
	return u.Scheme + "://" + host, nil
}

// originHost is the form of a host in an origin: browsers write international
// names in their ASCII form, so that no other would ever be equal.
var originHost = regexp.MustCompile(`^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?$`)

// defaultPorts are the ports that an origin leaves out.
var defaultPorts = map[string]string{"http": "80", "https": "443"}

// parseProxy returns the network that a flag names.
func parseProxy(text string) (netip.Prefix, error) {
	network, ok := parseNetwork(text)
	if !ok {
		return network, InvalidSetting("trusted-proxy",
			"must be an IP address, or a network such as 10.0.0.0/8, not %q", text)
	}
	return network, nil
}

// parseNetwork reads a network, or one address as the network that it is.
func parseNetwork(text string) (netip.Prefix, bool) {
	if address, err := netip.ParseAddr(text); err == nil && address.Zone() == "" {
		address = address.Unmap()
		return netip.PrefixFrom(address, address.BitLen()), true
	}
	network, err := netip.ParsePrefix(text)
	return network.Masked(), err == nil && !network.Addr().Is4In6()
}

// loadTLS returns the certificate that the flags name, nil for a server
// without TLS.
func loadTLS(c *cli.Command, config service.Config) (*certificate, error) {
	certFile, keyFile := c.String("tls-cert"), c.String("tls-key")
	switch {
	case certFile == "" && keyFile == "":
		return nil, nil
	case certFile == "" || keyFile == "":
		named, missing := "tls-cert", "tls-key"
		if certFile == "" {
			named, missing = missing, named
		}
		return nil, InvalidSetting(named, "requires --%s: set both or neither", missing)
	}
	secure, err := loadCertificate(certFile, keyFile, time.Now, config.Log)
	if err != nil {
		return nil, InvalidSetting("tls-cert", "must be a PEM certificate, and --tls-key its private key: %w", err)
	}
	return secure, nil
}

// loopback reports whether an address can be reached only from this machine.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return true // serveConfig reports errors.
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// isPublic reports whether the host of a site may be reached from the internet: all but
// loopback and private addresses, and names of this machine and of local networks (RFC
// 6761, RFC 6762, RFC 8375).
func isPublic(site string) bool {
	u, err := url.Parse(site)
	if err != nil || u.Hostname() == "" {
		return false // There is none, or setSite reports the error.
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap().WithZone("")
		return !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast() && !ip.IsUnspecified()
	}
	if !strings.Contains(host, ".") {
		return false
	}
	for _, local := range []string{".localhost", ".local", ".internal", ".home.arpa"} {
		if strings.HasSuffix(host, local) {
			return false
		}
	}
	return true
}

// reachable returns an address as a client on this machine writes it.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
