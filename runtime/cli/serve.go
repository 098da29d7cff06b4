package cli

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v3"

	"almanac/runtime/media"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
)

// serveCommand serves requests until it receives a signal.
func serveCommand(p *Program) *cli.Command {
	variables := strings.ToUpper(strings.ReplaceAll(p.Name, "-", "_")) + "_"
	return &cli.Command{
		Name: "serve", Usage: "Start the HTTP server",
		Description: "Every flag can also be set by an environment variable (--site-url: " + variables +
			"SITE_URL) or in the --config file.\n" +
			"The command line overrides variables, and variables override the file. To see where each value comes from, " +
			"run config check.",
		Flags:  serveFlags(p),
		Action: serve,
	}
}

// serveFlags returns all flags of a server; flags.go explains where a new flag
// goes.
func serveFlags(p *Program) []cli.Flag {
	return slices.Concat(
		group("Service", p.DeploymentFlags()), group("Service", pageFlags(p)), group("Service", deskFlags()),
		group("Service", mcpFlags()),
		group("Network", networkFlags()), group("Limits", limitFlags()),
		group("Database", storeFlags(p)), group("Database", replicaFlags()), group("Database", cacheFlags()),
		group("Operation", telemetryFlags()),
	)
}

// storeFlags are the flags for the use of the database; databaseFlag names it.
func storeFlags(p *Program) []cli.Flag {
	flags := []cli.Flag{
		&cli.BoolFlag{
			Name: "migrate", Usage: "apply pending PostgreSQL migrations first", Sources: Setting("migrate"),
		},
		&cli.IntFlag{
			Name: "max-connections", HideDefault: true,
			Usage:   "maximum `NUMBER` of database connections; default: depends on the database",
			Sources: Setting("max-connections"),
		},
		text("sync", "full", "SQLite `MODE`: full survives a power failure, normal is faster"),
		text("mmap", "0",
			"`SIZE` of the SQLite file to map into memory, such as 1GiB: faster reads, but a disk error crashes "+
				"the server"),
	}
	if p.Demo != nil {
		flags = append(flags, demoFlag())
	}
	return flags
}

// setStore reads the flags for the use of the database.
func setStore(c *cli.Command, config *service.Config) error {
	config.Database, config.Migrate = c.String("database"), c.Bool("migrate")
	config.Options.Application = c.Root().Name
	config.Options.MaxConns, config.Options.Synchronous = c.Int("max-connections"), c.String("sync")
	if n := c.Int("max-connections"); c.IsSet("max-connections") && n < 1 {
		return InvalidSetting("max-connections", "must be 1 or more, not %d; omit it for the default", n)
	}
	if s := c.String("sync"); s != "full" && s != "normal" {
		return InvalidSetting("sync", "must be full or normal, not %q", s)
	}
	mmap, err := humanize.ParseBytes(c.String("mmap"))
	if err != nil || mmap > 1<<40 {
		return InvalidSetting("mmap", "must be a size such as 1GiB, or 0 to map nothing, not %q", c.String("mmap"))
	}
	config.Options.MmapBytes = int64(mmap)
	return nil
}

