package mutate

import (
	"context"

	"almanac/runtime/admission"
	"almanac/runtime/param"
	"almanac/runtime/text"
	"almanac/runtime/validate"
)

// QueuedCleanings is the number of texts that may wait for each that is cleaned.  Requests
// that wait occupy a place of Admission.Concurrent, which others need.
const QueuedCleanings = 4

// cleanWithin returns HTML as it is stored.  The error is the limiter's 503, or
// the context's.
func cleanWithin(ctx context.Context, l *admission.Limiter, html string) (string, error) {
	if len(html) <= validate.BriefHTML {
		return text.Clean(html), nil
	}
	leave, err := l.Enter(ctx, 1)
	if err != nil {
		return "", err
	}
	defer leave()
	return text.Clean(html), nil
}

// longHTML has the long HTML texts of a write.
type longHTML struct {
	sent    []string
	cleaned map[string]string // What is stored of them.
}

// cleanHTML cleans the texts that Validator.HTML has collected.  It is called once the
// caller's permission is checked, and before anything is locked.
func (e *Engine) cleanHTML(ctx context.Context, h *longHTML) error {
	for _, sent := range h.sent {
		cleaned, err := cleanWithin(ctx, e.Cleaning, sent)
		if err != nil {
			return err
		}
		h.cleaned[sent] = cleaned
	}
	return nil
}

// SetHTML sets a cleaned HTML text; null clears it.
func SetHTML(m *Mutation, field *string, o param.Opt[string]) {
	if !o.IsPresent() {
		return
	}
	cleaned, done := m.html.cleaned[o.Value]
	if !done { // It is brief, or part of an import.
		var err error
		if cleaned, err = cleanWithin(m.Context(), m.Env.Cleaning, o.Value); err != nil {
			m.setErr(err)
			return
		}
	}
	*field = cleaned
}
