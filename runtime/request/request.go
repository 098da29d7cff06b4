package request

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/etag"
	"almanac/runtime/filter"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/series"
	"almanac/runtime/store"
)

// Request is one call of an operation, understood: for whom, in which language, with
// which parameters, at which instant, and under which conditions.
type Request struct {
	Env         *Env
	Values      *param.Values  // Parameters as they were sent.
	Params      *param.Decoder // Reads Values; has the errors of those that were read.
	Caller      auth.Caller
	Recalled    *auth.Recalled // Caller before it is confirmed; nil for one that was authenticated.
	Language    string         // Language parameter; "" when none was sent.
	Now         time.Time      // The time at which the request began, used throughout.
	Password    string         // Credential for a protected record.
	EditContext bool           // context=edit.
	ID          string         // Of the request or of the run of a command, for the audit.
	Address     string         // Of the client, without a port; "" for none.
	// Internal says that the desk makes the call for its user: it may see and ask for more than
	// clients, and reads with few statements.  Filters, totals and caches ask for it.
	Internal bool

	IfMatch     *etag.Tags // Nil when it was not sent.
	IfNoneMatch *etag.Tags // Nil when it was not sent.
	Idempotency Idempotency
	Fields      string  // Members of a response that are wanted (_fields); "" for all.
	Upload      *Upload // File of the request; nil for none.
	Dry         bool    // dry_run: roll back instead of committing.
	Force       bool    // force: delete permanently what would be moved to the trash.
	Series      SeriesEdit
	// PrefersMinimal says that the client wants no representation of what it writes (RFC 7240).
	PrefersMinimal bool
	AsOf           param.Opt[string] // Instant of the version that a read wants; absent for that of now.
	ChangesSince   param.Opt[string] // Token of a sync that a list goes on with, "" to begin; absent for none.
	// Uploaded is the image of Upload while its files are stored and no row is committed; nil
	// for none.  It outlives the transaction, which may run again: then the files are discarded.
	Uploaded *model.Image

	Feed    *Feed // Nil where the response is JSON.
	ForPage bool  // Members of linked records are read, so that none is only encoded: views ask for it.
	// HideContent says that a protected record is returned without its content, unless a password
	// was sent, for lists, single reads and views.
	HideContent bool
	// IDs of records that were found for the caller, by their tables: filters do not look them up
	// again.  All calls of one page share them.
	Found map[string][]int64
	// What parameters of the lists of the caller were found to name; nil to share nothing.  All calls
	// of one page share it.
	Lookups filter.Lookups

	Snapshot  *store.SnapshotReader // Reads what may be cached, and shared with other requests; nil for others.
	ExpiresAt time.Time             // When the response changes without a write; zero for never.
	// Transaction is the one of which the call is a part; nil for a call that makes its own.  Package
	// mutate sets it.
	Transaction store.Writer

	// Aside runs work that may take long, while others have the place of the request among
	// those that are worked on. The error is that of a request which ends before it has its
	// place again. It is not called in a transaction; nil when the call has no place.  Records.Admit
	// sets it, uploads and counts call it.
	Aside func(work func()) error

	ctx context.Context
}

// SeriesEdit says to which dates of a series a write applies.
type SeriesEdit struct {
	ApplyTo series.Scope
	Replace bool             // Dates lose what was changed for them alone.
	Version param.Opt[int64] // Of the series as the client saw it; absent for any.
}

// Several reports whether the write is about more dates than one.
func (e SeriesEdit) Several() bool { return e.ApplyTo.Several() }

// Idempotency is what makes a write happen once (draft-ietf-httpapi-idempotency-key-header).
type Idempotency struct {
	Key    param.Opt[string] // As it was sent; absent for a write that may happen again.
	Method string            // With Path and the parameters it tells the write from others.
	Path   string
}

// NewRequest returns a call for a caller, without parameters and conditions.  ID and
// address are those of the HTTP request or run that the context belongs to.
func (e *Env) NewRequest(ctx context.Context, caller auth.Caller) *Request {
	x := StateOf(ctx)
	r := &Request{Env: e, Caller: caller, Now: e.Clock(), ID: x.ID, Address: x.Address, ctx: ctx}
	r.SetValues(param.NewValues(nil))
	return r
}

// SetValues gives the call other parameters, of which none was read.
func (r *Request) SetValues(v *param.Values) { r.Values, r.Params = v, param.NewDecoder(v) }

// Context returns the context of the call; never nil.
func (r *Request) Context() context.Context { return r.ctx }

