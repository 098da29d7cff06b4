package cli

import (
	"context"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"almanac/runtime/cli/telemetry"
	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/service"
)

// logStartup logs that the server has started, and prints where it is on a terminal.  All
// listeners are open when the line is logged.
func logStartup(ctx context.Context, c *cli.Command, a *service.Service) error {
	root, noUser := a.Env.Deployment.APIURL(), false
	if !a.Env.AuthDisabled {
		n, err := a.Env.Users.Count(ctx)
		if err != nil {
			return err
		}
		noUser = n == 0
	}
	link, needed, err := setupLink(ctx, c, a)
	if err != nil {
		return err
	}
	a.Env.Log.InfoContext(ctx, "server started", "url.full", root, "time_zones", dates.Rules().String())
	if errs := c.Root().ErrWriter; telemetry.IsTerminal(errs) {
		_, err := errs.Write([]byte(banner(c, a, noUser, link)))
		return err
	}
	how := []any{"command", addAdministrator(c)}
	switch {
	case needed && a.Env.SetupLinkFile != "":
		how = append(how, "link_file", a.Env.SetupLinkFile)
	case needed:
		how = append(how, "link_command",
			os.Args[0]+" user link --site-url "+a.Env.Deployment.SiteURL+" --database "+databaseName(c))
	}
	switch {
	case noUser:
		a.Env.Log.WarnContext(ctx, "no users exist, so all writes are refused", how...)
	case needed:
		a.Env.Log.WarnContext(ctx, "no administrator can sign in to the desk", how...)
	}
	return nil
}

// setUp introduces the link that sets up the first administrator.
const setUp = "Set up the first administrator in your browser (the link works once and expires in 24 hours):"

// banner returns the text for a terminal: the address and example requests, and
// how to create a user if there is none, also by a one-time link unless it is "".
func banner(c *cli.Command, a *service.Service, noUser bool, link string) string {
	root, curl := a.Env.Deployment.APIURL(), "  curl "
	if !a.Env.AuthDisabled {
		curl += "-u USER:PASSWORD "
	}
	site, open := a.Env.Deployment.SiteURL, ""
	if programOf(c).Pages != nil && c.Bool("pages") {
		open = " " + site
	}
	if c.Bool("desk") {
		open += " · desk " + site + desk.Path
	}
	lines := []string{"", "Open" + strings.TrimPrefix(open, " ·") + " · API " + root + "/doc", ""}
	if open == "" {
		lines[1] = "Open " + root + "/doc"
	}
	for _, example := range examples(programOf(c)) {
		lines = append(lines, curl+strings.ReplaceAll(example, "{root}", root))
	}
	switch {
	case link != "":
		lines = append(lines, "", setUp, "  "+link)
	case noUser:
		lines = append(lines, "", "There are no users yet, so nobody can make changes. Create an administrator:",
			"  "+addAdministrator(c))
	}
	return strings.Join(lines, "\n") + "\n\n"
}

// examples returns arguments of curl that show what the service does.
func examples(p *Program) []string {
	if p.Examples != nil || len(p.Service.Resources) == 0 {
		return p.Examples
	}
	return []string{"'{root}/" + p.Service.Resources[0].Plural + "?per_page=3'"}
}

// addAdministrator returns the command that creates the first user.  It has no
// password, as it is logged.
func addAdministrator(c *cli.Command) string {
	return os.Args[0] + " user add NAME --role administrator --password-file FILE --database " + databaseName(c)
}

// databaseName returns the database for a command that is logged: a URL may have a password.
func databaseName(c *cli.Command) string {
	if database := c.String("database"); strings.HasPrefix(database, "sqlite:") {
		return database
	}
	return "URL"
}
