package param_test

import (
	"net/http"
	"net/url"
	"testing"

	"almanac/runtime/param"
)

// hostileQueries are query strings about which parsers disagree.
var hostileQueries = []string{
	"password=a;b", "a=1;password=x", "password=a&password=%zz", "password", "password=", "&&password=1", "pass%77ord=x", "password[]=x",
	"password%5B%5D=x", "password[0][a]=x", "password]=x", "[password]=x", "=password", "password;=x", "password%3Bx=1", "pass+word=1", "password=\xff",
	"password=a%00b", "a=%", "password&password[x]=1",
}

// FuzzQueryIsReadOneWay checks that reading one parameter of a query
// string returns the same values as reading all of them.
func FuzzQueryIsReadOneWay(f *testing.F) {
	for _, q := range hostileQueries {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		v, err := param.Read(&http.Request{Method: http.MethodGet, URL: &url.URL{RawQuery: raw}}, param.DefaultLimits())
		if err != nil {
			return // Nothing of a request that is refused is used.
		}
		for _, name := range append(v.Names(), "password") {
			read, isSent := v.Lookup(name)
			value, sent := param.InQuery(raw, name)
			if sent != isSent {
				t.Errorf("%q: %q is sent: %t here, %t there", raw, name, sent, isSent)
			}
			text, isText := read.(string)
			if isText && text != value {
				t.Errorf("%q: %q is %q here, %q there", raw, name, value, text)
			}
			if all := param.ParseQuery(raw)[name]; isText && (len(all) == 0 || all[len(all)-1] != text) {
				t.Errorf("%q: %q is %q here, %q there", raw, name, all, text)
			}
		}
	})
}