// WithContext returns a copy of the call in another context.
func (r *Request) WithContext(ctx context.Context) *Request {
	inside := *r
	inside.ctx = ctx
	return &inside
}

// Within returns a copy of the call that is a part of a transaction and has its context.
func (r *Request) Within(ctx context.Context, w store.Writer) *Request {
	inside := r.WithContext(ctx)
	inside.Transaction = w
	return inside
}

// Begin reads the credentials and the parameters of a request, in this order:
// of a caller whose credentials are wrong no byte of the body is read.
func (e *Env) Begin(h *http.Request) (*Request, error) {
	return e.begin(h, func() (*param.Values, error) { return param.Read(h, e.Limits) })
}

// AsGet returns the GET that means the same as a QUERY: the parameters of its body are in the
// address. takes and isList are those of param.Values.Address. A client that shows credentials is
// authenticated first, since its body may take more room than that of others.
func (e *Env) AsGet(h *http.Request, takes, isList func(name string) bool) (*http.Request, error) {
	x := StateOf(h.Context())
	shows := h.Header["Authorization"] != nil
	if shows || e.AuthDisabled {
		caller, err := e.caller(h)
		if err != nil {
			return nil, err
		}
		x.Caller = caller
		x.BodyState.Admit(caller)
	}
	values, err := param.Read(h, e.Limits)
	if err != nil {
		return nil, err
	}
	query, err := values.Address(takes, isList)
	if err != nil {
		return nil, err
	}
	get, address := *h, *h.URL
	address.RawQuery, address.ForceQuery = query, false
	get.Method, get.URL, get.RequestURI, get.Body, get.ContentLength = http.MethodGet, &address, "", http.NoBody, 0
	if shows { // Begin does not authenticate it again.
		x.values, err = param.Read(&get, e.Limits)
	}
	return &get, err
}

// BeginBatch is Begin of a request whose body has several others, each of which is read with the
// limits of one.
func (e *Env) BeginBatch(h *http.Request) (*Request, error) {
	return e.begin(h, func() (*param.Values, error) { return param.Read(h, e.Limits.OfBatch()) })
}

// begin is Begin with a function that reads the parameters.
func (e *Env) begin(h *http.Request, read func() (*param.Values, error)) (*Request, error) {
	x := StateOf(h.Context())
	if x.values == nil { // Set for a QUERY, and when a form names another method: it has been read.
		caller, err := e.caller(h)
		if err != nil {
			return nil, err
		}
		x.Caller = caller
		x.BodyState.Admit(caller)
		if x.values, err = read(); err != nil {
			return nil, err
		}
	}
	r := e.NewRequest(h.Context(), x.Caller)
	r.SetValues(x.values)
	r.Internal, r.Upload, r.Recalled = x.IsInternal(), x.Upload, x.recalled
	r.Idempotency = Idempotency{Method: h.Method, Path: h.URL.Path}
	r.Fields, _ = param.InQuery(h.URL.RawQuery, "_fields")
	return r, nil
}

// Recalling returns begin for a write that may begin with the caller of an earlier request: it reads
// the token with its own first statements, and Confirm follows it.  A file is read once, so that
// such a request cannot run again.
func Recalling(begin func(*http.Request) (*Request, error)) func(*http.Request) (*Request, error) {
	return func(h *http.Request) (*Request, error) {
		kind, _, _ := strings.Cut(h.Header.Get("Content-Type"), ";")
		StateOf(h.Context()).mayRecall = kind == "application/json"
		return begin(h)
	}
}

// Confirm makes sure that the request was made by the caller with whom it has run.  Again is true
// if it has to run again, with the caller that it has now; nothing of it was committed.
func (e *Env) Confirm(h *http.Request) (again bool, err error) {
	x := StateOf(h.Context())
	if !x.recalled.Pending() {
		return false, nil
	}
	err = x.recalled.Ask(h.Context())
	if !errors.Is(err, auth.ErrChanged) {
		return false, err
	}
	x.recalled, x.mayRecall = nil, false
	x.Caller, err = e.caller(h)
	return err == nil && x.values != nil, err
}

// Administrator is who makes requests in open mode.
func Administrator() auth.Caller {
	return auth.Caller{User: 1, Name: "admin", Role: auth.RoleAdministrator, AuthDisabled: true}
}

// Authenticate returns who makes the request, for what has parameters of its own kind.
func (e *Env) Authenticate(h *http.Request) (auth.Caller, error) { return e.caller(h) }

