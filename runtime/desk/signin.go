package desk

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/auth"
	"almanac/runtime/desk/page"
	"almanac/runtime/param"
)

// addSignIn adds the pages for people who are not signed in. Open mode has none.
func (d *Desk) addSignIn() {
	if d.Env.AuthDisabled {
		return
	}
	d.route("GET /sign-in", d.showSignIn)
	d.route("POST /sign-in", d.signIn)
	d.route("POST /sign-out", d.signOut)
	d.route("GET /link", d.showLink)
	d.route("POST /link", d.useLink)
}

// signInData is what sign-in.html gets.
type signInData struct {
	form
	NoAdministrator bool
}

// showSignIn is the page for signing in.
func (d *Desk) showSignIn(w http.ResponseWriter, r *http.Request) {
	next, _ := param.InQuery(r.URL.RawQuery, "next")
	if _, err := d.authenticate(r); err == nil {
		//nolint:gosec // The function localURL returns paths of the desk only.
		http.Redirect(w, r, d.localURL(next), http.StatusSeeOther)
		return
	}
	f := newForm()
	f.Values["next"] = next
	d.renderSignIn(w, r, f, http.StatusOK)
}

// renderSignIn shows the form for signing in.
func (d *Desk) renderSignIn(w http.ResponseWriter, r *http.Request, f form, status int) {
	has, err := d.Env.Users.HasAdministrator(r.Context())
	if err != nil {
		d.Refuse(w, r, err)
		return
	}
	d.shell.Render(w, r, page.Page{
		Status: status, Title: d.shell.Text(r, "Sign in"), Name: "sign-in.html", Data: signInData{f.forget(), !has},
		Bare: true,
	})
}

// signIn checks a password, and begins a session.
func (d *Desk) signIn(w http.ResponseWriter, r *http.Request) {
	f, ok := d.readForm(w, r, "name", "password", "next")
	if !ok {
		return
	}
	user, err := d.Env.Users.SignIn(r.Context(), f.Values["name"], f.Values["password"], auth.ClientKey(r.RemoteAddr))
	if errors.Is(err, auth.ErrIncorrectPassword) {
		d.Env.Log.WarnContext(r.Context(), "authentication failed")
		f.Errors["password"] = d.shell.Text(r, "Wrong name or password.")
		d.renderSignIn(w, r, f, http.StatusForbidden)
		return
	}
	if err == nil {
		err = d.beginSession(w, r, user)
	}
	if err != nil {
		d.Refuse(w, r, err)
		return
	}
	http.Redirect(w, r, d.localURL(f.Values["next"]), http.StatusSeeOther)
}

// localURL returns a URL of the desk: next, unless it leads elsewhere.
func (d *Desk) localURL(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" || !strings.HasPrefix(u.Path, d.root+"/") ||
		strings.ContainsAny(next, "\\\t\r\n") {
		return d.root
	}
	return u.String()
}

// signOut ends the session.
func (d *Desk) signOut(w http.ResponseWriter, r *http.Request) {
	if text := d.session(r); text != "" {
		sessions := auth.Sessions{Users: d.Env.Users}
		if found, err := sessions.Find(r.Context(), text); err == nil {
			sessions.Users = d.usersBy(r, found.User.ID, found.User.Name, "")
		}
		if err := sessions.End(r.Context(), text); err != nil {
			d.Refuse(w, r, err)
			return
		}
		d.setSession(w, r, "")
	}
	d.done(w, r, "/sign-in", d.shell.Text(r, "You are signed out."))
}

// LinkURL returns the URL of a one-time link (auth.Links) of a site. Its secret is in the
// query, which logs leave out.
func LinkURL(site, text string) string { return site + Path + "/link?token=" + url.QueryEscape(text) }

// linkData is what link.html gets.
type linkData struct {
	form
	Token string
	First bool   // The link makes the first administrator.
	User  string // Name of the user of other links.
}

// Autocomplete is "username", as the user whom the form makes has opened the link.
func (linkData) Autocomplete() string { return "username" }

// showLink is the page of a one-time link. To see it does not use the link, because
// programs open links in messages too.
func (d *Desk) showLink(w http.ResponseWriter, r *http.Request) {
	token, _ := param.InQuery(r.URL.RawQuery, "token")
	d.renderLink(w, r, newForm(), token, http.StatusOK)
}

func (d *Desk) renderLink(w http.ResponseWriter, r *http.Request, f form, token string, status int) {
	user, err := auth.Links{Users: d.Env.Users}.Find(r.Context(), token)
	if err != nil {
		d.failLink(w, r, err)
		return
	}
	title := d.shell.Text(r, "Choose a password")
	if user.ID == 0 {
		title = d.shell.Text(r, "Set up the first administrator")
	}
	d.shell.Render(w, r, page.Page{
		Status: status, Title: title, Name: "link.html", Data: linkData{f.forget(), token, user.ID == 0, user.Name},
		Bare: true,
	})
}

// failLink sends a page about a link that cannot be used.
func (d *Desk) failLink(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, auth.ErrInvalidToken) || errors.Is(err, auth.ErrNotFound) {
		d.Fail(w, r, http.StatusGone,
			d.shell.Text(r, "This link has been used or has expired. Ask an administrator for a new one. On the server, the command “user link” prints a link for the first administrator.")) //nolint:lll // The key of a message.
		return
	}
	d.Refuse(w, r, err)
}

// useLink uses a one-time link, and signs its user in.
func (d *Desk) useLink(w http.ResponseWriter, r *http.Request) {
	f, ok := d.readForm(w, r, "token", "name", "email", "password", "repeat")
	if !ok {
		return
	}
	token := f.Values["token"]
	links := auth.Links{Users: d.Env.Users}
	user, err := links.Find(r.Context(), token)
	if err != nil {
		d.failLink(w, r, err)
		return
	}
	first := user.ID == 0
	if first {
		user = auth.User{Name: f.Values["name"], Email: f.Values["email"]}
		d.check(r, f, "name", auth.CheckName(user.Name))
		d.check(r, f, "email", auth.CheckEmail(user.Email))
	}
	if d.checkPasswords(r, f); len(f.Errors) > 0 {
		d.renderLink(w, r, f, token, http.StatusUnprocessableEntity)
		return
	}
	links.Users = d.usersBy(r, user.ID, user.Name, "")
	user, err = links.Use(r.Context(), token, user, f.Values["password"])
	switch {
	case errors.Is(err, auth.ErrNameInUse):
		f.Errors["name"] = d.shell.Text(r, "This name or email address is already taken.")
		d.renderLink(w, r, f, token, http.StatusUnprocessableEntity)
		return
	case err == nil:
		if first && d.Env.SetupLinkFile != "" {
			if err := RemoveSetupLink(d.Env.SetupLinkFile); err != nil {
				d.Env.Log.WarnContext(r.Context(), "removing the setup link failed", "file", d.Env.SetupLinkFile, "error", err)
			}
		}
		err = d.beginSession(w, r, user)
	}
	if err != nil {
		d.failLink(w, r, err)
		return
	}
	d.done(w, r, "", d.shell.Text(r, "Welcome. Your password is set."))
}
