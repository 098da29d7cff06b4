package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	stdruntime "runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/admission"
	"almanac/runtime/cache"
	"almanac/runtime/cli/telemetry"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/zoneinfo"
)

// adminAddress is the default of --admin-listen.
const adminAddress = "127.0.0.1:9464"

const defaultLogLevel = "info"

// telemetryFlags are the flags for log, metrics and profiles.
func telemetryFlags() []cli.Flag {
	return []cli.Flag{
		text("admin-listen", adminAddress,
			"`ADDRESS` for metrics, profiles and probes, or none; not started if the default address is taken"),
		&cli.StringSliceFlag{
			Name:    "admin-hosts",
			Usage:   "`NAME` accepted as the host of --admin-listen, in addition to IP addresses and localhost; repeatable",
			Sources: Setting("admin-hosts"),
		},
		text("log-format", "auto",
			"log `FORMAT`: text, json, or auto (text on a terminal)"),
		text("log-level", defaultLogLevel,
			"log `LEVEL`: debug, info, warn or error; info logs every request; reloaded on SIGHUP"),
	}
}

// setLog opens the log that the flags describe.
func setLog(c *cli.Command, config *service.Config) error {
	format, word := c.String("log-format"), c.String("log-level")
	config.LogLevel = &slog.LevelVar{}
	config.Log = telemetry.NewLog(c.Root().ErrWriter, format, config.LogLevel)
	if !slices.Contains(telemetry.LogFormats(), format) {
		return InvalidSetting("log-format", "must be one of %s, not %q", strings.Join(telemetry.LogFormats(), ", "), format)
	}
	level, err := telemetry.ParseLevel(word)
	if err != nil {
		return invalidLevel(word)
	}
	config.LogLevel.Set(level)
	return nil
}

// invalidLevel returns the error about an unknown log level.
func invalidLevel(word string) error {
	return InvalidSetting("log-level", "must be one of %s, not %q", strings.Join(telemetry.LogLevels(), ", "), word)
}

// monitor has the log, metrics, traces and admin listener of a server.
type monitor struct {
	log      *slog.Logger
	metrics  *telemetry.Metrics
	tracing  *telemetry.Tracing // Nil if traces are not sent.
	admin    net.Listener       // Nil for none.
	hosts    []string           // Names to which admin answers, beside localhost.
	network  []netip.Prefix
	database store.Dialect
}

// startTelemetry starts the metrics, traces and admin listener, and sets the hooks for
// requests and statements.
func startTelemetry(ctx context.Context, c *cli.Command, config *service.Config) (*monitor, error) {
	o := &monitor{log: config.Log, metrics: telemetry.NewMetrics(buildInfo().version), network: config.Proxies}
	o.hosts = c.StringSlice("admin-hosts")
	if host, _, err := net.SplitHostPort(c.String("admin-listen")); err == nil {
		o.hosts = append(o.hosts, host)
	}
	var err error
	if o.tracing, err = telemetry.StartTracing(ctx, config.Log, c.Root().Name, buildInfo().version); err != nil {
		return nil, err
	}
	if o.admin, err = adminListener(ctx, c, config.Log); err != nil {
		return nil, errors.Join(err, o.close())
	}
	line := telemetry.LogRequests(config.Log)
	config.OnRequest = func(ctx context.Context, ended httpapi.Ended) {
		line(ctx, ended)
		o.metrics.Request(ctx, ended)
		if o.tracing != nil {
			o.tracing.Request(ctx, ended)
		}
	}
	o.database = store.PostgreSQL
	if strings.HasPrefix(config.Database, "sqlite:") {
		o.database = store.SQLite
	}
	config.Options.OnQuery = o.query
	return o, nil
}

// query counts a call of the store and makes its span.
func (m *monitor) query(ctx context.Context, call store.QueryInfo) {
	m.metrics.Query(ctx, call)
	if m.tracing != nil {
		m.tracing.Query(ctx, m.database, call)
	}
}

