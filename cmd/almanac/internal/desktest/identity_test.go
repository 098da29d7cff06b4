package desktest

import (
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/app"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/almanac/internal/sitedesk"
	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/calendar"
	"almanac/runtime/cost"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/desk"
	"almanac/runtime/desk/records"
	"almanac/runtime/httpapi"
	"almanac/runtime/identity"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// eachSite runs a test on both stores, with the pages of the calendar and the desk.
func eachSite(t *testing.T, test func(t *testing.T, s *servicetest.Server), options ...func(*service.Config)) {
	t.Helper()
	eachService(t, generated.Service(), test, append([]func(*service.Config){func(c *service.Config) {
		c.Media = "file:" + t.TempDir()
		c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) {
			found, pages := desk.New(api, records.Part, sitedesk.Part).Lookup, app.Pages(api)
			return func(path string) (string, http.Handler) {
				if pattern, h := found(path); h != nil {
					return pattern, h
				}
				return pages(path)
			}
		}
	}}, options...)...)
}

// visit reads a page as somebody who is not signed in.
func visit(t *testing.T, s *servicetest.Server, path string) string {
	t.Helper()
	answer, err := http.Get(s.Env.Deployment.SiteURL + path) //nolint:noctx // The service of the test.
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// styleOf returns the style sheet of a page.
func styleOf(t *testing.T, s *servicetest.Server, page string) string {
	t.Helper()
	return visit(t, s, "/"+regexp.MustCompile(`calendar-\w+\.css`).FindString(page))
}

func TestAdministratorsSetTheNameAndTheLookOfTheSite(t *testing.T) {
	eachSite(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		for range 3 { // From the third on the page is cached.
			if page := visit(t, s, "/"); strings.Contains(page, "Town Hall") {
				t.Fatal("the site has a name already")
			}
		}
		b := open(t, s).signIn("ada")
		saved := b.form(b.get("/desk/site"), "/desk/site").set("site_name", "Town <Hall>", "accent", "#ffcc00",
			"footer_links", "Imprint=https://town.example/imprint\r\nContact=mailto:town@town.example", "style", ".brand{font-style:italic}").send("")
		if saved.status != http.StatusSeeOther {
			t.Fatalf("%d %s", saved.status, saved.text)
		}
		b.get("/desk/site").shows(t, http.StatusOK, "Saved. The site is updated.", "/sample-ffcc00.css", "/theme-ffcc00.css", "– Town &lt;Hall&gt;</title>")
		sample := regexp.MustCompile(`/desk/assets/\w+/sample-ffcc00\.css`).FindString(b.get("/desk/site").text)
		if css := visit(t, s, sample); !strings.Contains(css, ".sample{--accent:light-dark(#856a00,#ffcc00);") {
			t.Errorf("the sample of the color has %q", css)
		}
		page := visit(t, s, "/")
		for _, want := range []string{"<bdi>Town &lt;Hall&gt;</bdi>", `href="https://town.example/imprint"`, `href="mailto:town@town.example"`} {
			if !strings.Contains(page, want) {
				t.Errorf("the page does not have %s", want)
			}
		}
		if style := styleOf(t, s, page); !strings.Contains(style, "--accent:light-dark(#856a00,#ffcc00)") || !strings.HasSuffix(style, ".brand{font-style:italic}") {
			t.Errorf("the style ends with %q", style[max(0, len(style)-300):])
		}
		for what, text := range map[string]string{
			"iCalendar": string(s.Send("", http.MethodGet, "/events?format=ics", nil).Body), "RSS": string(s.Send("", http.MethodGet, "/events?format=rss", nil).Body),
		} {
			if !strings.Contains(text, "Town ") {
				t.Errorf("%s does not name the site: %s", what, text)
			}
		}
		b.form(b.get("/desk/site"), "/desk/site").set("site_name", "").send("")
		if page := visit(t, s, "/"); strings.Contains(page, "Town") {
			t.Error("the site still has its name")
		}
	})
}

