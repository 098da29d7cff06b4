package cli

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v3"
)

// configCommand is about settings.
func configCommand(p *Program) *cli.Command {
	return &cli.Command{Name: "config", Usage: "Inspect the configuration of a server", Commands: []*cli.Command{{
		Name: "check", Usage: "Validate the configuration and show where each value comes from",
		Description: "Accepts the flags, variables and settings file of serve. Does not connect to the database, and " +
			"prints no passwords.",
		Flags:  serveFlags(p),
		Action: checkConfig,
	}}}
}

// checkConfig prints the settings and returns what is wrong with them.
func checkConfig(ctx context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return plain(fmt.Errorf("%s takes no arguments, only flags: unexpected %q", nameOf(c), c.Args().First()))
	}
	table := tabwriter.NewWriter(c.Root().Writer, 0, 0, 2, ' ', 0)
	list := settings(c)
	slices.SortFunc(list, func(a, b setting) int { return strings.Compare(a.name, b.name) })
	for _, s := range list {
		// Flush returns what went wrong.
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", s.name, shown(c.Value(s.name)), sourcesOf(ctx)[s.name])
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, name := range unknownVariables(c.Root(), os.Environ()) {
		_, _ = fmt.Fprintf(c.Root().ErrWriter, "%s: the variable %s is not a setting\n", c.Root().Name, name)
	}
	if _, _, err := validateSettings(c); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.Root().Writer, "\nThe settings are valid.")
	return err
}

// shown returns a value without passwords, for printing.
func shown(value any) string {
	list := []string{fmt.Sprint(value)}
	if several, ok := value.([]string); ok {
		list = slices.Clone(several)
	}
	for i, text := range list {
		list[i] = hidePassword(text)
	}
	if text := strings.Join(list, ","); text != "" {
		return text
	}
	return `""`
}

// hidePassword returns a value of a setting without the password that an address
// may hold.
func hidePassword(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	u, err := url.Parse(text)
	if err != nil {
		scheme, _, _ := strings.Cut(text, "://")
		return scheme + "://(hidden, as it may contain a password)"
	}
	q := u.Query()
	for _, name := range []string{"password", "sslpassword"} {
		if q.Has(name) {
			q.Set(name, "xxxxx")
			u.RawQuery = q.Encode()
		}
	}
	return u.Redacted()
}

// unknownVariables returns the variables with the program's prefix that are not
// settings. Kubernetes sets some for a service with the name of the program.
func unknownVariables(root *cli.Command, environment []string) []string {
	own := prefix(root)
	known := map[string]bool{own + "CONFIG": true}
	visit(root, func(c *cli.Command) {
		for _, s := range settings(c) {
			known[own+s.variable] = true
		}
	})
	var strange []string
	for _, pair := range environment {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, own) && !known[name] && !strings.HasPrefix(name, own+"PORT") &&
			!strings.HasPrefix(name, own+"SERVICE_") {
			strange = append(strange, name)
		}
	}
	slices.Sort(strange)
	return strange
}
