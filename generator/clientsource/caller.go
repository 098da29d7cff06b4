// How requests are sent.

package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// maxResponseBytes is the maximum size of a response, in bytes.
const maxResponseBytes = 64 << 20

// caller sends requests.  It does not change after it was made, so that any
// number of goroutines may use it.
type caller struct {
	base          string // Without a trailing slash.
	http          *http.Client
	header        http.Header
	languageParam string
	language      string
	retry         Retry
	updateMethod  string
}

// newCaller makes a caller of the API at an address.
func newCaller(baseURL string, options []Option) (*caller, error) {
	base, err := url.Parse(baseURL)
	if err != nil {
		return nil, fmt.Errorf("read the address of the API: %w", err)
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf(
			"read the address of the API: %s is not an http or https URL without query", base.Redacted(),
		)
	}
	c := &caller{
		base: strings.TrimRight(base.String(), "/"), http: &http.Client{Timeout: time.Minute},
		header: http.Header{"Accept": {"application/json"}, "User-Agent": {"almanac-client"}},
		retry:  DefaultRetry(), updateMethod: http.MethodPatch,
	}
	for _, set := range options {
		set(c)
	}
	return c, nil
}

// call sends a request and returns the response.  A nil body sends none.
func (c *caller) call(
	ctx context.Context, method, path string, query url.Values, body any, options []RequestOption,
) (*response, error) {
	r, err := c.request(method, path, query, body, options)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	return c.send(ctx, r)
}

// request puts a request together.
func (c *caller) request(method, path string, query url.Values, body any, options []RequestOption) (*request, error) {
	r := &request{
		method:        method,
		path:          path,
		query:         url.Values{},
		header:        c.header.Clone(),
		languageParam: c.languageParam,
	}
	if c.language != "" {
		r.query.Set(c.languageParam, c.language)
	}
	for name, values := range query {
		r.query[name] = values
	}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("write the body: %w", err)
		}
		r.body = text
		r.header.Set("Content-Type", "application/json")
	}
	if c.retry.Attempts > 1 && !idempotent(method) {
		r.header.Set("Idempotency-Key", rand.Text())
	}
	for _, set := range options {
		set(r)
	}
	if r.header.Get("Idempotency-Key") == "" {
		r.header.Del("Idempotency-Key")
	}
	return r, r.fault
}

// maxAddressBytes is the length of the longest address that is sent: above it a read sends its
// parameters in the body of a QUERY, since servers and proxies take no address of any length.
const maxAddressBytes = 4 << 10

// outgoing returns a request as net/http sends it.
func (c *caller) outgoing(ctx context.Context, r *request) (*http.Request, error) {
	method, address, body := r.method, c.base+r.path, r.body
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	long := method == http.MethodGet && len(address) > maxAddressBytes
	if long { // RFC 10008; net/http has no constant for it.
		method, address = "QUERY", c.base+r.path
		text, err := json.Marshal(parametersOf(r.query))
		if err != nil {
			return nil, fmt.Errorf("write the body: %w", err)
		}
		body = text
	}
	sent, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r, err)
	}
	if sent.Header = r.header.Clone(); long {
		sent.Header.Set("Content-Type", "application/json")
		// Without a value it is not sent, and tells http.Transport that the request may be sent
		// again on another connection, as a GET is.
		sent.Header["Idempotency-Key"] = nil
	}
	return sent, nil
}

// parametersOf returns the parameters of an address as JSON has them.
func parametersOf(query url.Values) map[string]any {
	parameters := map[string]any{}
	for name, values := range query {
		if list, ok := strings.CutSuffix(name, "[]"); ok {
			parameters[list] = values
		} else {
			parameters[name] = query.Get(name)
		}
	}
	return parameters
}

// once sends a request once.  Responses other than 2xx are errors.
func (c *caller) once(ctx context.Context, r *request) (*response, error) {
	sent, err := c.outgoing(ctx, r)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(sent)
	if err != nil {
		return nil, &brokenError{r.String(), withoutAddress(err)}
	}
	defer func() { _ = resp.Body.Close() }()
	if there := resp.Request; there != nil && there.Method != sent.Method {
		return nil, fmt.Errorf(
			"%s: redirected to %s, which loses the body: use that address for the client", r, there.URL.Redacted(),
		)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxResponseBytes+1))
	switch {
	case err != nil:
		return nil, &brokenError{r.String(), err}
	case len(body) > maxResponseBytes:
		return nil, fmt.Errorf("%s: the response has more than %d bytes", r, maxResponseBytes)
	case resp.StatusCode == http.StatusNotModified:
		return nil, fmt.Errorf("%s: %w", r, ErrNotModified)
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return nil, newError(r.String(), resp, body)
	}
	return &response{request: r.String(), header: resp.Header, body: body}, nil
}

// brokenError is a request without a complete response; whether the service did
// what it asked for is not known.
type brokenError struct {
	request string
	cause   error
}

// Error implements error.
func (e *brokenError) Error() string { return e.request + ": " + e.cause.Error() }

// Unwrap returns the cause.
func (e *brokenError) Unwrap() error { return e.cause }

// withoutAddress takes the address out of an error, because its query may hold
// a password and errors end up in logs.
func withoutAddress(err error) error {
	var located *url.Error
	if errors.As(err, &located) {
		return located.Err
	}
	return err
}
