package telemetry

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"almanac/runtime/httpapi"
	"almanac/runtime/store"
)

// remote is a trace that a client says its request belongs to.
const remote = "4bf92f3577b34da6a3ce929d0e0e4736"

// traced sends a request through a traced handler and returns the spans.
func traced(t *testing.T, trusted bool) tracetest.SpanStubs {
	t.Helper()
	spans := tracetest.NewInMemoryExporter()
	tracing := newTracing(sdk.NewTracerProvider(sdk.WithSyncer(spans)))
	handler := tracing.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		tracing.Query(ctx, store.SQLite, store.QueryInfo{Statements: []store.Statement{{SQL: "SELECT 1", Args: []any{"Hush7Hush"}}}, Elapsed: time.Millisecond})
		tracing.Query(ctx, store.SQLite, store.QueryInfo{Statements: []store.Statement{{SQL: "SELECT 1"}, {SQL: "SELECT 2"}}, Err: errors.New("Hush7Hush")})
		w.WriteHeader(http.StatusNotFound)
		tracing.Request(ctx, httpapi.Ended{Method: r.Method, Route: "/events/{id}", Status: http.StatusNotFound, User: 7, Caller: "ada"})
	}), func(*http.Request) bool { return trusted })
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/events/7?password=Hush7Hush", nil)
	r.Header.Set("Traceparent", "00-"+remote+"-00f067aa0ba902b7-01")
	handler.ServeHTTP(httptest.NewRecorder(), r)
	return spans.GetSpans()
}

func TestRequestsAndStatementsHaveSpans(t *testing.T) {
	spans := traced(t, false)
	if len(spans) != 3 {
		t.Fatalf("%d spans, want those of a request and of two calls", len(spans))
	}
	single, batch, request := spans[0], spans[1], spans[2]
	if single.Name != "select" || batch.Name != "batch" || request.Name != "GET /events/{id}" {
		t.Errorf("the spans are %q, %q and %q", single.Name, batch.Name, request.Name)
	}
	if single.Parent.SpanID() != request.SpanContext.SpanID() || single.SpanKind != trace.SpanKindClient || request.SpanKind != trace.SpanKindServer {
		t.Error("the statement's span is not below the request's")
	}
	if d := single.EndTime.Sub(single.StartTime); d != time.Millisecond {
		t.Errorf("the statement's span lasts %s, want what the store says", d)
	}
	var all strings.Builder
	for _, span := range spans {
		for _, a := range span.Attributes {
			all.WriteString(string(a.Key) + "=" + a.Value.String() + "\n")
		}
		all.WriteString(span.Status.Description)
	}
	for _, want := range []string{"http.route=/events/{id}", "db.query.text=SELECT 1; SELECT 2", "db.system.name=sqlite", "user.name=ada", "http.response.status_code=404"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("the spans lack %s:\n%s", want, all.String())
		}
	}
	if strings.Contains(all.String(), "Hush") {
		t.Errorf("the spans have what the client sent:\n%s", all.String())
	}
}

func TestStrangersDoNotChooseTheTraceOfTheirRequests(t *testing.T) {
	for _, trusted := range []bool{true, false} {
		request := traced(t, trusted)[2]
		if got := request.SpanContext.TraceID().String() == remote; got != trusted {
			t.Errorf("trusted %t: the request is part of the client's trace: %t", trusted, got)
		}
	}
}

func TestTracesAreSentWhereTheVariablesSay(t *testing.T) {
	var received atomic.Int64
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil && r.URL.Path == "/v1/traces" && strings.Contains(string(body), "calendar-7") {
			received.Add(1)
		}
	}))
	defer collector.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	t.Setenv("OTEL_SERVICE_NAME", "calendar-7")
	tracing, err := StartTracing(t.Context(), slog.New(slog.DiscardHandler), "shop", "1")
	if err != nil || tracing == nil {
		t.Fatalf("got %v, %v", tracing, err)
	}
	tracing.Handler(http.NotFoundHandler(), func(*http.Request) bool { return false }).
		ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
	if err := tracing.Close(context.Background()); err != nil || received.Load() != 1 {
		t.Errorf("the collector got %d, %v; want the span of the request under the name of the service", received.Load(), err)
	}
}

func TestTracingFollowsTheVariablesOfOpenTelemetry(t *testing.T) {
	tests := []struct {
		name      string
		variables []string // Names and values.
		wanted    bool
		wrong     string
	}{
		{"no variable", nil, false, ""},
		{"an endpoint", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"}, true, ""},
		{"an endpoint for traces", []string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://collector.example/v1/traces"}, true, ""},
		{"an exporter alone", []string{"OTEL_TRACES_EXPORTER", "otlp"}, true, ""},
		{"switched off by the exporter", []string{"OTEL_TRACES_EXPORTER", "none", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"}, false, ""},
		{"switched off as a whole", []string{"OTEL_SDK_DISABLED", "true", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"}, false, ""},
		{"an endpoint that is no address", []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318"}, false, "OTEL_EXPORTER_OTLP_ENDPOINT"},
		{"another exporter", []string{"OTEL_TRACES_EXPORTER", "zipkin"}, false, "OTEL_TRACES_EXPORTER"},
		{"another protocol", []string{"OTEL_TRACES_EXPORTER", "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"}, false, "OTEL_EXPORTER_OTLP_PROTOCOL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for i := 0; i < len(tt.variables); i += 2 {
				t.Setenv(tt.variables[i], tt.variables[i+1])
			}
			wanted, err := tracingWanted()
			if wanted != tt.wanted || (err == nil) != (tt.wrong == "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("got %t, %v; want %t and an error about %q", wanted, err, tt.wanted, tt.wrong)
			}
		})
	}
}
