package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
	"almanac/runtime/store"
)

// serveCommand answers requests until it is told to stop.
func serveCommand() *cli.Command {
	return &cli.Command{
		Name: "serve", Usage: "answer requests",
		Description: "Every flag can also be set by a variable: --site-url by ALMANAC_SITE_URL.",
		Flags: append(slices.Concat(deploymentFlags(), networkFlags(), limitFlags()),
			text("auth", "open", "open: every caller is the administrator; required: users sign in"),
			&cli.BoolFlag{Name: "allow-open-network", Usage: "let --auth open listen beyond this machine", Sources: env("allow-open-network")},
			&cli.BoolFlag{Name: "migrate", Usage: "bring a PostgreSQL schema up to date first", Sources: env("migrate")},
			&cli.IntFlag{Name: "max-connections", Usage: "connections to the database; 0 lets the store choose", Sources: env("max-connections")},
			text("sync", "full", "SQLite: full survives a loss of power, normal is faster"),
			&cli.DurationFlag{Name: "shutdown-timeout", Value: 20 * time.Second, Usage: "`TIME` that requests in flight get when the server stops", Sources: env("shutdown-timeout")},
		),
		Action: serve,
	}
}

// serve listens, opens the store and answers until the context ends.
func serve(ctx context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return plain(fmt.Errorf("serve takes no arguments, only flags; %q is not one", c.Args().First()))
	}
	config, err := serveConfig(c)
	if err != nil {
		return err
	}
	secure, err := encryption(c, config)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.String("listen"))
	if err != nil {
		return fmt.Errorf("--listen %s: %w", c.String("listen"), errors.Unwrap(err))
	}
	if config.Deployment.SiteURL == "" || c.String("site-url") == "" {
		config.Deployment.SiteURL = scheme(secure) + reachable(listener.Addr().String())
	}
	a, err := app.Open(ctx, config)
	if err != nil {
		_ = listener.Close() // The first error tells more.
		return err
	}
	defer func() { _ = a.Close() }()
	if err := greet(ctx, c, a); err != nil {
		return err
	}
	return answer(ctx, httpServer(c, a), limited(c, listener), secure, config.Log, c.Duration("shutdown-timeout"))
}

// scheme returns how addresses of the server begin.
func scheme(secure *certificate) string {
	if secure != nil {
		return "https://"
	}
	return "http://"
}

// serveConfig reads the configuration from the flags.
func serveConfig(c *cli.Command) (app.Config, error) {
	d, err := deployment(c)
	config := app.Config{
		Database: c.String("database"), Deployment: d, Migrate: c.Bool("migrate"),
		Log:     slog.New(slog.NewTextHandler(c.Root().ErrWriter, nil)),
		Options: store.Options{MaxConns: c.Int("max-connections"), Sync: c.String("sync")},
	}
	if err != nil {
		return config, err
	}
	for _, set := range []func(*cli.Command, *app.Config) error{setNetwork, setLimits} {
		if err := set(c, &config); err != nil {
			return config, err
		}
	}
	if s := c.String("sync"); s != "full" && s != "normal" {
		return config, fmt.Errorf("--sync must be full or normal, not %q", s)
	}
	if c.Int("max-connections") < 0 {
		return config, errors.New("--max-connections must be 0 or more")
	}
	switch c.String("auth") {
	case "open":
		config.Open = true
	case "required":
	default:
		return config, fmt.Errorf("--auth must be open or required, not %q", c.String("auth"))
	}
	if config.Open && !loopback(c.String("listen")) && !c.Bool("allow-open-network") {
		return config, fmt.Errorf("--auth open lets everybody write, so it listens on this machine only: use --auth required, or a loopback address instead of %s, or --allow-open-network", c.String("listen"))
	}
	return config, nil
}

// greet says where the service is and what to try; without any user it says
// how to make one.
func greet(ctx context.Context, c *cli.Command, a *app.App) error {
	root := a.Env.Deployment.RestURL()
	lines := []string{
		"almanac answers at " + root,
		"",
		"  curl '" + root + "/events?per_page=3'",
		"  curl '" + root + "/events?search=music&categories=classical'",
		"  curl -X POST '" + root + "/events' -d title=Picnic -d start_date='tomorrow 14:00' -d end_date='tomorrow 18:00'",
		"",
		"Documentation: " + root + "/doc",
	}
	if !a.Env.Open {
		n, err := a.Env.Users.Count(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			lines = append(lines, "", "There is no user yet, so nobody can write. Make an administrator:",
				"  "+os.Args[0]+" user add NAME --role administrator --password-file FILE --database "+hidePassword(c.String("database")))
		}
	}
	_, err := fmt.Fprintln(c.Root().Writer, strings.Join(lines, "\n"))
	return err
}

// hidePassword returns a database URL that may be shown.
func hidePassword(database string) string {
	if strings.HasPrefix(database, "sqlite:") {
		return database
	}
	return "URL"
}

// answer answers requests until the context ends, and lets those in flight
// finish.
func answer(ctx context.Context, server *http.Server, listener net.Listener, secure *certificate, log *slog.Logger, grace time.Duration) error {
	failed := make(chan error, 1)
	go func() { failed <- listen(server, listener, secure) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping: requests in flight may finish", "at_most", grace)
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	return server.Shutdown(stop)
}

// listen serves with TLS (and then HTTP/2) where there is a certificate.
func listen(server *http.Server, listener net.Listener, secure *certificate) error {
	if secure == nil {
		return server.Serve(listener)
	}
	server.TLSConfig = secure.config()
	return server.ServeTLS(listener, "", "")
}
