// Changes of all records, as they happen.

package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"strconv"
	"time"
)

// How a stream of changes is followed.
const (
	eventStream  = "text/event-stream"
	silence      = 45 * time.Second // It is three times as long as a service that is alive says nothing.
	defaultRetry = 3 * time.Second  // Until the service says how long.
	maxRetry     = time.Minute      // Between failures, unless the service wants more.
)

// Watch returns what changes from now on, or since the token of an earlier page, as it happens: a page for all
// that was changed together, and now and then one without changes, whose token is newer.  The token of a page is
// where another Watch or Changes goes on: store it once the changes of the page are handled.
//
// Watch goes on until the loop or the context ends.  A stream that ends, or is silent for 45 seconds, is opened
// again where it was: after the time that the service asks for, longer each time that it cannot be reached, is
// full (429), or has failed (5xx).  No page is lost, nor comes twice.  An error comes last, with a page of nil:
// that of the context, or what the service refuses otherwise.  IsGone knows the one of a token that has expired:
// read all lists again after a new token.  The stream is opened the first time as any request is (WithRetry), so
// that a wrong address is an error soon.
//
// The Timeout of the http.Client of WithHTTPClient does not apply, for it would end each stream; those of its
// Transport do.
//
//	for page, err := range c.Watch(ctx, token) {
//		if err != nil {
//			return err
//		}
//		for _, change := range page.Changes {
//			...
//		}
//		token = page.Token
//	}
func (c core) Watch(ctx context.Context, token string, options ...RequestOption) iter.Seq2[*ChangePage, error] {
	return func(yield func(*ChangePage, error) bool) {
		r, err := c.caller.request(http.MethodGet, changesPath, nil, nil, options)
		if err != nil {
			yield(nil, fmt.Errorf("%s %s: %w", http.MethodGet, changesPath, err))
			return
		}
		r.header.Set("Accept", eventStream)
		w := &watch{caller: c.caller, request: r, token: token, retry: defaultRetry}
		w.give = func(page *ChangePage) bool { return yield(page, nil) }
		if err := w.run(ctx); !errors.Is(err, errLeft) {
			yield(nil, err)
		}
	}
}

// errLeft is the end of the loop over the pages.
var errLeft = errors.New("the loop has ended")

// watch is a stream of changes, however often it is opened.
type watch struct {
	caller  *caller
	request *request
	give    func(*ChangePage) bool

	token    string        // Of the last page.
	retry    time.Duration // How long the service wants to be left alone after the stream has ended.
	opened   bool          // It was, at least once.
	failures int           // To open it, since it was open last.
}

// run follows the stream, and returns why it does so no longer.
func (w *watch) run(ctx context.Context) error {
	for {
		err := w.follow(ctx)
		if errors.Is(err, errLeft) {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s: %w", w.request, ctx.Err())
		}
		wait, again := w.after(err)
		if !again {
			return err
		}
		cut := pause(ctx, wait)
		switch {
		case cut != nil && err != nil:
			return fmt.Errorf("%w, while waiting after: %w", cut, err)
		case cut != nil:
			return fmt.Errorf("%s: %w", w.request, cut)
		}
	}
}

// after returns how long to wait before the stream is opened again, and false when that makes no sense.
func (w *watch) after(err error) (time.Duration, bool) {
	if err == nil {
		w.failures = 0
		return w.retry, true
	}
	w.failures++
	if !w.opened {
		wait, again := w.caller.retry.after(w.failures, err)
		return wait, again && w.failures < w.caller.retry.Attempts
	}
	var refused *Error
	var broken *brokenError
	wait := spread(min(w.retry<<min(w.failures, 10), max(w.retry, maxRetry)))
	switch {
	case errors.As(err, &refused):
		again := refused.Status == http.StatusTooManyRequests || refused.Status >= http.StatusInternalServerError
		return max(wait, refused.RetryAfter), again
	case errors.As(err, &broken):
		return wait, true
	}
	return 0, false
}

// follow opens the stream and reads it.  It returns no error when the stream has ended.
func (w *watch) follow(ctx context.Context) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	silent := time.AfterFunc(silence, end)
	defer silent.Stop()
	if w.token != "" { // Browsers name it so, too; and addresses end up in logs.
		w.request.header.Set("Last-Event-ID", w.token)
	}
	sent, err := w.caller.outgoing(ctx, w.request)
	if err != nil {
		return err
	}
	untimed := *w.caller.http
	untimed.Timeout = 0
	resp, err := untimed.Do(sent)
	if err != nil {
		return &brokenError{w.request.String(), withoutAddress(err)}
	}
	defer func() { _ = resp.Body.Close() }()
	body := heard{resp.Body, silent}
	if resp.StatusCode != http.StatusOK {
		text, err := io.ReadAll(io.LimitReader(body, maxResponseBytes))
		if err != nil {
			return &brokenError{w.request.String(), err}
		}
		return newError(w.request.String(), resp, text)
	}
	// A type that cannot be read is another one.
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind != eventStream {
		return fmt.Errorf("%s: the response is no stream but %q", w.request, resp.Header.Get("Content-Type"))
	}
	w.opened = true
	return w.read(body, (&response{header: resp.Header}).received())
}

// read gives the pages of an open stream, which is one of Server-Sent Events, to the loop.
// (https://html.spec.whatwg.org/multipage/server-sent-events.html)
func (w *watch) read(body io.Reader, received Received) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxResponseBytes)
	page, size := &ChangePage{Received: received}, 0
	var data []byte
	for lines.Scan() {
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "data":
			data = append(append(data, value...), '\n')
			if size += len(value); size > maxResponseBytes {
				return fmt.Errorf("%s: a change has more than %d bytes", w.request, maxResponseBytes)
			}
		case "id":
			page.Token = string(value)
		case "retry":
			if ms, err := strconv.ParseUint(string(value), 10, 31); err == nil && ms > 0 {
				w.retry = time.Duration(ms) * time.Millisecond
			}
		}
		if len(lines.Bytes()) > 0 {
			continue
		}
		if len(data) > 0 {
			var one Change
			if err := json.Unmarshal(data, &one); err != nil {
				return fmt.Errorf("%s: read a change: %w", w.request, err)
			}
			page.Changes, data = append(page.Changes, one), nil
		}
		if page.Token != "" { // The last line of what was changed together.
			w.token = page.Token
			if !w.give(page) {
				return errLeft
			}
			page, size = &ChangePage{Received: received}, 0
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s: %w", w.request, lines.Err())
	}
	return nil
}

// heard is the body of a response, whose request ends when nothing comes for long.
type heard struct {
	io.Reader
	silent *time.Timer
}

// Read implements io.Reader.  Only what is waited for counts, not what the loop takes.
func (h heard) Read(p []byte) (int, error) {
	h.silent.Reset(silence)
	defer h.silent.Stop()
	return h.Reader.Read(p)
}
