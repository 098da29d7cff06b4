package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"almanac/runtime/httpapi"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Tracing sends spans of requests and statements to an OpenTelemetry
// collector.
type Tracing struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// StartTracing begins what the variables of OpenTelemetry ask for: traces are
// sent as OTLP over HTTP when OTEL_EXPORTER_OTLP_ENDPOINT,
// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or OTEL_TRACES_EXPORTER=otlp says so.  It
// returns nil when none does. The name and the version are those of the program. The error is one
// sentence that names the variable.
func StartTracing(ctx context.Context, log *slog.Logger, name, version string) (*Tracing, error) {
	if wanted, err := tracingWanted(); err != nil || !wanted {
		return nil, err
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("set up traces from the variables OTEL_EXPORTER_OTLP_...: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(semconv.ServiceName(name), semconv.ServiceVersion(version)),
		resource.WithTelemetrySDK(), resource.WithFromEnv()) // OTEL_SERVICE_NAME goes before the name above.
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("trace export failed", "error", err) }))
	return newTracing(sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))), nil
}

func newTracing(provider *sdk.TracerProvider) *Tracing {
	return &Tracing{provider: provider, tracer: provider.Tracer("almanac")}
}

// tracingWanted reads the variables of OpenTelemetry that say whether and how
// traces are sent.
func tracingWanted() (bool, error) {
	exporter, endpoint := os.Getenv("OTEL_TRACES_EXPORTER"), false
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"} {
		text := os.Getenv(name)
		if u, err := url.Parse(text); text != "" && (err != nil || u.Host == "" ||
			u.Scheme != "http" && u.Scheme != "https") {
			return false, fmt.Errorf("%s must be an address such as http://127.0.0.1:4318 (set by the variable)", name)
		}
		endpoint = endpoint || text != ""
	}
	switch {
	case strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true"), exporter == "none", exporter == "" && !endpoint:
		return false, nil
	case exporter != "" && exporter != "otlp":
		return false, fmt.Errorf("OTEL_TRACES_EXPORTER must be otlp or none, not %q (set by the variable)", exporter)
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"} {
		if protocol := os.Getenv(name); protocol != "" && protocol != "http/protobuf" {
			return false, fmt.Errorf("%s must be http/protobuf, not %q: traces are sent over HTTP (set by the variable)", name,
				protocol)
		}
	}
	return true, nil
}

// Handler returns next with a span around every request.  A client's word about
// the trace that its request belongs to counts for those that are trusted; the
// traces of others are linked.
func (t *Tracing) Handler(next http.Handler, trusted func(*http.Request) bool) http.Handler {
	return otelhttp.NewHandler(next, "request",
		otelhttp.WithTracerProvider(t.provider), otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithPublicEndpointFn(func(r *http.Request) bool { return !trusted(r) }),
		otelhttp.WithFilter(func(r *http.Request) bool {
			return !slices.Contains([]string{"/livez", "/readyz"}, r.URL.Path)
		}))
}

// Request completes the span of a request that was answered.
func (t *Tracing) Request(ctx context.Context, e httpapi.Ended) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	if e.Route != "" {
		span.SetName(knownMethod(e.Method) + " " + e.Route)
		span.SetAttributes(semconv.HTTPRoute(e.Route))
	}
	span.SetAttributes(attribute.String("almanac.request_id", request.ID(ctx)),
		attribute.Int64("almanac.db_statements", e.Statements))
	if e.User != 0 {
		span.SetAttributes(semconv.UserName(e.Caller))
	}
}

// Query makes the span of a call of the store that ended.  The text of its
// statements holds no values.
func (t *Tracing) Query(ctx context.Context, system store.Dialect, call store.QueryInfo) {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return
	}
	end := time.Now()
	attrs := []attribute.KeyValue{databaseSystem(system), semconv.DBQueryText(queryText(call))}
	if n := len(call.Statements); n > 1 {
		attrs = append(attrs, semconv.DBOperationBatchSize(n))
	}
	_, span := t.tracer.Start(ctx, operation(call), trace.WithTimestamp(end.Add(-call.Elapsed)),
		trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attrs...))
	if call.Err != nil {
		span.SetStatus(codes.Error, "") // Errors are for the log.
	}
	span.End(trace.WithTimestamp(end))
}

// databaseSystem returns how OpenTelemetry calls a database.
func databaseSystem(d store.Dialect) attribute.KeyValue {
	if d == store.SQLite {
		return semconv.DBSystemNameSQLite
	}
	return semconv.DBSystemNamePostgreSQL
}

// queryText returns the SQL of a call.
func queryText(call store.QueryInfo) string {
	texts := make([]string, len(call.Statements))
	for i, s := range call.Statements {
		texts[i] = s.SQL
	}
	return strings.Join(texts, "; ")
}

// Close sends what is left.
func (t *Tracing) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }
