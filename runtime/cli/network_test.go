package cli

import "testing"

func TestOriginsAreTakenAsBrowsersWriteThem(t *testing.T) {
	tests := []struct{ text, want string }{
		{"https://calendar.example", "https://calendar.example"},
		{"HTTPS://Calendar.Example", "https://calendar.example"},
		{"https://calendar.example:443", "https://calendar.example"},
		{"http://calendar.example:80", "http://calendar.example"},
		{"http://calendar.example:443", "http://calendar.example:443"},
		{"http://localhost:3000", "http://localhost:3000"},
		{"http://[::1]:3000", "http://[::1]:3000"},
		{"https://calendar.example/", ""},
		{"https://calendar.example/path", ""},
		{"https://calendar.example?a=1", ""},
		{"https://calendar.example#a", ""},
		{"https://ada@calendar.example", ""},
		{"https://calendar.example:", ""},
		{"https://*.example", ""},
		{"https://kalender.ö.example", ""},
		{"calendar.example", ""},
		{"ftp://calendar.example", ""},
		{"https://", ""},
		{"null", ""},
		{"*", ""},
		{"", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			if got, err := parseOrigin(tt.text); got != tt.want || (err != nil) != (tt.want == "") {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

func TestProxiesAreNetworksOrAddresses(t *testing.T) {
	tests := []struct{ text, want string }{
		{"10.0.0.0/8", "10.0.0.0/8"},
		{"10.1.2.3/8", "10.0.0.0/8"},
		{"192.0.2.7", "192.0.2.7/32"},
		{"2001:db8::/32", "2001:db8::/32"},
		{"2001:db8::1", "2001:db8::1/128"},
		{"::ffff:192.0.2.7", "192.0.2.7/32"},
		{"::ffff:192.0.2.0/120", ""},
		{"fe80::1%eth0", ""},
		{"10.0.0.0/33", ""},
		{"proxy.example", ""},
		{"", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := parseProxy(tt.text)
			if err != nil && tt.want == "" {
				return
			}
			if err != nil || got.String() != tt.want {
				t.Errorf("got %s, %v; want %q", got, err, tt.want)
			}
		})
	}
}

func TestSitesOfThisMachineAndOfLocalNetworksAreNotPublic(t *testing.T) {
	for site, want := range map[string]bool{
		"": false, "http://localhost:8080": false, "http://app.localhost": false, "http://127.0.0.1:8080": false, "http://[::1]": false, "http://0.0.0.0:80": false,
		"http://192.168.1.4": false, "http://10.1.2.3/calendar": false, "http://[fd00::1]": false, "http://[fe80::1]": false, "http://[::ffff:192.168.1.4]": false,
		"http://nas.local": false, "http://nas": false, "http://NAS.Local.": false, "http://calendar.home.arpa": false, "http://calendar.corp.internal": false,
		"https://calendar.example": true, "https://local": false, "https://mylocal.example": true, "https://calendar.example.": true,
		"https://8.8.8.8": true, "https://[2606:4700::1]": true, "https://[::ffff:8.8.8.8]": true,
	} {
		if got := isPublic(site); got != want {
			t.Errorf("isPublic(%q) = %v", site, got)
		}
	}
}
