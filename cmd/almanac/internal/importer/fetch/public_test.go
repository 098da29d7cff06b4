package fetch

import (
	"net/netip"
	"testing"
)

func TestOnlyAddressesOfTheInternetArePublic(t *testing.T) {
	for address, want := range map[string]bool{
		"8.8.8.8": true, "192.0.1.1": true, "100.128.0.1": true, "2606:4700::1": true, "2a00::1": true,
		"127.0.0.1": false, "10.0.0.1": false, "172.16.0.1": false, "192.168.0.1": false, "169.254.169.254": false, "0.0.0.0": false, "0.1.2.3": false,
		"100.64.0.1": false, "192.0.0.8": false, "192.0.0.170": false, "198.18.0.1": false, "203.0.113.1": false, "240.0.0.1": false, "255.255.255.255": false, "224.0.0.1": false,
		"::1": false, "::": false, "fe80::1": false, "fc00::1": false, "fec0::1": false, "ff02::1": false,
		"64:ff9b::7f00:1": false, "64:ff9b::a9fe:a9fe": false, "64:ff9b:1::1": false, "2002:7f00:1::": false, "2001:0:1::1": false, "2001:db8::1": false,
	} {
		if got := public(netip.MustParseAddr(address).Unmap()); got != want {
			t.Errorf("public(%s) = %v", address, got)
		}
	}
}
