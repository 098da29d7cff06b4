package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/store"
)

// Pools registers the metrics of the connection pools of a store, which read
// returns at each scrape.
func (m *Metrics) Pools(read func() []store.PoolStats) {
	const name = "db_client_connection_pool_name"
	m.registry.MustRegister(&pools{
		read:   read,
		max:    prometheus.NewDesc("db_client_connection_max", "Maximum number of open connections to the database.", []string{name}, nil),
		count:  prometheus.NewDesc("db_client_connection_count", "Open connections to the database.", []string{name, "state"}, nil),
		waits:  prometheus.NewDesc("almanac_db_pool_waits_total", "Calls that waited for a connection.", []string{name}, nil),
		waited: prometheus.NewDesc("almanac_db_pool_wait_seconds_total", "Time spent waiting for a connection.", []string{name}, nil),
	})
}

// pools collects the state of connection pools.
type pools struct {
	read                      func() []store.PoolStats
	max, count, waits, waited *prometheus.Desc
}

var _ prometheus.Collector = (*pools)(nil)

// Describe sends the descriptions of the metrics.
func (p *pools) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{p.max, p.count, p.waits, p.waited} {
		to <- d
	}
}

// Collect sends the current values.
func (p *pools) Collect(to chan<- prometheus.Metric) {
	for _, pool := range p.read() {
		send := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
			to <- prometheus.MustNewConstMetric(d, kind, value, append([]string{pool.Name}, labels...)...)
		}
		send(p.max, prometheus.GaugeValue, float64(pool.MaxOpen))
		send(p.count, prometheus.GaugeValue, float64(pool.InUse), "used")
		send(p.count, prometheus.GaugeValue, float64(pool.Open-pool.InUse), "idle")
		send(p.waits, prometheus.CounterValue, float64(pool.WaitCount))
		send(p.waited, prometheus.CounterValue, pool.WaitDuration.Seconds())
	}
}
