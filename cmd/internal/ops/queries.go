package ops

import (
	"context"
	"strings"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/store"
)

// queryMetrics are what is counted of the calls of a store.
type queryMetrics struct {
	statements prometheus.Counter
	errors     *prometheus.CounterVec
	seconds    *prometheus.HistogramVec
	known      *sync.Map // Of prometheus.Observer, by operation: looking up by labels costs more than counting.
}

// newQueryMetrics returns metrics of a store.
func newQueryMetrics() queryMetrics {
	return queryMetrics{
		statements: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "almanac_store_statements_total", Help: "SQL statements that were run.",
		}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "almanac_store_call_errors_total", Help: "Calls of the database that failed, those that were tried again included.",
		}, []string{"operation"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "almanac_store_call_duration_seconds", Help: "Calls of the database: one statement, or a batch.", Buckets: buckets(),
		}, []string{"operation"}),
		known: &sync.Map{},
	}
}

// collectors lists the metrics, to be registered.
func (m *queryMetrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{m.statements, m.errors, m.seconds}
}

// Query counts a call of the store.
func (m *Metrics) Query(_ context.Context, call store.QueryInfo) {
	operation := operation(call)
	m.queries.statements.Add(float64(len(call.Statements)))
	m.queries.observer(operation).Observe(call.Elapsed.Seconds())
	if call.Err != nil {
		m.queries.errors.WithLabelValues(operation).Inc()
	}
}

// observer returns what observes calls of an operation.
func (m *queryMetrics) observer(operation string) prometheus.Observer {
	if known, ok := m.known.Load(operation); ok {
		return known.(prometheus.Observer)
	}
	o := m.seconds.WithLabelValues(operation)
	m.known.Store(operation, o)
	return o
}

// operation returns what a call does, in one of few words.
func operation(call store.QueryInfo) string {
	if len(call.Statements) != 1 {
		return "batch"
	}
	verb, _, _ := strings.Cut(strings.TrimSpace(call.Statements[0].SQL), " ")
	switch verb {
	case "SELECT", "WITH":
		return "select"
	case "INSERT":
		return "insert"
	case "UPDATE":
		return "update"
	case "DELETE":
		return "delete"
	}
	return "other"
}
