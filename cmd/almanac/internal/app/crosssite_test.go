package app_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"almanac/runtime/httpapi"
	"almanac/runtime/service"
)

// basic returns credentials for HTTP Basic.
func basic(user, secret string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+secret))
}

// TestForeignPagesDoNotWriteWithWhatABrowserKnows sends what a browser sends
// for a page of another site: a stored password is sent automatically, a token
// never.
func TestForeignPagesDoNotWriteWithWhatABrowserKnows(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers, func(c *service.Config) { c.Origins = []string{"https://friend.example"} })
	basic := basic("editor", password)
	tests := []struct {
		name, authorization, origin, site string
		status                            int
	}{
		{"a foreign page with a password", basic, "https://evil.example", "cross-site", http.StatusForbidden},
		{"a page without an origin of its own", basic, "null", "cross-site", http.StatusForbidden},
		{"another site of the same domain", basic, "https://other.example", "same-site", http.StatusForbidden},
		{"a foreign page in an old browser", basic, "https://evil.example", "", http.StatusForbidden},
		{"a foreign page whose origin is not told", basic, "", "cross-site", http.StatusForbidden},
		{"another site of the same domain whose origin is not told", basic, "", "same-site", http.StatusForbidden},
		{"the service's own page whose origin is not told", basic, "", "same-origin", http.StatusCreated},
		{"what a user began", basic, "", "none", http.StatusCreated},
		{"a foreign page without a password", "", "https://evil.example", "cross-site", http.StatusForbidden},
		{"the service's own page", basic, s.server.URL, "same-origin", http.StatusCreated},
		{"a page that may", basic, "https://friend.example", "cross-site", http.StatusCreated},
		{"a program", basic, "", "", http.StatusCreated},
		{"a program with an origin and a token", "Bearer alm_unknown", "app://calendar", "", http.StatusUnauthorized},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			header := map[string]string{}
			for name, value := range map[string]string{"Authorization": tt.authorization, "Origin": tt.origin, "Sec-Fetch-Site": tt.site} {
				if value != "" {
					header[name] = value
				}
			}
			a := s.sendWith(header, "", http.MethodPost, "/tags", js{"name": tt.name})
			if a.status != tt.status {
				t.Errorf("%d, want %d: %s", a.status, tt.status, a.text)
			}
		})
	}
}

// TestNamesOfOthersAreRefusedInOpenMode sends what a browser sends for a page
// whose name its owner has pointed at this machine: the same origin, to the
// browser.
func TestNamesOfOthersAreRefusedInOpenMode(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), func(c *service.Config) {
		c.Deployment.SiteURL, c.Hosts = "https://calendar.example", []string{"Almanac.Internal"}
	})
	s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": "Secret"})
	tests := []struct {
		host string
		own  bool
	}{
		{"evil.example:8080", false},
		{"localhost.evil.example", false},
		{"evil.example.", false},
		{"127.0.0.1.evil.example", false},
		{"localhost:8080", true},
		{"LOCALHOST.:8080", true},
		{"calendar.localhost:8080", true},
		{"127.0.0.1:8080", true},
		{"[::1]:8080", true},
		{"192.168.1.5:8080", true},
		{"calendar.example", true},
		{"almanac.internal:8080", true},
		{"", true},
	}
	ways := []struct {
		method, path string
		status       int
	}{
		{http.MethodPost, "/tags", http.StatusCreated},
		{http.MethodGet, "/tags?hide_empty=false", http.StatusOK},
		{http.MethodHead, "/tags", http.StatusOK},
		{http.MethodOptions, "/tags", http.StatusOK},
		{http.MethodGet, "/doc", http.StatusOK},
	}
	for _, tt := range tests {
		for _, way := range ways {
			t.Run(way.method+" "+way.path+" at "+tt.host, func(t *testing.T) {
				w := s.sendTo(tt.host, way.method, way.path, `{"name": "`+tt.host+`x"}`)
				want := way.status
				if !tt.own {
					want = http.StatusMisdirectedRequest
				}
				if w.Code != want || !tt.own && strings.Contains(w.Body.String(), "Secret") {
					t.Errorf("%d, want %d: %s", w.Code, want, w.Body)
				}
			})
		}
	}
}

// TestProbesGoByNoHost asks as an orchestrator does, by the name of a pod.
func TestProbesGoByNoHost(t *testing.T) {
	w := httptest.NewRecorder()
	probe := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://pod.example/readyz", http.NoBody)
	if openSite(t, prepared.SQLite(t)).Handler().ServeHTTP(w, probe); w.Code != http.StatusOK {
		t.Errorf("probe: %d: %s", w.Code, w.Body)
	}
}

