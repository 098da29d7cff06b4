package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"almanac/runtime/audit"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/identity"
	"almanac/runtime/request"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// feedSiteCommand shows or sets the site in the UIDs and guids of feeds.
func feedSiteCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "feed-site", Usage: "Show or set the site in UIDs and guids of feeds", ArgsUsage: "[URL]",
		Description: "The first public --site-url is stored, and stays after a move: calendar programs recognize events " +
			"by their UIDs.\nAnother URL makes them import all events again.",
		Flags: []cli.Flag{databaseFlag(p)},
		Action: func(ctx context.Context, c *cli.Command) error {
			var site string
			if c.Args().Present() {
				text, err := oneArgument(c, "the URL of the site")
				if err != nil {
					return err
				}
				u, ok := siteURL(text)
				if !ok {
					return Misuse(fmt.Errorf("the URL must be an address such as https://shop.example, not %q", text))
				}
				site = deployment.Deployment{SiteURL: u}.Site()
			}
			s, err := openDatabase(ctx, c, service.Config{})
			if err != nil {
				return err
			}
			return errors.Join(feedSite(httpapi.NewRun(ctx, "feed-site"), c, s, site), s.Close())
		},
	}
}

// feedSite stores the feed site unless it is "", and prints the stored one.
func feedSite(ctx context.Context, c *cli.Command, s *service.Service, site string) error {
	if site != "" {
		by := audit.Actor{At: s.Env.Clock(), Name: audit.CommandLine, Request: request.StateOf(ctx).ID}
		err := s.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
			return identity.SetFeedSite(ctx, w, by, site)
		})
		if err != nil {
			return err
		}
	}
	here, err := identity.Read(ctx, s.Store.Reader())
	if err != nil {
		return err
	}
	if here.StoredFeedSite == "" {
		_, err = fmt.Fprintln(c.Root().Writer, "none is stored: feeds use --site-url")
		return err
	}
	_, err = fmt.Fprintln(c.Root().Writer, here.StoredFeedSite)
	return err
}
