package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v3"

	"almanac/runtime/service"
)

// openapiCommand prints the OpenAPI document of a deployment.
func openapiCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "openapi", Usage: "Print the OpenAPI document",
		Description: moreFlags,
		Flags: append(p.siteFlags("languages", "language-param", "per-page", "base-path", "namespace", "site-url"),
			text("auth", "open", "`MODE` of the server: open or required"),
			&cli.StringFlag{Name: "format", Value: "3.1", Usage: "`VERSION` of OpenAPI, 3.2, 3.1 or 3.0"}),
		Action: func(_ context.Context, c *cli.Command) error {
			var config service.Config
			if err := setDeployment(c, &config); err != nil {
				return err
			}
			format := c.String("format")
			if !slices.Contains([]string{"3.2", "3.1", "3.0"}, format) {
				return InvalidSetting("format", "must be 3.2, 3.1 or 3.0, not %q", format)
			}
			if auth := c.String("auth"); auth != "open" && auth != "required" {
				return InvalidSetting("auth", "must be open or required, not %q", auth)
			}
			document, err := service.Document(p.Service, config.Deployment, c.String("auth") != "required", format)
			if err == nil {
				_, err = fmt.Fprintln(c.Root().Writer, string(document))
			}
			return err
		},
	}
}
