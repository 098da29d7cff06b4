package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"time"

	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/term"

	"almanac/runtime/httpapi"
)

// LogFormats lists what NewLog takes as a format.
func LogFormats() []string { return []string{"auto", "text", "json"} }

// NewLog returns a logger in a format of LogFormats: text for people, json for
// programs, auto for text on a terminal and JSON elsewhere.  It logs from level
// on, which may change meanwhile.
func NewLog(w io.Writer, format string, level slog.Leveler) *slog.Logger {
	onTerminal := IsTerminal(w)
	if format == "text" || format != "json" && onTerminal {
		return slog.New(newTextHandler(w, level, onTerminal))
	}
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level}))
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// LogLevels lists what ParseLevel takes.
func LogLevels() []string { return []string{"debug", "info", "warn", "error"} }

// ParseLevel returns the level that a word of LogLevels names.
func ParseLevel(word string) (slog.Level, error) {
	var level slog.Level
	if !slices.Contains(LogLevels(), word) {
		return level, fmt.Errorf("%q is not a log level", word)
	}
	return level, level.UnmarshalText([]byte(word))
}

// The attributes of a line about a request are named by the semantic conventions
// of OpenTelemetry.  These have no name there, as durations are metrics; they are
// named after those metrics, in seconds as there.
const (
	durationKey   = "http.server.request.duration"
	dbDurationKey = "db.client.operation.duration"
	statementsKey = "almanac.db_statements"
)

// requestMessage is the message of a line about a request.
const requestMessage = "request"

// LogRequests returns what writes a line about every request.  Probes come
// every few seconds, so they are logged at the level debug.  The line goes to the
// handler as a whole: added to by one after the other it would be copied.
func LogRequests(log *slog.Logger) func(context.Context, httpapi.Ended) {
	handler := log.Handler()
	return func(ctx context.Context, e httpapi.Ended) {
		level := slog.LevelInfo
		if e.Route == "/livez" || e.Route == "/readyz" {
			level = slog.LevelDebug
		}
		if !handler.Enabled(ctx, level) {
			return
		}
		attrs := append(make([]slog.Attr, 0, 14),
			slog.String(string(semconv.HTTPRequestMethodKey), e.Method), slog.String(string(semconv.URLPathKey), e.Path),
			slog.String(string(semconv.HTTPRouteKey), e.Route), slog.Int(string(semconv.HTTPResponseStatusCodeKey), e.Status),
			slog.Int64(string(semconv.HTTPResponseBodySizeKey), e.Bytes), slog.Float64(durationKey, e.Elapsed.Seconds()),
			slog.Int64(statementsKey, e.Statements), slog.Float64(dbDurationKey, e.Database.Seconds()),
		)
		if e.User != 0 {
			attrs = append(attrs, slog.Int64(string(semconv.UserIDKey), e.User),
				slog.String(string(semconv.UserNameKey), e.Caller))
		}
		if span := trace.SpanContextFromContext(ctx); span.IsSampled() {
			attrs = append(attrs, slog.String("trace_id", span.TraceID().String()))
		}
		line := slog.NewRecord(time.Now(), level, requestMessage, 0)
		line.AddAttrs(append(attrs, httpapi.RequestAttrs(ctx)...)...)
		_ = handler.Handle(ctx, line) // There is nowhere else to tell it.
	}
}
