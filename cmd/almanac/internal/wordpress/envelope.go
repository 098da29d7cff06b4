package wordpress

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/httpapi"
	"almanac/runtime/param"
	"almanac/runtime/views"
)

// envelopeParam is the query parameter by which clients that see neither status
// nor header of a response ask for both in its body.
const envelopeParam = "_envelope"

// enveloped reports whether the response to a request goes into an envelope.
func enveloped(r *http.Request) bool {
	if !strings.Contains(r.URL.RawQuery, envelopeParam) {
		return false
	}
	_, sent := param.InQuery(r.URL.RawQuery, envelopeParam)
	return sent
}

// serveEnveloped serves a request and answers 200 with {body, status, headers}.
func serveEnveloped(api *httpapi.API, next http.Handler, w http.ResponseWriter, r *http.Request) {
	plain := *r
	plain.Header = r.Header.Clone()
	plain.Header.Del("Accept-Encoding") // What is coded cannot stand inside JSON.
	e := &envelope{ResponseWriter: w, api: api, request: r}
	next.ServeHTTP(e, &plain)
	e.seal()
}

// envelope holds a response in JSON; all else passes through: feeds, pages, and
// a 304, which has no type, and whose envelope the client has already.
type envelope struct {
	http.ResponseWriter
	api     *httpapi.API
	request *http.Request
	status  int // 0 unless the response is held.
	begun   bool
	body    bytes.Buffer
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
	fields := e.headers()
	headers, err := views.Marshal(fields)
	if err != nil {
		headers = []byte("{}") // Texts and numbers can always be written.
	}
	whole := append(append([]byte(`{"body":`), body...), `,"status":`...)
	whole = append(append(strconv.AppendInt(whole, int64(e.status), 10), `,"headers":`...), headers...)
	whole = append(whole, '}')
	h := e.Header()
	for name := range fields {
		if name != "ETag" { // By which the client asks for the envelope again.
			h.Del(name)
		}
	}
	h.Set("Content-Type", "application/json; charset=UTF-8")
	h.Set("Content-Length", strconv.Itoa(len(whole)))
	e.ResponseWriter.WriteHeader(http.StatusOK)
	_, _ = e.ResponseWriter.Write(whole) // The client may be gone; there is nobody to tell.
}

// allow returns the methods that the caller may use on the route, as clients of WordPress
// find them: those that read without credentials, and all of them with credentials.  It is
// "" where there is no route.
func (e *envelope) allow() string {
	route := e.api.Route(e.request)
	if route == nil {
		return ""
	}
	methods := route.Methods()
	if !e.api.Env.AuthDisabled && e.request.Header.Get("Authorization") == "" {
		methods = slices.DeleteFunc(methods, func(m string) bool { return m != http.MethodGet })
	}
	return strings.Join(methods, ", ")
}

// headers returns the fields that scripts may see, and what a 401 asks for, but
// for the request's id, which would make each envelope another one.  The counts of a
// list are numbers, as clients of WordPress find them.
func (e *envelope) headers() map[string]any {
	fields := map[string]any{}
	for _, name := range append(e.api.ExposedHeaders(), "WWW-Authenticate") {
		value := strings.Join(e.Header().Values(name), ", ")
		if value == "" || name == "X-Request-Id" {
			continue
		}
		fields[name] = value
		if name == e.api.Env.Service.TotalHeader || name == e.api.Env.Service.PagesHeader ||
			strings.HasPrefix(name, "X-WP-") {
			fields[name] = json.Number(value)
		}
	}
	if _, refused := fields["Allow"]; !refused {
		if allow := e.allow(); allow != "" {
			fields["Allow"] = allow
		}
	}
	return fields
}
