package auth

import (
	"encoding/base64"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// basicField returns the field for an encoded pair.
func basicField(pair string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(pair))
}

func TestTheAuthorizationFieldIsRead(t *testing.T) {
	tests := []struct {
		name   string
		fields []string
		want   credentials
	}{
		{"no field is none", nil, credentials{}},
		{"an empty field is none", []string{""}, credentials{}},
		{"name and password", []string{basicField("ann:secret")}, credentials{schemeBasic, "ann", "secret"}},
		{"the first colon divides", []string{basicField("ann:a:b")}, credentials{schemeBasic, "ann", "a:b"}},
		{"both may be empty", []string{basicField(":")}, credentials{schemeBasic, "", ""}},
		{"the scheme has any case", []string{"bAsIc " + basicField("a:b")[6:]}, credentials{schemeBasic, "a", "b"}},
		{"blanks may follow the scheme", []string{"Basic   " + basicField("a:b")[6:]}, credentials{schemeBasic, "a", "b"}},
		{"any byte may be in the pair", []string{basicField("\xff:\x00")}, credentials{schemeBasic, "\xff", "\x00"}},
		{"no colon is none", []string{basicField("ann")}, credentials{}},
		{"bad base64 is none", []string{"Basic YW5u*"}, credentials{}},
		{"base64 without padding is none", []string{"Basic YTpiYw"}, credentials{}},
		{"the scheme alone is none", []string{"Basic"}, credentials{}},
		{"no blank after the scheme is none", []string{"BasicYTpi"}, credentials{}},
		{"another scheme is none", []string{`Digest username="ann"`}, credentials{}},
		{"a token", []string{"Bearer a-._~+/9=="}, credentials{schemeBearer, "", "a-._~+/9=="}},
		{"a token of two words is none", []string{"Bearer a b"}, credentials{}},
		{"a token of padding is none", []string{"bearer =="}, credentials{}},
		{"an empty token is none", []string{"Bearer "}, credentials{}},
		{"two fields are none", []string{basicField("a:b"), "Bearer abc"}, credentials{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := parseAuthorization(http.Header{"Authorization": tt.fields})
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(credentials{})); diff != "" {
				t.Errorf("shown differs (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzShown checks that whatever is read as Basic is what net/http reads.
func FuzzShown(f *testing.F) {
	for _, field := range []string{"", "Basic", basicField("a:b:c"), "basic Og==", "Bearer x", "Bearer =", "Basic  YTpi"} {
		f.Add(field)
	}
	f.Fuzz(func(t *testing.T, field string) {
		r := &http.Request{Header: http.Header{"Authorization": {field}}}
		got := parseAuthorization(r.Header)
		if name, password, ok := r.BasicAuth(); ok && got != (credentials{schemeBasic, name, password}) {
			t.Errorf("shown(%q) = %+v, net/http reads %q and %q", field, got, name, password)
		}
		if got.scheme == schemeBearer && got.secret == "" {
			t.Errorf("shown(%q) is an empty token", field)
		}
	})
}

func TestTheSenderIsWhatOneCustomerHas(t *testing.T) {
	tests := []struct{ name, remote, want string }{
		{"an IPv4 address without port", "192.0.2.7:1234", "192.0.2.7"},
		{"an IPv4 address in IPv6 form is the same", "[::ffff:192.0.2.7]:1", "192.0.2.7"},
		{"an IPv6 network", "[2001:db8:1:2:3:4:5:6]:80", "2001:db8:1:2::/64"},
		{"a zone is left out", "[fe80::1%eth0]:80", "fe80::/64"},
		{"a Unix socket", "@", "@"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ClientKey(tt.remote); got != tt.want {
				t.Errorf("Sender(%q) = %q, want %q", tt.remote, got, tt.want)
			}
		})
	}
}
