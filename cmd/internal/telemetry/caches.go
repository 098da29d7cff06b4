package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/cache"
)

// Cache registers the metrics of a cache, which read returns at each scrape.  It
// panics if the name is registered already, which is a programming error.
func (m *Metrics) Cache(name string, read func() cache.Stats) {
	for result, value := range map[string]func(cache.Stats) int64{
		"hit":   func(s cache.Stats) int64 { return s.Hits },
		"miss":  func(s cache.Stats) int64 { return s.Misses },
		"stale": func(s cache.Stats) int64 { return s.Stale },
	} {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "almanac_cache_requests_total", Help: "Lookups in a cache.", ConstLabels: prometheus.Labels{"cache": name, "result": result},
		}, func() float64 { return float64(value(read())) }))
	}
	gauge := func(metric, help string, value func(cache.Stats) int64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: metric, Help: help, ConstLabels: prometheus.Labels{"cache": name}},
			func() float64 { return float64(value(read())) }))
	}
	gauge("almanac_cache_entries", "Entries of a cache.", func(s cache.Stats) int64 { return s.Entries })
	gauge("almanac_cache_size_bytes", "Estimated memory of the entries of a cache.", func(s cache.Stats) int64 { return s.Bytes })
}
