package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
)

// Response is the response of a server.  Header and Body are valid until the next
// request of the connection.
type Response struct {
	Status int
	Header []byte // The lines after the first.
	Body   []byte
}

// conn is one connection.
type conn struct {
	net  net.Conn
	out  []byte
	in   []byte // Holds one response.
	body []byte // The body of a chunked answer.
}

// dial connects to a server.
func dial(ctx context.Context, address string) (*conn, error) {
	c, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &conn{net: c, in: make([]byte, 0, 256<<10)}, nil
}

// do sends what is in out and reads the response.
func (c *conn) do() (Response, error) {
	if _, err := c.net.Write(c.out); err != nil {
		return Response{}, err
	}
	c.in = c.in[:0]
	head := -1
	for head < 0 {
		seen := max(0, len(c.in)-3)
		if err := c.more(); err != nil {
			return Response{}, err
		}
		if i := bytes.Index(c.in[seen:], []byte("\r\n\r\n")); i >= 0 {
			head = seen + i + 4
		}
	}
	return c.rest(head)
}

// more reads what has come.
func (c *conn) more() error {
	if len(c.in) == cap(c.in) {
		c.in = append(c.in, make([]byte, len(c.in))...)[:len(c.in)]
	}
	n, err := c.net.Read(c.in[len(c.in):cap(c.in)])
	c.in = c.in[:len(c.in)+n]
	if n > 0 {
		return nil
	}
	return err
}

// errResponse is returned for what is no response of HTTP/1.1.
var errResponse = errors.New("the answer is not one of HTTP/1.1 with a length")

// rest reads the body of the response whose head ends at a place.
func (c *conn) rest(head int) (Response, error) {
	line, header, found := bytes.Cut(c.in[:head], []byte("\r\n"))
	if !found || len(line) < 12 {
		return Response{}, errResponse
	}
	status, err := strconv.Atoi(string(line[9:12]))
	if err != nil {
		return Response{}, errResponse
	}
	if bytes.Contains(header, []byte("Transfer-Encoding: chunked")) {
		body, err := c.chunks(head)
		return Response{status, header, body}, err
	}
	length, err := strconv.Atoi(Header(header, "Content-Length"))
	if err != nil {
		return Response{}, errResponse
	}
	for len(c.in) < head+length {
		if err := c.more(); err != nil {
			return Response{}, fmt.Errorf("read %d of %d bytes: %w", len(c.in)-head, length, err)
		}
	}
	_, header, _ = bytes.Cut(c.in[:head], []byte("\r\n")) // It may have moved.
	return Response{status, header, c.in[head : head+length]}, nil
}

// chunks reads a body that is sent in chunks.
func (c *conn) chunks(at int) ([]byte, error) {
	c.body = c.body[:0]
	for {
		end := -1
		for end < 0 {
			if end = bytes.Index(c.in[at:], []byte("\r\n")); end < 0 {
				if err := c.more(); err != nil {
					return nil, err
				}
			}
		}
		size, err := strconv.ParseInt(string(c.in[at:at+end]), 16, 32)
		if err != nil {
			return nil, errResponse
		}
		begin := at + end + 2
		at = begin + int(size) + 2
		for len(c.in) < at {
			if err := c.more(); err != nil {
				return nil, err
			}
		}
		if size == 0 {
			return c.body, nil
		}
		c.body = append(c.body, c.in[begin:begin+int(size)]...)
	}
}

// Header returns the value of a line of a head, "" when there is none.  The name
// is in the form in which Go's server writes it.
func Header(head []byte, name string) string {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\r\n"))
		if len(line) > len(name)+1 && line[len(name)] == ':' && string(line[:len(name)]) == name {
			return string(bytes.TrimSpace(line[len(name)+1:]))
		}
		head = rest
	}
	return ""
}
