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
		sizeSetting("max-body", sent.MaxBodyBytes, "maximum `SIZE` of a request body"),
		sizeSetting("body-memory", limits.BodyMemory,
			"memory `SIZE` for request bodies of signed-in callers; 503 if exceeded"),
		sizeSetting("anonymous-body-memory", limits.AnonymousBodyMemory,
			"memory `SIZE` for request bodies of anonymous callers; 503 if exceeded"),
		sizeSetting("body-rate", limits.BodyRate, "minimum upload `SIZE` per second; slower uploads get 408; 0: no minimum"),
		&cli.DurationFlag{
			Name: "body-grace", Value: limits.BodyGrace, Usage: "`TIME` an upload may pause, with --body-rate",
			Sources: Setting("body-grace"),
		},
		sizeSetting("max-html", sent.MaxHTMLBytes, "maximum `SIZE` of an HTML field, such as a description"),
		&cli.IntFlag{
			Name: "max-cleanings", Value: limits.Cleanings,
			Usage:   "`NUMBER` of long HTML fields sanitized at once; a few others wait, the rest get 503",
			Sources: Setting("max-cleanings"),
		},
		sizeSetting("max-upload", files.FileBytes, "maximum `SIZE` of an uploaded file"),
		&cli.Int64Flag{
			Name: "max-pixels", Value: files.Pixels,
			Usage: "maximum `NUMBER` of pixels in an uploaded picture; the default is lower if GOMEMLIMIT leaves little " +
				"memory", Sources: Setting("max-pixels"),
		},
		sizeSetting("media-quota", files.UserBytes, "maximum total `SIZE` of a user's uploads; 0: no limit"),
		sizeSetting("max-header", 64<<10, "maximum `SIZE` of a request header"),
		sizeSetting("max-url", int64(limits.URL), "maximum `SIZE` of path and query"),
		&cli.IntFlag{
			Name: "max-depth", Value: sent.MaxDepth, Usage: "maximum nesting `LEVELS` of a body",
			Sources: Setting("max-depth"),
		},
		&cli.IntFlag{
			Name: "max-params", Value: sent.MaxParams, Usage: "maximum `NUMBER` of parameters per request",
			Sources: Setting("max-params"),
		},
		&cli.IntFlag{
			Name: "max-items", Value: sent.MaxItems, Usage: "maximum `NUMBER` of elements in a list",
			Sources: Setting("max-items"),
		},
		&cli.IntFlag{
			Name: "max-clients", Value: 2000,
			Usage:   "maximum `NUMBER` of client connections; beyond that, idle ones are closed and new ones wait",
			Sources: Setting("max-clients"),
		},
		&cli.IntFlag{
			Name: "max-clients-per-address", Value: 500,
			Usage: "maximum `NUMBER` of connections per address (IPv6: /64 network), except for a --trusted-proxy; 0: no " +
				"limit", Sources: Setting("max-clients-per-address"),
		},
		&cli.IntFlag{
			Name: "max-requests", Value: limits.Concurrent,
			Usage:   "maximum `NUMBER` of concurrent requests; others wait for --queue-timeout, then 503",
			Sources: Setting("max-requests"),
		},
		&cli.DurationFlag{
			Name: "queue-timeout", Value: limits.Patience, Usage: "`TIME` a request waits for its turn",
			Sources: Setting("queue-timeout"),
		},
		&cli.IntFlag{
			Name: "max-expensive", HideDefault: true,
			Usage: "maximum `WEIGHT` of concurrent expensive reads: a count weighs 1, a search or feed batch 2; default: " +
				"half of --max-connections", Sources: Setting("max-expensive"),
		},
		&cli.IntFlag{
			Name: "max-expensive-queue", Value: limits.Queue,
			Usage:   "maximum `WEIGHT` of waiting expensive reads, up to half of --max-requests; 503 if exceeded",
			Sources: Setting("max-expensive-queue"),
		},
		&cli.DurationFlag{
			Name: "expensive-timeout", Value: limits.Soon,
			Usage: "`TIME` an expensive read waits; then 503", Sources: Setting("expensive-timeout"),
		},
		&cli.IntFlag{
			Name: "max-streams", Value: limits.Streams,
			Usage: "maximum `NUMBER` of streams of changes per user, or per address without one; all have half of " +
				"--max-clients", Sources: Setting("max-streams"),
		},
		&cli.IntFlag{
			Name: "max-feeds", Value: limits.Feeds,
			Usage:   "maximum `NUMBER` of long feeds sent at once, up to a quarter of --max-requests; 503 if exceeded",
			Sources: Setting("max-feeds"),
		},
		&cli.DurationFlag{
			Name: "request-timeout", Value: limits.Deadline,
			Usage:   "`TIME` a request may take; then 504; 0: no limit",
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
			Name: "idle-timeout", Value: 120 * time.Second, Usage: "`TIME` a connection may be idle between requests",
			Sources: Setting("idle-timeout"),
		},
		&cli.DurationFlag{
			Name: "shutdown-timeout", Value: 20 * time.Second, Usage: "`TIME` to finish requests when the server stops",
			Sources: Setting("shutdown-timeout"),
		},
		&cli.Float64Flag{
			Name: "rate", Usage: "maximum `REQUESTS` per second from one address; 0: no limit", Sources: Setting("rate"),
		},
		&cli.IntFlag{
			Name: "burst", Value: 50, Usage: "`REQUESTS` one address may send at once, with --rate",
			Sources: Setting("burst"),
		},
		&cli.IntFlag{
			Name: "password-seats", Value: signIn.Slots, Usage: "`NUMBER` of passwords checked at once, 50 ms of CPU time each",
			Sources: Setting("password-seats"),
		},
		&cli.IntFlag{
			Name: "password-queue", Value: signIn.Queue,
			Usage:   "maximum `NUMBER` of passwords waiting to be checked; 503 if exceeded",
			Sources: Setting("password-queue"),
		},
		&cli.DurationFlag{
			Name: "password-memory", Value: signIn.VerifiedTTL,
			Usage: "`TIME` a verified password stays cached after its last use", Sources: Setting("password-memory"),
		},
		&cli.IntFlag{
			Name: "wrong-passwords", Value: signIn.PerUser,
			Usage:   "maximum `NUMBER` of wrong passwords per minute from one address for one user; 429 if exceeded",
			Sources: Setting("wrong-passwords"),
		},
		&cli.IntFlag{
			Name: "wrong-passwords-address", Value: signIn.PerClient,
			Usage:   "maximum `NUMBER` of wrong passwords per minute from one address for all users; 429 if exceeded",
			Sources: Setting("wrong-passwords-address"),
		},
	}
}

