package cli

import (
	"log/slog"
	"math"
	"net/http"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/admission"
	"almanac/runtime/auth"
	"almanac/runtime/media"
	"almanac/runtime/param"
	"almanac/runtime/service"
)

// limitFlags limit what clients may use of the server.
func limitFlags() []cli.Flag {
	sent, limits, signIn, files := param.DefaultLimits(), admission.DefaultAdmission(), auth.DefaultLimits(),
		media.DefaultLimits()
	return []cli.Flag{
		&cli.Int64Flag{
			Name: "max-body", Value: sent.MaxBodyBytes, Usage: "maximum `BYTES` of a request body", Sources: Setting("max-body"),
		},
		&cli.Int64Flag{
			Name: "body-memory", Value: limits.BodyMemory,
			Usage:   "maximum `BYTES` of all bodies in memory, of authenticated callers; more are answered 503",
			Sources: Setting("body-memory"),
		},
		&cli.Int64Flag{
			Name: "anonymous-body-memory", Value: limits.AnonymousBodyMemory,
			Usage:   "maximum `BYTES` of all bodies of other callers; more are answered 503",
			Sources: Setting("anonymous-body-memory"),
		},
		&cli.Int64Flag{
			Name: "body-rate", Value: limits.BodyRate,
			Usage:   "minimum `BYTES` per second of a body, slower ones are answered 408; 0 for no minimum",
			Sources: Setting("body-rate"),
		},
		&cli.DurationFlag{
			Name: "body-grace", Value: limits.BodyGrace, Usage: "`TIME` that a body may pause, if --body-rate is set",
			Sources: Setting("body-grace"),
		},
		&cli.Int64Flag{
			Name: "max-html", Value: sent.MaxHTMLBytes, Usage: "maximum `BYTES` of one HTML text, such as a description",
			Sources: Setting("max-html"),
		},
		&cli.IntFlag{
			Name: "max-cleanings", Value: limits.Cleanings,
			Usage:   "`NUMBER` of long HTML texts sanitized at once; a few more wait, others are answered 503",
			Sources: Setting("max-cleanings"),
		},
		&cli.Int64Flag{
			Name: "max-upload", Value: files.FileBytes, Usage: "maximum `BYTES` of an uploaded file",
			Sources: Setting("max-upload"),
		},
		&cli.Int64Flag{
			Name: "max-pixels", Value: files.Pixels,
			Usage: "maximum `NUMBER` of pixels of an uploaded picture; fewer if GOMEMLIMIT leaves too little memory and this " +
				"is not set", Sources: Setting("max-pixels"),
		},
		&cli.Int64Flag{
			Name: "media-quota", Value: files.UserBytes, Usage: "maximum `BYTES` of all uploads of a user; 0 for no limit",
			Sources: Setting("media-quota"),
		},
		&cli.IntFlag{
			Name: "max-header", Value: 64 << 10, Usage: "maximum `BYTES` of a request header", Sources: Setting("max-header"),
		},
		&cli.IntFlag{
			Name: "max-url", Value: limits.URL, Usage: "maximum `BYTES` of path and query", Sources: Setting("max-url"),
		},
		&cli.IntFlag{
			Name: "max-depth", Value: sent.MaxDepth, Usage: "maximum `LEVELS` of nesting in a body",
			Sources: Setting("max-depth"),
		},
		&cli.IntFlag{
			Name: "max-params", Value: sent.MaxParams, Usage: "maximum `NUMBER` of parameters of a request",
			Sources: Setting("max-params"),
		},
		&cli.IntFlag{
			Name: "max-items", Value: sent.MaxItems, Usage: "maximum `NUMBER` of elements of one list",
			Sources: Setting("max-items"),
		},
		&cli.IntFlag{
			Name: "max-clients", Value: 2000,
			Usage:   "maximum `NUMBER` of client connections; near it idle ones are closed, at it new ones wait",
			Sources: Setting("max-clients"),
		},
		&cli.IntFlag{
			Name: "max-clients-per-address", Value: 500,
			Usage: "maximum `NUMBER` of connections from one address (IPv6: /64 network), except a --trusted-proxy; 0 for no " +
				"limit", Sources: Setting("max-clients-per-address"),
		},
		&cli.IntFlag{
			Name: "max-requests", Value: limits.Concurrent,
			Usage:   "maximum `NUMBER` of concurrent requests; more wait for --queue-timeout, then are answered 503",
			Sources: Setting("max-requests"),
		},
		&cli.DurationFlag{
			Name: "queue-timeout", Value: limits.Patience, Usage: "`TIME` that a request waits for its turn",
			Sources: Setting("queue-timeout"),
		},
		&cli.IntFlag{
			Name: "max-expensive", HideDefault: true,
			Usage: "maximum `WEIGHT` of concurrent expensive reads: a count is 1, a search or a batch of a feed 2; default " +
				"half of --max-connections", Sources: Setting("max-expensive"),
		},
		&cli.IntFlag{
			Name: "max-expensive-queue", Value: limits.Queue,
			Usage:   "maximum `WEIGHT` of waiting expensive reads, at most half of --max-requests; more are answered 503",
			Sources: Setting("max-expensive-queue"),
		},
		&cli.DurationFlag{
			Name: "expensive-timeout", Value: limits.Soon,
			Usage: "`TIME` that an expensive read waits before it is answered 503", Sources: Setting("expensive-timeout"),
		},
		&cli.IntFlag{
			Name: "max-feeds", Value: limits.Feeds,
			Usage:   "maximum `NUMBER` of long feeds sent at once, at most a quarter of --max-requests; more are answered 503",
			Sources: Setting("max-feeds"),
		},
		&cli.DurationFlag{
			Name: "request-timeout", Value: limits.Deadline,
			Usage:   "`TIME` that a request may take before it is answered 504; 0 for no limit",
			Sources: Setting("request-timeout"),
		},
		&cli.DurationFlag{
			Name: "header-timeout", Value: 10 * time.Second, Usage: "`TIME` to receive a request header",
			Sources: Setting("header-timeout"),
		},
		&cli.DurationFlag{
			Name: "read-timeout", Value: 30 * time.Second, Usage: "`TIME` to receive a whole request",
			Sources: Setting("read-timeout"),
		},
		&cli.DurationFlag{
			Name: "write-timeout", Value: 60 * time.Second, Usage: "`TIME` from the header to the end of the response",
			Sources: Setting("write-timeout"),
		},
		&cli.DurationFlag{
			Name: "idle-timeout", Value: 120 * time.Second, Usage: "`TIME` that a connection may be idle between requests",
			Sources: Setting("idle-timeout"),
		},
		&cli.DurationFlag{
			Name: "shutdown-timeout", Value: 20 * time.Second, Usage: "`TIME` for requests in progress when the server stops",
			Sources: Setting("shutdown-timeout"),
		},
		&cli.Float64Flag{
			Name: "rate", Usage: "maximum `REQUESTS` per second of one address; 0 for no limit", Sources: Setting("rate"),
		},
		&cli.IntFlag{
			Name: "burst", Value: 50, Usage: "`REQUESTS` that one address may send at once, if --rate is set",
			Sources: Setting("burst"),
		},
		&cli.IntFlag{
			Name: "password-seats", Value: signIn.Slots, Usage: "`NUMBER` of passwords verified at once, 50 ms of CPU time each",
			Sources: Setting("password-seats"),
		},
		&cli.IntFlag{
			Name: "password-queue", Value: signIn.Queue,
			Usage: "maximum `NUMBER` of passwords that wait to be verified, addresses with few wrong ones first; more are " +
				"answered 503", Sources: Setting("password-queue"),
		},
		&cli.DurationFlag{
			Name: "password-memory", Value: signIn.VerifiedTTL,
			Usage: "`TIME` after its last use that a password stays verified", Sources: Setting("password-memory"),
		},
		&cli.IntFlag{
			Name: "wrong-passwords", Value: signIn.PerUser,
			Usage:   "maximum wrong passwords (`NUMBER`) per minute from one address for one user",
			Sources: Setting("wrong-passwords"),
		},
		&cli.IntFlag{
			Name: "wrong-passwords-address", Value: signIn.PerClient,
			Usage:   "maximum wrong passwords (`NUMBER`) per minute from one address for all users",
			Sources: Setting("wrong-passwords-address"),
		},
	}
}

