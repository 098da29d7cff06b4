package httpapi

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestClientsAreWhereTrustedProxiesSayTheyAre(t *testing.T) {
	const proxy, inner, client = "10.0.0.1:443", "10.0.0.2", "203.0.113.7"
	tests := []struct {
		name, remote string
		sent         []string
		want         string
	}{
		{"nobody says anything", "203.0.113.7:5000", nil, client},
		{"a client says that it is somebody else", "203.0.113.7:5000", []string{"198.51.100.1"}, client},
		{"a proxy names a client", proxy, []string{client}, client},
		{"a proxy names a client that names somebody else", proxy, []string{"198.51.100.1, " + client}, client},
		{"a client pretends to be a proxy of ours", proxy, []string{"198.51.100.1, 10.9.9.9, " + client}, client},
		{"a client names proxies of ours in a header of its own", proxy, []string{"198.51.100.1, 10.0.0.3", client}, client},
		{"two proxies", proxy, []string{client + ", " + inner}, client},
		{"two proxies in two headers", proxy, []string{client, inner}, client},
		{"all are proxies of ours", proxy, []string{"10.0.0.9, " + inner}, "10.0.0.9"},
		{"a proxy that says nothing", proxy, nil, "10.0.0.1"},
		{"a proxy that says an empty text", proxy, []string{""}, "10.0.0.1"},
		{"a proxy that does not know", proxy, []string{"unknown"}, "10.0.0.1"},
		{"what is no address ends the list", proxy, []string{client + ", nonsense, " + inner}, inner},
		{"a proxy that writes ports", proxy, []string{"203.0.113.7:1234"}, client},
		{"IPv6 with a port", proxy, []string{"[2001:db8::7]:1234"}, "2001:db8::7"},
		{"IPv6 in brackets", proxy, []string{"[2001:db8::7]"}, "2001:db8::7"},
		{"IPv4 that is written as IPv6", "[::ffff:10.0.0.1]:443", []string{"::ffff:203.0.113.7"}, client},
		{"a proxy by IPv6", "[2001:db8:ffff::1]:443", []string{client}, client},
		{"a zone does not hide a proxy", "[fe80::1%eth0]:443", []string{client}, client},
		{"a zone is no part of what is kept", proxy, []string{"2001:db8::7%<script>"}, "2001:db8::7"},
		{"a Unix socket", "@", []string{client}, "@"},
	}
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:ffff::/48"), netip.MustParsePrefix("fe80::/10")}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr, r.Header["X-Forwarded-For"] = tt.remote, tt.sent
			if got := clientAddress(r, trusted); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func FuzzForwardedTextNeverMovesAStranger(f *testing.F) {
	for _, seed := range []string{"", "1.2.3.4", "10.0.0.1, 1.2.3.4", "[::1]:80,,", "%", "fe80::1%eth0"} {
		f.Add(seed)
	}
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	f.Fuzz(func(t *testing.T, said string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr, r.Header["X-Forwarded-For"] = "203.0.113.7:5000", []string{said}
		if got := clientAddress(r, trusted); got != "203.0.113.7" {
			t.Errorf("an untrusted proxy became %s", got)
		}
		r.RemoteAddr = "10.0.0.1:5000"
		if got := clientAddress(r, trusted); !valid(got) {
			t.Errorf("%q is no address", got)
		}
		r.Header["X-Forwarded-For"] = []string{said + ", 203.0.113.7"}
		if got := clientAddress(r, trusted); got != "203.0.113.7" {
			t.Errorf("what a client wrote before its address made it %s", got)
		}
	})
}

// valid reports whether a text is an address.
func valid(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil
}
