package httpapi

import (
	"bytes"
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// Sent is the response to a request that the program sent to its own API.
type Sent struct {
	Status  int
	Header  http.Header
	Body    []byte
	Record  model.Record     // That the response shows, with what it links to; nil for other responses.
	Records []records.Record // Of the list that the response shows.
	Err     *apierror.Error  // The error that the response is; nil for others.
}

// Send sends a request to the API for a caller that has been authenticated already, by a
// session of the desk.  r has the context of the request that it is made for.
func (a *API) Send(r *http.Request, caller auth.Caller) *Sent {
	w := &recorder{header: http.Header{}}
	sent := &Sent{}
	a.serve(w, request.AsCaller(r, caller), sent)
	sent.Status, sent.Header, sent.Body = w.status, w.header, w.body.Bytes()
	return sent
}

// recorder holds a response in memory.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write implements http.ResponseWriter.
func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}
