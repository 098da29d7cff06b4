package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/urfave/cli/v3"

	"almanac/runtime/auth"
	"almanac/runtime/cli/telemetry"
	"almanac/runtime/deployment"
	"almanac/runtime/desk"
	"almanac/runtime/desk/records"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
)

func deskFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{
			Name: "desk", Value: true, Usage: "serve the editors' desk at /desk",
			Sources: Setting("desk"),
		},
		text("setup-link-file", "",
			"`FILE` for the first administrator's link; default: DATABASE.setup-link next to the SQLite file"),
	}
}

// setDesk reads the flags of the desk. It has precedence over the pages of the program.
func setDesk(c *cli.Command, config *service.Config) error {
	if !c.Bool("desk") {
		return nil
	}
	config.AccountPath = desk.Path + "/account"
	config.SetupLinkFile = c.String("setup-link-file")
	if path, is := strings.CutPrefix(config.Database, "sqlite:"); is && config.SetupLinkFile == "" {
		config.SetupLinkFile = path + ".setup-link"
	}
	pages, parts := config.Pages, append([]desk.Part{records.Part}, programOf(c).Desk...)
	config.Pages = func(api *httpapi.API) func(string) (string, http.Handler) {
		found := desk.New(api, parts...).Lookup
		if pages == nil {
			return found
		}
		other := pages(api)
		return func(path string) (string, http.Handler) {
			if pattern, h := found(path); h != nil {
				return pattern, h
			}
			return other(path)
		}
	}
	return nil
}

// setupLink makes a one-time link for the first administrator of a desk, where none can
// sign in. It returns the URL for a terminal; otherwise the link is in the file for it, or,
// where there is none, made by a command, so that no log has it.
func setupLink(ctx context.Context, c *cli.Command, a *service.Service) (link string, needed bool, err error) {
	file := a.Env.SetupLinkFile
	if a.Env.AuthDisabled || !c.Bool("desk") {
		return "", false, nil
	}
	has, err := a.Env.Users.HasAdministrator(ctx)
	if err != nil {
		return "", false, err
	}
	terminal := telemetry.IsTerminal(c.Root().ErrWriter)
	if file != "" && (has || terminal) { // That link is used, or will be replaced.
		if err := desk.RemoveSetupLink(file); err != nil {
			a.Env.Log.WarnContext(ctx, "removing the setup link failed", "file", file, "error", err)
		}
	}
	if has || !terminal && file == "" {
		return "", !has, nil
	}
	text, err := auth.Links{Users: a.Env.Users}.First(ctx)
	if err != nil {
		return "", true, err
	}
	link = desk.LinkURL(a.Env.Deployment.SiteURL, text)
	if terminal {
		return link, true, nil
	}
	if err := desk.WriteSetupLink(file, link); err != nil {
		return "", true, InvalidSetting("setup-link-file", "cannot be written, name another file: %w", err)
	}
	return "", true, nil
}

// linkCommand prints a one-time link for the password of a user, or for the first
// administrator.
func linkCommand(p *Program) *cli.Command {
	site := group("Service", []cli.Flag{text("site-url", deployment.Default("", nil).SiteURL,
		"`URL` of the site in the link")})[0]
	return &cli.Command{
		Name: "link", Usage: "Print a one-time link to reset the password of a user, or to set up the first administrator",
		ArgsUsage: "[NAME]", Flags: []cli.Flag{databaseFlag(p), site},
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Args().Len() > 1 {
				return plain(fmt.Errorf("%s takes one argument at most, the name or email address of the user", nameOf(c)))
			}
			return withUsers(ctx, c, func(u *auth.Users) error {
				if c.Args().Present() {
					text, err := auth.Links{Users: u}.ForPassword(ctx, c.Args().First())
					return printLink(c, text, err)
				}
				has, err := u.HasAdministrator(ctx)
				if err != nil {
					return err
				}
				if has {
					return plain(errors.New("there is an administrator already: name the user of the link"))
				}
				text, err := auth.Links{Users: u}.First(ctx)
				return printLink(c, text, err)
			})
		},
	}
}

// printLink prints the URL of a one-time link, unless it could not be made.
func printLink(c *cli.Command, text string, err error) error {
	if err != nil {
		return err
	}
	// A variable may be set, and empty.
	site := cmp.Or(strings.TrimSuffix(c.String("site-url"), "/"), deployment.Default("", nil).SiteURL)
	_, err = fmt.Fprintln(c.Root().Writer, desk.LinkURL(site, text))
	return err
}