func setLimits(c *cli.Command, config *service.Config) error {
	for _, name := range []string{
		"max-depth", "max-params", "max-items", "max-clients", "max-requests",
		"max-expensive-queue", "max-feeds", "max-streams", "max-cleanings", "burst", "password-seats", "password-queue",
		"wrong-passwords", "wrong-passwords-address",
	} {
		if n, ok := c.Value(name).(int); ok && n < 1 {
			return InvalidSetting(name, "must be 1 or more, not %d", n)
		}
	}
	for _, name := range []string{"max-body", "max-html", "max-header", "max-url"} {
		if n := c.Int64(name); n < 1 {
			return InvalidSetting(name, "must be 1 byte or more, not %d", n)
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
			return InvalidSetting(name, "must be a duration such as 30s, not %s", c.Duration(name))
		}
	}
	if d := c.Duration("request-timeout"); d < 0 {
		return InvalidSetting("request-timeout", "must be a duration such as 30s, or 0, not %s", d)
	}
	if n := c.Float64("rate"); n < 0 || math.IsNaN(n) || math.IsInf(n, 0) {
		return InvalidSetting("rate", "must be 0 or more, not %v", n)
	}
	expensive := admission.HalfOfConnections
	if c.IsSet("max-expensive") {
		if expensive = c.Int("max-expensive"); expensive < 1 {
			return InvalidSetting("max-expensive", "must be 1 or more, not %d; omit it for half of --max-connections",
				expensive)
		}
	}
	config.Limits.MaxDepth, config.Limits.MaxParams, config.Limits.MaxItems = c.Int("max-depth"), c.Int("max-params"),
		c.Int("max-items")
	a := &config.Admission
	a.URL, a.Deadline, a.Concurrent, a.Patience = int(c.Int64("max-url")), c.Duration("request-timeout"),
		c.Int("max-requests"), c.Duration("queue-timeout")
	a.Expensive, a.Queue, a.Soon, a.Feeds = expensive, c.Int("max-expensive-queue"), c.Duration("expensive-timeout"),
		c.Int("max-feeds")
	a.Streams, a.AllStreams = c.Int("max-streams"), max(c.Int("max-clients")/2, 1) // Half is left to other clients.
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
	for _, name := range []string{"body-memory", "anonymous-body-memory"} {
		if n := c.Int64(name); n < largest && c.IsSet(name) {
			return InvalidSetting(name, "must be at least --max-body, %d bytes, not %d", largest, n)
		}
	}
	if n := c.Int64("body-rate"); n < 0 {
		return InvalidSetting("body-rate", "must be 0 or more, not %d", n)
	}
	if d := c.Duration("body-grace"); d <= 0 {
		return InvalidSetting("body-grace", "must be a duration such as 5s, not %s", d)
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
		MaxHeaderBytes: int(c.Int64("max-header")), ConnState: conns.changed,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
