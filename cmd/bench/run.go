package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"almanac/cmd/bench/host"
	"almanac/cmd/bench/load"
)

// run is the measurement of one store.
type run struct {
	stage     *stage
	settings  settings
	scenarios []scenario
	requests  *requests
	plans     map[string]plan
	program   string // The service.
	servers   map[string]*host.Process
	next      map[string]*atomic.Int64
	figures   map[string]*figure
	memory    map[string][2]int64
	before    census
}

// figure is what was seen of one scenario and target, in all rounds.
type figure struct {
	Rates    []float64
	latency  []time.Duration
	requests int64
	bytes    int64
	server   time.Duration // Of the processors, on the server.
	database time.Duration // On PostgreSQL.
}

// measure measures all stores and prints the tables.
func measure(ctx context.Context, o settings, out io.Writer) error {
	dir, err := os.MkdirTemp("", "almanac-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program := ""
	if o.profile == "" {
		if program, err = host.Build(ctx, dir); err != nil {
			return err
		}
	}
	r := newReport(o)
	for _, store := range o.stores {
		done, err := measureStore(ctx, store, o, program)
		if err != nil {
			return fmt.Errorf("%s: %w", store, err)
		}
		r.add(done)
	}
	r.print(out)
	if o.json != "" {
		return r.write(o.json)
	}
	return nil
}

func measureStore(ctx context.Context, store string, o settings, program string) (_ *run, err error) {
	s, err := newStage(ctx, store, o, os.Stderr)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	r := &run{
		stage: s, settings: o, scenarios: o.chosen(), program: program, plans: map[string]plan{},
		servers: map[string]*host.Process{},
		next:    map[string]*atomic.Int64{}, figures: map[string]*figure{}, memory: map[string][2]int64{},
	}
	known, err := newOracle(ctx, s.urls[almanac])
	if err != nil {
		return nil, err
	}
	r.requests = &requests{
		size: s.set.Size, words: s.set.Words(), oracle: known, today: time.Now().UTC().Truncate(24 * time.Hour),
		ledger: &ledger{}, made: map[string]*atomic.Int64{almanac: {}, baselineServer: {}},
	}
	if r.before, err = takeCensus(ctx, almanac, s.urls[almanac]); err != nil {
		return nil, err
	}
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.stop()) }()
	if err := r.phases(ctx); err != nil {
		return nil, err
	}
	return r, r.verify(ctx)
}

// phases measures reads, and then writes with each way to wait for the disk.
func (r *run) phases(ctx context.Context) error {
	syncs := r.settings.syncs
	if r.stage.store == postgres {
		syncs = []string{"full"}
	}
	for i, sync := range syncs {
		if err := r.start(ctx, sync); err != nil {
			return err
		}
		if i == 0 {
			if err := r.readings(ctx); err != nil {
				return err
			}
		}
		suffix := ""
		if len(syncs) > 1 {
			suffix = " sync=" + sync
		}
		if err := r.rounds(ctx, true, suffix); err != nil {
			return err
		}
		if err := r.stop(); err != nil {
			return err
		}
	}
	return nil
}

// readings measures what changes nothing.
func (r *run) readings(ctx context.Context) error {
	if err := r.alike(ctx); err != nil {
		return err
	}
	return r.rounds(ctx, false, "")
}

// start starts both servers.
func (r *run) start(ctx context.Context, sync string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, server := range []string{almanac, baselineServer} {
		address, err := host.FreeAddress(ctx)
		if err != nil {
			return err
		}
		program, args := self, []string{
			server, "--database", r.stage.urls[server], "--listen", address, "--sync", sync, "--mmap", r.settings.mmap,
		}
		var env []string
		if server == almanac {
			if r.settings.memory != "" {
				env = append(env, "GOMEMLIMIT="+r.settings.memory)
			}
			if r.program != "" {
				program, args[0] = r.program, "serve"
				args = append(args, "--deployment", "a", "--auth", "required", "--site-url", "http://bench.example")
				args = append(args, r.settings.server...)
			}
		}
		// What did not come about is not there to be stopped.
		process, err := host.Start(ctx, address, env, program, args...)
		if err != nil {
			return err
		}
		r.servers[server] = process
	}
	return nil
}

// dial connects to a server, for one measurement: servers close connections that
// are not used for some seconds.
func (r *run) dial(ctx context.Context, server string, connections int) (*load.Client, error) {
	return load.Dial(ctx, r.servers[server].Address, connections)
}

// stop stops the servers, and notes what memory they had.
func (r *run) stop() error {
	var all []error
	for server, p := range r.servers {
		now, peak := host.Memory(p.PID())
		r.memory[server] = [2]int64{max(now, r.memory[server][0]), max(peak, r.memory[server][1])}
		all = append(all, p.Stop())
	}
	clear(r.servers)
	return errors.Join(all...)
}

