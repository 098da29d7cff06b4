package desk

import (
	"errors"
	"net/http"
	"strconv"

	"almanac/runtime/auth"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
)

// addUsers adds the pages by which administrators manage users. In open mode everybody is
// the administrator, and users are made by commands: a visitor could leave one behind.
func (d *Desk) addUsers() {
	if d.Env.AuthDisabled {
		return
	}
	for pattern, h := range map[string]http.HandlerFunc{
		"GET /users":              d.showUsers,
		"POST /users":             d.inviteUser,
		"GET /users/{id}":         d.onUser(d.showUser),
		"POST /users/{id}/role":   d.onUser(d.setUserRole),
		"POST /users/{id}/link":   d.onUser(d.makeUserLink),
		"POST /users/{id}/remove": d.removeUser,
	} {
		d.Handle(pattern, d.administrators(h))
	}
}

// usersData is what users.html gets.
type usersData struct {
	Users  []auth.User
	Invite form
	Roles  []choice
	Link   string // Of a user who was invited now.
	Name   string // Of that user.
}

// roleChoices returns the roles as options of a field.
func (d *Desk) roleChoices(r *http.Request, chosen string) []choice {
	var list []choice
	for _, role := range auth.Roles() {
		list = append(list, choice{string(role), d.shell.Text(r, model.Words(string(role))), string(role) == chosen})
	}
	return list
}

// showUsers is the list of users.
func (d *Desk) showUsers(w http.ResponseWriter, r *http.Request) {
	d.renderUsers(w, r, http.StatusOK, usersData{Invite: invitation()})
}

// invitation returns an empty form for an invitation, to a role that publishes nothing.
func invitation() form {
	f := newForm()
	f.Values["role"] = string(auth.RoleContributor)
	return f
}

// renderUsers shows the list of users.
func (d *Desk) renderUsers(w http.ResponseWriter, r *http.Request, status int, data usersData) {
	var err error
	if data.Users, err = d.Env.Users.List(r.Context()); err != nil {
		d.Refuse(w, r, err)
		return
	}
	data.Roles = d.roleChoices(r, data.Invite.Values["role"])
	d.shell.Render(w, r,
		page.Page{Status: status, Title: d.shell.Text(r, "Users"), Section: "users", Name: "users.html", Data: data})
}

// inviteUser makes a user without a password, and shows the link for it, this once.
func (d *Desk) inviteUser(w http.ResponseWriter, r *http.Request) {
	f, ok := d.readForm(w, r, "name", "email", "role")
	if !ok {
		return
	}
	d.check(r, f, "name", auth.CheckName(f.Values["name"]))
	d.check(r, f, "email", auth.CheckEmail(f.Values["email"]))
	if len(f.Errors) > 0 {
		d.renderUsers(w, r, http.StatusUnprocessableEntity, usersData{Invite: f})
		return
	}
	text, err := auth.Links{Users: d.users(r, f.Key)}.Invite(r.Context(), f.Values["name"], f.Values["email"],
		auth.Role(f.Values["role"]))
	switch {
	case errors.Is(err, auth.ErrNameInUse):
		f.Errors["name"] = d.shell.Text(r, "This name or email address is already taken.")
		d.renderUsers(w, r, http.StatusUnprocessableEntity, usersData{Invite: f})
	case errors.Is(err, auth.ErrInvalidValue):
		d.Fail(w, r, http.StatusUnprocessableEntity, d.shell.Text(r, "Unknown role."))
	case err != nil:
		d.finish(w, r, err, "/users",
			d.shell.Text(r, "This form was already submitted and the user has been invited. The link can’t be shown again; create a new one on the user’s page.")) //nolint:lll // The key of a message.
	default:
		d.renderUsers(w, r, http.StatusOK,
			usersData{Invite: invitation(), Link: LinkURL(d.Env.Deployment.SiteURL, text), Name: f.Values["name"]})
	}
}

