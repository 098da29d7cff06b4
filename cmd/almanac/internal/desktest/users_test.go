package desktest

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/service/servicetest"
)

// pathOn returns the path of a page on the site of a URL.
func pathOn(t *testing.T, s *servicetest.Server, address string) string {
	t.Helper()
	after, ok := strings.CutPrefix(address, s.Env.Deployment.SiteURL)
	if !ok {
		t.Fatalf("%s is no page of the site", address)
	}
	return after
}

// token returns the secret of a one-time link.
func token(link string) string {
	_, token, _ := strings.Cut(link, "?token=")
	return token
}

// actions returns what the audit log has about users, but for wrong passwords, with who
// did it.
func actions(t *testing.T, s *servicetest.Server) string {
	t.Helper()
	entries, err := audit.List(t.Context(), s.Store.Reader(), audit.Filter{Resource: auth.AuditUser, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		if e.Action == audit.ActionSignInFailed { // Written beside requests, at any time.
			continue
		}
		list = append(list, e.Action+" user by "+e.UserName)
		if e.UserName != audit.CommandLine && (e.Address == "" || e.Request == "") {
			t.Errorf("an entry does not say where it comes from: %+v", e)
		}
	}
	return strings.Join(list, ", ")
}

func TestTheFirstAdministratorIsSetUpInTheBrowserOnce(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		b.get("/desk/sign-in").shows(t, http.StatusOK, "No administrator yet.")
		text, err := auth.Links{Users: s.Env.Users}.First(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		link := pathOn(t, s, desk.LinkURL(s.Env.Deployment.SiteURL, text))
		b.get(link).shows(t, http.StatusOK, "Set up the first administrator", `name="name" value="" maxlength="60" autocomplete="username"`)
		b.get(link).shows(t, http.StatusOK, "Email address") // To look at it does not use it.
		for _, tt := range []struct{ name, email, password, repeat, want string }{
			{"", "", "a long password", "a long password", "The name must be 1 to 60"},
			{"a:b", "", "a long password", "a long password", "The name must be 1 to 60"},
			{"ada", "nowhere", "a long password", "a long password", "Enter an email address such as"},
			{"ada", "", "short", "short", "at least 8 characters"},
			{"ada", "", "a long password", "another password", "Passwords don’t match."},
		} {
			bad := b.post("/desk/link", "token", text, "name", tt.name, "email", tt.email, "password", tt.password, "repeat", tt.repeat)
			bad.shows(t, http.StatusUnprocessableEntity, tt.want, `aria-invalid="true"`)
			if strings.Contains(bad.text, tt.password) {
				t.Errorf("the page has the password: %s", bad.text)
			}
		}
		b.post("/desk/link", "token", text, "name", "ada", "password", "a long password", "repeat", "a long password").leads(t, "/desk")
		b.get("/desk/users").shows(t, http.StatusOK, "Welcome. Your password is set.", "ada")
		again := open(t, s)
		again.post("/desk/link", "token", text, "name", "eve", "password", "a long password", "repeat", "a long password").shows(t, http.StatusGone)
		again.get(link).shows(t, http.StatusGone, "has been used")
		again.get("/desk/link").shows(t, http.StatusGone)
		if got := actions(t, s); got != "created user by ada, signed-in user by ada" {
			t.Errorf("audit: %s", got)
		}
	})
}

