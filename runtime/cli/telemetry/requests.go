package telemetry

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"almanac/runtime/httpapi"
	"almanac/runtime/param"
)

type requestMetrics struct {
	seconds *prometheus.HistogramVec
	bytes   *prometheus.CounterVec
	active  prometheus.Gauge

	mu    sync.RWMutex
	known map[seriesKey]series // A lookup by labels costs more than the observation.
}

// seriesKey has the labels of a request.
type seriesKey struct {
	method, route string
	status        int
}

// series are the series of the requests with the same labels.
type series struct {
	seconds prometheus.Observer
	bytes   prometheus.Counter
}

func newRequestMetrics() *requestMetrics {
	const method, route, status = "http_request_method", "http_route", "http_response_status_code"
	return &requestMetrics{
		known: map[seriesKey]series{},
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "http_server_request_duration_seconds", Help: "Duration of requests, from header to end of response.",
			Buckets: buckets(),
		}, []string{method, route, status}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "almanac_http_response_body_bytes_total", Help: "Size of response bodies.",
		}, []string{method, route}),
		active: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "http_server_active_requests", Help: "Requests in progress.",
		}),
	}
}

// InFlight returns a handler that counts the requests in progress in next.
func (m *Metrics) InFlight(next http.Handler) http.Handler {
	return promhttp.InstrumentHandlerInFlight(m.requests.active, next)
}

// Request counts a request that has ended.
func (m *Metrics) Request(_ context.Context, e httpapi.Ended) {
	s := m.requests.series(seriesKey{knownMethod(e.Method), cmp.Or(e.Route, "none"), e.Status})
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
		seconds: m.seconds.WithLabelValues(key.method, key.route, strconv.Itoa(key.status)),
		bytes:   m.bytes.WithLabelValues(key.method, key.route),
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known[key] = s
	return s
}

// knownMethod returns a method, "other" for an unknown one: clients can send any
// word, and each label value is a series in memory.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, param.MethodQuery:
		return method
	}
	return "other"
}
