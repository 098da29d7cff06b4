package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/admission"
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
