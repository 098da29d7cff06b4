package desktest

import (
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// sessionCookie is the name of the cookie of sessions where there is no TLS.
const sessionCookie = "desk_almanac"

// signIn signs a user in.
func (b *browser) signIn(name string) *browser {
	b.t.Helper()
	if a := b.post("/desk/sign-in", "name", name, "password", servicetest.Password); a.status != http.StatusSeeOther {
		b.t.Fatalf("%s cannot sign in: %d %s", name, a.status, a.text)
	}
	return b
}

// session returns the cookie of the session that a response sets, nil for none.
func (a response) session() *http.Cookie {
	for _, c := range (&http.Response{Header: a.header}).Cookies() {
		if strings.HasSuffix(c.Name, sessionCookie) {
			return c
		}
	}
	return nil
}

// key returns the key of the first form of a page that has one with a suffix.
func (a response) key(t *testing.T, suffix string) string {
	t.Helper()
	found := regexp.MustCompile(`name="form" value="([A-Z0-9]+` + suffix + `)"`).FindStringSubmatch(a.text)
	if found == nil {
		t.Fatalf("the page has no form: %s", a.text)
	}
	return found[1]
}

// secret returns what a page shows once, such as a link.
func (a response) secret(t *testing.T) string {
	t.Helper()
	found := regexp.MustCompile(`<code class="secret">([^<]+)</code>`).FindStringSubmatch(a.text)
	if found == nil {
		t.Fatalf("the page has no secret: %s", a.text)
	}
	return found[1]
}

// leads fails unless a response redirects to a path.
func (a response) leads(t *testing.T, to string) {
	t.Helper()
	if a.status != http.StatusSeeOther || a.location != to {
		t.Errorf("status %d to %q, want 303 to %q: %s", a.status, a.location, to, a.text)
	}
}

func TestSigningInAndOut(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s)
		b.get("/desk").leads(t, "/desk/sign-in")
		b.get("/desk/account?x=1").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount%3Fx%3D1")
		b.get("/desk/sign-in").shows(t, http.StatusOK, `<html lang="en"`, "Name or email address")
		wrong := b.post("/desk/sign-in", "name", "ada", "password", "wrong <b>")
		wrong.shows(t, http.StatusForbidden, "Wrong name or password.", `value="ada"`)
		if wrong.session() != nil || strings.Contains(wrong.text, "wrong &lt;") {
			t.Error("a wrong password is shown again, or begins a session")
		}
		in := b.post("/desk/sign-in", "name", "ADA", "password", servicetest.Password, "next", "/desk/account?x=1")
		in.leads(t, "/desk/account?x=1")
		if c := in.session(); c == nil || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Secure {
			t.Errorf("cookie %v", c)
		}
		b.get("/desk/account").shows(t, http.StatusOK, "You are ada.", "Sign out")
		b.get("/desk/sign-in").leads(t, "/desk")
		b.post("/desk/sign-out").leads(t, "/desk/sign-in")
		b.get("/desk/sign-in").shows(t, http.StatusOK, "You are signed out.")
		b.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
	})
}

func TestAfterSigningInNobodyIsLedElsewhere(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		for _, next := range []string{"https://evil.example/", "//evil.example/desk/", "/\\evil.example", "/desk\\..", "/events", "javascript:alert(1)", "/desk/a\tb", ""} {
			open(t, s).post("/desk/sign-in", "name", "ada", "password", servicetest.Password, "next", next).leads(t, "/desk")
		}
	})
}

func TestASessionThatSomebodyElseChoseIsNeverTaken(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		s.AddUser("eve", auth.RoleSubscriber)
		for _, planted := range []string{"chosen", "alm_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"} {
			b := open(t, s)
			b.header = http.Header{"Cookie": {sessionCookie + "=" + planted}}
			b.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
			if c := b.signInAs(t, "ada").session(); c == nil || c.Value == planted {
				t.Errorf("the session is the planted one: %v", c)
			}
			b.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount") // It still sends the planted one.
		}
		// The session of another user ends when somebody signs in over it.
		eve := open(t, s)
		cookie := eve.signInAs(t, "eve").session()
		victim := open(t, s)
		victim.header = http.Header{"Cookie": {sessionCookie + "=" + cookie.Value}}
		if c := victim.signInAs(t, "ada").session(); c == nil || c.Value == cookie.Value {
			t.Errorf("the session is the planted one: %v", c)
		}
		eve.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
	})
}

