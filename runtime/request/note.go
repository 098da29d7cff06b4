package request

import "context"

// noteKey is the key of the note in a request's context.
type noteKey struct{}

// WithNote returns a context whose writes have a note in the audit log: why a record is
// changed, in the words of the user, such as the reason of an editor who gives it back to
// its author. Only Go code can call this.
func WithNote(ctx context.Context, note string) context.Context {
	return context.WithValue(ctx, noteKey{}, note)
}

// NoteOf returns the note of a context, "" for none.
func NoteOf(ctx context.Context) string {
	note, _ := ctx.Value(noteKey{}).(string)
	return note
}
