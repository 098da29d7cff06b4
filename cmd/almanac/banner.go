package main

import (
	"context"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
	"almanac/cmd/internal/telemetry"
)

// logStartup says that the service answers: in the log, and to a person at a
// terminal with requests to try.  Whoever waits for the line in the log finds
// everything listening.
func logStartup(ctx context.Context, c *cli.Command, a *app.App) error {
	root, noUser := a.Env.Deployment.APIURL(), false
	if !a.Env.AuthDisabled {
		n, err := a.Env.Users.Count(ctx)
		if err != nil {
			return err
		}
		noUser = n == 0
	}
	a.Env.Log.InfoContext(ctx, "server started", "url.full", root)
	errs := c.Root().ErrWriter
	switch {
	case telemetry.IsTerminal(errs):
		_, err := errs.Write([]byte(banner(c, a, noUser)))
		return err
	case noUser:
		a.Env.Log.WarnContext(ctx, "no users exist, so all writes are refused", "command", addAdministrator(c))
	}
	return nil
}

// banner says where the service is and what to try; without any user it says
// how to make one.
func banner(c *cli.Command, a *app.App, noUser bool) string {
	root, curl := a.Env.Deployment.APIURL(), "  curl "
	if !a.Env.AuthDisabled {
		curl += "-u USER:PASSWORD "
	}
	lines := []string{
		"",
		"almanac answers at " + root,
		"",
		curl + "'" + root + "/events?per_page=3'",
		curl + "'" + root + "/events?search=music&categories=classical'",
		curl + "-X POST '" + root + "/events' -d title=Picnic -d start_date='tomorrow 14:00' -d end_date='tomorrow 18:00'",
		"",
		"Documentation: " + root + "/doc",
	}
	if a.API.Pages != nil {
		lines = append(lines, "Calendar:      "+a.Env.Deployment.SiteURL+"/")
	}
	if noUser {
		lines = append(lines, "", "There is no user yet, so nobody can write. Make an administrator:", "  "+addAdministrator(c))
	}
	return strings.Join(lines, "\n") + "\n\n"
}

// addAdministrator returns the command that makes the first user.  It holds no
// password, as logs are kept.
func addAdministrator(c *cli.Command) string {
	database := c.String("database")
	if !strings.HasPrefix(database, "sqlite:") {
		database = "URL"
	}
	return os.Args[0] + " user add NAME --role administrator --password-file FILE --database " + database
}
