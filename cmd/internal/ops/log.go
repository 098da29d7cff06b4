package ops

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"time"

	"go.opentelemetry.io/otel/trace"
	"golang.org/x/term"

	"almanac/runtime"
)

// LogFormats lists what NewLog takes as a format.
func LogFormats() []string { return []string{"auto", "text", "json"} }

// NewLog returns a logger in a format of LogFormats: auto is text for people at
// a terminal and JSON for programs.
func NewLog(w io.Writer, format string, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == "text" || format != "json" && terminal(w) {
		return slog.New(slog.NewTextHandler(w, options))
	}
	return slog.New(slog.NewJSONHandler(w, options))
}

// terminal reports whether somebody looks at what is written.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// LogLevels lists what ParseLevel takes.
func LogLevels() []string { return []string{"debug", "info", "warn", "error"} }

// ParseLevel returns the level that a word of LogLevels names.
func ParseLevel(word string) (slog.Level, error) {
	var level slog.Level
	if !slices.Contains(LogLevels(), word) {
		return level, fmt.Errorf("%q is no level of the log", word)
	}
	return level, level.UnmarshalText([]byte(word))
}

// LogRequests returns what writes a line about every request.  Probes come
// every few seconds, so they are told at the level debug.  The line goes to the
// handler as a whole: added to by one after the other it would be copied.
func LogRequests(log *slog.Logger) func(context.Context, runtime.Ended) {
	handler := log.Handler()
	return func(ctx context.Context, e runtime.Ended) {
		level := slog.LevelInfo
		if e.Route == "/livez" || e.Route == "/readyz" {
			level = slog.LevelDebug
		}
		if !handler.Enabled(ctx, level) {
			return
		}
		attrs := append(make([]slog.Attr, 0, 12),
			slog.String("method", e.Method), slog.String("route", e.Route), slog.Int("status", e.Status), slog.Int64("bytes", e.Bytes),
			slog.Int64("us", e.Elapsed.Microseconds()), slog.Int64("queries", e.Statements), slog.Int64("db_us", e.Database.Microseconds()),
			slog.Int64("user", e.User), slog.String("caller", e.Caller),
		)
		if span := trace.SpanContextFromContext(ctx); span.IsSampled() {
			attrs = append(attrs, slog.String("trace_id", span.TraceID().String()))
		}
		line := slog.NewRecord(time.Now(), level, "request", 0)
		line.AddAttrs(append(attrs, runtime.RequestAttrs(ctx)...)...)
		_ = handler.Handle(ctx, line) // There is nowhere else to tell it.
	}
}
