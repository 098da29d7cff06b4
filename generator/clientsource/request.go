// Options of a single request.

package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// request is one call, however often it is sent.
type request struct {
	method, path  string
	query         url.Values
	header        http.Header
	body          []byte
	languageParam string
	fault         error
}

// String names the request without its parameters, which may hold a password.
func (r *request) String() string { return r.method + " " + r.path }

// RequestOption sets up a single request.
type RequestOption func(*request)

// IfMatch lets the request happen only while the record has the version of one
// of the tags; otherwise IsPreconditionFailed knows the error.
func IfMatch(tags ...string) RequestOption { return Header("If-Match", strings.Join(tags, ", ")) }

// IfNoneMatch makes a read return ErrNotModified if the current version has one
// of the tags.  A write then fails, as by IfMatch.
func IfNoneMatch(tags ...string) RequestOption {
	return Header("If-None-Match", strings.Join(tags, ", "))
}

// IdempotencyKey makes a write happen once, however often it is sent within 24
// hours.  Creates and updates have a key of their own when the client repeats
// requests; a key that is kept makes them safe beyond the life of the program.
// The empty key sends none.
func IdempotencyKey(key string) RequestOption { return Header("Idempotency-Key", key) }

// Minimal leaves the record out of the response to a write: the result has
// only what is in Received.
func Minimal() RequestOption { return Header("Prefer", "return=minimal") }

// RequestID sets the ID of the request, by which it is found in the server
// log.
func RequestID(id string) RequestOption { return Header("X-Request-Id", id) }

// DryRun validates a write and returns its result without saving
// anything.
func DryRun() RequestOption { return Query("dry_run", "true") }

// Force deletes a record permanently instead of moving it to the trash.
func Force() RequestOption { return Query("force", "true") }

// Password opens records that are protected by it.
func Password(password string) RequestOption { return Query("password", password) }

// ForEditing shows protected records to those who may edit them, without the
// password.
func ForEditing() RequestOption { return Query("context", "edit") }

// Only returns just these fields, by their names on the wire; all others
// are zero in the result.  It applies to pages, too: name "total",
// "total_pages", "next_rest_url" and the plural of the records.
func Only(members ...string) RequestOption { return Query("_fields", strings.Join(members, ",")) }

// Language asks for another language than WithLanguage did; "" asks for none.
func Language(language string) RequestOption {
	return func(r *request) {
		switch {
		case language == "":
			r.query.Del(r.languageParam)
		case r.languageParam == "":
			r.fault = errors.New("the client does not know the language parameter: use WithLanguage")
		default:
			r.query.Set(r.languageParam, language)
		}
	}
}

// Query sends a parameter that has no option of its own.
func Query(name, value string) RequestOption {
	return func(r *request) { r.query.Set(name, value) }
}

// Header sends a header that has no option of its own.
func Header(name, value string) RequestOption {
	return func(r *request) { r.header.Set(name, value) }
}

// queryOf writes the parameters of a list as a query.  They go through JSON,
// which knows what is absent.  The members of lists keep their commas; what is
// null or an empty list is sent as such, for the service to refuse, because
// leaving a filter out would find everything.
func queryOf(params any) (url.Values, error) {
	text, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("write the parameters: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var members map[string]any
	if err := d.Decode(&members); err != nil {
		return nil, fmt.Errorf("write the parameters: %w", err)
	}
	query := url.Values{}
	for name, value := range members {
		list, many := value.([]any)
		if !many || len(list) == 0 {
			list = []any{value}
		} else {
			name += "[]"
		}
		for _, item := range list {
			query.Add(name, parameter(item))
		}
	}
	return query, nil
}

// parameter writes one value as text.
func parameter(value any) string {
	switch value.(type) {
	case nil, []any, map[string]any:
		return ""
	}
	return fmt.Sprint(value)
}

// following returns the parameters of the page after the one that named it as
// next.  Those that the client sent stay as they were; the others are what the
// service added, such as the instant of "now" that the first page began with.
// The address itself is not followed: it may lead to a name of the service that
// is not known here, and credentials go to no other host.
func following(sent url.Values, next string, page int64) (url.Values, error) {
	address, err := url.Parse(next)
	if err != nil {
		return nil, fmt.Errorf("read the address of the next page: %w", err)
	}
	query := address.Query()
	for name, values := range sent {
		query.Del(strings.TrimSuffix(name, "[]"))
		query[name] = slices.Clone(values)
	}
	query.Set("page", fmt.Sprint(page))
	return query, nil
}