// signInAs signs a user in and returns the response.
func (b *browser) signInAs(t *testing.T, name string) response {
	t.Helper()
	a := b.post("/desk/sign-in", "name", name, "password", servicetest.Password)
	if a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.text)
	}
	return a
}

func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		for name, header := range map[string]http.Header{
			"a browser that says nothing":         {"Sec-Fetch-Site": {""}},
			"a page of another site":              {"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://evil.example"}},
			"a page of the same domain":           {"Sec-Fetch-Site": {"same-site"}},
			"an old browser, another origin":      {"Sec-Fetch-Site": {""}, "Origin": {"https://evil.example"}},
			"an old browser, an opaque origin":    {"Sec-Fetch-Site": {""}, "Origin": {"null"}},
			"an origin that --cors-origin allows": {"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://partner.example"}},
		} {
			b.header = header
			b.post("/desk/account/sessions").shows(t, http.StatusForbidden)
			if a := b.post("/desk/sign-in", "name", "ada", "password", servicetest.Password); a.status != http.StatusForbidden || a.session() != nil {
				t.Errorf("%s: %d", name, a.status)
			}
		}
		b.header = http.Header{"Sec-Fetch-Site": {""}, "Origin": {s.Env.Deployment.SiteURL}}
		b.post("/desk/account/sessions").leads(t, "/desk/account")
		b.header = http.Header{"Sec-Fetch-Site": {"cross-site"}}
		b.get("/desk/account").shows(t, http.StatusOK, "You are ada.") // A link from elsewhere.
	})
}

func TestPagesOfTheDeskAreProtectedInBrowsers(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		in := open(t, s).signIn("ada")
		for _, a := range []response{open(t, s).get("/desk/sign-in"), open(t, s).get("/desk"), in.get("/desk/users"), in.get("/desk/nothing"), in.get("/desk/link?token=x")} {
			policy := a.header.Get("Content-Security-Policy")
			if !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "script-src 'self'") || strings.Contains(policy, "unsafe") {
				t.Errorf("policy %q", policy)
			}
			for name, want := range map[string]string{"X-Frame-Options": "DENY", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"} {
				if got := a.header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if strings.Contains(a.text, "<script>") || strings.Contains(a.text, "style=") || strings.Contains(a.text, " on") && regexp.MustCompile(` on[a-z]+="`).MatchString(a.text) {
				t.Errorf("something is inline: %s", a.text)
			}
		}
	})
}

func TestWrongPasswordsAreLimitedAsThoseOfTheAPI(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s)
		statuses := map[int]int{}
		for range 15 {
			statuses[b.post("/desk/sign-in", "name", "ada", "password", "wrong").status]++
		}
		if statuses[http.StatusForbidden] != 10 || statuses[http.StatusTooManyRequests] != 5 {
			t.Errorf("answers by status: %v", statuses)
		}
		limited := b.post("/desk/sign-in", "name", "ada", "password", servicetest.Password)
		limited.shows(t, http.StatusTooManyRequests, "Too many attempts.")
		if limited.header.Get("Retry-After") == "" || limited.session() != nil {
			t.Errorf("header %v", limited.header)
		}
		if a := s.Send("ada", http.MethodGet, "/venues", nil); a.Status != http.StatusTooManyRequests {
			t.Errorf("the API answers %d", a.Status)
		}
		s.Clock.Advance(time.Minute)
		b.signIn("ada")
	})
}

func TestSessionsEndByTheClock(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		idle, busy := open(t, s).signIn("ada"), open(t, s).signIn("ada")
		for range 13 {
			s.Clock.Advance(23 * time.Hour)
			busy.get("/desk/account").shows(t, http.StatusOK)
		}
		idle.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
		s.Clock.Advance(23 * time.Hour)
		s.Clock.Advance(24 * time.Hour)
		busy.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
	})
}

