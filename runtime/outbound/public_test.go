package outbound_test

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"testing"

	"almanac/runtime/outbound"
)

func TestOnlyAddressesOfTheInternetArePublic(t *testing.T) {
	for address, want := range map[string]bool{
		"8.8.8.8": true, "192.0.1.1": true, "100.128.0.1": true, "2606:4700::1": true, "2a00::1": true,
		"127.0.0.1": false, "10.0.0.1": false, "172.16.0.1": false, "192.168.0.1": false, "169.254.169.254": false, "0.0.0.0": false, "0.1.2.3": false,
		"100.64.0.1": false, "192.0.0.8": false, "192.0.0.170": false, "198.18.0.1": false, "203.0.113.1": false, "240.0.0.1": false, "255.255.255.255": false, "224.0.0.1": false,
		"::1": false, "::": false, "fe80::1": false, "fc00::1": false, "fec0::1": false, "ff02::1": false,
		"64:ff9b::7f00:1": false, "64:ff9b::a9fe:a9fe": false, "64:ff9b:1::1": false, "2002:7f00:1::": false, "2001:0:1::1": false, "2001:db8::1": false,
		"::ffff:10.0.0.1": false, "::ffff:8.8.8.8": true, "::7f00:1": false, "fd00:ec2::254": false, "168.63.129.16": false, "192.88.99.1": false, "3fff::1": false, "5f00::1": false,
	} {
		if got := outbound.Public(netip.MustParseAddr(address)); got != want {
			t.Errorf("Public(%s) = %v", address, got)
		}
	}
}

func TestAGuardConnectsToWhatItAllows(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	loopback := outbound.Guard{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	for _, c := range []struct {
		guard outbound.Guard
		host  string
		want  bool
	}{
		{outbound.Guard{}, "127.0.0.1", false},
		{outbound.Guard{}, "::ffff:127.0.0.1", false},
		{outbound.Guard{}, "localhost", false},
		{loopback, "127.0.0.1", true},
		{loopback, "::ffff:127.0.0.1", true},
		{outbound.Guard{Hosts: []string{"127.0.0.1"}}, "127.0.0.1", true},
		{outbound.Guard{Hosts: []string{"localhost"}}, "127.0.0.1", false},
		{outbound.Guard{Networks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}, "127.0.0.1", false},
	} {
		for name, dial := range map[string]func(context.Context, string, string) (net.Conn, error){"Dial": c.guard.Dial, "DialAllowed": c.guard.DialAllowed} {
			connection, err := dial(t.Context(), "tcp", net.JoinHostPort(c.host, port))
			if err == nil {
				_ = connection.Close()
			}
			var private *outbound.PrivateError
			if c.want != (err == nil) || !c.want && !errors.As(err, &private) {
				t.Errorf("%s of %+v to %s: %v", name, c.guard, c.host, err)
			}
		}
	}
}
