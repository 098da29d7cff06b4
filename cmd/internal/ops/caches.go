package ops

import "github.com/prometheus/client_golang/prometheus"

// CacheStats is what a cache tells of itself.
type CacheStats struct {
	Hits, Misses int64 // Since the start.
	Stale        int64 // Since the start: misses because what was there was out of date.
	Entries      int64 // That are kept now.
	Bytes        int64 // That the entries take, roughly.
}

// Cache has the metrics tell of a cache by its name, as read has it when they
// are asked for.  It panics when the name is taken, which is a programming
// error.
func (m *Metrics) Cache(name string, read func() CacheStats) {
	labels := prometheus.Labels{"cache": name}
	counter := func(metric, help string, value func(CacheStats) int64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: metric, Help: help, ConstLabels: labels},
			func() float64 { return float64(value(read())) }))
	}
	gauge := func(metric, help string, value func(CacheStats) int64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: metric, Help: help, ConstLabels: labels},
			func() float64 { return float64(value(read())) }))
	}
	counter("almanac_cache_hits_total", "What was found in a cache.", func(s CacheStats) int64 { return s.Hits })
	counter("almanac_cache_misses_total", "What was not found in a cache.", func(s CacheStats) int64 { return s.Misses })
	counter("almanac_cache_stale_total", "Misses because what was in a cache was out of date.", func(s CacheStats) int64 { return s.Stale })
	gauge("almanac_cache_entries", "Entries of a cache.", func(s CacheStats) int64 { return s.Entries })
	gauge("almanac_cache_bytes", "Bytes that the entries of a cache take.", func(s CacheStats) int64 { return s.Bytes })
}
