package cli

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/urfave/cli/v3"

	"almanac/runtime/auth"
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
	}
}

// setDesk reads the flags of the desk. It has precedence over the pages of the program.
func setDesk(c *cli.Command, config *service.Config) error {
	if !c.Bool("desk") {
		return nil
	}
	config.AccountPath = desk.Path + "/account"
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

// firstLink returns the URL of a one-time link that makes the first administrator of a
// desk, "" where one can sign in already, or nobody has to.
func firstLink(ctx context.Context, c *cli.Command, a *service.Service) (string, error) {
	if a.Env.AuthDisabled || !c.Bool("desk") {
		return "", nil
	}
	if has, err := a.Env.Users.HasAdministrator(ctx); has || err != nil {
		return "", err
	}
	text, err := auth.Links{Users: a.Env.Users}.First(ctx)
	return desk.LinkURL(a.Env.Deployment.SiteURL, text), err
}

// linkCommand prints a one-time link for the password of a user.
func linkCommand(p *Program) *cli.Command {
	site := group("Service", []cli.Flag{text("site-url", deployment.Default("", nil).SiteURL,
		"`URL` of the site in the link")})[0]
	return &cli.Command{
		Name: "link", Usage: "Print a one-time password-reset link",
		ArgsUsage: "NAME", Flags: []cli.Flag{databaseFlag(p), site}, Action: func(ctx context.Context, c *cli.Command) error {
			return onUser(ctx, c, "the name or email address of the user", func(u *auth.Users, user string) error {
				text, err := auth.Links{Users: u}.ForPassword(ctx, user)
				if err == nil {
					_, err = fmt.Fprintln(c.Root().Writer, desk.LinkURL(strings.TrimSuffix(c.String("site-url"), "/"), text))
				}
				return err
			})
		},
	}
}