// adminListener listens for the operator; it returns nil for none.
func adminListener(ctx context.Context, c *cli.Command, log *slog.Logger) (net.Listener, error) {
	address := c.String("admin-listen")
	if address == "none" {
		return nil, nil
	}
	return listenAdmin(ctx, address, sourcesOf(ctx)["admin-listen"], log)
}

// listenAdmin listens on an address; from says where it was set.  Two servers on
// one machine must both start, so it returns nil and no error if the default
// address is in use.
func listenAdmin(ctx context.Context, address string, from deployment.Origin, log *slog.Logger) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err == nil {
		return listener, nil
	}
	if from.Place == deployment.ByDefault && addressInUse(err) {
		log.Info("admin listener not started: address in use, set --admin-listen", "address", address, "error", err)
		return nil, nil
	}
	return nil, listenError("admin-listen", address, err)
}

// windowsAddrInUse is WSAEADDRINUSE, which the package syscall does not name: its
// EADDRINUSE is a number of its own there that no call returns.
const windowsAddrInUse = syscall.Errno(10048)

// addressInUse reports whether an address cannot be listened at because another
// program does.
func addressInUse(err error) bool {
	return errors.Is(err, syscall.EADDRINUSE) || stdruntime.GOOS == "windows" && errors.Is(err, windowsAddrInUse)
}

// listenError returns the error about an address that cannot be listened on.
func listenError(flag, address string, err error) error {
	if addressInUse(err) {
		return settingErr(flag, fmt.Errorf("%s is already in use", address))
	}
	var at *net.OpError
	if errors.As(err, &at) {
		err = at.Err
	}
	return settingErr(flag, fmt.Errorf("cannot listen on %s: %w", address, err))
}

// watch registers the metrics of an opened service and starts the admin server.  It
// returns the handler of the service, with metrics and traces.
func (m *monitor) watch(a *service.Service, conns *connections) http.Handler {
	m.metrics.Pools(a.Store.PoolStats)
	m.metrics.TimeZones(dates.Rules, zoneinfo.SystemIsNewer)
	m.metrics.SignIns(a.Env.Users.SignIns)
	m.metrics.Limits(func() []admission.LimitState { return append(a.API.Limits(), conns.states()...) })
	if _, keeps := a.API.CacheStats(); keeps {
		m.metrics.Cache("responses", func() cache.Stats {
			stats, _ := a.API.CacheStats()
			return stats
		})
	}
	if len(a.Outbox.Handlers) > 0 {
		m.metrics.Outbox(a.Outbox)
	}
	m.metrics.Webhooks(a.Webhooks, a.Store)
	m.metrics.Jobs(a.Jobs.States)
	if m.admin != nil {
		server := &http.Server{
			Handler: telemetry.Admin(a.Probes(), m.metrics, m.hosts...), ReadHeaderTimeout: 10 * time.Second,
			IdleTimeout: 2 * time.Minute,
			ErrorLog:    slog.NewLogLogger(m.log.Handler(), slog.LevelWarn),
		}
		go func() { _ = server.Serve(m.admin) }() // It ends with its listener.
		m.log.Info("admin listener started", "address", m.admin.Addr().String())
	}
	handler := m.metrics.InFlight(a.Handler())
	if m.tracing != nil {
		handler = m.tracing.Handler(handler, m.trusts)
	}
	return handler
}

// trusts reports whether a request comes from a proxy that is trusted.
func (m *monitor) trusts(r *http.Request) bool {
	pair, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && slices.ContainsFunc(m.network, func(n netip.Prefix) bool {
		return n.Contains(pair.Addr().Unmap())
	})
}

// close stops listening and sends the traces that are left.
func (m *monitor) close() error {
	var all []error
	if m.admin != nil {
		all = append(all, m.admin.Close())
	}
	if m.tracing != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := m.tracing.Close(ctx); err != nil {
			m.log.Warn("trace export failed during shutdown", "error", err)
		}
	}
	if err := errors.Join(all...); err != nil {
		return fmt.Errorf("stop the admin listener: %w", err)
	}
	return nil
}
