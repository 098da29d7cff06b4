package main

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"almanac/cmd/bench/host"
)

// others are the people who want something cheap from the server.
type others struct {
	who   string
	every time.Duration
	// request returns what the nth of them sends.
	request func(n int) *http.Request
	next    atomic.Int64
}

// watched returns the others of an attack.
func watched(ctx context.Context, a attack, t *target) []*others {
	read := func(n int) *http.Request {
		return t.request(context.WithoutCancel(ctx), http.MethodGet, t.event(n), http.NoBody)
	}
	if !a.signIn {
		return []*others{{who: "reads", every: 50 * time.Millisecond, request: read}}
	}
	signed := func(n int, name string) *http.Request {
		r := read(n)
		r.SetBasicAuth(name, password)
		return r
	}
	return []*others{
		{who: "known user", every: 100 * time.Millisecond, request: func(n int) *http.Request { return signed(n, author) }},
		// There are as many as are asked for while the attack has its usual length.
		{who: "new user", every: time.Second, request: func(n int) *http.Request { return signed(n, newcomer(n%newcomers)) }},
	}
}

// visit sends a request each interval while ctx lasts, whether or not those
// before were answered: a stall shows in all that came meanwhile.  It returns
// when all have ended.
func (o *others) visit(ctx context.Context) *figures {
	seen := &figures{}
	var all sync.WaitGroup
	tick := time.NewTicker(o.every)
	defer tick.Stop()
	for ctx.Err() == nil {
		n := int(o.next.Add(1) - 1)
		all.Go(func() { send(client(visitor(n), false), o.request(n), seen) })
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	all.Wait()
	return seen
}

// phase is what was seen before, during or after an attack.
type phase struct {
	name   string
	memory int64 // Resident bytes: the peak during an attack, else those at the end.
	others []*figures
}

// withstand starts a server, attacks it and adds what was seen to the table.
func (s *stage) withstand(ctx context.Context, a attack, table *table) error {
	p, t, err := s.serve(ctx, a.env)
	if err != nil {
		return err
	}
	pid := p.PID()
	resident := func() int64 { now, _ := host.Memory(pid); return now }
	watch(ctx, a, t, s.calm, resident, table)
	if err := p.Stop(); err != nil {
		return err
	}
	return ctx.Err()
}

// watch carries out an attack and adds what was seen to the table.
func watch(ctx context.Context, a attack, t *target, calm time.Duration, resident func() int64, table *table) {
	all := watched(ctx, a, t)
	lasting := func(name string, d time.Duration) phase {
		during, done := context.WithTimeout(ctx, d)
		defer done()
		seen := visits(during, all)
		return phase{name: name, others: seen(), memory: resident()}
	}
	table.attack(a)
	table.phase(all, lasting("before", calm))

	over, done := context.WithCancel(ctx)
	seen, peak := visits(over, all), peakOf(over, resident)
	responses := &figures{}
	begun, end := context.WithTimeout(ctx, t.lasts)
	a.run(begun, t, responses)
	end()
	done()
	// Those who came during the attack may still wait while others come after
	// it.
	after := lasting("after", calm)
	table.phase(all, phase{name: "during", others: seen(), memory: peak()})
	table.phase(all, after)
	table.responses(responses)
}

// visits has all others visit while ctx lasts; the function that it returns
// waits for them and returns what each kind saw.
func visits(ctx context.Context, all []*others) func() []*figures {
	seen := make([]*figures, len(all))
	var wait sync.WaitGroup
	for i, o := range all {
		wait.Go(func() { seen[i] = o.visit(ctx) })
	}
	return func() []*figures {
		wait.Wait()
		return seen
	}
}

// peakOf looks at a figure while ctx lasts; the function that it returns waits
// for the end and returns the largest.
func peakOf(ctx context.Context, figure func() int64) func() int64 {
	largest := make(chan int64, 1)
	go func() {
		most := figure()
		for ctx.Err() == nil {
			rest(ctx, 20*time.Millisecond)
			most = max(most, figure())
		}
		largest <- most
	}()
	return func() int64 { return <-largest }
}
