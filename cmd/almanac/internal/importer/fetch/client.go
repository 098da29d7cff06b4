package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/time/rate"
)

// Options are the settings of a client; the zero value is good.
type Options struct {
	User      string // For HTTP Basic; "" for none.
	Password  string
	PlainHTTP bool    // Send the password over plain HTTP too.
	Rate      float64 // Requests a second at most; 0 for 2.
	Folder    string  // Where responses are kept; "" for nowhere.

	Namespace   string         // Path of the API of Almanac; "" to look for that of The Events Calendar alone.
	Authorities *x509.CertPool // That may sign certificates; nil for those of the system.
	Public      bool           // Connect to other hosts than that of the base on public networks only.

	Tries    uint          // Of one request; 0 for 5.
	Pause    time.Duration // Before the second try, then ever longer; 0 for one second.
	Timeout  time.Duration // Of one try; 0 for half a minute.
	Patience time.Duration // Longest wait that the site may ask for; 0 for five minutes.
	Limit    int64         // Bytes of a response at most; 0 for 16 MiB.
	Say      func(string)  // Called for each pause; may be nil.
}

// DefaultRate is how many requests a second are sent when nothing is said.
const DefaultRate = 2

// Client reads responses from one site.
type Client struct {
	base     Base
	options  Options
	http     *http.Client
	pace     *rate.Limiter
	kept     *folder
	requests atomic.Int64
	notices  Notices
}

// Notices are responses with text around their JSON, such as a warning of PHP.
type Notices struct {
	Responses int
	First     string // Plain text, shortened.
}

// Notices returns the responses of which something was skipped.
func (c *Client) Notices() Notices { return c.notices }

// NewClient returns a client of the site at an address.  The error is one
// sentence: about credentials that would travel in clear, or about the folder.
func NewClient(base Base, o Options) (*Client, error) {
	if o.User != "" && !o.PlainHTTP && !base.private() {
		return nil, fmt.Errorf("the password would be sent unencrypted to %s: use https://, or add --allow-plain-http", base)
	}
	kept, err := openFolder(o.Folder, o.User)
	if err != nil {
		return nil, err
	}
	o = o.filled()
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: o.Authorities, MinVersion: tls.VersionTLS12}
	if o.Public {
		transport.DialContext, transport.Proxy = base.dialPublic, nil
	}
	return &Client{
		base: base, options: o, kept: kept, pace: rate.NewLimiter(rate.Limit(o.Rate), 1),
		http: &http.Client{Transport: transport, CheckRedirect: follow},
	}, nil
}

// PerSecond returns how many requests are sent a second at most.
func (o Options) PerSecond() float64 { return o.filled().Rate }

