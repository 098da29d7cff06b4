package request

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/fault"
	"almanac/runtime/feed"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// Request is one call of the interface, understood: who asks, in which
// language, with which parameters, and what time it is.
type Request struct {
	Env      *Env
	HTTP     *http.Request
	Values   *param.Values
	Caller   auth.Caller
	Language string    // Language parameter; "" when none was sent.
	Now      time.Time // The one instant that the whole request goes by.
	Password string    // Credential for a protected record.
	Editing  bool      // context=edit.

	State    *RequestState
	Feed     *feed.Format          // How records are answered instead of as JSON; nil for JSON.
	OwnClock []string              // Parameters whose dates compare with the clock of each record.
	Most     int64                 // Records a page for a page of the site; 0 for as many as the interface answers.
	Watcher  *store.SnapshotReader // Reads what may be kept; nil for other requests.
	Until    time.Time             // From when on the answer is another without a commit; zero for never.
	Shared   bool                  // What is linked may be shared with other requests.
	Dry      bool                  // Everything but the commit.
	// Also decodes what the route takes beside the parameters of all routes; nil
	// for nothing.
	Also func(d *param.Decoder)
	// Represent writes the body that shows a record: as the answer to the write, or
	// as a read of it would be answered now.
	Represent func(m model.Model, written bool) ([]byte, error)
}

// Context returns the request's context.
func (r *Request) Context() context.Context { return r.HTTP.Context() }

// Begin reads the credentials and the parameters of a request, in this order:
// of a caller whose credentials are wrong no byte of the body is read.
func (e *Env) Begin(h *http.Request) (*Request, error) {
	x := StateOf(h.Context())
	if x.values == nil { // Else a form has named another method, and all is read.
		caller, err := e.caller(h)
		if err != nil {
			return nil, err
		}
		x.Caller = caller
		x.BodyState.Admit(caller)
		if x.values, err = param.Read(h, e.Limits); err != nil {
			return nil, err
		}
	}
	return &Request{Env: e, HTTP: h, Values: x.values, Caller: x.Caller, Now: e.Clock(), State: x}, nil
}

// Everybody is who makes requests in open mode.
func Everybody() auth.Caller {
	return auth.Caller{User: 1, Name: "admin", Role: auth.Administrator, Open: true}
}

// caller returns who makes the request.  In open mode everybody is user 1.
func (e *Env) caller(h *http.Request) (auth.Caller, error) {
	if e.Open {
		return Everybody(), nil
	}
	caller, err := e.Users.Authenticate(h.Context(), h)
	var many *auth.AttemptsError
	switch {
	case errors.Is(err, auth.ErrIncorrectPassword):
		// Limited as the attempts are.  The name that was sent may be a password
		// in the wrong field, so the line tells the client and the request alone.
		e.Log.WarnContext(h.Context(), "wrong user or password")
		return caller, Unauthorized("incorrect_password", "The user name or the password is not correct.")
	case errors.Is(err, auth.ErrInvalidToken):
		f := Unauthorized("rest_invalid_token", "The token is unknown or has expired. Ask for a new one.")
		f.Header["WWW-Authenticate"] = `Bearer realm="almanac", error="invalid_token"` // RFC 6750, section 3.
		return caller, f
	case errors.Is(err, auth.ErrBusy):
		return caller, fault.New(http.StatusServiceUnavailable, fault.Unavailable, "More passwords are being checked than there is room for. Try again in a moment.").Later(time.Second)
	case errors.As(err, &many):
		return caller, fault.New(http.StatusTooManyRequests, "rest_too_many_attempts", "Too many wrong attempts. Wait before you try again.").Later(many.RetryAfter)
	}
	return caller, err
}

// Unauthorized makes a 401 that asks for credentials (RFC 9110, section 11.6.1).
func Unauthorized(code, message string) *fault.Error {
	f := fault.New(http.StatusUnauthorized, code, "%s", message)
	f.Header = map[string]string{"WWW-Authenticate": `Basic realm="almanac", charset="UTF-8"`}
	return f
}

// Common decodes the parameters that every route takes.
func (r *Request) Common(d *param.Decoder) {
	dep := r.Env.Deployment
	if dep.LanguageParam != "" {
		r.Language = d.String(dep.LanguageParam, param.Enum(dep.Languages...)).V
	}
	r.Password = d.String("password").V
	r.Editing = strings.EqualFold(d.String("context").V, "edit")
	if r.Also != nil {
		r.Also(d)
	}
}

// Scope returns what decides which records exist for this request.
func (r *Request) Scope() filter.Scope {
	return filter.Scope{Caller: r.Caller, Language: r.Language, Password: r.Password, Editing: r.Editing}
}

// FilterSettings returns what filters need to know of the deployment.
func (r *Request) FilterSettings() filter.Site {
	d := r.Env.Deployment
	return filter.Site{
		Zone: d.Zone, Now: r.Now, PerPage: d.PerPage, MaxPerPage: deployment.MaxPerPage,
		RadiusMiles: d.RadiusMiles, Extension: d.HasExtension,
	}
}

// Reader returns what a read outside of transactions goes through.
func (r *Request) Reader() store.Reader {
	if r.Watcher != nil {
		return r.Watcher
	}
	return r.Env.Store.Reader()
}

// MayKeep notes how long the answer is good, if others may get it: one that
// shows nothing but what every visitor sees.
func (r *Request) MayKeep() {
	if r.Watcher == nil || r.Password != "" || r.Editing || r.Caller.User != 0 && !r.Caller.Open {
		return
	}
	r.State.Moment, r.State.Until = r.Watcher.Snapshot(r.Context()), r.Until
}

// UTC returns the request's instant as a wall time in UTC.
func (r *Request) UTC() dates.Wall { return dates.Zone{}.At(r.Now) }

// Local returns the request's instant as a wall time in the site's zone.
func (r *Request) Local() dates.Wall { return r.Env.Deployment.Zone.At(r.Now) }

// Internal returns a request that no client made, by an administrator.
func (e *Env) Internal(ctx context.Context, user int64) *Request {
	return &Request{
		Env: e, HTTP: new(http.Request).WithContext(ctx), Now: e.Clock(), State: StateOf(ctx),
		Caller: auth.Caller{User: user, Name: "almanac", Role: auth.Administrator, Open: true},
	}
}

// Success returns the status of a write that succeeds.
func (r *Request) Success() int {
	if r.creates() {
		return http.StatusCreated
	}
	return http.StatusOK
}

// creates reports whether the request is about a record that is not there yet:
// its path names none.
func (r *Request) creates() bool {
	return r.HTTP.PathValue("id") == "" && r.HTTP.PathValue("slug") == ""
}

// Location returns the address of the record that the request made, "" when it
// made none.
func (r *Request) Location(m model.Model) string {
	if !r.creates() {
		return ""
	}
	return r.Env.Deployment.RecordURL(m.Kind().Plural, m.Record().ID)
}

// Named reports whether the request named the parameter.
func (r *Request) Named(name string) bool {
	_, ok := r.Values.Lookup(name)
	return ok
}

// WholeFeed reports whether the answer is a feed of the whole list, so that who
// subscribes to it misses nothing.
func (r *Request) WholeFeed() bool {
	return r.Feed != nil && !r.Named("page") && !r.Named("per_page")
}

// Locked reports whether the record is protected by a password that the
// request does not know.  Those who may edit the record read it with
// context=edit.
func (r *Request) Locked(k *model.Kind, p *model.Post) bool {
	return !r.Scope().Opens(k.Access, p.Author, p.Status, p.Password)
}
