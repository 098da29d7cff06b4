package runtime

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"almanac/runtime/fault"
	"almanac/runtime/param"
	"almanac/runtime/text"
)

// cleaning bounds how many HTML texts are cleaned at a time: the worst one of
// 256 KiB takes a quarter of a second of a processor.
type cleaning struct {
	seats   chan struct{} // Nil for no bound.
	queue   chan struct{} // Of those that are cleaned or wait for it.
	refused atomic.Int64
}

// briefHTML is the length in bytes up to which a text is cleaned at once, because
// no such text takes long.
const briefHTML = 4 << 10

// queuedCleanings is how many texts may wait for each that is cleaned.  Those
// that wait have a seat of Admission.Concurrent, which others need.
const queuedCleanings = 4

// newCleaning returns a bound of at texts at a time, 0 for none.
func newCleaning(at int) *cleaning {
	c := &cleaning{}
	if at > 0 {
		c.seats, c.queue = make(chan struct{}, at), make(chan struct{}, at*(1+queuedCleanings))
	}
	return c
}

// clean returns a text as it is stored.  Errors are a 503 where too many wait
// already, or the context's.
func (c *cleaning) clean(ctx context.Context, html string) (string, error) {
	if c == nil || c.seats == nil || len(html) <= briefHTML {
		return text.Clean(html), nil
	}
	select {
	case c.queue <- struct{}{}:
		defer func() { <-c.queue }()
	default:
		c.refused.Add(1)
		return "", fault.New(http.StatusServiceUnavailable, fault.Unavailable, "The service has too many long HTML texts to clean. Try again in a moment.").Later(time.Second)
	}
	select {
	case c.seats <- struct{}{}:
		defer func() { <-c.seats }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	return text.Clean(html), nil
}

// state returns how many texts are being cleaned.
func (c *cleaning) state() LimitState {
	return LimitState{Name: "html_cleanings", InUse: int64(len(c.seats)), Capacity: int64(cap(c.seats)), Waiting: int64(max(0, len(c.queue)-len(c.seats))), Refused: c.refused.Load()}
}

// HTML notes a text that is longer than one of HTML may be, and has the others
// cleaned before the write begins its transaction.
func (f *Form) HTML(name string, o param.Opt[string]) {
	most := f.request.Env.Limits.HTMLBytes()
	switch {
	case int64(len(o.V)) > most:
		f.Fail(name, "", "%s must have at most %d bytes of HTML.", name, most)
	case len(o.V) > briefHTML:
		f.request.sentHTML = append(f.request.sentHTML, o.V)
	}
}

// cleanHTML cleans the texts that Form.HTML has seen.  It is called when the
// caller is known to be one who may write, and before anything is locked.
func (r *Request) cleanHTML() error {
	for _, sent := range r.sentHTML {
		cleaned, err := r.Env.cleaning.clean(r.Context(), sent)
		if err != nil {
			return err
		}
		if r.cleaned == nil {
			r.cleaned = map[string]string{}
		}
		r.cleaned[sent] = cleaned
	}
	return nil
}

// HTML sets a cleaned HTML text; null clears it.
func (c *Change) HTML(field *string, o param.Opt[string]) {
	if !o.Sent() {
		return
	}
	cleaned, done := c.cleaned[o.V]
	if !done { // It is brief, or part of an import.
		var err error
		if cleaned, err = c.Env.cleaning.clean(c.context(), o.V); err != nil {
			c.keep(err)
			return
		}
	}
	*field = cleaned
}
