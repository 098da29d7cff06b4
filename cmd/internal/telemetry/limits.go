package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/admission"
)

// Limits registers the metrics of the limits on work, which read returns at each
// scrape.
func (m *Metrics) Limits(read func() []admission.LimitState) {
	label := []string{"limit"}
	m.registry.MustRegister(&limits{
		read:     read,
		capacity: prometheus.NewDesc("almanac_limit_capacity", "Maximum weight of concurrent work under a limit.", label, nil),
		inUse:    prometheus.NewDesc("almanac_limit_in_use", "Weight of work in progress under a limit.", label, nil),
		waiting:  prometheus.NewDesc("almanac_limit_waiting", "Weight of work that waits to be admitted.", label, nil),
		admitted: prometheus.NewDesc("almanac_limit_admitted_total", "How often a limit admitted work.", label, nil),
		refused:  prometheus.NewDesc("almanac_limit_refused_total", "How often a limit refused work with 503.", label, nil),
	})
}

// limits collects the state of limits.
type limits struct {
	read                                        func() []admission.LimitState
	capacity, inUse, waiting, admitted, refused *prometheus.Desc
}

var _ prometheus.Collector = (*limits)(nil)

// Describe sends the descriptions of the metrics.
func (l *limits) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{l.capacity, l.inUse, l.waiting, l.admitted, l.refused} {
		to <- d
	}
}

// Collect sends the current values.
func (l *limits) Collect(to chan<- prometheus.Metric) {
	for _, limit := range l.read() {
		send := func(d *prometheus.Desc, kind prometheus.ValueType, n int64) {
			to <- prometheus.MustNewConstMetric(d, kind, float64(n), limit.Name)
		}
		send(l.capacity, prometheus.GaugeValue, limit.Capacity)
		send(l.inUse, prometheus.GaugeValue, limit.InUse)
		send(l.waiting, prometheus.GaugeValue, limit.Waiting)
		send(l.admitted, prometheus.CounterValue, limit.Admitted)
		send(l.refused, prometheus.CounterValue, limit.Refused)
	}
}
