package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"

	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// API sends requests to the API of the service, in this process.
type API struct{ api *httpapi.API }

// Response is a response of the API.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	Err    *apierror.Error // Why the request failed; nil for one that succeeded.

	record model.Record // That the response shows; nil for others than those of one record.
}

// OK reports whether the request succeeded.
func (r *Response) OK() bool { return r.Status >= 200 && r.Status < 300 }

// Decode reads the JSON body into a value, such as a map[string]any.
func (r *Response) Decode(into any) error {
	if err := json.Unmarshal(r.Body, into); err != nil {
		return fmt.Errorf("read a response of the API: %w", err)
	}
	return nil
}

// Stored names the fields that responses leave out, such as passwords, of which the record
// has a value.
func (r *Response) Stored() map[string]bool {
	if r.record == nil || r.record.Resource().HiddenValues == nil {
		return nil
	}
	stored := map[string]bool{}
	for name, value := range r.record.Resource().HiddenValues(r.record) {
		stored[name] = value != nil && !reflect.ValueOf(value).IsZero()
	}
	return stored
}

// StoredHTML returns the HTML of the record that was read as it is stored, by the name of
// the field: responses show it in paragraphs.
func (r *Response) StoredHTML() map[string]string {
	if r.record == nil {
		return nil
	}
	res, stored := r.record.Resource(), map[string]string{}
	for _, a := range res.Args {
		if a.HTML && slices.Contains(res.Columns, a.Name) {
			stored[a.Name], _ = res.Value(r.record, a.Name).(string)
		}
	}
	return stored
}

// Record returns the record that the response shows, nil for others than those of one record.
func (r *Response) Record() model.Record { return r.record }

// Do sends a request as the user who is signed in, in open mode as the administrator. ctx
// is the context of the request to the desk. The path is below the root of the API, such
// as "/events/7"; header may be nil, or have fields such as If-Match and Idempotency-Key;
// a body that is not nil is sent as JSON. Requests that the API refuses are no errors.
func (a *API) Do(
	ctx context.Context, method, path string, query url.Values, header http.Header, body any,
) (*Response, error) {
	if body == nil {
		return a.send(ctx, method, path, query, header, http.NoBody, 0)
	}
	content, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("write a request to the API: %w", err)
	}
	typed := http.Header{"Content-Type": {"application/json"}}
	maps.Copy(typed, header)
	return a.send(ctx, method, path, query, typed, bytes.NewReader(content), int64(len(content)))
}

// DoEach makes writes as one change, without those that the API refuses, once under a key, "" for none.  The
// requests are as those of a batch.  It returns their responses in order, and the ID of the change.
func (a *API) DoEach(ctx context.Context, key string, requests []map[string]any) ([]*Response, string, error) {
	sent, change, err := a.api.SendEach(ctx, CallerOf(ctx), key, requests)
	list := make([]*Response, len(sent))
	for i, one := range sent {
		list[i] = &Response{Status: one.Status, Header: one.Header, Body: one.Body, Err: one.Err}
	}
	return list, change, err
}

// send is Do for a body of a length, whose type is in the header.
func (a *API) send(
	ctx context.Context, method, path string, query url.Values, header http.Header, body io.Reader, length int64,
) (*Response, error) {
	//nolint:gosec // It is sent in this process, and never to another host.
	r, err := http.NewRequestWithContext(ctx, method, a.api.Env.Deployment.APIPath()+path, body)
	if err != nil {
		return nil, fmt.Errorf("make a request to the API: %w", err)
	}
	r.URL.RawQuery = query.Encode()
	r.RequestURI = r.URL.RequestURI()
	if header != nil {
		r.Header = header.Clone()
	}
	r.ContentLength = length
	sent := a.api.Send(r, CallerOf(ctx))
	response := &Response{
		Status: sent.Status, Header: sent.Header, Body: sent.Body, Err: sent.Err, record: sent.Record,
	}
	if !response.OK() && response.Err == nil { // A response without a body, such as a 304.
		response.Err = apierror.New(sent.Status, "", "%s", http.StatusText(sent.Status))
	}
	return response, nil
}

// callerKey is the key of the signed-in user in a request's context.
type callerKey struct{}

// CallerOf returns the user who is signed in, an anonymous caller for none.
func CallerOf(ctx context.Context) auth.Caller {
	caller, _ := ctx.Value(callerKey{}).(auth.Caller)
	return caller
}

// withCaller returns the request of a user whose session or mode was checked.
func withCaller(r *http.Request, caller auth.Caller) *http.Request {
	x := request.StateOf(r.Context())
	x.Caller = caller // For the log.
	x.BodyState.Admit(caller)
	return r.WithContext(context.WithValue(r.Context(), callerKey{}, caller))
}
