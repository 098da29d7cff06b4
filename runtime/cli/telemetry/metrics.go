package telemetry

import (
	"net/http"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics has the Prometheus metrics of one server; nothing is global.
type Metrics struct {
	registry *prometheus.Registry
	requests *requestMetrics
	queries  queryMetrics
}

// NewMetrics returns the metrics of a version of the program, with those of the
// process and of the Go runtime.
func NewMetrics(version string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), requests: newRequestMetrics(), queries: newQueryMetrics()}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "almanac_build_info", Help: "Build information of the running binary; the value is always 1.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": goVersion()},
	})
	build.Set(1)
	m.registry.MustRegister(build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(m.requests.seconds, m.requests.bytes, m.requests.active)
	m.registry.MustRegister(m.queries.statements, m.queries.errors, m.queries.seconds)
	return m
}

// goVersion returns the version of Go that built the program, or "" if unknown.
func goVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.GoVersion
	}
	return ""
}

// Handler serves all metrics, in the format that the client accepts.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

// buckets returns the upper bounds of the histograms in seconds: from a read by ID
// from the cache to a request that times out.
func buckets() []float64 {
	return []float64{.0002, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
}
