package ops

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"almanac/runtime/httpapi"
)

// requestMetrics are what is counted of requests.
type requestMetrics struct {
	count    *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
	inFlight prometheus.Gauge

	mu    sync.RWMutex
	known map[seriesKey]series // Looked up once, as looking up by labels costs more than counting.
}

// seriesKey names the series that a request counts for.
type seriesKey struct {
	method, route string
	status        int
}

// series are what a request counts for.
type series struct {
	count, bytes prometheus.Counter
	seconds      prometheus.Observer
}

// newRequestMetrics returns metrics of requests.
func newRequestMetrics() *requestMetrics {
	return &requestMetrics{
		known: map[seriesKey]series{},
		count: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "almanac_http_requests_total", Help: "Requests that were answered.",
		}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "almanac_http_request_duration_seconds", Help: "From the header of a request to the end of its answer.", Buckets: buckets(),
		}, []string{"method", "route"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "almanac_http_response_bytes_total", Help: "Bytes of the bodies of answers.",
		}, []string{"method", "route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "almanac_http_requests_in_flight", Help: "Requests that are being answered.",
		}),
	}
}

// collectors lists the metrics, to be registered.
func (m *requestMetrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{m.count, m.seconds, m.bytes, m.inFlight}
}

// InFlight returns next, with the requests that it is working on counted.
func (m *Metrics) InFlight(next http.Handler) http.Handler {
	return promhttp.InstrumentHandlerInFlight(m.requests.inFlight, next)
}

// Request counts a request that was answered.
func (m *Metrics) Request(_ context.Context, e httpapi.Ended) {
	s := m.requests.series(seriesKey{knownMethod(e.Method), cmp.Or(e.Route, "none"), e.Status})
	s.count.Inc()
	s.bytes.Add(float64(e.Bytes))
	s.seconds.Observe(e.Elapsed.Seconds())
}

// series returns the series of a key.  There are as many as the program has
// routes, methods and statuses.
func (m *requestMetrics) series(key seriesKey) series {
	m.mu.RLock()
	s, ok := m.known[key]
	m.mu.RUnlock()
	if ok {
		return s
	}
	s = series{
		count:   m.count.WithLabelValues(key.method, key.route, strconv.Itoa(key.status)),
		bytes:   m.bytes.WithLabelValues(key.method, key.route),
		seconds: m.seconds.WithLabelValues(key.method, key.route),
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known[key] = s
	return s
}

// knownMethod returns a method, "other" for what is none: clients may send any
// word, and each label is a series that is kept.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}
