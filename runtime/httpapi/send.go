package httpapi

import (
	"bytes"
	"context"
	"net/http"
	"net/url"

	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// Sent is the response to a request that the program sent to its own API.
type Sent struct {
	Status int
	Header http.Header
	Body   []byte
	Record model.Record    // That the response shows, with what it links to; nil for other responses.
	Err    *apierror.Error // The error that the response is; nil for others.
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

// Ask sends a request that a client makes by another protocol, with its caller; r has the context of the
// request of that protocol.
func (a *API) Ask(r *http.Request, protocol string) *Sent {
	w := &recorder{header: http.Header{}}
	sent := &Sent{}
	a.serve(w, request.AsClient(r, request.StateOf(r.Context()).Caller, protocol), sent)
	sent.Status, sent.Header, sent.Body = w.status, w.header, w.body.Bytes()
	return sent
}

// AskList returns a page of the list of a resource as its route does for the parameters, for a request of
// another protocol with this context.
func (a *API) AskList(
	ctx context.Context, k *model.Resource, params url.Values, o records.ListOptions,
) (*records.Page, *apierror.Error) {
	return a.listed(a.Env.NewRequest(ctx, request.StateOf(ctx).Caller), k, params, o)
}

// List returns a page of the list of a resource as its route does for the parameters, for a caller
// that has been authenticated already, with options that no client has.  found has the IDs of records
// that were found for the caller, as in a Request.
func (a *API) List(
	ctx context.Context, caller auth.Caller, k *model.Resource, params url.Values, found map[string][]int64,
	o records.ListOptions,
) (*records.Page, *apierror.Error) {
	call := a.Env.NewRequest(ctx, caller)
	call.Internal, call.Found = true, found
	return a.listed(call, k, params, o)
}

// listed returns the page that the parameters describe for a call.
func (a *API) listed(
	call *request.Request, k *model.Resource, params url.Values, o records.ListOptions,
) (*records.Page, *apierror.Error) {
	h := (&http.Request{Method: http.MethodGet, URL: &url.URL{RawQuery: params.Encode()}}).WithContext(call.Context())
	page, err := records.Admit(a.Records, call, func() (*records.Page, error) {
		values, err := param.Read(h, a.Env.Limits)
		if err != nil {
			return nil, err
		}
		call.SetValues(values)
		in := a.lists[k]()
		Decode(call, in)
		a.Records.Reads.Watch(call)
		return a.Records.List(call, k, in, o)
	})
	if err != nil {
		return nil, a.APIError(h, err)
	}
	return page, nil
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