// Behind a proxy open mode has everybody who reaches the proxy as its administrator.
func TestOpenModeRefusesWhatAProxyForwards(t *testing.T) {
	proxied := func(c *service.Config) { c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }
	for _, tt := range []struct {
		name    string
		options []func(*service.Config)
		field   string
		want    int
	}{
		{"the field of proxies", nil, "X-Forwarded-For", http.StatusForbidden},
		{"that of RFC 7239", nil, "Forwarded", http.StatusForbidden},
		{"the scheme alone", nil, "X-Forwarded-Proto", http.StatusForbidden},
		{"the address alone", nil, "X-Real-IP", http.StatusForbidden},
		{"also of a proxy that is trusted", []func(*service.Config){proxied}, "X-Forwarded-For", http.StatusForbidden},
		{"that of RFC 9110", nil, "Via", http.StatusForbidden},
		{"that of RFC 8586", nil, "CDN-Loop", http.StatusForbidden},
		{"the address, from Cloudflare", nil, "CF-Connecting-IP", http.StatusForbidden},
		{"the address, from Akamai", nil, "True-Client-IP", http.StatusForbidden},
		{"the address, from other proxies", nil, "X-Client-IP", http.StatusForbidden},
		{"the address, from Fly", nil, "Fly-Client-IP", http.StatusForbidden},
		{"another field", nil, "X-Forward", http.StatusOK},
		{"where it is allowed", []func(*service.Config){func(c *service.Config) { c.OpenNetwork = true }}, "X-Forwarded-For", http.StatusOK},
		{"where users sign in", []func(*service.Config){withUsers}, "X-Forwarded-For", http.StatusOK},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := openSite(t, prepared.SQLite(t), tt.options...)
			a := s.sendWith(map[string]string{tt.field: "192.0.2.1"}, "", http.MethodGet, "/tags", nil)
			if a.status != tt.want || (tt.want == http.StatusForbidden) != strings.Contains(a.text, "--allow-open-network") {
				t.Errorf("%d %s, want %d", a.status, a.text, tt.want)
			}
			if a := s.sendWith(nil, "", http.MethodGet, "/tags", nil); a.status != http.StatusOK {
				t.Errorf("the next request is %d", a.status)
			}
		})
	}
}

// sendTo sends what a browser sends for a page of a host, "" for a program that
// names none.
func (s *site) sendTo(host, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(s.t.Context(), method, s.Env.Deployment.APIPath()+path, strings.NewReader(body))
	r.Host = host
	r.Header.Set("Content-Type", "application/json")
	if host != "" {
		r.Header.Set("Origin", "http://"+host)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// TestNamesOfOthersAreRefusedWhereUsersSignIn asks at names for the API, a page, the desk
// and a file, which only one of the service gets.
func TestNamesOfOthersAreRefusedWhereUsersSignIn(t *testing.T) {
	named := func(c *service.Config) {
		c.Deployment.SiteURL, c.Hosts = "https://calendar.example/tour", []string{"www.Calendar.example"}
		c.Pages = func(*httpapi.API) func(string) (string, http.Handler) {
			return func(path string) (string, http.Handler) {
				return path, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
			}
		}
	}
	guessed := func(c *service.Config) { named(c); c.AnyHost = true }
	tests := []struct {
		name, host string
		where      func(*service.Config)
		own        bool
	}{
		{"the site", "calendar.example", named, true},
		{"another name of the service", "www.calendar.example.:443", named, true},
		{"an address", "192.0.2.1", named, true},
		{"this machine", "localhost:8080", named, true},
		{"no name", "", named, true},
		{"another name", "other.example", named, false},
		{"a name below the site", "evil.calendar.example", named, false},
		{"another name where nobody said where the site is", "other.example", guessed, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := openSite(t, prepared.SQLite(t), withUsers, tt.where, func(c *service.Config) { c.Media = "file:" + t.TempDir() })
			for _, path := range []string{s.Env.Deployment.APIPath() + "/tags", "/", "/desk/sign-in", "/wp-content/uploads/x.png"} {
				r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
				r.Host = tt.host
				w := httptest.NewRecorder()
				if s.Handler().ServeHTTP(w, r); (w.Code != http.StatusMisdirectedRequest) != tt.own {
					t.Errorf("GET %s is %d: %s", path, w.Code, w.Body)
				}
			}
			w := httptest.NewRecorder()
			probe := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://pod.example/readyz", http.NoBody)
			if s.Handler().ServeHTTP(w, probe); w.Code != http.StatusOK {
				t.Errorf("a probe is %d: %s", w.Code, w.Body)
			}
		})
	}
}

// TestForeignPagesDoNotWriteInOpenModeWithoutAnOrigin sends what a browser sends
// whose privacy settings leave the origin out.
func TestForeignPagesDoNotWriteInOpenModeWithoutAnOrigin(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	for site, want := range map[string]int{"cross-site": http.StatusForbidden, "same-origin": http.StatusCreated} {
		a := s.sendWith(map[string]string{"Sec-Fetch-Site": site}, "", http.MethodPost, "/tags", js{"name": site})
		if a.status != want {
			t.Errorf("%s: %d, want %d: %s", site, a.status, want, a.text)
		}
	}
}
