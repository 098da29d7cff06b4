package load

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Source makes requests and judges answers.  It is called by several
// connections at once; every request has a number of its own.
type Source interface {
	// Append appends the request with a number, as it goes over the wire.
	Append(out []byte, n int64) []byte
	// Check returns an error for a response that is wrong.
	Check(n int64, a Response) error
}

// Result is what was seen of a run.
type Result struct {
	Requests int64
	Bytes    int64 // Of bodies.
	Elapsed  time.Duration
	Latency  []time.Duration // Of each request, unsorted.
}

// Rate returns the requests a second.
func (r Result) Rate() float64 { return float64(r.Requests) / r.Elapsed.Seconds() }

// Quantile returns the latency that a part of the requests, from 0 to 1, did
// not pass; 0 when there were none.
func Quantile(latency []time.Duration, part float64) time.Duration {
	if len(latency) == 0 {
		return 0
	}
	slices.Sort(latency)
	return latency[min(int(part*float64(len(latency))), len(latency)-1)]
}

// Client keeps connections to one server.
type Client struct{ conns []*conn }

// Dial opens connections to the server at an address.
func Dial(ctx context.Context, address string, connections int) (*Client, error) {
	c := &Client{}
	for range connections {
		one, err := dial(ctx, address)
		if err != nil {
			c.Close()
			return nil, err
		}
		c.conns = append(c.conns, one)
	}
	return c, nil
}

// Close closes the connections.
func (c *Client) Close() {
	for _, one := range c.conns {
		_ = one.net.Close() // Nothing is on its way.
	}
}

// Once sends one request.  The response is valid until the next one.
func (c *Client) Once(s Source, n int64) (Response, error) {
	one := c.conns[0]
	one.out = s.Append(one.out[:0], n)
	return one.do()
}

// Run sends requests over all connections, each after the response to the one
// before, until the time is over or a response is wrong.  Each sends one at least,
// however slow the machine is.  Numbers are taken from next.
func (c *Client) Run(ctx context.Context, s Source, next *atomic.Int64, length time.Duration) (Result, error) {
	var mu sync.Mutex
	var group sync.WaitGroup
	var total Result
	var faults []error
	begin := time.Now()
	end := begin.Add(length)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, one := range c.conns {
		group.Go(func() {
			r, err := one.run(ctx, s, next, end)
			mu.Lock()
			defer mu.Unlock()
			total.Requests += r.Requests
			total.Bytes += r.Bytes
			total.Latency = append(total.Latency, r.Latency...)
			if err != nil {
				faults = append(faults, err)
				cancel()
			}
		})
	}
	group.Wait()
	total.Elapsed = time.Since(begin)
	return total, errors.Join(faults...)
}

// run is Run for one connection.
func (c *conn) run(ctx context.Context, s Source, next *atomic.Int64, end time.Time) (Result, error) {
	r := Result{Latency: make([]time.Duration, 0, 1<<14)}
	for begin := time.Now(); (r.Requests == 0 || begin.Before(end)) && ctx.Err() == nil; {
		n := next.Add(1) - 1
		c.out = s.Append(c.out[:0], n)
		a, err := c.do()
		if err != nil {
			return r, fmt.Errorf("request %d: %w", n, err)
		}
		now := time.Now()
		if err := s.Check(n, a); err != nil {
			return r, fmt.Errorf("request %d: %w", n, err)
		}
		r.Requests++
		r.Bytes += int64(len(a.Body))
		r.Latency = append(r.Latency, now.Sub(begin))
		begin = time.Now()
	}
	return r, nil
}
