package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// hold opens n connections, each from the address that from names, and has each
// used while ctx lasts: use returns how it ended.  They are closed at the end.
func hold(ctx context.Context, t *target, n int, responses *figures, from func(i int) string,
	use func(i int, c *net.TCPConn) string,
) {
	together(n, func(i int) {
		begin := time.Now()
		conn, err := dialer(from(i)).DialContext(ctx, "tcp", t.address)
		if err != nil {
			responses.add("not connected", time.Since(begin))
			return
		}
		defer func() { _ = conn.Close() }()
		if end, limited := ctx.Deadline(); limited {
			_ = conn.SetDeadline(end) // An open connection takes one.
		}
		outcome := use(i, conn.(*net.TCPConn))
		responses.add(outcome, time.Since(begin))
	})
}

// slowReaders ask for a feed and take little of it at a time.
func slowReaders(ctx context.Context, t *target, responses *figures) {
	hold(ctx, t, t.of(64), responses, spread, func(i int, c *net.TCPConn) string {
		_ = c.SetReadBuffer(4096) // The less it takes, the sooner the server has to wait.
		if _, err := io.WriteString(c, head("GET", t, feed(i))+"\r\n"); err != nil {
			return failure(err)
		}
		response, err := http.ReadResponse(bufio.NewReaderSize(c, 1024), nil)
		if err != nil {
			return instead(err)
		}
		outcome, piece := strconv.Itoa(response.StatusCode), make([]byte, 1024)
		for ctx.Err() == nil {
			if _, err := response.Body.Read(piece); errors.Is(err, io.EOF) {
				return outcome + " whole"
			} else if err != nil {
				return outcome + " " + instead(err)
			}
			rest(ctx, 100*time.Millisecond)
		}
		return outcome + " held"
	})
}

// bodies sends nearly all of a body and stalls.
func bodies(ctx context.Context, t *target, responses *figures) {
	const length, sent = 1 << 20, 1_040_000
	filler := make([]byte, sent)
	for i := range filler {
		filler[i] = ' '
	}
	hold(ctx, t, t.of(1000), responses, spread, func(_ int, c *net.TCPConn) string {
		start := head("POST", t, "/events") + "Content-Type: application/json\r\nContent-Length: " + strconv.Itoa(length) +
			"\r\n\r\n"
		_, err := io.WriteString(c, start)
		if err == nil {
			_, err = c.Write(filler)
		}
		// A server that refuses the body has answered before it was sent.
		response, readErr := http.ReadResponse(bufio.NewReader(c), nil)
		if readErr != nil {
			return instead(errors.Join(readErr, err))
		}
		return strconv.Itoa(response.StatusCode)
	})
}

// idle has one address send a request on each of many connections, and keep
// them.
func idle(ctx context.Context, t *target, responses *figures) {
	one := func(int) string { return attacker(0) }
	hold(ctx, t, t.of(2100), responses, one, func(i int, c *net.TCPConn) string {
		if _, err := io.WriteString(c, head("GET", t, t.event(i))+"\r\n"); err != nil {
			return instead(err)
		}
		in := bufio.NewReader(c)
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			return instead(err)
		}
		outcome := strconv.Itoa(response.StatusCode)
		if _, err = io.Copy(io.Discard, response.Body); err == nil {
			_, err = in.ReadByte() // Nothing more comes until the server closes the connection.
		}
		return outcome + " " + instead(err)
	})
}

// spread gives connections the addresses of attackers in turn.
func spread(i int) string { return attacker(i % addresses) }

// head returns the first lines of a request.
func head(method string, t *target, path string) string {
	return method + " " + root + path + " HTTP/1.1\r\nHost: " + t.address + "\r\n"
}

// instead names what happened to a connection: it was held to the end of the
// attack, or the server closed it.
func instead(err error) string {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return "held"
	}
	return "closed"
}