// caller returns who makes the request.  In open mode everybody is user 1.
func (e *Env) caller(h *http.Request) (auth.Caller, error) {
	if e.AuthDisabled {
		return Administrator(), nil
	}
	if x := StateOf(h.Context()); x.IsNested() {
		return *x.authenticated, nil
	} else if x.mayRecall {
		if x.recalled = e.Users.Recall(h.Header); x.recalled != nil {
			return x.recalled.Caller, nil
		}
	}
	caller, err := e.Users.Authenticate(h.Context(), h)
	var many *auth.TooManyAttemptsError
	switch {
	case errors.Is(err, auth.ErrIncorrectPassword):
		// Limited as the attempts are.  The name that was sent may be a password
		// in the wrong field, so the line tells the client and the request alone.
		e.Log.WarnContext(h.Context(), "authentication failed")
		return caller, e.Unauthorized("incorrect_password", "The user name or the password is not correct.")
	case errors.Is(err, auth.ErrInvalidToken):
		f := e.Unauthorized("rest_invalid_token", "The token is invalid or has expired. Create a new one.")
		f.Header["WWW-Authenticate"] = `Bearer realm="` + e.Service.Name + `", error="invalid_token"` // RFC 6750, section 3.
		return caller, f
	case errors.Is(err, auth.ErrBusy):
		return caller, apierror.New(http.StatusServiceUnavailable, apierror.CodeUnavailable, "Too many passwords are being "+
			"checked right now. Try again in a moment.").
			WithRetryAfter(time.Second)
	case errors.As(err, &many):
		return caller, apierror.New(http.StatusTooManyRequests, "rest_too_many_attempts", "Too many wrong attempts. Wait "+
			"before you try again.").
			WithRetryAfter(many.RetryAfter)
	}
	return caller, err
}

// Unauthorized makes a 401 that asks for credentials (RFC 9110, section 11.6.1).
func (e *Env) Unauthorized(code string, format messages.Format, values ...any) *apierror.Error {
	f := apierror.New(http.StatusUnauthorized, code, format, values...)
	f.Header = map[string]string{"WWW-Authenticate": `Basic realm="` + e.Service.Name + `", charset="UTF-8"`}
	return f
}

// DecodeCommon reads the parameters that every route takes: the language, where the
// deployment has several, and what opens protected records, which the inputs document
// where records can be protected.
func (r *Request) DecodeCommon() {
	if d := r.Env.Deployment; d.LanguageParam != "" {
		r.Language = r.Params.String(d.LanguageParam, param.Enum(d.Languages...)).Value
	}
	r.Password = r.Params.String("password").Value
	r.EditContext = strings.EqualFold(r.Params.String("context").Value, "edit")
}

// Scope returns what decides which records exist for this request.
func (r *Request) Scope() filter.Scope {
	return filter.Scope{
		Caller: r.Caller, Language: r.Language, Password: r.Password, Editing: r.EditContext, Resources: r.Env.Resources,
	}
}

// MaxInternalPage is the most records of a page for a request that the program makes to
// itself, such as for a file of a whole list.
const MaxInternalPage = 1000

// FilterSettings returns what filters need to know of the deployment.
func (r *Request) FilterSettings() filter.Settings {
	d, most := r.Env.Deployment, int64(deployment.MaxPerPage)
	if r.Internal {
		most = MaxInternalPage
	}
	return filter.Settings{
		Zone: d.Zone, Now: r.Now, PerPage: d.DefaultPerPage, MaxPerPage: most,
		RadiusMiles: d.RadiusMiles, Extension: d.HasExtension, Found: r.Found,
		Lookups: r.Lookups,
	}
}

// Reader returns what a read goes through: the transaction, if the call is a part of one.
func (r *Request) Reader() store.Reader {
	switch {
	case r.Transaction != nil:
		return r.Transaction
	case r.Snapshot != nil:
		return r.Snapshot
	}
	return r.Env.Store.Reader()
}

// Shareable reports whether the response may be given to others: it shows nothing but what
// every anonymous caller sees.
func (r *Request) Shareable() bool {
	return r.Snapshot != nil && r.Password == "" && !r.EditContext && (r.Caller.User == 0 || r.Caller.AuthDisabled)
}

// UTC returns the request's instant as a wall time in UTC.
func (r *Request) UTC() dates.WallTime { return dates.Zone{}.At(r.Now) }

// Local returns the request's instant as a wall time in the site's zone.
func (r *Request) Local() dates.WallTime { return r.Env.Deployment.Zone.At(r.Now) }

// System returns who makes calls that no client makes: an administrator with the ID of a
// user, 0 for none.
func (e *Env) System(user int64) auth.Caller {
	return auth.Caller{User: user, Name: e.Service.Name, Role: auth.RoleAdministrator, AuthDisabled: true}
}

