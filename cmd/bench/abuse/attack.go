package main

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// attack is one way in which clients could take the server away from others.
type attack struct {
	name string
	what string
	env  []string // Of the server.
	// signIn says that the others are users who sign in: one who did so before
	// and some who did not.
	signIn bool
	// run attacks, notes the responses, and returns when it is over.  What it
	// begins it begins while ctx lasts; requests under way it waits for.
	run func(ctx context.Context, t *target, answers *figures)
}

// attacks returns all of them, in the order of the table.
func attacks() []attack {
	return []attack{
		{name: "feeds", what: "20 clients get uncached iCalendar feeds of 5,000 events", run: feeds(20, "identity")},
		{
			name: "feeds-memory", what: "64 clients get them, GOMEMLIMIT=88MiB", env: []string{"GOMEMLIMIT=88MiB"},
			run: feeds(64, "identity"),
		},
		{
			name: "feeds-gzip", what: "64 clients get them compressed, GOMEMLIMIT=88MiB", env: []string{"GOMEMLIMIT=88MiB"},
			run: feeds(64, "gzip"),
		},
		{name: "feeds-slow", what: "64 clients read a feed with 10 KB a second", run: slowReaders},
		{name: "searches", what: "20 clients send broad searches, each another one", run: searches},
		{name: "passwords", what: "10 addresses x 100 connections send wrong passwords", signIn: true, run: passwords},
		{
			name: "bodies", what: "1,000 connections send 1,040,000 of 1,048,576 bytes without credentials, and stall",
			run: bodies,
		},
		{name: "idle", what: "2,100 idle keep-alive connections from one address", run: idle},
		{name: "cleaning", what: "8 clients send HTML that is expensive to clean, 900,000 '<'", run: cleaning},
		{
			name: "pictures", what: "48 clients upload pictures that are expensive to decode, GOMEMLIMIT=88MiB",
			env: []string{"GOMEMLIMIT=88MiB"}, run: pictures,
		},
	}
}

// names returns the names of the attacks.
func names() []string {
	var list []string
	for _, a := range attacks() {
		list = append(list, a.name)
	}
	return list
}

// addresses is how many addresses an attack comes from, unless its point is
// that it comes from one.
const addresses = 10

// Bounds of an attack that sends one request after another.
const (
	mostRequests = 300 // Of one connection.
	// Until it tries again: what is measured is the server, not how fast this program is.
	afterRefusal = 500 * time.Millisecond
)

// together runs a function n times at once and waits for all.
func together(n int, run func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { run(i) })
	}
	all.Wait()
}

// again has n clients send one request after another while ctx lasts.  The
// number of a request is its own; no other has it.
func again(ctx context.Context, n int, responses *figures, request func(number int) *http.Request) {
	together(n, func(i int) {
		c := client(attacker(i%addresses), true)
		defer c.CloseIdleConnections()
		for k := 0; k < mostRequests && ctx.Err() == nil; k++ {
			if status := send(c, request(k*n+i), responses); status == 0 || status >= http.StatusBadRequest {
				rest(ctx, afterRefusal)
			}
		}
	})
}

// rest waits, but no longer than ctx lasts.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
