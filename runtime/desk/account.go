package desk

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/desk/page"
	"almanac/runtime/messages"
)

// addAccount adds the pages about a user's own account. In open mode there is only the language to choose.
func (d *Desk) addAccount() {
	d.Handle("GET /account", d.showAccount)
	d.Handle("POST /account/language", d.setLanguage)
	if d.Env.AuthDisabled {
		return
	}
	d.Handle("POST /account/password", d.setPassword)
	d.Handle("POST /account/sessions", d.endSessions)
	d.Handle("POST /account/sessions/{id}/end", d.endSession)
	d.Handle("POST /account/tokens", d.createToken)
	d.Handle("POST /account/tokens/{id}/revoke", d.revokeToken)
}

// accountData is what account.html gets.
type accountData struct {
	Open      bool
	User      auth.User
	Languages []choice
	Password  form
	Token     form
	Tokens    []auth.Token
	Secret    string // Text of a token that was made now.
	Sessions  []session
	Lives     []choice
}

// session is a session as the account shows it.
type session struct {
	auth.ListedSession
	Program string // The browser in words.
}

// choice is an option of a field.
type choice struct {
	Value, Label string
	Chosen       bool
}

// account returns the data of the account page with empty forms.
func (d *Desk) account(r *http.Request) (*accountData, error) {
	data := &accountData{Open: d.Env.AuthDisabled, Password: newForm(), Token: newForm()}
	current := page.FrameOf(r.Context()).Language
	for _, tag := range messages.Languages() {
		data.Languages = append(data.Languages, choice{tag.String(), messages.LanguageName(tag), tag == current})
	}
	for _, days := range []int{0, 30, 90, 365} {
		label := d.shell.Text(r, "%d days", days)
		if days == 0 {
			label = d.shell.Text(r, "never")
		}
		data.Lives = append(data.Lives, choice{Value: strconv.Itoa(days), Label: label})
	}
	if data.Open {
		return data, nil
	}
	var err error
	if data.User, err = d.Env.Users.Get(r.Context(), CallerOf(r.Context()).User); err != nil {
		return nil, err
	}
	if data.Tokens, err = d.Env.Users.ListTokens(r.Context(), data.User.Name); err != nil {
		return nil, err
	}
	sessions, err := auth.Sessions{Users: d.users(r, "")}.List(r.Context(), data.User.ID)
	for _, s := range sessions {
		data.Sessions = append(data.Sessions, session{s, d.browserText(r, s.Browser)})
	}
	return data, err
}

// browserText returns in words which browser a User-Agent is about.
func (d *Desk) browserText(r *http.Request, agent string) string {
	name, system := browserOf(agent)
	switch {
	case name == "":
		return d.shell.Text(r, "Unknown browser")
	case system == "":
		return name
	}
	return d.shell.Text(r, "%s on %s", name, system)
}

// showAccount is the page about the own account.
func (d *Desk) showAccount(w http.ResponseWriter, r *http.Request) {
	d.renderAccount(w, r, http.StatusOK, func(*accountData) {})
}

// renderAccount shows the account with forms that fill sets.
func (d *Desk) renderAccount(w http.ResponseWriter, r *http.Request, status int, fill func(*accountData)) {
	data, err := d.account(r)
	if err != nil {
		d.Refuse(w, r, err)
		return
	}
	fill(data)
	title := d.shell.Text(r, "Your account")
	if data.Open {
		title = d.shell.Text(r, "Settings")
	}
	d.shell.Render(w, r, page.Page{Status: status, Title: title, Section: "account", Name: "account.html", Data: data})
}

// setLanguage has the browser remember a language.
func (d *Desk) setLanguage(w http.ResponseWriter, r *http.Request) {
	f, ok := d.readForm(w, r, "language")
	if !ok {
		return
	}
	page.SetLanguage(w, r, f.Values["language"])
	http.Redirect(w, r, d.root+"/account", http.StatusSeeOther)
}

// setPassword changes the own password. Other sessions end.
func (d *Desk) setPassword(w http.ResponseWriter, r *http.Request) {
	f, ok := d.readForm(w, r, "current", "password", "repeat")
	if !ok {
		return
	}
	users, name := d.users(r, f.Key), CallerOf(r.Context()).Name
	if repeated, err := users.IsRepeated(r.Context()); err != nil || repeated {
		d.finish(w, r, err, "/account", d.shell.Text(r, "Password changed. All other browsers are signed out."))
		return
	}
	d.checkPasswords(r, f)
	if len(f.Errors) == 0 {
		_, err := users.SignIn(r.Context(), name, f.Values["current"], auth.ClientKey(r.RemoteAddr))
		if err != nil && !errors.Is(err, auth.ErrIncorrectPassword) {
			d.Refuse(w, r, err)
			return
		}
		if err != nil {
			f.Errors["current"] = d.shell.Text(r, "Wrong password.")
		}
	}
	if len(f.Errors) > 0 {
		d.renderAccount(w, r, http.StatusUnprocessableEntity, func(data *accountData) { data.Password = f.forget() })
		return
	}
	err := users.SetPassword(r.Context(), name, f.Values["password"])
	d.finish(w, r, err, "/account", d.shell.Text(r, "Password changed. All other browsers are signed out."))
}

// endSessions signs the user out in all other browsers.
func (d *Desk) endSessions(w http.ResponseWriter, r *http.Request) {
	err := auth.Sessions{Users: d.users(r, "")}.EndOthers(r.Context(), CallerOf(r.Context()).User)
	d.finish(w, r, err, "/account", d.shell.Text(r, "Signed out everywhere else."))
}

// endSession signs the user out in one browser.
func (d *Desk) endSession(w http.ResponseWriter, r *http.Request) {
	err := auth.Sessions{Users: d.users(r, "")}.EndOne(r.Context(), CallerOf(r.Context()).User, r.PathValue("id"))
	d.finish(w, r, err, "/account", d.shell.Text(r, "Session ended."))
}

// createToken makes a token and shows it, this once.
func (d *Desk) createToken(w http.ResponseWriter, r *http.Request) {
	f, ok := d.readForm(w, r, "label", "days")
	if !ok {
		return
	}
	if d.check(r, f, "label", auth.CheckLabel("token label", f.Values["label"])); len(f.Errors) > 0 {
		d.renderAccount(w, r, http.StatusUnprocessableEntity, func(data *accountData) { data.Token = f })
		return
	}
	var expires time.Time
	if days, err := strconv.Atoi(f.Values["days"]); err == nil && days > 0 && days <= 3650 {
		expires = d.Env.Clock().AddDate(0, 0, days)
	}
	secret, err := d.users(r, f.Key).CreateToken(r.Context(), CallerOf(r.Context()).Name, f.Values["label"], expires)
	if err != nil {
		d.finish(w, r, err, "/account", d.shell.Text(r, "This form was already submitted. The token can’t be shown again."))
		return
	}
	d.renderAccount(w, r, http.StatusOK, func(data *accountData) { data.Secret = secret })
}

// revokeToken deletes a token of the user.
func (d *Desk) revokeToken(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64) // 0 is no token.
	err := d.users(r, "").RevokeOwnToken(r.Context(), CallerOf(r.Context()).User, id)
	if errors.Is(err, auth.ErrNotFound) {
		err = nil // It was revoked before.
	}
	d.finish(w, r, err, "/account", d.shell.Text(r, "Token revoked."))
}