// Named reports whether the request named the parameter.
func (r *Request) Named(name string) bool {
	_, ok := r.Values.Lookup(name)
	return ok
}

// WholeFeed reports whether the response is a feed of the whole list, so that who
// subscribes to it misses nothing.
func (r *Request) WholeFeed() bool {
	return r.Feed != nil && !r.Named("page") && !r.Named("per_page")
}

// Locked reports whether the record is protected by a password that the
// request does not know.  Those who may edit the record read it with
// context=edit.
func (r *Request) Locked(k *model.Resource, p *model.Post) bool {
	return !r.Scope().Opens(k.Permissions, p.Author, p.StatusOutsideTrash(), p.Password)
}

// State is what the context of an HTTP request says of it: what logs need, and what was
// received so far.
type State struct {
	ID        string               // Of the request, for responses, logs and the audit.
	Address   string               // Of the client, without a port.
	Secure    bool                 // The client uses TLS, up to here or to a trusted proxy.
	Begun     time.Time            // When the header of the request had been read.
	Route     string               // Pattern that the request met, "" for none.
	Caller    auth.Caller          // Who asks, once that is known.
	Queries   *store.QueryStats    // Of what the store was asked.
	Queued    time.Duration        // Waited for other requests.
	Timed     bool                 // The client asked how long things take.
	BodyState *admission.BodyState // Of the request; nil for none.
	Upload    *Upload              // File of the request; nil for none.
	Unbounded context.Context      // Of the request without its time limit; nil outside of HTTP.
	Override  string               // Method that a form names in the place of POST; "" for none.

	cancels       []context.CancelFunc // End the time limits that begin after an upload.
	mayRecall     bool                 // The caller may be confirmed later.
	recalled      *auth.Recalled       // Nil for a caller who was authenticated.
	authenticated *auth.Caller         // Set by AsCaller and AsClient only; nil for requests of clients.
	fromClient    bool                 // Set by AsClient only.
	values        *param.Values        // Parameters of the request, once they are read.
}

// StoredResponse is the response to a write, as it is stored under its
// idempotency key.
type StoredResponse struct {
	Status   int
	Location string
	Version  int64 // Of the record, for the ETag.
	Body     string
}

// StateKey is the key of the State in a request's context.
type StateKey struct{}

// WithState returns the request with a State of its own.
func WithState(r *http.Request, id string) (*http.Request, *State) {
	x := &State{ID: id, Begun: time.Now()}
	return r.WithContext(x.within(r.Context())), x
}

// within returns a context that has the State.
func (x *State) within(ctx context.Context) context.Context {
	return x.counted(context.WithValue(ctx, StateKey{}, x))
}

// StateOf returns the State of a request, or an empty one when the request did not
// come through the API.
func StateOf(ctx context.Context) *State {
	if x, ok := ctx.Value(StateKey{}).(*State); ok {
		return x
	}
	return &State{}
}

// End gives back what the request still holds.
func (x *State) End() {
	if x.Upload != nil {
		x.Upload.close()
	}
	for _, cancel := range x.cancels {
		cancel()
	}
}

// ID returns the id of the request that a context belongs to, "" when
// it belongs to none.
func ID(ctx context.Context) string { return StateOf(ctx).ID }

// counted returns a context that counts its statements in x.Queries, which are those
// of the context if it counts them already.
func (x *State) counted(ctx context.Context) context.Context {
	if x.Queries = store.QueryStatsFrom(ctx); x.Queries == nil {
		ctx, x.Queries = store.WithQueryStats(ctx)
	}
	return ctx
}

// SQLCache keeps the text of statements whose shape does not change, so that it
// is built once and not with every request.
type SQLCache struct{ known sync.Map } // CachedSQL by SQLKey.

// SQLKey names a statement.
type SQLKey struct {
	Of      any    // The *model.Resource or *model.Link that it is about; nil for others.
	Purpose string // What it does.
	Role    auth.Role
	Known   bool // The caller is somebody.
}

// CachedSQL is the text of a statement.
type CachedSQL struct {
	SQL    string
	Values int // How many it takes.
}

// Get returns a text, which build writes when it is asked for the first time.
// The values that build binds do not matter, only their number and order.
func (t *SQLCache) Get(key SQLKey, build func(args *store.Args) string) CachedSQL {
	if known, ok := t.known.Load(key); ok {
		return known.(CachedSQL)
	}
	var args store.Args
	sql := build(&args)
	built := CachedSQL{SQL: sql, Values: len(args.Values())}
	t.known.Store(key, built)
	return built
}
