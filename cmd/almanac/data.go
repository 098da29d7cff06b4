package main

import (
	"context"
	"errors"

	"github.com/urfave/cli/v3"
)

func demoCommand() *cli.Command {
	return &cli.Command{Name: "demo", Action: func(context.Context, *cli.Command) error { return errors.New("soon") }}
}

func importCommand() *cli.Command {
	return &cli.Command{Name: "import", Action: func(context.Context, *cli.Command) error { return errors.New("soon") }}
}

func exportCommand() *cli.Command {
	return &cli.Command{Name: "export", Action: func(context.Context, *cli.Command) error { return errors.New("soon") }}
}
