package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/request"
)

// Ended describes a request after its response was sent.  Nothing of it is a secret, and Route is one of few, so
// that all of it may stand in
// logs, metrics and traces.
type Ended struct {
	Method     string        // As it was sent: any word.
	Path       string        // As it was sent, percent-encoded, without the query.
	Route      string        // Pattern such as "/events/{id}", without the mount; "" when no route was met.
	Status     int           // Of the response.
	Bytes      int64         // Of the response's body.
	Elapsed    time.Duration // From the header of the request to the end of the response.
	Statements int64         // SQL statements that were run.
	Database   time.Duration // Waited for the database, the pool's queue included.
	User       int64         // Id of the caller as the audit has it, 0 for an anonymous caller.
	Caller     string        // Name of the caller as the audit has it, "" for an anonymous caller.
}

// Watch returns a handler that calls next, and then observe with a description of the
// request.  It is the outermost one: it gives the request its ID, and the context of next
// carries what Ended is made of.
func Watch(next http.Handler, observe func(ctx context.Context, ended Ended)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, x := request.WithState(r, requestID(r.Header.Get(requestIDHeader)))
		t := &responseCounter{ResponseWriter: w, state: x}
		_, x.Timed = preferenceOf(strings.Join(r.Header.Values("Prefer"), ","), timingPreference)
		path := r.URL.EscapedPath()
		defer func() {
			if observe != nil {
				ended := ended(x, r.Method, t)
				ended.Path = path
				observe(r.Context(), ended)
			}
		}()
		next.ServeHTTP(t, r)
		if t.status == 0 {
			t.status = http.StatusOK // What net/http sends for a handler that says nothing.
		}
	})
}

// SetRoute notes the pattern that a request met, such as "/events/{id}"; there
// must be few of them.  Handlers beside the API call it.
func SetRoute(r *http.Request, pattern string) { request.StateOf(r.Context()).Route = pattern }

// responseCounter counts the bytes of a response.
type responseCounter struct {
	http.ResponseWriter
	state  *request.State
	status int // 0 until the response has begun.
	bytes  int64
}

// Unwrap returns the writer below, for http.ResponseController.
func (t *responseCounter) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// WriteHeader notes the status, and adds the last header.
func (t *responseCounter) WriteHeader(status int) {
	if t.status == 0 && status >= http.StatusOK { // Others announce the response.
		t.status = status
		setServerTiming(t.state, t.Header())
	}
	t.ResponseWriter.WriteHeader(status)
}

// Write counts a part of the body.
func (t *responseCounter) Write(p []byte) (int, error) {
	if t.status == 0 {
		t.WriteHeader(http.StatusOK)
	}
	n, err := t.ResponseWriter.Write(p)
	t.bytes += int64(n)
	return n, err
}

// ended sums the request up.
func ended(x *request.State, method string, t *responseCounter) Ended {
	status := t.status
	if status == 0 {
		status = http.StatusInternalServerError // The handler panicked before it wrote anything.
	}
	return Ended{
		Method: method, Route: x.Route, Status: status, Bytes: t.bytes, Elapsed: time.Since(x.Begun),
		Statements: x.Queries.Statements(), Database: x.Queries.Elapsed(), User: x.Caller.User, Caller: x.Caller.Name,
	}
}

// NewRun returns a context for one run of a command that works without HTTP,
// such as an import: its lines in the log and its entries in the audit carry one
// id, which begins with the name.
func NewRun(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, request.StateKey{}, &request.State{ID: name + "-" + randomID()})
}

// LogRequests returns a handler that adds to each line which request it
// belongs to, and which client's, if the context has them.
func LogRequests(h slog.Handler) slog.Handler { return requestLog{h} }

// requestLog is the handler of LogRequests.
type requestLog struct{ slog.Handler }

var _ slog.Handler = requestLog{}

// Handle adds to a line and passes it on.
func (h requestLog) Handle(ctx context.Context, line slog.Record) error {
	line = line.Clone() // The caller keeps its own.
	line.AddAttrs(RequestAttrs(ctx)...)
	return h.Handler.Handle(ctx, line)
}

// RequestAttrs returns what LogRequests adds to the lines of a context.
func RequestAttrs(ctx context.Context) []slog.Attr {
	x := request.StateOf(ctx)
	attrs := make([]slog.Attr, 0, 2)
	if x.ID != "" {
		attrs = append(attrs, slog.String("request_id", x.ID))
	}
	if x.Address != "" {
		attrs = append(attrs, slog.String("client.address", x.Address))
	}
	return attrs
}

// WithAttrs keeps adding for a logger that carries attributes.
func (h requestLog) WithAttrs(list []slog.Attr) slog.Handler {
	return requestLog{h.Handler.WithAttrs(list)}
}

// WithGroup keeps adding for a logger that carries a group.
func (h requestLog) WithGroup(name string) slog.Handler {
	return requestLog{h.Handler.WithGroup(name)}
}

// requestIDHeader carries the id of a request, in and out.
const requestIDHeader = "X-Request-Id"

// requestIDForm is the form of an id that is taken from a client: one that is
// harmless in a log line and a header.
var requestIDForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:@/+=-]{0,127}$`)

// requestID returns the id that the client or a proxy gave the request, or a
// new random one of 26 letters and digits where they gave none that is fit.
func requestID(sent string) string {
	if sent != "" && requestIDForm.MatchString(sent) {
		return sent
	}
	return randomID()
}

// randomID returns 26 random letters and digits of base 32 (RFC 4648, section
// 6): 130 bits, so that no two are the same.  They are no secret; those that are
// come from crypto/rand, which takes longer.
func randomID() string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	const aWord = 12 // Digits that 64 bits are enough for.
	var id [26]byte
	var bits uint64
	for i := range id {
		if i%aWord == 0 {
			bits = rand.Uint64() //nolint:gosec // An id is no secret.
		}
		id[i] = digits[bits%uint64(len(digits))]
		bits /= uint64(len(digits))
	}
	return string(id[:])
}

// stateFor returns the request with its State, which Watch may have made.
func stateFor(r *http.Request) (*http.Request, *request.State) {
	if x, ok := r.Context().Value(request.StateKey{}).(*request.State); ok {
		return r, x
	}
	return request.WithState(r, requestID(r.Header.Get(requestIDHeader)))
}

// timingPreference asks for the header Server-Timing, in Prefer (RFC 7240).
const timingPreference = "server-timing"

// setServerTiming sets the header that says how long the request took up to the beginning
// of its response (W3C Server Timing), for administrators who asked: from times others could
// guess what is stored and hidden from them.
func setServerTiming(x *request.State, h http.Header) {
	if !x.Timed || x.Caller.Role != auth.RoleAdministrator {
		return
	}
	h.Set("Server-Timing", fmt.Sprintf(`total;dur=%.3f, db;dur=%.3f;desc="%d statements, %d round trips", queue;dur=%.3f`,
		milliseconds(time.Since(x.Begun)), milliseconds(x.Queries.Elapsed()),
		x.Queries.Statements(), x.Queries.RoundTrips(), milliseconds(x.Queued)))
	h.Add("Preference-Applied", timingPreference)
}

// milliseconds returns a time in milliseconds.
func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
