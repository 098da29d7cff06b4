package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/admission"
	"almanac/runtime/auth"
	"almanac/runtime/cache"
	"almanac/runtime/jobs"
	"almanac/runtime/outbox"
	"almanac/runtime/store"
	"almanac/runtime/webhooks"
	"almanac/runtime/zoneinfo"
)

// Limits registers the metrics of the limits on work, which read returns at each
// scrape.
func (m *Metrics) Limits(read func() []admission.LimitState) {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, []string{"limit"}, nil)
	}
	capacity := desc("almanac_limit_capacity", "Maximum weight of concurrent work under a limit.")
	inUse := desc("almanac_limit_in_use", "Weight of work in progress under a limit.")
	waiting := desc("almanac_limit_waiting", "Weight of work that waits to be admitted.")
	admitted := desc("almanac_limit_admitted_total", "How often a limit admitted work.")
	refused := desc("almanac_limit_refused_total", "How often a limit refused work with 503.")
	m.registry.MustRegister(prometheus.CollectorFunc(func(to chan<- prometheus.Metric) {
		for _, limit := range read() {
			send := func(d *prometheus.Desc, kind prometheus.ValueType, n int64) {
				to <- prometheus.MustNewConstMetric(d, kind, float64(n), limit.Name)
			}
			send(capacity, prometheus.GaugeValue, limit.Capacity)
			send(inUse, prometheus.GaugeValue, limit.InUse)
			send(waiting, prometheus.GaugeValue, limit.Waiting)
			send(admitted, prometheus.CounterValue, limit.Admitted)
			send(refused, prometheus.CounterValue, limit.Refused)
		}
	}))
}

// Pools registers the metrics of the connection pools of a store, which read
// returns at each scrape.
func (m *Metrics) Pools(read func() []store.PoolStats) {
	const name = "db_client_connection_pool_name"
	maxOpen := prometheus.NewDesc("db_client_connection_max", "Maximum number of open connections to the database.",
		[]string{name}, nil)
	count := prometheus.NewDesc("db_client_connection_count", "Open connections to the database.", []string{name, "state"},
		nil)
	waits := prometheus.NewDesc("almanac_db_pool_waits_total", "Calls that waited for a connection.", []string{name}, nil)
	waited := prometheus.NewDesc("almanac_db_pool_wait_seconds_total", "Time spent waiting for a connection.",
		[]string{name}, nil)
	m.registry.MustRegister(prometheus.CollectorFunc(func(to chan<- prometheus.Metric) {
		for _, pool := range read() {
			send := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
				to <- prometheus.MustNewConstMetric(d, kind, value, append([]string{pool.Name}, labels...)...)
			}
			send(maxOpen, prometheus.GaugeValue, float64(pool.MaxOpen))
			send(count, prometheus.GaugeValue, float64(pool.InUse), "used")
			send(count, prometheus.GaugeValue, float64(pool.Open-pool.InUse), "idle")
			send(waits, prometheus.CounterValue, float64(pool.WaitCount))
			send(waited, prometheus.CounterValue, pool.WaitDuration.Seconds())
		}
	}))
}

// TimeZones registers the metrics of the rules of time zones: those in force, and whether
// the system has newer ones, which a restart takes. Both are read at each scrape.
func (m *Metrics) TimeZones(inForce func() *zoneinfo.Rules, systemIsNewer func(than *zoneinfo.Rules) bool) {
	info := prometheus.NewDesc("almanac_time_zones_info", "Time zone rules in force; the value is always 1.",
		[]string{"version", "source"}, nil)
	newer := prometheus.NewDesc("almanac_time_zones_system_newer",
		"1 if the system has newer time zone rules than those in force.", nil, nil)
	m.registry.MustRegister(prometheus.CollectorFunc(func(to chan<- prometheus.Metric) {
		rules, n := inForce(), 0.0
		if systemIsNewer(rules) {
			n = 1
		}
		to <- prometheus.MustNewConstMetric(info, prometheus.GaugeValue, 1, rules.Version(), rules.Source())
		to <- prometheus.MustNewConstMetric(newer, prometheus.GaugeValue, n)
	}))
}

// Cache registers the metrics of a cache, which read returns at each scrape.  It
// panics if the name is registered already, which is a programming error.
func (m *Metrics) Cache(name string, read func() cache.Stats) {
	for result, value := range map[string]func(cache.Stats) int64{
		"hit":   func(s cache.Stats) int64 { return s.Hits },
		"miss":  func(s cache.Stats) int64 { return s.Misses },
		"stale": func(s cache.Stats) int64 { return s.Stale },
	} {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "almanac_cache_requests_total", Help: "Lookups in a cache.",
			ConstLabels: prometheus.Labels{"cache": name, "result": result},
		}, func() float64 { return float64(value(read())) }))
	}
	gauge := func(metric, help string, value func(cache.Stats) int64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: metric, Help: help, ConstLabels: prometheus.Labels{"cache": name},
		},
			func() float64 { return float64(value(read())) }))
	}
	gauge("almanac_cache_entries", "Entries of a cache.", func(s cache.Stats) int64 { return s.Entries })
	gauge("almanac_cache_size_bytes", "Estimated memory of the entries of a cache.", func(s cache.Stats) int64 {
		return s.Bytes
	})
}

