package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/urfave/cli/v3"
)

// The library's messages about a wrong command line.
var (
	unknownFlag = regexp.MustCompile(`^flag provided but not defined: -+(\S+)$`)
	wrongValue  = regexp.MustCompile(`(?s)^invalid value "(.*)" for flag -+(\S+): `)
	noValue     = regexp.MustCompile(`^flag needs an argument: (\S+)$`)
)

// usageError returns one sentence about a wrong command line.
func usageError(c *cli.Command, err error) error {
	if len(c.VisibleCommands()) > 0 && c.Args().Present() {
		return unknownCommand(c, c.Args().First()) // Flags behind it are not the mistake.
	}
	text := strings.TrimSpace(err.Error())
	if m := unknownFlag.FindStringSubmatch(text); m != nil {
		var names []string
		for _, f := range c.Flags {
			names = append(names, f.Names()[0])
		}
		return plain(fmt.Errorf("unknown flag --%s%s", m[1], suggestion(m[1], names, "--")))
	}
	if m := noValue.FindStringSubmatch(text); m != nil {
		return plain(fmt.Errorf("%s requires a value", m[1]))
	}
	if m := wrongValue.FindStringSubmatch(text); m != nil {
		for _, f := range c.Flags {
			if f.Names()[0] == m[2] {
				return Misuse(fmt.Errorf("--%s must be %s, not %q (%s)", m[2], kindOf(f), m[1], onCommandLine(m[2])))
			}
		}
	}
	return plain(err)
}

// plain shortens an error of the command line to one sentence.
func plain(err error) error {
	return Misuse(fmt.Errorf("%s; use --help to see what is accepted", strings.TrimSpace(err.Error())))
}

// unknownCommand says that a command has no such command below it.
func unknownCommand(c *cli.Command, name string) error {
	var names []string
	for _, sub := range c.VisibleCommands() {
		names = append(names, sub.Names()...)
	}
	return Misuse(fmt.Errorf("unknown command %q%s; %s --help lists the commands",
		strings.TrimSpace(nameOf(c)+" "+name), suggestion(name, names, ""), c.FullName()))
}

// nameOf returns the name of a command without that of the program, with which errors
// begin anyway; "" for the program.
func nameOf(c *cli.Command) string {
	return strings.TrimSpace(strings.TrimPrefix(c.FullName(), c.Root().Name))
}

// Exit codes of the program, besides 0.
const (
	exitFailure = 1 // The command failed.
	exitUsage   = 2 // The command line or a setting is wrong; nothing was done.
)

// misused is an error of the command line or of a setting.
type misused struct{ error }

// Unwrap returns the cause.
func (m misused) Unwrap() error { return m.error }

// Misuse marks an error as one of the command line or of a setting, nil for nil.
func Misuse(err error) error {
	if err == nil {
		return nil
	}
	return misused{err}
}

// ExitCode returns the exit code for the error of a command.
func ExitCode(err error) int {
	var wrong misused
	var noTopic cli.ExitCoder // The library's own, from help about an unknown command.
	switch {
	case err == nil:
		return 0
	case errors.As(err, &wrong), errors.As(err, &noTopic):
		return exitUsage
	}
	return exitFailure
}
