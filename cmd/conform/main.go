// Command conform sends the conformance cases to a running server and prints the
// outcome.
//
//	conform --base http://127.0.0.1:8080/calendar/events/v1
//	conform --base URL --auth required --admin admin:secret --editor ed:secret ...
//
// It ends with the line "N passed, N failed, N skipped", and with status 1
// when a case failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"time"

	"almanac/cmd/internal/conform"
	"almanac/cmd/internal/conform/cases"
)

func main() { os.Exit(conformance()) }

// conformance runs the program and returns its exit code.
func conformance() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	failed, err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(os.Stderr, "conform:", err)
		return 2
	case failed > 0:
		return 1
	}
	return 0
}

// settings are those of the command line.
type settings struct {
	target  conform.Target
	only    *regexp.Regexp
	verbose bool
}

// run sends the cases and returns how many failed.
func run(ctx context.Context, args []string, out, usage io.Writer) (int, error) {
	s, err := parse(args, usage)
	if err != nil {
		return 0, err
	}
	all := cases.All()
	if described, err := cases.Describe(ctx, s.target); err != nil {
		_, _ = fmt.Fprintf(out, "no cases are derived from the server's document: %v\n", err)
	} else {
		all = append(all, cases.Derived(described)...)
	}
	var t tally
	for _, c := range all {
		if s.only.MatchString(c.Area + "/" + c.Name) {
			t.add(out, conform.RunCase(ctx, s.target, c), s.verbose)
		}
	}
	t.print(out)
	return t.total().failed, nil
}

func parse(args []string, usage io.Writer) (settings, error) {
	flags := flag.NewFlagSet("conform", flag.ContinueOnError)
	flags.SetOutput(usage)
	s := settings{target: conform.Target{Users: map[string]conform.Credentials{}}}
	flags.StringVar(&s.target.Base, "base", "",
		"address of the namespace, such as http://127.0.0.1:8080/calendar/events/v1")
	flags.StringVar(&s.target.Deployment, "deployment", conform.DeploymentA, "deployment of the server: a or b")
	flags.StringVar(&s.target.Auth, "auth", "", "open or required; required when a user is named, else open")
	flags.StringVar(&s.target.Language, "language", "", "name of the language parameter of deployment a")
	flags.StringVar(&s.target.TimeZone, "timezone", "UTC", "time zone of the site")
	flags.BoolVar(&s.target.FixedClock, "fixed-clock", false, "the server's clock stands still")
	flags.BoolVar(&s.verbose, "v", false, "print passed and skipped cases too")
	extensions := flags.String("extensions", "geoloc,ticketed", "extensions that are on, or none")
	only := flags.String("only", "", "regular expression for AREA/NAME of the cases to run")
	timeout := flags.Duration("timeout", 30*time.Second, "longest wait for one answer")
	for option, role := range map[string]string{
		"admin": "administrator", "editor": "editor", "author": "author", "contributor": "contributor",
		"subscriber": "subscriber",
	} {
		flags.Func(option, "`USER:PASSWORD` of the "+role, func(value string) error {
			return addUser(s.target.Users, role, value)
		})
	}
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	return s, s.finish(*only, *extensions, *timeout)
}

// finish checks the settings and sets those that were not given.
func (s *settings) finish(only, extensions string, timeout time.Duration) error {
	if s.target.Base == "" {
		return errors.New("name the server with --base URL")
	}
	if s.target.Auth == "" && len(s.target.Users) > 0 {
		s.target.Auth = conform.AuthRequired
	}
	s.target.Extensions = []string{}
	if extensions != "none" && extensions != "" {
		s.target.Extensions = strings.Split(extensions, ",")
	}
	s.target.Client = newClient(timeout)
	var err error
	if s.only, err = regexp.Compile(only); err != nil {
		return fmt.Errorf("read --only: %w", err)
	}
	return nil
}

func addUser(users map[string]conform.Credentials, role, value string) error {
	user, password, found := strings.Cut(value, ":")
	if !found || user == "" {
		return errors.New("want USER:PASSWORD")
	}
	users[role] = conform.Credentials{User: user, Password: password}
	return nil
}
