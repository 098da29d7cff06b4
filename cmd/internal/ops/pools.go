package ops

import (
	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/store"
)

// Pools has the metrics tell of the pools of a store, as read has them when
// they are asked for.
func (m *Metrics) Pools(read func() []store.PoolStats) {
	label := []string{"pool"}
	m.registry.MustRegister(&pools{
		read:   read,
		most:   prometheus.NewDesc("almanac_store_pool_connections_max", "Connections to the database at most.", label, nil),
		open:   prometheus.NewDesc("almanac_store_pool_connections_open", "Connections to the database that are open.", label, nil),
		inUse:  prometheus.NewDesc("almanac_store_pool_connections_in_use", "Connections that somebody works with.", label, nil),
		waits:  prometheus.NewDesc("almanac_store_pool_waits_total", "How often somebody had to wait for a connection.", label, nil),
		waited: prometheus.NewDesc("almanac_store_pool_wait_seconds_total", "How long connections were waited for.", label, nil),
	})
}

// pools collects the state of pools.
type pools struct {
	read                             func() []store.PoolStats
	most, open, inUse, waits, waited *prometheus.Desc
}

var _ prometheus.Collector = (*pools)(nil)

// Describe names the metrics.
func (p *pools) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{p.most, p.open, p.inUse, p.waits, p.waited} {
		to <- d
	}
}

// Collect reads the state.
func (p *pools) Collect(to chan<- prometheus.Metric) {
	for _, pool := range p.read() {
		gauge := func(d *prometheus.Desc, n int64) {
			to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), pool.Name)
		}
		gauge(p.most, pool.MaxOpen)
		gauge(p.open, pool.Open)
		gauge(p.inUse, pool.InUse)
		to <- prometheus.MustNewConstMetric(p.waits, prometheus.CounterValue, float64(pool.WaitCount), pool.Name)
		to <- prometheus.MustNewConstMetric(p.waited, prometheus.CounterValue, pool.WaitDuration.Seconds(), pool.Name)
	}
}
