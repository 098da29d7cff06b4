package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"
)

// patience is how long anybody waits for a response.
const patience = 40 * time.Second

// Users of the service.
const (
	author   = "author"
	password = "correct horse battery staple"
)

// newcomer names a user who has not signed in yet.
func newcomer(n int) string { return "newcomer" + strconv.Itoa(n) }

// target is the server under attack.
type target struct {
	address string
	token   string // Of a user who may write events.
	ids     []int64
	lasts   time.Duration // How long an attack lasts.
	divide  int           // Attacks are so many times smaller, in tests; 0 is 1.
}

// url returns the address of a path of the API.
func (t *target) url(path string) string { return "http://" + t.address + root + path }

// event returns the path of one event; different n give different ones.
func (t *target) event(n int) string { return fmt.Sprintf("/events/%d", t.ids[n%len(t.ids)]) }

// of returns how many there are of what an attack has n of.
func (t *target) of(n int) int { return max(1, n/max(1, t.divide)) }

// request returns a request for a path of the API.
func (t *target) request(ctx context.Context, method, path string, body io.Reader) *http.Request {
	r, err := http.NewRequestWithContext(ctx, method, t.url(path), body)
	if err != nil {
		panic(err) // The paths are this program's own.
	}
	return r
}

// The senders: attackers have 127.0.0.2 and further, others 127.0.1.1 and
// further, so that what the service counts by address can tell them apart.
func attacker(n int) string { return "127.0.0." + strconv.Itoa(2+n%250) }
func visitor(n int) string  { return "127.0.1." + strconv.Itoa(1+n%250) }

// dialer returns one that connects from an address of this machine.
func dialer(from string) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: patience}
}

// client returns a client that sends from an address, with connections of its
// own; each request has a new one unless they are kept.  Answers come as they
// were sent, compressed ones too.
func client(from string, keep bool) *http.Client {
	return &http.Client{Timeout: patience, Transport: &http.Transport{
		DialContext: dialer(from).DialContext, DisableKeepAlives: !keep, DisableCompression: true,
	}}
}

// send sends a request, reads the response to its end, and notes how that went.
// It returns the status, 0 without a response.
func send(c *http.Client, r *http.Request, into *figures) int {
	begin := time.Now()
	response, err := c.Do(r)
	if err != nil {
		into.add(failure(err), time.Since(begin))
		return 0
	}
	_, err = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close() // It was read, or is broken.
	outcome := strconv.Itoa(response.StatusCode)
	if err != nil {
		outcome += " " + failure(err)
	}
	into.add(outcome, time.Since(begin))
	return response.StatusCode
}

// failure names what came instead of a response.
func failure(err error) string {
	var network net.Error
	switch {
	case errors.As(err, &network) && network.Timeout(), errors.Is(err, os.ErrDeadlineExceeded):
		return "timeout"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	case errors.Is(err, syscall.EMFILE):
		return "too many files open here"
	default:
		return "cut"
	}
}
