package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/jsonfields"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// envelopeParam is the query parameter by which clients that see neither status
// nor header of a response ask for both in its body.
const envelopeParam = "_envelope"

// enveloped reports whether the response to a request goes into an envelope.  That
// is so where clients of WordPress may ask for it.
func enveloped(env *request.Env, r *http.Request) bool {
	if !strings.Contains(r.URL.RawQuery, envelopeParam) {
		return false
	}
	_, sent := param.InQuery(r.URL.RawQuery, envelopeParam)
	_, mounted := env.Deployment.WordPressSite()
	return sent && mounted
}

// serveEnveloped serves a request and answers 200 with {body, status, headers}.
func (a *API) serveEnveloped(w http.ResponseWriter, r *http.Request) {
	plain := *r
	plain.Header = r.Header.Clone()
	plain.Header.Del("Accept-Encoding") // What is coded cannot stand inside JSON.
	e := &envelope{ResponseWriter: w, api: a}
	a.serve(e, &plain)
	e.seal()
}

// envelope holds a response in JSON; all else passes through: feeds, pages, and
// a 304, which has no type, and whose envelope the client has already.
type envelope struct {
	http.ResponseWriter
	api    *API
	status int // 0 unless the response is held.
	begun  bool
	body   bytes.Buffer
}

// WriteHeader notes the status of a response in JSON.
func (e *envelope) WriteHeader(status int) {
	if e.begun {
		return
	}
	e.begun = true
	if !strings.HasPrefix(e.Header().Get("Content-Type"), "application/json") && status != http.StatusNoContent {
		e.ResponseWriter.WriteHeader(status)
		return
	}
	e.status = status
}

// Write adds a part of the body.
func (e *envelope) Write(p []byte) (int, error) {
	e.WriteHeader(http.StatusOK)
	if e.status == 0 {
		return e.ResponseWriter.Write(p)
	}
	return e.body.Write(p)
}

// Unwrap lets http.ResponseController find what stands behind the envelope.
func (e *envelope) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// seal sends what was held.
func (e *envelope) seal() {
	if e.status == 0 {
		return
	}
	body := bytes.TrimSpace(e.body.Bytes())
	if len(body) == 0 {
		body = []byte("null")
	}
	headers, err := views.Marshal(e.headers())
	if err != nil {
		headers = []byte("{}") // Texts and numbers can always be written.
	}
	whole := append(append([]byte(`{"body":`), body...), `,"status":`...)
	whole = append(append(strconv.AppendInt(whole, int64(e.status), 10), `,"headers":`...), headers...)
	whole = append(whole, '}')
	h := e.Header()
	h.Set("Content-Type", jsonType)
	h.Set("Content-Length", strconv.Itoa(len(whole)))
	e.ResponseWriter.WriteHeader(http.StatusOK)
	_, _ = e.ResponseWriter.Write(whole) // The client may be gone; there is nobody to tell.
}

// headers returns the fields that scripts may see, and what a 401 asks for, but
// for the request's id, which would make each envelope another one.  The counts of a
// list are numbers, as clients of WordPress find them.
func (e *envelope) headers() map[string]any {
	fields := map[string]any{}
	for name := range strings.SplitSeq(origins{e.api.Env}.exposedHeaders()+", WWW-Authenticate", ", ") {
		value := strings.Join(e.Header().Values(name), ", ")
		if value == "" || http.CanonicalHeaderKey(name) == requestIDHeader {
			continue
		}
		fields[name] = value
		if name == e.api.Env.Service.TotalHeader || name == e.api.Env.Service.PagesHeader || strings.HasPrefix(name, "X-WP-") {
			fields[name] = json.Number(value)
		}
	}
	return fields
}

// selectFields keeps the members that _fields names, as The Events Calendar does.  It is a
// huma.Transformer; errors are answered whole.
func selectFields(ctx huma.Context, status string, v any) (any, error) {
	u := ctx.URL()
	wanted, _ := param.InQuery(u.RawQuery, "_fields")
	if wanted == "" || !strings.HasPrefix(status, "2") {
		return v, nil
	}
	body, err := views.Marshal(v)
	if err != nil || len(body) == 0 || body[0] != '{' {
		return v, err
	}
	_, w := unwrap(ctx)
	return jsonfields.KeepFields(wanted, body, w.listed)
}

// prefersMinimal reports whether a write is to be answered without the record
// (RFC 7240, section 4.2).  Of contradicting preferences the first counts;
// others than "return" are not known here and ignored, as the RFC asks.
func prefersMinimal(h http.Header) bool {
	for preference := range strings.SplitSeq(strings.Join(h.Values("Prefer"), ","), ",") {
		preference, _, _ = strings.Cut(preference, ";")
		name, value, _ := strings.Cut(preference, "=")
		if strings.EqualFold(strings.TrimSpace(name), "return") {
			return strings.EqualFold(strings.Trim(strings.TrimSpace(value), `"`), "minimal")
		}
	}
	return false
}

// shorten drops the body of a response, because the client wants none: a new
// record stays 201 with its Location, everything else is 204.
func (w *response) shorten() {
	if w.status != http.StatusCreated {
		w.status = http.StatusNoContent
	}
	w.body.Reset()
	w.Header().Del("Content-Type")
	w.Header().Set("Preference-Applied", "return=minimal")
}