// count has the service count the lists whose pages are asked for: the baseline
// has their totals since it started, and those of other scenarios may have
// taken their place meanwhile.
func (r *run) count(ctx context.Context) error {
	client, err := r.dial(ctx, almanac, 1)
	if err != nil {
		return err
	}
	defer client.Close()
	source := r.requests.list("", primed)
	for n := range int64(manyLists) {
		a, err := client.Once(source, n)
		if err == nil {
			err = source.Check(n, a)
		}
		if err != nil {
			return fmt.Errorf("count the lists of the service: %w", err)
		}
	}
	return nil
}

// alike compares the first answers of the baseline with those of the service: it
// must send about as much.
func (r *run) alike(ctx context.Context) error {
	for _, name := range []string{"list-cold", "get"} {
		i := slices.IndexFunc(scenarios(), func(s scenario) bool { return s.name == name })
		source := scenarios()[i].source(r.requests, almanac)
		length := map[string]int{}
		for server := range r.servers {
			client, err := r.dial(ctx, server, 1)
			if err != nil {
				return err
			}
			a, err := client.Once(source, 4_000_000)
			client.Close()
			if err == nil {
				err = source.Check(4_000_000, a)
			}
			if err != nil {
				return fmt.Errorf("%s of the %s: %w", name, server, err)
			}
			length[server] = len(a.Body)
		}
		if d := length[almanac] - length[baselineServer]; d*20 > length[almanac] || d*20 < -length[almanac] {
			return fmt.Errorf("%s: the service sends %d bytes and the baseline %d; the baseline has to be brought in line", name,
				length[almanac], length[baselineServer])
		}
	}
	return nil
}

// rounds measures the scenarios that write, or those that do not, again and
// again, so that what else the machine does meets all of them.
func (r *run) rounds(ctx context.Context, writes bool, suffix string) error {
	for round := range r.settings.rounds {
		for _, s := range r.scenarios {
			if s.writes != writes {
				continue
			}
			r.stage.say("%s: round %d, %s%s", r.stage.store, round+1, s.name, suffix)
			if err := r.scenario(ctx, s, suffix); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	return nil
}

// scenario measures a scenario once with each of its targets.
func (r *run) scenario(ctx context.Context, s scenario, suffix string) error {
	if s.source == nil {
		return r.written(ctx, s.name+suffix)
	}
	if s.counted {
		if err := r.count(ctx); err != nil {
			return err
		}
	}
	for _, target := range s.targets {
		if err := r.one(ctx, s.name+suffix, target, s.source(r.requests, target), r.settings.length); err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
	}
	return nil
}

// warming is how long requests are sent before what is seen counts, at most as
// long as they are measured.
const warming = 300 * time.Millisecond

// one is one measurement.
func (r *run) one(ctx context.Context, name, target string, source load.Source, length time.Duration) error {
	server := baselineServer
	if target == almanac {
		server = almanac
	}
	key := name + "/" + target
	if r.figures[key] == nil {
		r.figures[key], r.next[key] = &figure{}, &atomic.Int64{}
	}
	next, f := r.next[key], r.figures[key]
	client, err := r.dial(ctx, server, r.settings.connections)
	if err != nil {
		return err
	}
	defer client.Close()
	if _, err := client.Run(ctx, source, next, min(warming, length)); err != nil {
		return err
	}
	server0, database0 := r.cpu(server)
	save, err := r.profile(ctx, server, name+"-"+target, length)
	if err != nil {
		return err
	}
	result, err := client.Run(ctx, source, next, length)
	if err = errors.Join(err, save()); err != nil {
		return err
	}
	server1, database1 := r.cpu(server)
	f.Rates = append(f.Rates, result.Rate())
	f.latency = append(f.latency, result.Latency...)
	f.requests += result.Requests
	f.bytes += result.Bytes
	f.server += server1 - server0
	f.database += database1 - database0
	return ctx.Err()
}

// cpu returns what a server and PostgreSQL have taken of the processors.
func (r *run) cpu(server string) (own, database time.Duration) {
	own = cpu(r.servers[server].PID())
	if r.stage.pg != nil && r.stage.pg.PID() != 0 {
		database = familyCPU(r.stage.pg.PID())
	}
	return own, database
}

// profile writes a CPU profile of a server during a measurement, if profiles
// are wanted; the function that it returns waits for the end.
func (r *run) profile(ctx context.Context, server, name string, length time.Duration) (func() error, error) {
	if r.settings.profile == "" {
		return func() error { return nil }, nil
	}
	if err := os.MkdirAll(r.settings.profile, 0o750); err != nil {
		return nil, err
	}
	path := filepath.Join(r.settings.profile, strings.ReplaceAll(r.stage.store+"-"+name, " ", "-")+".prof")
	done := make(chan error, 1)
	go func() { done <- profile(ctx, r.servers[server].Address, max(length, time.Second), path) }()
	return func() error { return <-done }, nil
}
