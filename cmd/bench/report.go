package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"almanac/cmd/bench/host"
	"almanac/cmd/bench/load"
)

// report is what a run prints, and writes as JSON.
type report struct {
	When        time.Time     `json:"when"`
	Go          string        `json:"go"`
	Processors  int           `json:"processors"`
	Events      int           `json:"events"`
	Connections int           `json:"connections"`
	Length      time.Duration `json:"length_ns"`
	Rounds      int           `json:"rounds"`
	Memory      string        `json:"gomemlimit,omitempty"`
	Server      []string      `json:"server,omitempty"`
	Postgres    []string      `json:"postgres,omitempty"`
	Stores      []storeReport `json:"stores"`
}

// storeReport is the part of one store.
type storeReport struct {
	Store  string           `json:"store"`
	Void   string           `json:"void,omitempty"` // Why the run proves nothing.
	Rows   []row            `json:"rows"`
	Memory map[string]int64 `json:"peak_rss_bytes"`
}

// row is one scenario and one who was asked.
type row struct {
	Scenario string    `json:"scenario"`
	Target   string    `json:"target"`
	Rate     float64   `json:"requests_per_second"` // The median of the rounds.
	Rates    []float64 `json:"rounds"`
	P50      float64   `json:"p50_ms"`
	P99      float64   `json:"p99_ms"`
	Bytes    int64     `json:"bytes"`                           // Of a body, on average.
	CPU      float64   `json:"cpu_us"`                          // Of the server, for one request.
	Database float64   `json:"database_cpu_us,omitempty"`       // Of PostgreSQL, for one request.
	Plan     *plan     `json:"plan,omitempty"`                  // Of the service.
	Against  string    `json:"against,omitempty"`               // What the service is compared with.
	Ratio    float64   `json:"ratio,omitempty"`                 // To that, median to median.
	Wanted   float64   `json:"wanted_ratio_at_least,omitempty"` // 0 where none is asked for.
}

// newReport begins the report of a run.
func newReport(o settings) *report {
	return &report{
		When: time.Now().UTC().Truncate(time.Second), Go: runtime.Version(), Processors: runtime.NumCPU(), Events: o.events,
		Connections: o.connections, Length: o.length, Rounds: o.rounds, Memory: o.memory, Server: o.server,
	}
}

// add adds what was seen on one store.
func (r *report) add(done *run) {
	s := storeReport{Store: done.stage.store, Memory: map[string]int64{}}
	if s.Store == postgres {
		r.Postgres = append(host.Settings(), done.settings.postgres...)
	}
	for server, m := range done.memory {
		s.Memory[server] = m[1]
	}
	for _, sc := range done.scenarios {
		for _, suffix := range []string{"", " sync=full", " sync=normal"} {
			s.Rows = append(s.Rows, done.rows(sc, sc.name+suffix)...)
		}
	}
	s.void()
	r.Stores = append(r.Stores, s)
}

// rows returns the rows of a scenario under the name of its figures.
func (r *run) rows(sc scenario, name string) []row {
	var list []row
	for _, target := range []string{almanac, baselineServer, counting, selectOne, constant} {
		f := r.figures[name+"/"+target]
		if f == nil || f.requests == 0 {
			continue
		}
		one := f.row(name, target)
		if p, ok := r.plans[sc.name]; ok && target == almanac {
			one.Plan = &p
		}
		if against, limit := r.against(sc, name); target == almanac && limit > 0 {
			one.Against, one.Ratio, one.Wanted = against, one.Rate/limit, r.wanted(sc)
		}
		list = append(list, one)
	}
	return list
}

func (f *figure) row(name, target string) row {
	n := float64(f.requests)
	micro := func(d time.Duration) float64 { return float64(d.Microseconds()) / n }
	milli := func(part float64) float64 {
		return float64(load.Quantile(f.latency, part).Microseconds()) / 1000
	}
	return row{
		Scenario: name, Target: target, Rate: median(f.Rates), Rates: f.Rates, P50: milli(0.5), P99: milli(0.99),
		Bytes: f.bytes / f.requests, CPU: micro(f.server), Database: micro(f.database),
	}
}

