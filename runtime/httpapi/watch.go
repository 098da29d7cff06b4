package httpapi

import (
	"context"
	"net/http"
	"time"

	"almanac/runtime/request"
)

// Ended is what there is to tell about a request that was answered.  Nothing
// of it is a secret, and Route is one of few, so that all of it may stand in
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

// Watch returns a handler that has next answer, and tells of every request
// once it is answered.  It is the outermost one: it gives the request its id,
// and the context of next carries what Ended is made of.
func Watch(next http.Handler, tell func(ctx context.Context, ended Ended)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, x := request.WithState(r, requestID(r.Header.Get(requestIDHeader)))
		t := &tally{ResponseWriter: w, exchange: x}
		x.Timed = asksTiming(r.Header)
		path := r.URL.EscapedPath()
		defer func() {
			if tell != nil {
				ended := ended(x, r.Method, t)
				ended.Path = path
				tell(r.Context(), ended)
			}
		}()
		next.ServeHTTP(t, r)
		if t.status == 0 {
			t.status = http.StatusOK // What net/http sends for a handler that says nothing.
		}
	})
}

// SetRoute notes the pattern that a request met, such as "/events/{id}"; there
// must be few of them.  Handlers beside the interface call it.
func SetRoute(r *http.Request, pattern string) { request.StateOf(r.Context()).Route = pattern }

// tally counts what leaves.
type tally struct {
	http.ResponseWriter
	exchange *request.State
	status   int // 0 until the response has begun.
	bytes    int64
}

// Unwrap returns the writer below, for http.ResponseController.
func (t *tally) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// WriteHeader notes the status, and adds the last header.
func (t *tally) WriteHeader(status int) {
	if t.status == 0 && status >= http.StatusOK { // Others announce the response.
		t.status = status
		sayTiming(t.exchange, t.Header())
	}
	t.ResponseWriter.WriteHeader(status)
}

// Write counts a part of the body.
func (t *tally) Write(p []byte) (int, error) {
	if t.status == 0 {
		t.WriteHeader(http.StatusOK)
	}
	n, err := t.ResponseWriter.Write(p)
	t.bytes += int64(n)
	return n, err
}

// ended sums the request up.
func ended(x *request.State, method string, t *tally) Ended {
	status := t.status
	if status == 0 {
		status = http.StatusInternalServerError // The handler panicked before it answered.
	}
	return Ended{
		Method: method, Route: x.Route, Status: status, Bytes: t.bytes, Elapsed: time.Since(x.Begun),
		Statements: x.Queries.Statements(), Database: x.Queries.Elapsed(), User: x.Caller.User, Caller: x.Caller.Name,
	}
}
