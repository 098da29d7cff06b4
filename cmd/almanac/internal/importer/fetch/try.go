package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Error is what is wrong with one response, as a sentence.
type Error struct {
	What   string // What was asked for.
	URL    string
	Status int    // 0 when there was no response.
	Code   string // Of an error that the API answers, "" for others.
	Text   string
	again  bool          // Another try may help.
	hung   bool          // Nothing came in time.
	cause  error         // What the connection said, nil for a response.
	wait   time.Duration // That the site asks for before it; 0 when it does not.
}

// Error returns the sentence.
func (e *Error) Error() string { return fmt.Sprintf("%s (%s) %s", e.What, e.URL, e.Text) }

// Unwrap returns what the connection said.
func (e *Error) Unwrap() error { return e.cause }

// As tells package backoff how long to wait.
func (e *Error) As(target any) bool {
	later, ok := target.(**backoff.RetryAfterError)
	if ok && e.wait > 0 {
		*later = &backoff.RetryAfterError{Duration: e.wait}
		return true
	}
	return false
}

// try asks once.  Errors that another try will not mend are permanent.
func (c *Client) try(ctx context.Context, what, address string, header http.Header, judge judge) ([]byte, error) {
	if err := c.pace.Wait(ctx); err != nil {
		return nil, backoff.Permanent(err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	response, err := c.send(ctx, address, header)
	if err != nil {
		return nil, c.unreachable(what, address, err)
	}
	defer func() { _ = response.Body.Close() }()
	body, e := c.read(response, judge)
	if e == nil {
		return body, nil
	}
	e.What, e.URL, e.Status = what, redacted(address), response.StatusCode
	return nil, c.verdict(e, response.Header)
}

// send sends a request.
func (c *Client) send(ctx context.Context, address string, header http.Header) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	maps.Copy(request.Header, header)
	request.Header.Set("User-Agent", "almanac import")
	if c.options.User != "" {
		request.SetBasicAuth(c.options.User, c.options.Password)
	}
	c.requests.Add(1)
	return c.http.Do(request)
}

// verdict turns an error into one that says whether and when to try again.
func (c *Client) verdict(e *Error, header http.Header) error {
	if !e.again {
		return backoff.Permanent(e)
	}
	wait := retryAfter(header, time.Now())
	if wait > c.options.Patience {
		e.again = false
		e.Text += fmt.Sprintf(", and the site asked us to wait %s: run the import again after that", wait.Round(time.Second))
		return backoff.Permanent(e)
	}
	e.wait = wait
	return e
}

// retryAfter returns how long the site asks to wait (RFC 9110, section
// 10.2.3), 0 when it does not say.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// unreachable words an error of the connection.
func (c *Client) unreachable(what, address string, err error) error {
	e := &Error{What: what, URL: redacted(address), again: true, cause: err}
	var refused redirected
	var certificate *tls.CertificateVerificationError
	var name *net.DNSError
	var wrapped *url.Error
	switch {
	case errors.As(err, &refused):
		e.Text, e.again = string(refused), false
	case errors.As(err, &certificate):
		e.Text, e.again = distrust(certificate.Err), false
	case errors.Is(err, http.ErrSchemeMismatch):
		e.Text, e.again = "does not use encryption: use http://", false
	case errors.As(err, &name) && name.IsNotFound:
		e.Text, e.again = "cannot be reached: unknown host "+name.Name, false
	case errors.Is(err, context.DeadlineExceeded):
		e.Text, e.hung = fmt.Sprintf("did not respond within %s", c.options.Timeout), true
	case errors.Is(err, io.EOF):
		e.Text = "did not respond: the connection was closed"
	case errors.As(err, &wrapped):
		e.Text = "cannot be reached: " + wrapped.Err.Error()
	default:
		e.Text = "cannot be reached: " + err.Error()
	}
	if !e.again {
		return backoff.Permanent(e)
	}
	return e
}

// distrust words what is wrong with a certificate.
func distrust(err error) string {
	var unknown x509.UnknownAuthorityError
	if errors.As(err, &unknown) {
		return "has a certificate that is not trusted: if it is your own, set --ca to its file or to that of its " +
			"authority"
	}
	return "has an invalid certificate: " + strings.TrimPrefix(err.Error(), "x509: ")
}

// password is the parameter of an address that opens a protected record.
var password = regexp.MustCompile(`([?&]password=)[^&]*`)

// redacted returns an address for people to read.
func redacted(address string) string { return password.ReplaceAllString(address, "${1}…") }

// judge checks the header and the body of a response, and returns what counts of the body.
type judge func(header http.Header, body []byte) ([]byte, *Error)

// read reads a response, no more of it than a page can have, and judges it.
func (c *Client) read(response *http.Response, judge judge) ([]byte, *Error) {
	body, err := io.ReadAll(io.LimitReader(response.Body, c.options.Limit+1))
	switch {
	case response.StatusCode != http.StatusOK:
		return nil, refusal(response.StatusCode, body, c.options.User != "")
	case int64(len(body)) > c.options.Limit:
		return nil, &Error{Text: fmt.Sprintf("is larger than %s", size(c.options.Limit))}
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &Error{Text: fmt.Sprintf("was not complete within %s", c.options.Timeout), again: true, hung: true}
	case err != nil:
		return nil, &Error{Text: fmt.Sprintf("was cut off after %d bytes", len(body)), again: true}
	}
	return judge(response.Header, body)
}

// readJSON checks that a response is a JSON object.
func (c *Client) readJSON(header http.Header, body []byte) ([]byte, *Error) {
	body, e := c.readAnyJSON(header, body)
	if e == nil && body[0] != '{' {
		return nil, &Error{Text: "is JSON, but not an object"}
	}
	return body, e
}

// readAnyJSON checks that a response is JSON.
func (c *Client) readAnyJSON(header http.Header, body []byte) ([]byte, *Error) {
	mediaType, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	isJSON := mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
	body, notice := cutNotice(trim(body))
	if notice != "" {
		c.notice(notice)
	}
	switch {
	case bytes.HasPrefix(body, []byte("{")) || bytes.HasPrefix(body, []byte("[")): // Whatever it is called.
		return wellFormed(body)
	case !isJSON && looksLikeHTML(mediaType, body):
		return nil, &Error{Text: "is HTML, not JSON: check that the address is that of the API, such as " + example}
	case !isJSON:
		return nil, &Error{Text: fmt.Sprintf("has the content type %q, not application/json", mediaType)}
	}
	return wellFormed(body)
}

// trim removes white space and a byte order mark.
func trim(body []byte) []byte { return bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff"))) }

// wellFormed checks that a response is JSON.
func wellFormed(body []byte) ([]byte, *Error) {
	if !json.Valid(body) {
		return nil, &Error{
			Text: fmt.Sprintf("is incomplete or invalid JSON (%d bytes)", len(body)), again: true,
		}
	}
	return body, nil
}

// looksLikeHTML reports whether a response is a page for people.
func looksLikeHTML(mediaType string, body []byte) bool {
	return strings.Contains(mediaType, "html") || bytes.HasPrefix(bytes.TrimSpace(body), []byte("<"))
}

// size words a number of bytes.
func size(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// refusal words a response that is no success.
func refusal(status int, body []byte, signedIn bool) *Error {
	e := &Error{Status: status, Code: codeOf(body)}
	named := strings.TrimSpace(fmt.Sprintf("%d %s", status, e.Code))
	switch {
	case status == http.StatusUnauthorized && signedIn:
		e.Text = fmt.Sprintf("was refused: wrong user name or password (%s)", named)
	case status == http.StatusUnauthorized:
		e.Text = fmt.Sprintf("requires credentials (%s): use --user and --password-file", named)
	case status == http.StatusForbidden:
		e.Text = fmt.Sprintf("is forbidden (%s)", named)
	case status == http.StatusNotFound:
		e.Text = fmt.Sprintf("was not found (%s): check that the address is that of the API, such as %s", named, example)
	case status == http.StatusTooManyRequests:
		e.Text, e.again = fmt.Sprintf("was rate-limited (%s; use a lower --rate)", named), true
	case status == http.StatusRequestTimeout || status >= http.StatusInternalServerError:
		e.Text, e.again = fmt.Sprintf("failed: the site returned an error (%s)", named), true
	default:
		e.Text = fmt.Sprintf("was refused (%s)", named)
	}
	return e
}

// codeOf returns the code of an error as the API answers it, "" for any
// other response.  It is shown to people, so it must be a plain word.
func codeOf(body []byte) string {
	var e struct {
		Code string `json:"code"`
	}
	body, _ = cutNotice(trim(body))
	if json.Unmarshal(body, &e) != nil || len(e.Code) > 100 ||
		strings.Trim(strings.ToLower(e.Code), "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		return ""
	}
	return e.Code
}
