package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/store"
)

// Pools registers the metrics of the connection pools of a store, which read
// returns at each scrape.
func (m *Metrics) Pools(read func() []store.PoolStats) {
	const name = "db_client_connection_pool_name"
	maxOpen := prometheus.NewDesc("db_client_connection_max", "Maximum number of open connections to the database.", []string{name}, nil)
	count := prometheus.NewDesc("db_client_connection_count", "Open connections to the database.", []string{name, "state"}, nil)
	waits := prometheus.NewDesc("almanac_db_pool_waits_total", "Calls that waited for a connection.", []string{name}, nil)
	waited := prometheus.NewDesc("almanac_db_pool_wait_seconds_total", "Time spent waiting for a connection.", []string{name}, nil)
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