// serve listens, opens the store and serves requests until the context ends.
func serve(ctx context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return plain(fmt.Errorf("serve takes no arguments, only flags: unexpected %q", c.Args().First()))
	}
	signals, ignore := hangups()
	defer ignore()
	config, secure, err := validateSettings(c)
	if err != nil {
		return err
	}
	useMemory()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.String("listen"))
	if err != nil {
		return listenError("listen", c.String("listen"), err)
	}
	defer func() { _ = listener.Close() }() // Also after an error below.
	operator, err := startTelemetry(ctx, c, &config)
	if err != nil {
		return err
	}
	defer func() { _ = operator.close() }() // The process ends anyway.
	config.StoreFeedSite = c.String("site-url") != ""
	config.Deployment.Origins = sourcesOf(ctx)
	if config.Deployment.SiteURL == "" || c.String("site-url") == "" {
		config.AnyHost = true
		config.Deployment.SiteURL = scheme(secure) + reachable(listener.Addr().String())
	}
	a, err := openService(ctx, programOf(c).Service, config)
	if err != nil {
		return settingErr(openSetting(err), err)
	}
	defer func() { _ = a.Close() }()
	if err := loadDemoIfEmpty(ctx, c, a, config.Log); err != nil {
		return err
	}
	conns := newConnections(listener, c.Int("max-clients"), c.Int("max-clients-per-address"), config.Proxies)
	handler := operator.watch(a, conns)
	if err := logStartup(ctx, c, a); err != nil {
		return err
	}
	go (&reloader{command: c, log: config.Log, level: config.LogLevel, secure: secure}).watch(ctx, signals)
	defer a.Background(ctx, c.Duration("shutdown-timeout"))()
	server := httpServer(c, handler, config.Log, conns)
	server.RegisterOnShutdown(a.EndStreams)
	return serveUntilDone(ctx, server, conns, secure, config.Log,
		c.Duration("shutdown-timeout"))
}

// openService opens the service.  Most of what that allocates stays in use, so garbage
// collections meanwhile would free little and take a quarter of its time.
func openService(ctx context.Context, d service.Definition, config service.Config) (*service.Service, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(relaxedGOGC))
	return service.Open(ctx, d, config)
}

// scheme returns the URL scheme of the server.
func scheme(secure *certificate) string {
	if secure != nil {
		return "https://"
	}
	return "http://"
}

// validateSettings reads and validates all settings, without the network or the
// database.  Every error is a misuse.
func validateSettings(c *cli.Command) (service.Config, *certificate, error) {
	config, secure, err := settingsOf(c)
	return config, secure, Misuse(err)
}

// settingsOf reads and validates all settings.
func settingsOf(c *cli.Command) (service.Config, *certificate, error) {
	config, err := serveConfig(c)
	if err != nil {
		return config, nil, err
	}
	secure, err := loadTLS(c, config)
	if err != nil {
		return config, nil, err
	}
	if err := open.ValidateURL(config.Database, config.Options); err != nil {
		return config, nil, settingErr(openSetting(err), err)
	}
	if direct := config.MigrateDatabase; direct != "" {
		return config, secure, settingErr("migrate-url", open.ValidateURL(direct, store.Options{}))
	}
	return config, secure, nil
}

// serveConfig reads the configuration from the flags.
func serveConfig(c *cli.Command) (service.Config, error) {
	var config service.Config
	for _, set := range []func(*cli.Command, *service.Config) error{
		setDeployment, setLog, setNetwork, setAccess, setLimits, setStore, setReplicas, setCache, setPictures, setPages,
		setDesk, setMCP,
	} {
		if err := set(c, &config); err != nil {
			return config, err
		}
	}
	return config, nil
}

// setAccess reads the flags for authentication.
func setAccess(c *cli.Command, config *service.Config) error {
	switch c.String("auth") {
	case "open":
		config.Open = true
	case "required":
	default:
		return InvalidSetting("auth", "must be open or required, not %q", c.String("auth"))
	}
	if _, _, err := net.SplitHostPort(c.String("listen")); err != nil {
		return InvalidSetting("listen", "must be an address and a port such as 127.0.0.1:8080, not %q", c.String("listen"))
	}
	if at := c.String("admin-listen"); at != "none" {
		if _, _, err := net.SplitHostPort(at); err != nil {
			return InvalidSetting("admin-listen", "must be an address and a port such as %s, or none, not %q", adminAddress, at)
		}
	}
	if !config.Open && c.IsSet("host") && c.String("site-url") == "" {
		return InvalidSetting("host", "requires --site-url with --auth required: without it, any host is served")
	}
	config.OpenNetwork = c.Bool("allow-open-network")
	switch {
	case !config.Open || config.OpenNetwork:
	case !loopback(c.String("listen")):
		return InvalidSetting("auth",
			"open lets anyone make changes, so it is limited to this machine: use --auth required, a loopback address "+
				"instead of %s, or --allow-open-network; --auth is now open", c.String("listen"))
	case isPublic(config.Deployment.SiteURL):
		return InvalidSetting("auth",
			"open lets anyone make changes, and --site-url %s is public: use --auth required, or "+
				"--allow-open-network; --auth is now open", config.Deployment.SiteURL)
	}
	return nil
}