// SignIns registers the metrics of attempts to sign in with a password, which
// read returns at each scrape.  Call it once.
func (m *Metrics) SignIns(read func() auth.SignIns) {
	for result, count := range map[string]func(auth.SignIns) int64{
		"known":   func(s auth.SignIns) int64 { return s.Known },
		"right":   func(s auth.SignIns) int64 { return s.Right },
		"wrong":   func(s auth.SignIns) int64 { return s.Wrong },
		"limited": func(s auth.SignIns) int64 { return s.Limited },
		"busy":    func(s auth.SignIns) int64 { return s.Busy },
	} {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "almanac_password_attempts_total", Help: "Attempts to sign in with a password.",
			ConstLabels: prometheus.Labels{"result": result},
		}, func() float64 { return float64(count(read())) }))
	}
	gauge := func(name, help string, value func(auth.SignIns) int) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			return float64(value(read()))
		}))
	}
	gauge("almanac_password_seats_in_use", "Passwords that are being verified.", func(s auth.SignIns) int {
		return s.Hashing
	})
	gauge("almanac_password_queue_length", "Passwords that wait to be verified.", func(s auth.SignIns) int {
		return s.Waiting
	})
}

// Outbox registers the metrics of the outbox: of the attempts of this process, and
// of the entries, which are counted at each scrape and left out if that fails.
func (m *Metrics) Outbox(w *outbox.Worker) {
	attempts := prometheus.NewDesc("almanac_outbox_attempts_total", "Attempts to deliver an entry of the outbox.",
		[]string{"topic", "result"}, nil)
	entries := prometheus.NewDesc("almanac_outbox_entries", "Entries of the outbox that are not delivered.",
		[]string{"state"}, nil)
	m.registry.MustRegister(prometheus.CollectorFunc(func(to chan<- prometheus.Metric) {
		for a, n := range w.Counts() {
			result := "failed"
			if a.Delivered {
				result = "delivered"
			}
			to <- prometheus.MustNewConstMetric(attempts, prometheus.CounterValue, float64(n), a.Topic, result)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if n, err := outbox.Count(ctx, w.Store.Reader()); err == nil {
			to <- prometheus.MustNewConstMetric(entries, prometheus.GaugeValue, float64(n.Pending), "pending")
			to <- prometheus.MustNewConstMetric(entries, prometheus.GaugeValue, float64(n.Failed), "failed")
		}
	}))
}

// Webhooks registers the metrics of webhooks: of the attempts of this process, and of the deliveries,
// which are counted at each scrape and left out if that fails.
func (m *Metrics) Webhooks(w *webhooks.Worker, s *store.Store) {
	attempts := prometheus.NewDesc("almanac_webhook_attempts_total", "Attempts to deliver a message to a webhook.",
		[]string{"result"}, nil)
	deliveries := prometheus.NewDesc("almanac_webhook_deliveries", "Messages to webhooks that are not delivered.",
		[]string{"state"}, nil)
	lag := prometheus.NewDesc("almanac_webhook_lag_seconds", "Time since the log of changes was last read to its end.",
		nil, nil)
	m.registry.MustRegister(prometheus.CollectorFunc(func(to chan<- prometheus.Metric) {
		counts := w.Counts()
		to <- prometheus.MustNewConstMetric(lag, prometheus.GaugeValue, w.Lag().Seconds())
		to <- prometheus.MustNewConstMetric(attempts, prometheus.CounterValue, float64(counts[true]), "delivered")
		to <- prometheus.MustNewConstMetric(attempts, prometheus.CounterValue, float64(counts[false]), "failed")
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if n, err := webhooks.Count(ctx, s.Reader()); err == nil {
			to <- prometheus.MustNewConstMetric(deliveries, prometheus.GaugeValue, float64(n.Waiting), "waiting")
			to <- prometheus.MustNewConstMetric(deliveries, prometheus.GaugeValue, float64(n.Failed), "failed")
		}
	}))
}

// Jobs registers the metrics of jobs, which read returns at each scrape; they are left out if
// that fails.
func (m *Metrics) Jobs(read func(context.Context) ([]jobs.State, error)) {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("almanac_job_"+name, help, []string{"name"}, nil)
	}
	ended := desc("last_run_timestamp_seconds", "When the last run of a job ended.")
	duration := desc("last_run_duration_seconds", "How long the last run of a job took, 0 before its first one.")
	failures := desc("failures", "Runs of a job that failed in a row.")
	lag := desc("lag_seconds", "Time since the due time of a job, or since a run began, that has not succeeded.")
	hangs := desc("hangs", "1 if a run of a job goes on after its timeout.")
	m.registry.MustRegister(prometheus.CollectorFunc(func(to chan<- prometheus.Metric) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		states, err := read(ctx)
		if err != nil {
			return
		}
		for _, s := range states {
			send := func(d *prometheus.Desc, value float64) {
				to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, s.Name)
			}
			if !s.Ended.IsZero() {
				send(ended, float64(s.Ended.Unix()))
			}
			send(duration, s.Seconds)
			send(failures, float64(s.Failures))
			send(lag, s.Lag)
			hung := 0.0
			if s.Hangs {
				hung = 1
			}
			send(hangs, hung)
		}
	}))
}
