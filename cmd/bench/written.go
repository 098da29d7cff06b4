package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"almanac/cmd/bench/load"
)

// writtenFor is how much longer the list is read: some writes have to fall into
// it.
const writtenFor = 4

// quiet is the name of the figure without writes.
const quiet = "quiet"

// written measures the default list without writes, and then while one event a
// second is created that belongs to its end.  The total of every response must
// count what was acknowledged before its request, and nothing that was not sent.
func (r *run) written(ctx context.Context, name string) error {
	length := writtenFor * r.settings.length
	w := &writes{want: r.requests.oracle.window(r.requests.today.Unix(), r.requests.today.AddDate(0, 24, 1).Unix()-1, 1)}
	w.want.total += r.requests.late.Load()
	if err := r.one(ctx, name+" "+quiet, almanac, w.list(r.requests), length); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- w.write(ctx, r) }()
	err := r.one(ctx, name, almanac, w.list(r.requests), length)
	cancel()
	if failed := <-ended; err == nil {
		err = failed
	}
	r.requests.late.Add(w.acknowledged.Load())
	return err
}

// writes counts the events that are created beside the reading.
type writes struct {
	sent, acknowledged atomic.Int64
	want               expected // Of the list before the first of them.
	known              sync.Map // What was acknowledged when a request was sent, by its number.
}

// list is the source of the default list.
func (w *writes) list(r *requests) load.Source {
	hot := r.hot()
	return source{append: func(out []byte, n int64) []byte {
		w.known.Store(n, w.acknowledged.Load())
		return hot.append(out, n)
	}, check: func(n int64, a load.Response) error {
		known, _ := w.known.LoadAndDelete(n)
		if err := status(a, 200); err != nil {
			return err
		}
		got, err := parseList(a.Body)
		if err != nil {
			return err
		}
		least, most := w.want.total+known.(int64), w.want.total+w.sent.Load()
		if got.count != w.want.count || got.sum != w.want.sum || got.total < least || got.total > most {
			return fmt.Errorf("the list tells %+v, not %+v with a total from %d to %d", got, w.want, least, most)
		}
		return nil
	}}
}

// write creates an event a second until the context ends.
func (w *writes) write(ctx context.Context, r *run) error {
	client, err := load.Dial(context.WithoutCancel(ctx), r.servers[almanac].Address, 1)
	if err != nil {
		return err
	}
	defer client.Close()
	create := r.requests.create(last, r.requests.made[almanac])
	const numbers = 6_000_000 // Not those of other creates.
	for tick := time.NewTicker(time.Second); ; {
		n := numbers + r.requests.late.Load() + w.sent.Add(1)
		response, err := client.Once(create, n)
		if err == nil {
			err = create.Check(n, response)
		}
		if err != nil {
			return fmt.Errorf("create: %w", err)
		}
		w.acknowledged.Add(1)
		select {
		case <-tick.C:
		case <-ctx.Done():
			tick.Stop()
			return nil
		}
	}
}