// serveUntilDone serves requests until the context ends, then waits for those in
// progress.
func serveUntilDone(ctx context.Context, server *http.Server, listener net.Listener, secure *certificate,
	log *slog.Logger, grace time.Duration,
) error {
	failed := make(chan error, 1)
	go func() { failed <- listen(server, listener, secure) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("shutdown started", "timeout", grace.String())
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	return server.Shutdown(stop)
}

// listen serves requests, with TLS and HTTP/2 if there is a certificate.
func listen(server *http.Server, listener net.Listener, secure *certificate) error {
	if secure == nil {
		return server.Serve(listener)
	}
	server.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: secure.get}
	return server.ServeTLS(listener, "", "")
}

// minCacheBytes is the minimum size of a cache; a smaller one has room for a few
// pages only.
const minCacheBytes = 1 << 20

// cacheFlags are the flags of the response cache.
func cacheFlags() []cli.Flag {
	return []cli.Flag{
		text("cache", humanize.IBytes(service.DefaultCache),
			"`SIZE` of the response cache; cleared on every write; 0: no cache"),
	}
}

// setCache reads the flags of the response cache.
func setCache(c *cli.Command, config *service.Config) error {
	size, err := humanize.ParseBytes(c.String("cache"))
	switch {
	case err != nil || size > 1<<40:
		return InvalidSetting("cache", "must be a size such as 24MiB, or 0 for no cache, not %q", c.String("cache"))
	case size == 0:
		config.CacheBytes = -1
	case size < minCacheBytes:
		return InvalidSetting("cache", "must be 1MiB or more, or 0 for no cache, not %q", c.String("cache"))
	default:
		config.CacheBytes = int64(size)
	}
	return nil
}

// setPictures reads the limits of uploaded pictures. What they may take is what GOMEMLIMIT
// leaves, unless --max-pixels says it.
func setPictures(c *cli.Command, config *service.Config) error {
	for _, name := range []string{"max-upload", "max-pixels"} {
		if n := c.Int64(name); n < 1 {
			return InvalidSetting(name, "must be 1 or more, not %d", n)
		}
	}
	if n := c.Int64("media-quota"); n < 0 {
		return InvalidSetting("media-quota", "must be 0 or more, not %d", n)
	}
	config.MediaLimits = media.Limits{
		FileBytes: c.Int64("max-upload"), Pixels: c.Int64("max-pixels"), UserBytes: c.Int64("media-quota"),
	}
	if memory := debug.SetMemoryLimit(-1); memory < math.MaxInt64 && !c.IsSet("max-pixels") {
		const others = 14 << 20 // What the rest of the program needs.
		config.MediaLimits = config.MediaLimits.Within(memory - max(0, config.CacheBytes) - others)
	}
	return nil
}

// pageFlags are the flags of the web pages, none for a program without pages.
func pageFlags(p *Program) []cli.Flag {
	if p.Pages == nil {
		return nil
	}
	return []cli.Flag{
		&cli.BoolFlag{
			Name: "pages", Value: true, Usage: "serve public pages at /",
			Sources: Setting("pages"),
		},
	}
}

// setPages reads the flags of the web pages.
func setPages(c *cli.Command, config *service.Config) error {
	if c.Bool("pages") {
		config.Pages = programOf(c).Pages
	}
	return nil
}

// relaxedGOGC is the value of GOGC if GOMEMLIMIT bounds the memory.
const relaxedGOGC = 400

// useMemory makes garbage collections rare if GOMEMLIMIT is set: below the limit,
// collecting earlier saves nothing.  A GOGC that is set stays.
func useMemory() {
	if os.Getenv("GOMEMLIMIT") != "" && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(relaxedGOGC)
	}
}