func TestAdministratorsInviteUsersAndManageThem(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		key := b.get("/desk/users").key(t, "")
		b.post("/desk/users", "form", key, "name", "x:y", "email", "nowhere", "role", "editor").shows(t, http.StatusUnprocessableEntity, "The name must be", "Enter an email", `value="x:y"`)
		b.post("/desk/users", "form", key, "name", "ADA", "role", "editor").shows(t, http.StatusUnprocessableEntity, "This name or email address is already taken.")
		b.post("/desk/users", "form", key, "name", "ed", "role", "owner").shows(t, http.StatusUnprocessableEntity, "Unknown role.")
		made := b.post("/desk/users", "form", key, "name", "ed", "email", "ed@example.org", "role", "author")
		made.shows(t, http.StatusOK, "ed has been invited", "no password")
		b.post("/desk/users", "form", key, "name", "ed", "email", "ed@example.org", "role", "author").leads(t, "/desk/users") // The button was pressed twice.
		link := pathOn(t, s, made.secret(t))

		ed := open(t, s)
		ed.post("/desk/sign-in", "name", "ed", "password", "").shows(t, http.StatusForbidden)
		ed.get(link).shows(t, http.StatusOK, "You’ll sign in as ed.")
		ed.post("/desk/link", "token", token(link), "name", "root", "password", "a long password", "repeat", "a long password").leads(t, "/desk")
		ed.get("/desk/account").shows(t, http.StatusOK, "You are ed.")
		ed.get("/desk/users").shows(t, http.StatusForbidden, "Only administrators")

		user, err := s.Env.Users.Find(t.Context(), "ed")
		if err != nil {
			t.Fatal(err)
		}
		page := "/desk/users/" + strconv.FormatInt(user.ID, 10)
		one := b.get(page)
		one.shows(t, http.StatusOK, "ed@example.org", `<option value="author" selected>`)
		b.post(page+"/role", "form", one.key(t, "-role"), "role", "owner").shows(t, http.StatusUnprocessableEntity, "Unknown role.")
		b.post(page+"/role", "form", one.key(t, "-role"), "role", "administrator").leads(t, page)
		ed.get("/desk/users").shows(t, http.StatusOK, "Invite a user") // At once.

		lost := b.post(page+"/link", "form", one.key(t, "-link"))
		b.post(page+"/link", "form", one.key(t, "-link")).leads(t, page)
		link = pathOn(t, s, lost.secret(t))
		ed.get("/desk/account").shows(t, http.StatusOK) // The old password and its sessions are valid.
		open(t, s).post("/desk/link", "token", token(link), "password", "the new password", "repeat", "the new password").leads(t, "/desk")
		ed.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")

		b.post(page+"/remove", "form", one.key(t, "-remove")).shows(t, http.StatusUnprocessableEntity, "Check the box to remove this user.")
		for range 2 { // The button was pressed twice.
			b.post(page+"/remove", "form", one.key(t, "-remove"), "confirm", "yes").leads(t, "/desk/users")
		}
		b.get(page).shows(t, http.StatusNotFound)
		want := "signed-in user by ada, created user by ada, password user by ed, signed-in user by ed, role user by ada, link user by ada, password user by ed, signed-in user by ed, deleted user by ada"
		if got := actions(t, s); !strings.HasSuffix(got, want) {
			t.Errorf("audit: %s\nwant:  %s", got, want)
		}
	})
}

func TestAdministratorsCannotLoseTheirOwnRole(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		b.get("/desk/users/1").shows(t, http.StatusOK, "This is you.")
		b.post("/desk/users/1/role", "role", "editor").shows(t, http.StatusConflict, "your own role")
		b.post("/desk/users/1/remove", "confirm", "yes").shows(t, http.StatusConflict)
		b.get("/desk/users").shows(t, http.StatusOK)
	})
}

func TestOnlyAdministratorsManageUsers(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		for _, role := range []auth.Role{auth.RoleEditor, auth.RoleAuthor, auth.RoleContributor, auth.RoleSubscriber} {
			s.AddUser(string(role), role)
			b := open(t, s).signIn(string(role))
			home := b.get("/desk/account")
			if strings.Contains(home.text, `href="/desk/users"`) {
				t.Errorf("the navigation of a %s has users", role)
			}
			for _, path := range []string{"/desk/users", "/desk/users/1"} {
				b.get(path).shows(t, http.StatusForbidden)
			}
			for _, path := range []string{"/desk/users", "/desk/users/1/role", "/desk/users/1/link", "/desk/users/1/remove"} {
				b.post(path, "name", "eve", "role", "administrator", "confirm", "yes").shows(t, http.StatusForbidden)
			}
		}
		visitor := open(t, s)
		visitor.post("/desk/users", "name", "eve", "role", "administrator").leads(t, "/desk/sign-in")
		if users, err := s.Env.Users.List(t.Context()); err != nil || len(users) != 5 || users[0].Role != auth.RoleAdministrator {
			t.Errorf("%v, %v", users, err)
		}
	})
}