// userData is what user.html gets.
type userData struct {
	Key   string
	User  auth.User
	Self  bool // It is the user who is signed in.
	Roles []choice
	Link  string // One-time link that was made now.
	Error string // Why the user is not removed.
}

// onUser returns a handler about the user whose ID is in the path.
func (d *Desk) onUser(h func(http.ResponseWriter, *http.Request, auth.User)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64) // 0 is no user.
		user, err := d.Env.Users.Get(r.Context(), id)
		if err != nil {
			d.Refuse(w, r, err)
			return
		}
		h(w, r, user)
	}
}

// showUser is the page of one user.
func (d *Desk) showUser(w http.ResponseWriter, r *http.Request, user auth.User) {
	d.renderUser(w, r, http.StatusOK, user, userData{})
}

func (d *Desk) renderUser(w http.ResponseWriter, r *http.Request, status int, user auth.User, data userData) {
	data.Key, data.User, data.Roles = newForm().Key, user, d.roleChoices(r, string(user.Role))
	data.Self = user.ID == CallerOf(r.Context()).User
	d.shell.Render(w, r, page.Page{Status: status, Title: user.Name, Section: "users", Name: "user.html", Data: data})
}

// refuseSelf sends a page if the user is the one who is signed in: an administrator who
// loses the role could not get it back, and the last one could leave none.
func (d *Desk) refuseSelf(w http.ResponseWriter, r *http.Request, user auth.User) bool {
	if user.ID != CallerOf(r.Context()).User {
		return false
	}
	d.Fail(w, r, http.StatusConflict,
		d.shell.Text(r, "You can’t change your own role or remove yourself. Ask another administrator."))
	return true
}

func userPath(user auth.User) string { return "/users/" + strconv.FormatInt(user.ID, 10) }

func (d *Desk) setUserRole(w http.ResponseWriter, r *http.Request, user auth.User) {
	f, ok := d.readForm(w, r, "role")
	if !ok || d.refuseSelf(w, r, user) {
		return
	}
	err := d.users(r, f.Key).SetRole(r.Context(), user.Name, auth.Role(f.Values["role"]))
	if errors.Is(err, auth.ErrInvalidValue) {
		d.Fail(w, r, http.StatusUnprocessableEntity, d.shell.Text(r, "Unknown role."))
		return
	}
	d.finish(w, r, err, userPath(user), d.shell.Text(r, "Role changed."))
}

// makeUserLink makes a one-time link for the password of a user, and shows it, this once.
func (d *Desk) makeUserLink(w http.ResponseWriter, r *http.Request, user auth.User) {
	f, ok := d.readForm(w, r)
	if !ok {
		return
	}
	text, err := auth.Links{Users: d.users(r, f.Key)}.ForPassword(r.Context(), user.Name)
	if err != nil {
		d.finish(w, r, err, userPath(user),
			d.shell.Text(r, "This form was already submitted. The link can’t be shown again; create a new one."))
		return
	}
	d.renderUser(w, r, http.StatusOK, user, userData{Link: LinkURL(d.Env.Deployment.SiteURL, text)})
}

// removeUser removes a user. One who was removed before is no error.
func (d *Desk) removeUser(w http.ResponseWriter, r *http.Request) {
	f, ok := d.readForm(w, r, "confirm")
	if !ok {
		return
	}
	id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64) // 0 is no user.
	user, err := d.Env.Users.Get(r.Context(), id)
	if err == nil && d.refuseSelf(w, r, user) {
		return
	}
	if err == nil && f.Values["confirm"] == "" {
		d.renderUser(w, r, http.StatusUnprocessableEntity, user,
			userData{Error: d.shell.Text(r, "Check the box to remove this user.")})
		return
	}
	if err == nil {
		err = d.users(r, f.Key).Remove(r.Context(), user.Name)
	}
	if errors.Is(err, auth.ErrNotFound) {
		err = nil
	}
	d.finish(w, r, err, "/users", d.shell.Text(r, "User removed."))
}
