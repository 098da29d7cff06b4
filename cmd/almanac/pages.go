package main

import (
	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
)

// pageFlags are the flags of the web pages.
func pageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "pages", Value: true, Usage: "serve the calendar as web pages, at / and at the page URLs of records", Sources: env("pages")},
	}
}

// setPages reads the flags of the web pages.
func setPages(c *cli.Command, config *app.Config) error {
	config.Pages = c.Bool("pages")
	return nil
}