func TestUsersChangeTheirPassword(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ed", auth.RoleEditor)
		b, other := open(t, s).signIn("ed"), open(t, s).signIn("ed")
		key := b.get("/desk/account").key(t, "")
		const next = "a very new password"
		b.post("/desk/account/password", "form", key, "current", "wrong", "password", next, "repeat", next).shows(t, http.StatusUnprocessableEntity, "Wrong password.")
		b.post("/desk/account/password", "form", key, "current", servicetest.Password, "password", "short", "repeat", "short").shows(t, http.StatusUnprocessableEntity, "at least 8")
		b.post("/desk/account/password", "form", key, "current", servicetest.Password, "password", next, "repeat", "other").shows(t, http.StatusUnprocessableEntity, "Passwords don’t match.")
		for range 2 { // The button was pressed twice.
			b.post("/desk/account/password", "form", key, "current", servicetest.Password, "password", next, "repeat", next).leads(t, "/desk/account")
		}
		b.get("/desk/account").shows(t, http.StatusOK, "Password changed.")
		other.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
		open(t, s).post("/desk/sign-in", "name", "ed", "password", servicetest.Password).shows(t, http.StatusForbidden)
		third := open(t, s)
		third.post("/desk/sign-in", "name", "ed", "password", next).leads(t, "/desk")
		b.post("/desk/account/sessions").leads(t, "/desk/account")
		third.get("/desk/account").leads(t, "/desk/sign-in?next=%2Fdesk%2Faccount")
		b.get("/desk/account").shows(t, http.StatusOK, "Signed out everywhere else.")
	})
}

func TestATokenIsShownOnceAndRevokedByItsOwner(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ed", auth.RoleEditor)
		s.AddUser("eve", auth.RoleAdministrator)
		b := open(t, s).signIn("ed")
		page := b.get("/desk/account")
		keys := strings.Split(page.text, `name="form" value="`)
		key, _, _ := strings.Cut(keys[len(keys)-1], `"`)
		b.post("/desk/account/tokens", "form", key, "label", " ").shows(t, http.StatusUnprocessableEntity, "Names can be 1 to 60")
		made := b.post("/desk/account/tokens", "form", key, "label", "<i>script", "days", "30")
		made.shows(t, http.StatusOK, "&lt;i&gt;script", "Wed 1 Jul 2026", "Copy it now")
		secret := made.secret(t)
		b.post("/desk/account/tokens", "form", key, "label", "<i>script", "days", "30").leads(t, "/desk/account") // The page was loaded again.
		if again := b.get("/desk/account"); strings.Contains(again.text, secret) || strings.Count(again.text, `<th scope="row">&lt;i&gt;script`) != 1 {
			t.Errorf("there is not one token, without its text: %s", again.text)
		}
		use := open(t, s)
		use.header = http.Header{"Authorization": {"Bearer " + secret}}
		use.post(s.Env.Deployment.APIPath()+"/venues", "venue", "Barn").shows(t, http.StatusCreated)
		tokens, err := s.Env.Users.ListTokens(t.Context(), "ed")
		if err != nil || len(tokens) != 1 {
			t.Fatalf("%v, %v", tokens, err)
		}
		revoke := "/desk/account/tokens/" + strconv.FormatInt(tokens[0].ID, 10) + "/revoke"
		open(t, s).signIn("eve").post(revoke).leads(t, "/desk/account")
		use.post(s.Env.Deployment.APIPath()+"/venues", "venue", "Barn").shows(t, http.StatusCreated) // It is not hers.
		for range 2 {
			b.post(revoke).leads(t, "/desk/account")
		}
		use.post(s.Env.Deployment.APIPath()+"/venues", "venue", "Barn").shows(t, http.StatusUnauthorized)
	})
}

func TestLinksEndByTheClock(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		made := b.post("/desk/users", "name", "ed", "role", "author")
		link := pathOn(t, s, made.secret(t))
		s.Clock.Advance(auth.InvitationLife - time.Second)
		open(t, s).get(link).shows(t, http.StatusOK)
		s.Clock.Advance(time.Second)
		open(t, s).get(link).shows(t, http.StatusGone)
		open(t, s).post("/desk/link", "token", token(link), "password", "a long password", "repeat", "a long password").shows(t, http.StatusGone)
	})
}

func TestFormsThatNobodyFilledIn(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		s.AddUser("ada", auth.RoleAdministrator)
		b := open(t, s).signIn("ada")
		for _, path := range []string{"/desk/sign-in", "/desk/link", "/desk/account/password", "/desk/account/tokens", "/desk/account/tokens/x/revoke", "/desk/users", "/desk/users/0/role", "/desk/users/9999999999999999999/link", "/desk/users/x/remove"} {
			for _, value := range []string{"", "\x00", "\xff", strings.Repeat("k", 3000), strings.Repeat("long ", 1<<18)} {
				a := b.post(path, "form", value, "name", value, "email", value, "role", value, "password", value, "repeat", value, "current", value, "label", value, "days", value, "token", value, "confirm", value, "next", value)
				if a.status >= http.StatusInternalServerError && a.status != http.StatusServiceUnavailable {
					t.Errorf("%s %.10q: status %d", path, value, a.status)
				}
			}
		}
	})
}
