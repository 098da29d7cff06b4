package main

import (
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

// usageError makes one sentence of what is wrong with a command line.
func usageError(c *cli.Command, err error) error {
	text := strings.TrimSpace(err.Error())
	if m := unknownFlag.FindStringSubmatch(text); m != nil {
		var names []string
		for _, f := range c.Flags {
			names = append(names, f.Names()[0])
		}
		return plain(fmt.Errorf("there is no flag --%s%s", m[1], meant(m[1], names, "--")))
	}
	if m := noValue.FindStringSubmatch(text); m != nil {
		return plain(fmt.Errorf("%s needs a value", m[1]))
	}
	if m := wrongValue.FindStringSubmatch(text); m != nil {
		for _, f := range c.Flags {
			if f.Names()[0] == m[2] {
				return fmt.Errorf("--%s must be %s, not %q (%s)", m[2], kindOf(f), m[1], onCommandLine)
			}
		}
	}
	return plain(err)
}

// plain shortens an error of the command line to one sentence.
func plain(err error) error {
	return fmt.Errorf("%s; add --help to see what is accepted", strings.TrimSpace(err.Error()))
}