func setLimits(c *cli.Command, config *service.Config) error {
	for _, name := range []string{
		"max-body", "max-header", "max-url", "max-depth", "max-params", "max-items", "max-clients", "max-requests",
		"max-expensive-queue", "max-feeds", "max-cleanings", "burst", "password-seats", "password-queue", "wrong-passwords",
		"wrong-passwords-address",
	} {
		if n, ok := c.Value(name).(int); ok && n < 1 {
			return InvalidSetting(name, "must be 1 or more, not %d", n)
		}
	}
	if err := setBodies(c, config); err != nil {
		return err
	}
	if n := c.Int("max-clients-per-address"); n < 0 {
		return InvalidSetting("max-clients-per-address", "must be 0 or more, not %d", n)
	}
	for _, name := range []string{
		"queue-timeout", "expensive-timeout", "header-timeout", "read-timeout", "write-timeout", "idle-timeout",
		"shutdown-timeout", "password-memory",
	} {
		if c.Duration(name) <= 0 {
			return InvalidSetting(name, "must be a time such as 30s, not %s", c.Duration(name))
		}
	}
	if d := c.Duration("request-timeout"); d < 0 {
		return InvalidSetting("request-timeout", "must be a time such as 30s, or 0, not %s", d)
	}
	if n := c.Float64("rate"); n < 0 || math.IsNaN(n) || math.IsInf(n, 0) {
		return InvalidSetting("rate", "must be 0 or more, not %v", n)
	}
	expensive := admission.HalfOfConnections
	if c.IsSet("max-expensive") {
		if expensive = c.Int("max-expensive"); expensive < 1 {
			return InvalidSetting("max-expensive", "must be 1 or more, not %d; leave it out for half of --max-connections",
				expensive)
		}
	}
	config.Limits.MaxDepth, config.Limits.MaxParams, config.Limits.MaxItems = c.Int("max-depth"), c.Int("max-params"),
		c.Int("max-items")
	a := &config.Admission
	a.URL, a.Deadline, a.Concurrent, a.Patience = c.Int("max-url"), c.Duration("request-timeout"), c.Int("max-requests"),
		c.Duration("queue-timeout")
	a.Expensive, a.Queue, a.Soon, a.Feeds = expensive, c.Int("max-expensive-queue"), c.Duration("expensive-timeout"),
		c.Int("max-feeds")
	a.Cleanings = c.Int("max-cleanings")
	a.Rate, a.Burst = c.Float64("rate"), c.Int("burst")
	config.SignIn = auth.Limits{
		Slots: c.Int("password-seats"), Queue: c.Int("password-queue"), QueueTimeout: c.Duration("queue-timeout"),
		VerifiedTTL: c.Duration("password-memory"),
		PerUser:     c.Int("wrong-passwords"), PerClient: c.Int("wrong-passwords-address"),
	}
	return nil
}

