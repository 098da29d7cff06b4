// Package apierror has the error type of all 4xx and 5xx responses, and of the 301 of records, and the
// functions that make it.  It knows codes, statuses and messages; it does not
// know HTTP writing (runtime does that) or where an error came from.
//
// An error has its sentences as a format and its values, which have types: the name of a
// parameter is a Param, that of a resource a Resource.  Responses have the sentences in English.
// Code in this process gets the error itself, from a service or as httpapi.Sent.Err, and can
// show it in another language, with the labels of fields for their names: the desk does so.
package apierror

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"sort"
	"strconv"
	"time"

	"almanac/runtime/messages"
)

// Codes that the API promises to its clients.  Codes that name a kind of
// record (rest-event-not-found, event-is-in-trash, ...) are composed in
// runtime from the kind's name.
const (
	CodeNoRoute              = "rest_no_route"
	CodeInvalidParam         = "rest_invalid_param"
	CodeMissingParam         = "rest_missing_callback_param"
	CodeInvalidJSON          = "rest_invalid_json"
	CodeForbidden            = "rest_forbidden"
	CodeConflict             = "rest_conflict"
	CodeInternal             = "internal_server_error"
	CodeUnavailable          = "rest_service_unavailable"
	CodeContentTooLarge      = "rest_request_too_large"
	CodeUnsupportedMediaType = "rest_unsupported_media_type"
	CodeMethodNotAllowed     = "rest_method_not_allowed"
	CodeInsufficientStorage  = "rest_insufficient_storage"
)

// Error is a response of 4xx or 5xx, or a 301: {"code", "message", "data": {"status",
// "params"?, "details"?}}.
type Error struct {
	Status  int               // HTTP status code.
	Code    string            // Machine-readable code.
	Message messages.Message  // A sentence that says what to do.
	Params  FieldErrors       // Faulty parameters by name; nil for other errors.
	Missing []string          // Required parameters that were not sent.
	Field   string            // The parameter that an error without Params is about, for Go code; "" for none.
	Extra   map[string]any    // Further members of data, such as term_id.
	Header  map[string]string // Response headers, such as Retry-After.
	cause   error             // For the log only.
	request string            // Id of the request, "" when the response has none.
}

// FieldErrors maps the wire name of a faulty parameter to what is wrong with it.
type FieldErrors map[string]FieldError

// FieldError says what is wrong with one parameter.
type FieldError struct {
	Code    string           `json:"code" doc:"Machine-readable code"`
	Message messages.Message `json:"message" doc:"What is wrong"`
}

// Error implements error; the text is meant for logs.
func (e *Error) Error() string {
	text := fmt.Sprintf("%d %s: %v", e.Status, e.Code, e.Message)
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// LogValue returns the text for logs, of which the JSON for clients has only a part.
func (e *Error) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// Unwrap returns the internal cause, nil when there is none.
func (e *Error) Unwrap() error { return e.cause }

// New makes an error with a status, a code and a sentence.
func New(status int, code string, format messages.Format, values ...any) *Error {
	return &Error{Status: status, Code: code, Message: messages.NewMessage(format, values...)}
}

// WithCause returns a copy of e that carries an internal cause for the log.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// WithRequestID returns a copy of e that tells the client the id of the request, by which
// the line about it is found in the log.
func (e *Error) WithRequestID(request string) *Error {
	c := *e
	c.request = request
	return &c
}

// WithRetryAfter returns a copy of e that tells how long to wait, in whole seconds
// (Retry-After, RFC 9110, section 10.2.3).
func (e *Error) WithRetryAfter(wait time.Duration) *Error {
	c := *e
	c.Header = map[string]string{"Retry-After": strconv.Itoa(int(math.Ceil(wait.Seconds())))}
	return &c
}

// WithIndex returns a copy of e that tells which request of a batch failed, counting from 1.
func (e *Error) WithIndex(n int) *Error {
	c := *e
	c.Extra = maps.Clone(e.Extra)
	if c.Extra == nil {
		c.Extra = map[string]any{}
	}
	c.Extra["index"] = n
	return &c
}

// NoSpace makes the 507 for what a full database, media store or directory does not take.
func NoSpace(cause error) *Error {
	return New(http.StatusInsufficientStorage, CodeInsufficientStorage,
		"Storage is full. Nothing was changed; reads still work.").WithCause(cause)
}

// NotStored makes the 503 for a file that is not taken for another reason.
func NotStored(cause error) *Error {
	return New(http.StatusServiceUnavailable, CodeUnavailable,
		"The file cannot be stored right now. Try again in a moment.").WithRetryAfter(time.Second).WithCause(cause)
}

// As returns the *Error in err's chain, or nil when there is none.
func As(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// InvalidParamError makes the 400 for one faulty parameter.
func InvalidParamError(name string, format messages.Format, values ...any) *Error {
	p := FieldErrors{}
	p.Add(name, CodeInvalidParam, format, values...)
	return p.Err(nil)
}

// Add notes that parameter name is faulty.  The first note of a name stays.
// An empty code means CodeInvalidParam.
func (f FieldErrors) Add(name, code string, format messages.Format, values ...any) {
	if _, taken := f[name]; taken {
		return
	}
	if code == "" {
		code = CodeInvalidParam
	}
	f[name] = FieldError{Code: code, Message: messages.NewMessage(format, values...)}
}

// Err returns the 400 that reports all faulty and all missing parameters at
// once, or nil when there are none.  Missing ones decide the code, as clients
// of The Events Calendar expect; the faulty ones still stand in data.details.
func (f FieldErrors) Err(missing []string) *Error {
	switch {
	case len(missing) > 0:
		return &Error{
			Status: http.StatusBadRequest, Code: CodeMissingParam, Params: f, Missing: missing,
			Message: messages.NewMessage("Missing required parameters: %s.", Params(missing)),
		}
	case len(f) > 0:
		return &Error{
			Status: http.StatusBadRequest, Code: CodeInvalidParam, Params: f,
			Message: messages.NewMessage("Invalid parameters: %s.", Params(f.names())),
		}
	}
	return nil
}

// names returns the faulty names in alphabetical order.
func (f FieldErrors) names() []string {
	names := make([]string, 0, len(f))
	for name := range f {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
