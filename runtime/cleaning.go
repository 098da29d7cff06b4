package runtime

import (
	"context"

	"almanac/runtime/admission"
	"almanac/runtime/param"
	"almanac/runtime/text"
)

// briefHTML is the length in bytes up to which a text is cleaned without a limit,
// because no such text takes long.  The worst one of 256 KiB takes a quarter of a
// second of a processor.
const briefHTML = 4 << 10

// QueuedCleanings is how many texts may wait for each that is cleaned.  Requests
// that wait have a seat of Admission.Concurrent, which others need.
const QueuedCleanings = 4

// cleanWithin returns HTML as it is stored.  The error is the limiter's 503, or
// the context's.
func cleanWithin(ctx context.Context, l *admission.Limiter, html string) (string, error) {
	if len(html) <= briefHTML {
		return text.Clean(html), nil
	}
	leave, err := l.Enter(ctx, 1)
	if err != nil {
		return "", err
	}
	defer leave()
	return text.Clean(html), nil
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
		cleaned, err := cleanWithin(r.Context(), r.Env.Cleaning, sent)
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
		if cleaned, err = cleanWithin(c.context(), c.Env.Cleaning, o.V); err != nil {
			c.keep(err)
			return
		}
	}
	*field = cleaned
}
