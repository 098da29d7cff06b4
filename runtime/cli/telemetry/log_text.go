package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	stdruntime "runtime"
	"time"

	"github.com/lmittmann/tint"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
)

// textHandler writes lines for people: time, level, message, then the rest.  A
// request is one short message whose parts stand below each other.
type textHandler struct{ slog.Handler }

// newTextHandler returns a handler for people.  Colors are for terminals whose
// user did not refuse them (https://no-color.org), and not for Windows, where
// not every terminal knows them.
func newTextHandler(w io.Writer, level slog.Leveler, onTerminal bool) slog.Handler {
	return textHandler{tint.NewTextHandler(w, &tint.Options{
		Level: level, TimeFormat: "15:04:05.000", ReplaceAttr: roundDurations,
		NoColor: !onTerminal || os.Getenv("NO_COLOR") != "" || stdruntime.GOOS == "windows",
	})}
}

// Handle writes a line.
func (h textHandler) Handle(ctx context.Context, line slog.Record) error {
	if line.Message == requestMessage {
		line = requestLine(line)
	}
	return h.Handler.Handle(ctx, line)
}

// WithAttrs keeps the form for a logger that carries attributes.
func (h textHandler) WithAttrs(list []slog.Attr) slog.Handler {
	return textHandler{h.Handler.WithAttrs(list)}
}

// WithGroup keeps the form for a logger that carries a group.
func (h textHandler) WithGroup(name string) slog.Handler {
	return textHandler{h.Handler.WithGroup(name)}
}

// requestLine makes the line about a request shorter: status, duration, method
// and path are its message, and only who asked and the request's ID follow.
func requestLine(line slog.Record) slog.Record {
	values := make(map[string]slog.Value, line.NumAttrs())
	short := slog.NewRecord(line.Time, line.Level, "", line.PC)
	line.Attrs(func(a slog.Attr) bool {
		values[a.Key] = a.Value
		if a.Key == string(semconv.UserNameKey) || a.Key == "request_id" {
			short.AddAttrs(a)
		}
		return true
	})
	duration := time.Duration(values[durationKey].Float64() * float64(time.Second))
	short.Message = fmt.Sprintf("%d %8s  %-6s %s", values[string(semconv.HTTPResponseStatusCodeKey)].Int64(),
		rounded(duration),
		values[string(semconv.HTTPRequestMethodKey)], values[string(semconv.URLPathKey)])
	return short
}

// roundDurations has durations written with two or three digits.
func roundDurations(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.DurationValue(rounded(a.Value.Duration()))
	}
	return a
}

// rounded returns a duration as people read it: 412µs, 1.2ms, 3.4s.
func rounded(d time.Duration) time.Duration {
	switch {
	case d >= time.Second:
		return d.Round(100 * time.Millisecond)
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond)
	}
	return d.Round(time.Microsecond)
}