func TestATokenIsNoPasswordOfTheDesk(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		token, err := s.Env.Users.CreateToken(t.Context(), "ada", "script", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		b := open(t, s)
		b.post("/desk/sign-in", "name", "ada", "password", token).shows(t, http.StatusForbidden)
		b.header = http.Header{"Authorization": {"Bearer " + token}}
		b.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
		b.header = http.Header{"Cookie": {sessionCookie + "=" + token}}
		b.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
	})
}

// The session of the desk is no credential of the API, which other sites' pages may read.
func TestASessionIsNoCredentialOfTheAPI(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		b.post(s.Env.Deployment.APIPath()+"/venues", "venue", "Barn").shows(t, http.StatusUnauthorized)
		b.get("/desk/test/Barn").shows(t, http.StatusCreated)
	}, venues)
}

func TestCookiesAreSecureBehindAProxyThatSaysTLS(t *testing.T) {
	prepare := func(c *service.Config) {
		c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) { return desk.New(api).Lookup }
	}
	eachService(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s)
		b.header = http.Header{"X-Forwarded-Proto": {"https"}, "X-Forwarded-For": {"192.0.2.7"}}
		if c := b.signInAs(t, "ada").session(); c == nil || !c.Secure || c.Name != "__Host-"+sessionCookie {
			t.Errorf("cookie %v", c)
		}
		b.header = nil
		if c := b.signInAs(t, "ada").session(); c == nil || c.Secure {
			t.Errorf("without TLS: cookie %v", c)
		}
	}, prepare)
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s)
		b.header = http.Header{"X-Forwarded-Proto": {"https"}}
		if c := b.signInAs(t, "ada").session(); c == nil || c.Secure {
			t.Errorf("from a proxy that is not trusted: cookie %v", c)
		}
	})
}

func TestOpenModeHasABannerAndNothingToSignInTo(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		b.get("/desk/account").shows(t, http.StatusOK, "Open mode: no sign-in", "Settings")
		for _, path := range []string{"/desk/sign-in", "/desk/users", "/desk/link?token=x"} {
			b.get(path).shows(t, http.StatusNotFound)
		}
		b.post("/desk/users", "name", "eve", "role", "administrator").shows(t, http.StatusNotFound)
		b.post("/desk/account/tokens", "label", "eve").shows(t, http.StatusNotFound)
		if users, err := s.Env.Users.List(t.Context()); err != nil || len(users) != 1 {
			t.Errorf("users %v, %v", users, err)
		}
		b.post("/desk/account/language", "language", "de").leads(t, "/desk/account")
		b.get("/desk/account").shows(t, http.StatusOK, `<html lang="de"`, "Offener Betrieb")
	})
}

// endOf finds the form that ends a session.
var endOf = regexp.MustCompile(`/desk/account/sessions/[0-9a-f]{64}/end`)

func TestOneBrowserIsSignedOut(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAuthor)
		s.AddUser("bob", auth.RoleAuthor)
		lost, other, bob := open(t, s), open(t, s).signIn("ada"), open(t, s).signIn("bob")
		lost.header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0 <b>")
		lost.signIn("ada")
		b := open(t, s).signIn("ada")
		page := b.get("/desk/account")
		page.shows(t, http.StatusOK, "Firefox on Linux", "127.0.0.1", "this browser")
		ends := endOf.FindAllString(page.text, -1)
		if len(ends) != 2 {
			t.Fatalf("%d sessions can be ended, want 2: %s", len(ends), page.text)
		}
		_, row, _ := strings.Cut(page.text, "Firefox on Linux")
		end := endOf.FindString(row)
		bob.post(end).leads(t, "/desk/account")
		lost.get("/desk/account").shows(t, http.StatusOK) // Nobody ends the session of another user.
		b.post(end).leads(t, "/desk/account")
		b.post(end).leads(t, "/desk/account")
		lost.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
		other.get("/desk/account").shows(t, http.StatusOK)
		b.get("/desk/account").shows(t, http.StatusOK)
	})
}
