package runtime

import (
	"encoding/json"
	"errors"
	"net/http"
	"runtime/debug"

	"almanac/runtime/fault"
)

// jsonType is the media type of every answer below the namespace.
const jsonType = "application/json; charset=UTF-8"

// response names the charset of JSON answers, as clients of the peer see it,
// and remembers whether an answer has begun.
type response struct {
	http.ResponseWriter
	begun bool
}

// WriteHeader begins the answer.
func (w *response) WriteHeader(status int) {
	w.begun = true
	if w.Header().Get("Content-Type") == "application/json" {
		w.Header().Set("Content-Type", jsonType)
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body.
func (w *response) Write(p []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// keepPrivate keeps answers that follow from a credential, or from the password
// of a record, out of every cache.
func keepPrivate(h http.Header, r *http.Request) {
	if r.Header.Get("Authorization") != "" || r.URL.Query().Has("password") {
		h.Set("Cache-Control", "no-store")
	}
}

// recoverPanic turns a panic into a JSON 500, so that one bad request does not
// end the process.
func (a *API) recoverPanic(w *response, r *http.Request) {
	cause := recover()
	if cause == nil {
		return
	}
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(cause)
	}
	a.Env.Log.ErrorContext(r.Context(), "panic", "path", r.URL.Path, "cause", cause, "stack", string(debug.Stack()))
	if !w.begun {
		writeFault(w, fault.New(http.StatusInternalServerError, fault.Internal, "Something went wrong on our side. It has been logged."))
	}
}

// writeFault answers an error that arose outside an operation.
func writeFault(w http.ResponseWriter, f *fault.Error) {
	for name, value := range f.Header {
		w.Header().Set(name, value)
	}
	writeJSON(w, f.Status, f)
}

// writeJSON answers a value as JSON.
func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"code":"internal_server_error","message":"Something went wrong on our side.","data":{"status":500}}`)
	}
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(status)
	_, _ = w.Write(body) // The client may be gone; there is nobody to tell.
}