// setBodies reads the limits of request bodies.
func setBodies(c *cli.Command, config *service.Config) error {
	largest := c.Int64("max-body")
	if largest < 1 {
		return InvalidSetting("max-body", "must be 1 byte or more, not %d", largest)
	}
	for _, name := range []string{"body-memory", "anonymous-body-memory"} {
		if n := c.Int64(name); n < largest && c.IsSet(name) {
			return InvalidSetting(name, "must have room for one body of --max-body, %d bytes, not %d", largest, n)
		}
	}
	if n := c.Int64("body-rate"); n < 0 {
		return InvalidSetting("body-rate", "must be 0 or more, not %d", n)
	}
	if d := c.Duration("body-grace"); d <= 0 {
		return InvalidSetting("body-grace", "must be a time such as 5s, not %s", d)
	}
	if n := c.Int64("max-html"); n < 1 {
		return InvalidSetting("max-html", "must be 1 byte or more, not %d", n)
	}
	config.Limits.MaxBodyBytes, config.Limits.MaxHTMLBytes = largest, c.Int64("max-html")
	a := &config.Admission
	a.BodyMemory, a.AnonymousBodyMemory = max(c.Int64("body-memory"), largest),
		max(c.Int64("anonymous-body-memory"), largest)
	a.BodyRate, a.BodyGrace = c.Int64("body-rate"), c.Duration("body-grace")
	return nil
}

// httpServer returns the server with the limits of net/http.
func httpServer(c *cli.Command, handler http.Handler, log *slog.Logger, conns *connections) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: c.Duration("header-timeout"), ReadTimeout: c.Duration("read-timeout"),
		WriteTimeout: c.Duration("write-timeout"), IdleTimeout: c.Duration("idle-timeout"),
		MaxHeaderBytes: c.Int("max-header"), ConnState: conns.changed,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
