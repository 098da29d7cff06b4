// What the service refuses.

package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// ErrNotModified is the answer to a read with IfNoneMatch when the client has
// the answer already.
var ErrNotModified = errors.New("not modified")

// Error is an answer that is no success.
type Error struct {
	Status     int               // HTTP status code.
	Code       string            // Machine-readable code, "" when the answer is not the service's.
	Message    string            // What went wrong and what to do.
	Params     map[string]string // What is wrong with each faulty parameter, by name.
	Missing    []string          // Required parameters that were not sent.
	Details    map[string]Detail // As Params, with codes.
	TermID     int64             // Of the term that has the name already; 0 for other errors.
	RetryAfter time.Duration     // How long to wait before another attempt; 0 when it is not said.
	ETag       string            // Of the record as it is now, when a precondition failed.
	RequestID  string            // Under which the log of the service tells about the request.
	Request    string            // Method and path.
}

// Detail says what is wrong with one parameter.
type Detail struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error implements error.
func (e *Error) Error() string {
	if e.Code == "" {
		return fmt.Sprintf("%s: %d %s", e.Request, e.Status, e.Message)
	}
	return fmt.Sprintf("%s: %d %s: %s", e.Request, e.Status, e.Code, e.Message)
}

// IsInvalid reports whether the request itself was at fault (400); Params,
// Missing and Details of the *Error tell more.
func IsInvalid(err error) bool { return hasStatus(err, http.StatusBadRequest) }

// IsUnauthorized reports whether credentials are missing or wrong (401).
func IsUnauthorized(err error) bool { return hasStatus(err, http.StatusUnauthorized) }

// IsForbidden reports whether the caller may not do or see it (403).
func IsForbidden(err error) bool { return hasStatus(err, http.StatusForbidden) }

// IsNotFound reports whether there is no such record or page (404).
func IsNotFound(err error) bool { return hasStatus(err, http.StatusNotFound) }

// IsGone reports whether the record is in the trash already (410).
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

// hasStatus reports whether an error is an answer with that status.
func hasStatus(err error, status int) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == status
}

// newError reads an answer that is no success.  What stands before the service,
// such as a proxy, may answer something else than its JSON.
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
	if e.RequestID == "" {
		read("request_id", &e.RequestID)
	}
}

// retryAfter returns how long an answer asks to wait (RFC 9110, section
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
