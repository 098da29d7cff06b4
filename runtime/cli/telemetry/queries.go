package telemetry

import (
	"context"
	"strings"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/store"
)

// queryMetrics are the metrics of the calls of a store.
type queryMetrics struct {
	statements prometheus.Counter
	errors     *prometheus.CounterVec
	seconds    *prometheus.HistogramVec
	known      *sync.Map // Of prometheus.Observer, by operation: a lookup by labels costs more than the observation.
}

// newQueryMetrics returns metrics of a store.
func newQueryMetrics() queryMetrics {
	return queryMetrics{
		statements: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "almanac_db_statements_total", Help: "SQL statements that were executed.",
		}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "almanac_db_operation_errors_total", Help: "Database calls that failed, including those that were retried.",
		}, []string{"db_operation_name"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "db_client_operation_duration_seconds", Help: "Duration of database calls: one statement, or a batch.",
			Buckets: buckets(),
		}, []string{"db_operation_name"}),
		known: &sync.Map{},
	}
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

// observer returns the histogram of an operation.
func (m *queryMetrics) observer(operation string) prometheus.Observer {
	if known, ok := m.known.Load(operation); ok {
		return known.(prometheus.Observer)
	}
	o := m.seconds.WithLabelValues(operation)
	m.known.Store(operation, o)
	return o
}

// operation returns the operation of a call: batch, select, insert, update, delete or other.
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
