package desk

import (
	"crypto/rand"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"almanac/runtime/auth"
	"almanac/runtime/desk/page"
	"almanac/runtime/param"
)

// form is a form as it was sent, and as it is shown again.
type form struct {
	Key    string            // Makes its change once, however often the form is sent.
	Values map[string]string // By the name of the field.
	Errors map[string]string // What is wrong with fields, by their names.
}

// Autocomplete is how browsers complete the name of the user whom the form makes: of
// somebody else not at all.
func (form) Autocomplete() string { return "off" }

// maxKey is the maximum length of the key of a form in bytes.
const maxKey = 64

func newForm() form {
	return form{Key: rand.Text(), Values: map[string]string{}, Errors: map[string]string{}}
}

// readForm reads a form, or sends a page that says why it cannot be read. Blanks at the
// ends of names are not meant; those of passwords are.
func (d *Desk) readForm(w http.ResponseWriter, r *http.Request, names ...string) (form, bool) {
	sent, err := param.Read(r, d.Env.Limits)
	if err != nil {
		d.Refuse(w, r, err)
		return form{}, false
	}
	f := newForm()
	if key := sent.Form("form"); key != "" && len(key) <= maxKey {
		f.Key = key
	}
	for _, name := range names {
		f.Values[name] = sent.Form(name)
		if !isSecret(name) {
			f.Values[name] = strings.TrimSpace(f.Values[name])
		}
	}
	return f, true
}

// isSecret reports whether a field has a password.
func isSecret(name string) bool { return name == "password" || name == "current" || name == "repeat" }

// forget drops the passwords of a form that is shown again.
func (f form) forget() form {
	for name := range f.Values {
		if isSecret(name) {
			delete(f.Values, name)
		}
	}
	return f
}

// check notes what is wrong with a field.
func (d *Desk) check(r *http.Request, f form, name string, err error) {
	if err == nil {
		return
	}
	f.Errors[name] = map[string]string{
		"name": d.shell.Text(r,
			"The name must be 1 to 60 characters long, with no colon, and no space at the start or end."),
		"email":    d.shell.Text(r, "Enter an email address such as ada@example.org."),
		"password": d.shell.Text(r, "The password must have at least 8 characters and must not contain control characters."),
		"label":    d.shell.Text(r, "Names can be 1 to 60 characters long."),
	}[name]
}

func (d *Desk) checkPasswords(r *http.Request, f form) {
	d.check(r, f, "password", auth.CheckPassword(f.Values["password"]))
	if f.Errors["password"] == "" && f.Values["password"] != f.Values["repeat"] {
		f.Errors["repeat"] = d.shell.Text(r, "Passwords don’t match.")
	}
}

// Refuse sends a page about an error. Other errors than those of users are reported and
// logged as the API does it.
func (d *Desk) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	var many *auth.TooManyAttemptsError
	switch {
	case errors.As(err, &many):
		w.Header().Set("Retry-After", strconv.Itoa(int(many.RetryAfter.Seconds())))
		d.Fail(w, r, http.StatusTooManyRequests,
			d.shell.Text(r, "Too many attempts. Try again in %d seconds.", int(many.RetryAfter.Seconds())))
	case errors.Is(err, auth.ErrNotFound):
		d.Fail(w, r, http.StatusNotFound, d.shell.Text(r, "This no longer exists."))
	case errors.Is(err, auth.ErrBusy):
		w.Header().Set("Retry-After", "1")
		d.Fail(w, r, http.StatusServiceUnavailable, d.shell.Text(r, "The service is busy. Try again in a moment."))
	default:
		refused := d.API.api.APIError(r, err)
		for name, value := range refused.Header {
			w.Header().Set(name, value)
		}
		d.Fail(w, r, refused.Status, page.TranslateError(r, refused.Message, page.Names))
	}
}

// done leads to a page that says what was done.
func (d *Desk) done(w http.ResponseWriter, r *http.Request, path, sentence string) {
	page.SetFlash(w, r, page.Flash{Text: sentence})
	http.Redirect(w, r, d.root+path, http.StatusSeeOther) //nolint:gosec // A page of the desk.
}

// finish ends a request that changed something: with a page about the error, or as done.
// A form that was sent twice is done.
func (d *Desk) finish(w http.ResponseWriter, r *http.Request, err error, path, sentence string) {
	if err != nil && !errors.Is(err, auth.ErrRepeated) {
		d.Refuse(w, r, err)
		return
	}
	d.done(w, r, path, sentence)
}