// against returns with what the service is compared in a scenario, and its rate.
func (r *run) against(sc scenario, name string) (string, float64) {
	key, shown := "", ""
	switch {
	case sc.source == nil: // With itself, without writes.
		key, shown = name+" "+quiet+"/"+almanac, quiet
	case sc.against != nil:
		shown = sc.against(r.stage.store)
		key = name + "/" + shown
		if shown == selectOne || shown == constant {
			key = shown + "/" + shown
		}
	}
	if f := r.figures[key]; f != nil {
		return shown, median(f.Rates)
	}
	return shown, 0
}

// wanted returns the ratio that is asked for.
func (r *run) wanted(sc scenario) float64 {
	if r.settings.events >= 1_000_000 && sc.wantedAtMillion > 0 {
		return sc.wantedAtMillion
	}
	return sc.wanted
}

// median returns the middle of some numbers, 0 of none.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// leastClient is how many constant pages a second the client has to get: a slow
// client proves nothing.
const leastClient = 10000

// mostTime returns how many times the processor time of select-1 the baseline may take for
// a page of the cold list and for an event: a slow baseline proves nothing.  The time of
// PostgreSQL does not count, for it grows with the number of events; SQLite runs inside
// the baseline.
func mostTime(store string) (list, get float64) {
	if store == sqlite {
		return 50, 10
	}
	return 12, 3
}

// void notes why the figures prove nothing.
func (s *storeReport) void() {
	find := func(scenario, target string) row {
		i := slices.IndexFunc(s.Rows, func(r row) bool { return r.Scenario == scenario && r.Target == target })
		if i < 0 {
			return row{}
		}
		return s.Rows[i]
	}
	var why []string
	one := find(selectOne, selectOne).CPU
	list, get := mostTime(s.Store)
	for _, part := range []struct {
		scenario string
		most     float64
	}{{"list-cold", list}, {"get", get}} {
		if got := find(part.scenario, baselineServer).CPU; got > part.most*one {
			why = append(why,
				fmt.Sprintf("the baseline takes %.1f times the processor time of select-1 for %s, and may take %.0f", got/one,
					part.scenario, part.most))
		}
	}
	if got := find(constant, constant).Rate; got < leastClient {
		why = append(why, fmt.Sprintf("the client gets %.0f constant pages a second, and has to get %d", got, leastClient))
	}
	s.Void = strings.Join(why, "; ")
}

// print prints the tables, in Markdown.
func (r *report) print(w io.Writer) {
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }
	p("%s, %s, %d processors, %d events, %d connections, %d rounds of %s\n", r.When.Format(time.RFC3339), r.Go,
		r.Processors, r.Events, r.Connections, r.Rounds, r.Length)
	if r.Memory != "" || len(r.Server) > 0 {
		p("\nThe service runs with GOMEMLIMIT=%s %s\n", r.Memory, strings.Join(r.Server, " "))
	}
	for _, s := range r.Stores {
		p("\n## %s\n\n", map[string]string{sqlite: "SQLite", postgres: "PostgreSQL"}[s.Store])
		if s.Store == postgres {
			p("Settings: %s\n\n", strings.Join(r.Postgres, " "))
		}
		if s.Void != "" {
			p("VOID: %s\n\n", s.Void)
		}
		p("| scenario | who | req/s | p50 ms | p99 ms | CPU us | database CPU us | statements / round trips | bytes | " +
			"ratio |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---|\n")
		for _, row := range s.Rows {
			p("| %s | %s | %.0f | %.2f | %.2f | %.0f | %.0f | %s | %d | %s |\n", row.Scenario, row.Target, row.Rate, row.P50,
				row.P99, row.CPU, row.Database,
				row.Plan, row.Bytes, row.ratio())
		}
		p("\nPeak memory: service %.0f MiB, baseline %.0f MiB\n", float64(s.Memory[almanac])/(1<<20),
			float64(s.Memory[baselineServer])/(1<<20))
	}
}

// String returns the two numbers of a plan.
func (p *plan) String() string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("%d / %d", p.Statements, p.RoundTrips)
}

// ratio words what the service reached.
func (r row) ratio() string {
	if r.Against == "" {
		return ""
	}
	text := fmt.Sprintf("%.2f of %s", r.Ratio, r.Against)
	switch {
	case r.Wanted == 0:
		return text
	case r.Ratio >= r.Wanted:
		return text + fmt.Sprintf(", reaches %.2f", r.Wanted)
	}
	return text + fmt.Sprintf(", MISSES %.2f", r.Wanted)
}

// write writes the report as JSON.
func (r *report) write(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o600)
}
