package client

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// thing is a record of the tests.
type thing struct {
	Received `json:"-"`
	ID       int64  `json:"id"`
	Name     string `json:"name"`
}

// thingParams are the parameters of a list of things.
type thingParams struct {
	Page Opt[int64]      `json:"page,omitzero"`
	Kind Opt[string]     `json:"kind,omitzero"`
	Tags Opt[[]thingRef] `json:"tags,omitzero"`
	IDs  Opt[[]int64]    `json:"ids,omitzero"`
	Near Opt[float64]    `json:"near,omitzero"`
	Open Opt[bool]       `json:"open,omitzero"`
}

// thingFields are the fields of a thing.
type thingFields struct {
	Name Opt[string] `json:"name,omitzero"`
}

// thingRef names a thing.
type thingRef = Ref[thingFields]

// call is a request as it arrived.
type call struct {
	method, path, query, body string
	header                    http.Header
}

// fake is a service that answers from a list; its last answer stays.
type fake struct {
	mu      sync.Mutex
	calls   []call
	ended   []<-chan struct{} // When the request of a call ends.
	answers []func() (*http.Response, error)
}

// RoundTrip implements http.RoundTripper.
func (f *fake) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := call{method: r.Method, path: r.URL.Path, query: r.URL.RawQuery, header: r.Header}
	if r.Body != nil {
		body, _ := io.ReadAll(r.Body)
		c.body = string(body)
	}
	f.calls, f.ended = append(f.calls, c), append(f.ended, r.Context().Done())
	return f.answers[min(len(f.calls), len(f.answers))-1]()
}

// says makes an answer; headers are names and values in turn.
func says(status int, body string, headers ...string) func() (*http.Response, error) {
	h := http.Header{}
	for i := 0; i < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return func() (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}, nil
	}
}

// breaks makes a connection that breaks.
func breaks(err error) func() (*http.Response, error) {
	return func() (*http.Response, error) { return nil, err }
}

// things returns the service of things on a fake.
func things(t *testing.T, f *fake, options ...Option) *PostService[thing, thingParams, thingFields] {
	t.Helper()
	c, err := newCaller("http://calendar.example/v1/", append([]Option{WithHTTPClient(&http.Client{Transport: f})}, options...))
	if err != nil {
		t.Fatal(err)
	}
	return newPostService[thing, thingParams, thingFields](c, "things")
}
