package bench

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"

	"almanac/cmd/internal/deployments"
)

// call is one request.
type call struct {
	method, path  string
	body          []byte
	authorization string // Credentials, "" for none.
}

// get makes a call that reads.
func get(path string) call { return call{method: http.MethodGet, path: path} }

// target returns the path of the call on a server.
func (c call) target() string { return deployments.A().APIPath() + c.path }

// refused stands for the statuses of credentials that are wrong: 401 for those
// that were looked at, 429 for those that were not.
const refused = -1

// isRefusal reports whether a status is one of those.
func isRefusal(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusTooManyRequests
}

// http returns the call for a handler.
func (c call) http(ctx context.Context) *http.Request {
	r := httptest.NewRequestWithContext(ctx, c.method, "http://localhost"+c.target(), bytes.NewReader(c.body))
	r.Header.Set("Content-Type", "application/json")
	if c.authorization != "" {
		r.Header.Set("Authorization", c.authorization)
	}
	return r
}

// client is a connection that is kept alive.  It exists beside http.Client to
// take as little as it can of the processors and of the allocations that the
// service is measured by.
type client struct {
	conn net.Conn
	in   *bufio.Reader
	out  []byte
}

// dial connects to a server.
func dial(ctx context.Context, address string) (*client, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &client{conn: conn, in: bufio.NewReaderSize(conn, 64<<10)}, nil
}

// do sends a call and reads the response to its end.  It returns the length of
// the response's body, and an error when the status is not the wanted one.
func (c *client) do(call call, status int) (int64, error) {
	c.out = fmt.Appendf(c.out[:0], "%s %s HTTP/1.1\r\nHost: localhost\r\n", call.method, call.target())
	if call.authorization != "" {
		c.out = fmt.Appendf(c.out, "Authorization: %s\r\n", call.authorization)
	}
	if call.body != nil {
		c.out = fmt.Appendf(c.out, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(call.body))
	}
	c.out = append(append(c.out, "\r\n"...), call.body...)
	if _, err := c.conn.Write(c.out); err != nil {
		return 0, err
	}
	answer, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != status && (status != refused || !isRefusal(answer.StatusCode)) {
		body, _ := io.ReadAll(io.LimitReader(answer.Body, 1000))
		return 0, fmt.Errorf("%s %s is answered %d, not %d: %s", call.method, call.path, answer.StatusCode, status, body)
	}
	return io.Copy(io.Discard, answer.Body)
}
