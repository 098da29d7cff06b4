package conform

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// response is the response to one request.
type response struct {
	request *http.Request
	status  int
	header  http.Header
	data    []byte
	body    any // Decoded; nil when the body is no JSON.
}

// maxResponseBytes is how many bytes of a response are read.
const maxResponseBytes = 64 << 20

// send sends the request of a step and reads the response.
func (r *runner) send(ctx context.Context, step Step, s *scope) (*response, error) {
	if err := r.target.pause(ctx, step.Pause); err != nil {
		return nil, err
	}
	req, err := r.request(ctx, step, s)
	if err != nil {
		return nil, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", req.Method, req.URL, err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxResponseBytes))
	if err != nil {
		return nil, fmt.Errorf("read response of %s %s: %w", req.Method, req.URL, err)
	}
	a := &response{request: req, status: resp.StatusCode, header: resp.Header, data: data}
	if len(data) > 0 {
		// checkJSON reports what is no JSON.
		a.body, _ = decode(data)
	}
	return a, nil
}

// pause lets time pass on the server's clock.
func (t Target) pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	if t.Pass != nil {
		t.Pass(d)
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// request builds the HTTP request of a step.
func (r *runner) request(ctx context.Context, step Step, s *scope) (*http.Request, error) {
	address, err := r.address(step, s)
	if err != nil {
		return nil, err
	}
	var contentType string
	var data []byte
	if step.Body != nil {
		if contentType, data, err = step.Body.encode(s); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, step.Method, address, bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	r.sign(req, step.Caller)
	for name, value := range step.Headers {
		v, err := s.text(value, plain)
		if err != nil {
			return nil, err
		}
		req.Header.Set(name, v)
	}
	return req, nil
}

// address returns the URL of a step. The path and query of an absolute URL from a
// response are sent to the target's own host.
func (r *runner) address(step Step, s *scope) (string, error) {
	path, err := s.path(step.Path)
	if err != nil {
		return "", err
	}
	address := r.base + path
	if strings.HasPrefix(path, "http://") || strings.HasPrefix(path, "https://") {
		given, err := url.Parse(path)
		if err != nil {
			return "", fmt.Errorf("follow address: %w", err)
		}
		address = r.origin + given.RequestURI()
	}
	if step.Query == "" {
		return address, nil
	}
	query, err := s.query(step.Query)
	return address + "?" + query, err
}

// sign adds the caller's credentials. A server without authentication gets none.
func (r *runner) sign(req *http.Request, c Caller) {
	if r.target.auth() == AuthOpen || c == Visitor {
		return
	}
	user := r.target.Users[c.Role()]
	if user.Token != "" {
		req.Header.Set("Authorization", "Bearer "+user.Token)
		return
	}
	req.SetBasicAuth(user.User, user.Password)
}