func TestAColorIsPickedWithoutAScript(t *testing.T) {
	eachSite(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		b.get("/desk/site").shows(t, http.StatusOK, `name="accent" value=""`, `name="accent_picked" value="#1d5c4f"`)
		for _, tt := range []struct{ accent, picked, want string }{
			{"", "#1d5c4f", ""}, // A picker cannot be empty, and shows the default.
			{"", "#ffcc00", "#ffcc00"},
			{"#123456", "#ffcc00", "#123456"},
			{"#123456", "#abcdef", "#abcdef"},
			{"", "#abcdef", ""},
		} {
			b.form(b.get("/desk/site"), "/desk/site").set("accent", tt.accent, "accent_picked", tt.picked).send("")
			b.get("/desk/site").shows(t, http.StatusOK, `name="accent" value="`+tt.want+`"`)
		}
	})
}

func TestAdministratorsReadWhatTheOperatorHasSet(t *testing.T) {
	eachSite(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		var rows []string
		b := open(t, s).signIn("ada")
		for _, row := range regexp.MustCompile(`<tr><th scope="row">(.*?)</th><td[^>]*>(.*?)</td><td[^>]*>(.*?)</td>`).FindAllStringSubmatch(b.get("/desk/site").text, -1) {
			rows = append(rows, html.UnescapeString(strings.Join(row[1:], " | ")))
		}
		want := []string{
			"Site address | " + s.Env.Deployment.SiteURL + " | Default, can be set by --site-url", "Time zone | Europe/Paris | Variable ALMANAC_TIMEZONE",
			"Event languages | English, Français | Flag --deployment", "Page languages | Deutsch | page-languages in /etc/almanac.toml",
			"Currency | EUR | Default with --demo", "Currency symbol | 12€ | Flag --currency-position",
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Errorf("the desk shows (-want +got)\n%s", diff)
		}
		b.get("/desk/site").shows(t, http.StatusOK, "Set by ALMANAC_SITE_NAME on the server")
	}, func(c *service.Config) {
		d := &c.Deployment
		zone, err := dates.ParseZone("Europe/Paris")
		if err != nil {
			t.Fatal(err)
		}
		d.Zone, d.Languages, d.SiteName = zone, []string{"en", "fr"}, "Town"
		d.Settings[frame.SettingLanguages], d.Settings[calendar.CurrencyCode] = "de", "EUR"
		d.Settings[calendar.Currency], d.Settings[calendar.CurrencyPosition] = "€", cost.PositionPostfix
		d.Origins = map[string]deployment.Origin{
			"timezone": {Place: deployment.InEnvironment, Name: "ALMANAC_TIMEZONE"}, "site-name": {Place: deployment.InEnvironment, Name: "ALMANAC_SITE_NAME"},
			"deployment": {Place: deployment.OnCommandLine, Name: "--deployment"}, "page-languages": {Place: deployment.InFile, Name: "/etc/almanac.toml"},
			"currency-code": {Name: "--demo"}, "currency-position": {Place: deployment.OnCommandLine, Name: "--currency-position"},
		}
	})
}

