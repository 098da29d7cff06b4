package httpapi

import (
	"net/http"

	"almanac/runtime/coding"
)

// code returns the body in a coding, and has the header say so.
func (a *API) code(w *response, h http.Header, c coding.Coding, body []byte) []byte {
	if c == coding.Identity {
		return body
	}
	h["Content-Encoding"] = []string{c.String()}
	if w.kept == nil {
		return a.coders.Encode(c, body)
	}
	if coded := w.kept.Coded[c].Load(); coded != nil {
		return *coded
	}
	coded := a.coders.Encode(c, body)
	w.kept.Coded[c].Store(&coded)
	return coded
}
