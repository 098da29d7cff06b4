package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"almanac/runtime/auth"
	"almanac/runtime/mcp"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// mcpFlags are the flags of programs with a language model.
func mcpFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{
			Name: "mcp", Value: true, Sources: Setting("mcp"),
			Usage: "serve programs with a language model at NAMESPACE/mcp; with --auth open only if set",
		},
	}
}

// setMCP reads the flags of programs with a language model.
func setMCP(c *cli.Command, config *service.Config) error {
	switch {
	case !c.Bool("mcp"):
		config.MCP = service.Off
	case c.IsSet("mcp"):
		config.MCP = service.On
	}
	return nil
}

// mcpCommand answers one program on standard input and output.
func mcpCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "mcp", Usage: "Answer a program with a language model on standard input and output",
		Description: "The program has the permissions of --user; without it, those of a visitor.\n" + moreFlags,
		Flags: append(p.siteFlags("database", "media", "timezone", "site-url"),
			&cli.StringFlag{Name: "user", Usage: "`NAME` or email address of the user that the program acts as"}),
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Args().Present() {
				return plain(fmt.Errorf("mcp takes no arguments, only flags: unexpected %q", c.Args().First()))
			}
			return p.answerProgram(ctx, c)
		},
	}
}

// answerProgram opens the service and answers until the input ends.
func (p *Program) answerProgram(ctx context.Context, c *cli.Command) (err error) {
	config := service.Config{Database: c.String("database"), Options: store.Options{Application: p.Name}}
	if err := setDeployment(c, &config); err != nil {
		return err
	}
	s, err := service.Open(ctx, p.Service, config)
	if err != nil {
		return settingErr(openSetting(err), err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var caller auth.Caller
	if name := c.String("user"); name != "" {
		user, err := s.Env.Users.Find(ctx, name)
		if err != nil {
			return err
		}
		caller = user.Caller()
	}
	return mcp.New(s.API).Run(ctx, c.Root().Reader, c.Root().Writer, caller)
}
