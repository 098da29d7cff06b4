package desk

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/desk/page"
	"almanac/runtime/request"
)

// users returns the users of the service. The audit log names the user of the request,
// and a change of a form with a key is made once.
func (d *Desk) users(r *http.Request, form string) *auth.Users {
	caller := CallerOf(r.Context())
	return d.usersBy(r, caller.User, caller.Name, form)
}

// usersBy is users for a user who is not signed in yet.
func (d *Desk) usersBy(r *http.Request, id int64, name, form string) *auth.Users {
	x := request.StateOf(r.Context())
	return d.Env.Users.From(auth.Origin{
		Actor: audit.Actor{User: id, Name: name, Address: x.Address, Request: x.ID}, Form: form, Session: d.session(r),
		Browser: r.UserAgent(),
	})
}

// cookieName returns the name of the cookie of sessions. Services on other ports of a host
// get the cookie too, so it has the name of the service. The prefix lets no other host of
// the domain set it (RFC 6265bis, section 4.1.3.2).
func (d *Desk) cookieName(r *http.Request) string {
	name := "desk_" + d.Env.Service.Name
	if request.StateOf(r.Context()).Secure {
		return "__Host-" + name
	}
	return name
}

// session returns the text of the session that a browser has, "" for none.
func (d *Desk) session(r *http.Request) string {
	c, err := r.Cookie(d.cookieName(r))
	if err != nil {
		return ""
	}
	return c.Value
}

// setSession gives a browser a session, or takes it away for "".
func (d *Desk) setSession(w http.ResponseWriter, r *http.Request, text string) {
	c := &http.Cookie{ //nolint:gosec // Secure where the client uses TLS: browsers drop it elsewhere.
		Name: d.cookieName(r), Value: text, Path: "/", HttpOnly: true, Secure: request.StateOf(r.Context()).Secure,
		SameSite: http.SameSiteLaxMode,
	}
	if text == "" {
		c.MaxAge = -1
	} else {
		c.MaxAge = int(auth.SessionLife.Seconds())
	}
	http.SetCookie(w, c)
}

// beginSession starts a session of a user who has shown a password or a link, under a new text.
func (d *Desk) beginSession(w http.ResponseWriter, r *http.Request, user auth.User) error {
	text, err := auth.Sessions{Users: d.usersBy(r, user.ID, user.Name, "")}.Begin(r.Context(), user, d.session(r))
	if err == nil {
		d.setSession(w, r, text)
	}
	return err
}

// signedIn returns a handler of pages for users.
func (d *Desk) signedIn(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		caller, err := d.authenticate(r)
		switch {
		case errors.Is(err, auth.ErrInvalidToken):
			d.askToSignIn(w, r)
			return
		case err != nil:
			d.Refuse(w, r, err)
			return
		}
		f := page.FrameOf(r.Context())
		r = withCaller(r, caller)
		f.Groups = d.navigation(r)
		if !f.Open {
			f.User = caller.Name
		}
		h(w, r)
	}
}

// authenticate returns the user whose session a browser has, in open mode the
// administrator. Errors: auth.ErrInvalidToken for nobody.
func (d *Desk) authenticate(r *http.Request) (auth.Caller, error) {
	if d.Env.AuthDisabled {
		return request.Administrator(), nil
	}
	text := d.session(r)
	if text == "" {
		return auth.Caller{}, auth.ErrInvalidToken
	}
	sessions := auth.Sessions{Users: d.Env.Users}
	found, err := sessions.Find(r.Context(), text)
	if err != nil {
		return auth.Caller{}, err
	}
	if err := sessions.Use(r.Context(), found); err != nil { // Reading goes on while nothing can be written.
		d.Env.Log.WarnContext(r.Context(), "use of a session not written", "error", err)
	}
	return found.Caller(), nil
}

// administrators returns a handler of pages for administrators.
func (d *Desk) administrators(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if CallerOf(r.Context()).Role != auth.RoleAdministrator {
			d.Fail(w, r, http.StatusForbidden, d.shell.Text(r, "Only administrators can do this."))
			return
		}
		h(w, r)
	}
}

// askToSignIn leads to the page for signing in, and from there back to a page: that of a
// form which was sent when its session had ended offers what was typed again.
func (d *Desk) askToSignIn(w http.ResponseWriter, r *http.Request) {
	to, next := d.root+"/sign-in", ""
	if r.Method == http.MethodGet && r.URL.Path != Path {
		next = d.root + strings.TrimPrefix(r.URL.RequestURI(), Path)
	} else if from, err := url.Parse(r.Referer()); err == nil && from.Host == r.Host {
		next = from.RequestURI()
	}
	if next != "" {
		to += "?next=" + url.QueryEscape(next)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