func TestTheLogoIsUploadedChosenAndRemoved(t *testing.T) {
	eachSite(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		saved := b.form(b.get("/desk/site"), "/site/logo").withFile("file", "town.png", pngOf(t, 20), "do", "")
		if saved.status != http.StatusSeeOther {
			t.Fatalf("%d %s", saved.status, saved.text)
		}
		logo := regexp.MustCompile(`<img src="\./([^"]*town[^"]*\.png)" alt="">`).FindStringSubmatch(visit(t, s, "/"))
		if logo == nil || !strings.HasPrefix(visit(t, s, "/"+logo[1]), "\x89PNG") || !strings.HasPrefix(visit(t, s, "/favicon.ico"), "\x89PNG") {
			t.Fatalf("the logo is %q", logo)
		}
		if page := visit(t, s, "/"); !strings.Contains(page, `<meta property="og:image" content="`+s.Env.Deployment.SiteURL+"/"+logo[1]) {
			t.Error("programs that show links do not get the logo")
		}
		b.form(b.get("/desk/site"), "/site/logo").set("remove", "yes").send("")
		if page := visit(t, s, "/"); strings.Contains(page, logo[1]) {
			t.Error("the removed logo is still shown")
		}
		page := b.get("/desk/site")
		id := regexp.MustCompile(`name="logo" value="(\d+)"`).FindStringSubmatch(page.text)[1]
		b.form(page, "/site/logo").set("logo", id).send("")
		if page := visit(t, s, "/"); !strings.Contains(page, logo[1]) {
			t.Error("the logo of the library is not shown")
		}
		b.form(b.get("/desk/site"), "/site/logo").set("logo", "123456").send("").shows(t, http.StatusUnprocessableEntity, "Image not found.")
		b.form(b.get("/desk/site"), "/site/logo").withFile("file", "town.png", []byte("no picture"), "do", "").shows(t, http.StatusUnprocessableEntity, `class="error"`)
	})
}

func TestWhatIsWrongAboutTheSiteIsSaidAndNotSaved(t *testing.T) {
	eachSite(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		b.form(b.get("/desk/site"), "/desk/site").set("site_name", strings.Repeat("x", 101), "accent", "red", "footer_links", "Imprint", "style", "a\x01b").send("").
			shows(t, http.StatusUnprocessableEntity, "At most 100 characters.", "Use a color such as #1d5c4f.", "Write each line as Text=URL", "Contains invalid characters.", `value="red"`)
		old := b.get("/desk/site")
		b.form(old, "/desk/site").set("site_name", "First").send("")
		b.form(old, "/desk/site").set("site_name", "Second").send("").shows(t, http.StatusConflict, "Someone else changed this while you were editing.")
		if page := visit(t, s, "/"); !strings.Contains(page, "<bdi>First</bdi>") {
			t.Error("the second save has replaced the first")
		}
	})
}

func TestOnlyAdministratorsSetTheLookOfTheSite(t *testing.T) {
	eachSite(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		s.AddUser("eve", auth.RoleEditor)
		admin, editor := open(t, s).signIn("ada"), open(t, s).signIn("eve")
		editor.get("/desk/site").shows(t, http.StatusForbidden)
		for _, path := range []string{"/desk/site", "/desk/site/logo"} {
			editor.post(path, "version", "0", "site_name", "Town of Eve", "remove", "yes").shows(t, http.StatusForbidden)
		}
		if strings.Contains(editor.get("/desk/account").text, `href="/desk/site"`) || !strings.Contains(admin.get("/desk/account").text, `href="/desk/site"`) {
			t.Error("the navigation shows the page to editors, or not to administrators")
		}
		if strings.Contains(visit(t, s, "/"), "Town of Eve") {
			t.Error("an editor has named the site")
		}
	})
}

func TestSettingsOfTheServiceHavePrecedence(t *testing.T) {
	eachSite(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		page := b.get("/desk/site")
		page.shows(t, http.StatusOK, "Set by --accent on the server", "Set by --logo on the server", `value="#123456"`)
		b.form(page, "/desk/site").set("site_name", "Town", "accent", "#ffcc00").send("")
		style := styleOf(t, s, visit(t, s, "/"))
		if !strings.Contains(style, "--accent:light-dark(#123456,") || strings.Contains(style, "#ffcc00") {
			t.Error("the stored color is shown")
		}
		if stored, err := identity.Read(t.Context(), s.Env.Store.Reader()); err != nil || stored.Accent != "" || stored.SiteName != "Town" {
			t.Errorf("stored are %+v %v", stored, err)
		}
	}, func(c *service.Config) {
		c.Deployment.Settings[identity.SettingAccent] = "#123456"
		c.Deployment.Settings[identity.SettingLogo] = `<svg xmlns="http://www.w3.org/2000/svg"/>`
	})
}
