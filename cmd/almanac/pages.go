package main

import (
	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
)

// pageFlags say whether people can look at the calendar in a browser.
func pageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "pages", Value: true, Usage: "show the calendar to people, at / and at the addresses that events and the like have; --pages=false does not", Sources: env("pages")},
	}
}

// setPages reads whether people can look at the calendar.
func setPages(c *cli.Command, config *app.Config) error {
	config.Pages = c.Bool("pages")
	return nil
}
