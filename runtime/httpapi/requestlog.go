package httpapi

import (
	"context"
	"crypto/rand"
	"log/slog"

	"almanac/runtime/request"
)

// NewRun returns a context for one run of a command that works without HTTP,
// such as an import: its lines in the log and its entries in the audit carry one
// id, which begins with the name.
func NewRun(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, request.StateKey{}, &request.State{ID: name + "-" + rand.Text()})
}

// LogRequests returns a handler that adds to each line which request it
// belongs to, and which client's, where the context tells.
func LogRequests(h slog.Handler) slog.Handler { return requestLog{h} }

// requestLog is the handler of LogRequests.
type requestLog struct{ slog.Handler }

var _ slog.Handler = requestLog{}

// Handle adds to a line and passes it on.
func (h requestLog) Handle(ctx context.Context, line slog.Record) error {
	line = line.Clone() // The caller keeps its own.
	line.AddAttrs(RequestAttrs(ctx)...)
	return h.Handler.Handle(ctx, line)
}

// RequestAttrs returns what LogRequests adds to the lines of a context.
func RequestAttrs(ctx context.Context) []slog.Attr {
	x := request.StateOf(ctx)
	attrs := make([]slog.Attr, 0, 2)
	if x.ID != "" {
		attrs = append(attrs, slog.String("request_id", x.ID))
	}
	if x.Address != "" {
		attrs = append(attrs, slog.String("client.address", x.Address))
	}
	return attrs
}

// WithAttrs keeps adding for a logger that carries attributes.
func (h requestLog) WithAttrs(list []slog.Attr) slog.Handler {
	return requestLog{h.Handler.WithAttrs(list)}
}

// WithGroup keeps adding for a logger that carries a group.
func (h requestLog) WithGroup(name string) slog.Handler {
	return requestLog{h.Handler.WithGroup(name)}
}
