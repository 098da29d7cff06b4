// What the service refuses.

package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// ErrNotModified is the error of a read with IfNoneMatch whose result has not
// changed.
var ErrNotModified = errors.New("not modified")

// Error is a response with an error status.
type Error struct {
	Status     int               // HTTP status code.
	Code       string            // Machine-readable code, "" if the response is not the service's.
	Message    string            // What went wrong and what to do.
	Params     map[string]string // Problems by parameter name.
	Missing    []string          // Required parameters that were not sent.
	Details    map[string]Detail // As Params, with codes.
	TermID     int64             // Of the existing term with this name; 0 for other errors.
	Index      int               // Which request of a batch failed, counting from 1; 0 for other errors.
	RetryAfter time.Duration     // How long to wait before another attempt; 0 if unknown.
	ETag       string            // Of the current version, if a precondition failed.
	RequestID  string            // ID of the request in the server log.
	Request    string            // Method and path.
}

// Detail is what is wrong with one parameter.
type Detail struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error returns the request, the status, the message, and what is wrong with each parameter.
func (e *Error) Error() string {
	if e.Code == "" {
		return fmt.Sprintf("%s: %d %s", e.Request, e.Status, e.Message)
	}
	text := fmt.Sprintf("%s: %d %s: %s", e.Request, e.Status, e.Code, e.Message)
	for _, name := range slices.Sorted(maps.Keys(e.Params)) {
		text += fmt.Sprintf(" %s: %s", name, e.Params[name])
	}
	return text
}

// IsInvalid reports whether the request was invalid (400); see Params,
// Missing and Details of the *Error.
func IsInvalid(err error) bool { return hasStatus(err, http.StatusBadRequest) }

// IsUnauthorized reports whether credentials are missing or wrong (401).
func IsUnauthorized(err error) bool { return hasStatus(err, http.StatusUnauthorized) }

// IsForbidden reports whether the caller may not do or see it (403).
func IsForbidden(err error) bool { return hasStatus(err, http.StatusForbidden) }

// IsNotFound reports whether there is no such record or page (404).
func IsNotFound(err error) bool { return hasStatus(err, http.StatusNotFound) }

// IsGone reports whether the record is in the trash already, or the token has expired (410).
func IsGone(err error) bool { return hasStatus(err, http.StatusGone) }

// IsPreconditionFailed reports whether the record has another version than the
// request was meant for (412); the *Error has its ETag.
func IsPreconditionFailed(err error) bool { return hasStatus(err, http.StatusPreconditionFailed) }

// IsTooManyRequests reports whether the client must wait (429).
func IsTooManyRequests(err error) bool { return hasStatus(err, http.StatusTooManyRequests) }

// IsUnavailable reports whether the service is away for now (503).
func IsUnavailable(err error) bool { return hasStatus(err, http.StatusServiceUnavailable) }

// HasCode reports whether the service gave an error that machine-readable code.
func HasCode(err error, code string) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}

// hasStatus reports whether an error is a response with that status.
func hasStatus(err error, status int) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == status
}

// newError reads a response with an error status.  A proxy in front of the
// service may send something other than its JSON.
func newError(request string, response *http.Response, body []byte) *Error {
	e := &Error{
		Status: response.StatusCode, Message: http.StatusText(response.StatusCode), Request: request,
		RetryAfter: retryAfter(
			response.Header,
		), ETag: response.Header.Get("ETag"), RequestID: response.Header.Get("X-Request-Id"),
	}
	var sent struct {
		Code    string          `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if json.Unmarshal(body, &sent) != nil || sent.Code == "" {
		return e
	}
	e.Code, e.Message = sent.Code, sent.Message
	e.detail(sent.Data)
	return e
}

// detail reads the member data.  Its members have several forms; one that has
// none of them is as if it were not there, because the error is reported anyway.
func (e *Error) detail(text json.RawMessage) {
	var data map[string]json.RawMessage
	if json.Unmarshal(text, &data) != nil {
		return
	}
	read := func(name string, target any) bool { return json.Unmarshal(data[name], target) == nil }
	if !read("params", &e.Missing) {
		e.Missing = nil
		read("params", &e.Params)
	}
	read("details", &e.Details)
	read("term_id", &e.TermID)
	read("index", &e.Index)
	if e.RequestID == "" {
		read("request_id", &e.RequestID)
	}
}

// retryAfter returns how long a response asks to wait (RFC 9110, section
// 10.2.3), 0 when it does not.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	day, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	return max(0, time.Until(day))
}