// filled returns the options with what is not said.
func (o Options) filled() Options {
	or := func(d *time.Duration, usual time.Duration) {
		if *d == 0 {
			*d = usual
		}
	}
	or(&o.Pause, time.Second)
	or(&o.Timeout, 30*time.Second)
	or(&o.Patience, 5*time.Minute)
	if o.Rate == 0 {
		o.Rate = DefaultRate
	}
	if o.Tries == 0 {
		o.Tries = 5
	}
	if o.Limit == 0 {
		o.Limit = 16 << 20
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	return o
}

// mostRedirects is how often one request may be sent elsewhere.
const mostRedirects = 5

// follow refuses redirects that leave the site.
func follow(r *http.Request, via []*http.Request) error {
	if text := leads(via[len(via)-1].URL, r.URL); text != "" {
		return redirected(text)
	}
	if len(via) > mostRedirects {
		return redirected(fmt.Sprintf("redirects more than %d times", mostRedirects))
	}
	return nil
}

// redirected says why a redirect was not followed.
type redirected string

// Error returns the reason.
func (r redirected) Error() string { return string(r) }

// Response is a response of the site: JSON, an object.
type Response struct {
	URL  string
	Body []byte
	kept bool // Read from the folder.
	name string
}

// mostHung is how often a response is waited for that does not come.
const mostHung = 2

// Get reads a route with its parameters, from the folder when it is kept
// there.  The group is what Drop forgets together; what says what is read, such
// as "page 3 of events", and begins every error.  Errors are *Error, or those of
// ctx.
func (c *Client) Get(ctx context.Context, group, what, route string, query url.Values) (Response, error) {
	if response, ok := c.Kept(group, route, query); ok {
		return response, nil
	}
	return c.Reread(ctx, group, what, route, query)
}

// Kept returns a response from the folder, false if it is not kept there.
func (c *Client) Kept(group, route string, query url.Values) (Response, bool) {
	address := c.base.At(route, query)
	response := Response{URL: redacted(address), name: c.kept.name(group, address), kept: true}
	var ok bool
	response.Body, ok = c.kept.load(response.name)
	return response, ok
}

// Reread is Get, but not from the folder.
func (c *Client) Reread(ctx context.Context, group, what, route string, query url.Values) (Response, error) {
	address := c.base.At(route, query)
	response := Response{URL: redacted(address), name: c.kept.name(group, address)}
	body, err := c.again(ctx, what, address, acceptJSON(), c.readJSON)
	response.Body = body
	return response, c.final(ctx, err)
}

// JSON reads an address of the site whose response is JSON, such as a list of wp/v2.  It is
// not kept.  The rest is as for Get.
func (c *Client) JSON(ctx context.Context, what, address string) ([]byte, error) {
	body, _, err := c.JSONWith(ctx, what, address, http.Header{})
	return body, err
}

// JSONWith is JSON with a header of the request, and that of the response.
func (c *Client) JSONWith(ctx context.Context, what, address string, send http.Header,
) (body []byte, header http.Header, err error) {
	maps.Copy(send, acceptJSON())
	body, err = c.again(ctx, what, address, send, func(h http.Header, body []byte) ([]byte, *Error) {
		header = h
		return c.readAnyJSON(h, body)
	})
	return body, header, c.final(ctx, err)
}

// acceptJSON is the header of a request whose response is to be JSON.
func acceptJSON() http.Header { return http.Header{"Accept": {"application/json"}} }

// File reads a file such as a sitemap or a picture, of the site or of another host. It is
// not kept. The rest is as for Get.
func (c *Client) File(ctx context.Context, what, address string) ([]byte, error) {
	body, err := c.again(ctx, what, address, http.Header{"Accept": {"*/*"}}, anything)
	return body, c.final(ctx, err)
}

// anything accepts every body.
func anything(_ http.Header, body []byte) ([]byte, *Error) { return body, nil }

// again reads an address until it is answered, or another try does not help.
func (c *Client) again(ctx context.Context, what, address string, header http.Header, judge judge) ([]byte, error) {
	hung := 0
	try := func() ([]byte, error) {
		body, err := c.try(ctx, what, address, header, judge)
		var e *Error
		if errors.As(err, &e) && e.hung {
			if hung++; hung == mostHung {
				e.again, e.Text = false, e.Text+fmt.Sprintf(", %d times", hung)
				return nil, backoff.Permanent(e)
			}
		}
		return body, err
	}
	return backoff.Retry(ctx, try,
		backoff.WithBackOff(c.pauses()), backoff.WithMaxTries(c.options.Tries), backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, pause time.Duration) {
			c.options.Say(fmt.Sprintf("%v; next try in %s", err, pause.Round(time.Second/10)))
		}))
}

// pauses returns the pauses between tries: each about twice as long as the one
// before, and random, so that several clients part.
func (c *Client) pauses() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.Multiplier = c.options.Pause, 2
	return b
}

// final words the error of the last try.
func (c *Client) final(ctx context.Context, err error) error {
	var e *Error
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &e):
		if e.again {
			e.Text += fmt.Sprintf(", %d times", c.options.Tries)
		}
		return e
	}
	return err
}

// Keep keeps a response that was found good, so that it is not asked for again.
func (c *Client) Keep(a Response) error {
	if a.kept {
		return nil
	}
	return c.kept.save(a.name, a.Body)
}

// Drop forgets the kept responses of a group, all of them for "".
func (c *Client) Drop(group string) error { return c.kept.drop(group) }

// Begin notes in the folder that what was read is being imported.  It returns whether
// another run has begun that and not come to Finish.
func (c *Client) Begin() (again bool, err error) { return c.kept.begin() }

// Finish forgets everything that is kept.
func (c *Client) Finish() error { return c.kept.end() }

// Requests returns how many requests were sent.
func (c *Client) Requests() int { return int(c.requests.Load()) }

// Close ends idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }
