package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/jobs"
	"almanac/runtime/service"
)

// jobsCommand lists what servers do at their times.
func jobsCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "jobs", Usage: "List scheduled jobs, their last and next runs",
		Description: "Times are in UTC; a time of day under EVERY is in the time zone of the site.\n" +
			"A job that failed is begun again after a pause that doubles, up to an hour.\n" + moreFlags,
		Flags: append(p.siteFlags("database", "timezone"),
			&cli.BoolFlag{Name: "json", Usage: "print one JSON object per line"},
			&cli.StringFlag{Name: "run", Usage: "have a server run job `NAME` now, too"}),
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Args().Present() {
				return plain(fmt.Errorf("jobs takes no arguments, only flags: unexpected %q", c.Args().First()))
			}
			return p.WithService(ctx, c, func(s *service.Service) error { return listJobs(ctx, c, s.Jobs) })
		},
	}
}

// listJobs prints the jobs, or has one of them run.
func listJobs(ctx context.Context, c *cli.Command, s *jobs.Scheduler) error {
	states, err := s.States(ctx)
	if err != nil {
		return err
	}
	if name := c.String("run"); c.IsSet("run") {
		names := make([]string, len(states))
		for i, state := range states {
			names[i] = state.Name
		}
		if !slices.Contains(names, name) {
			return InvalidSetting("run", "must be one of %s, not %q", strings.Join(names, ", "), name)
		}
		if err := s.Ask(ctx, name); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.Root().Writer, "a server runs %s within seconds, if one is started\n", name)
		return err
	}
	if c.Bool("json") {
		return jsonLines(c.Root().Writer, states)
	}
	return jobsTable(c.Root().Writer, states)
}

func jobsTable(w io.Writer, states []jobs.State) error {
	at := func(t time.Time) string {
		if t.IsZero() {
			return "-"
		}
		return t.Format(time.DateTime)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	// Flush returns what went wrong.
	_, _ = fmt.Fprintln(table, "JOB\tEVERY\tLAST RUN\tDURATION\tFAILURES\tNEXT\tHOLDER\tERROR")
	for _, s := range states {
		duration, holder := "-", cmp.Or(s.Holder, "-")
		if !s.Ended.IsZero() {
			duration = time.Duration(s.Seconds * float64(time.Second)).String()
		}
		if s.Hangs {
			holder += " (hangs)"
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\n", s.Name, s.Every, at(s.Begun), duration, s.Failures,
			at(s.Next), holder, cmp.Or(s.Error, "-"))
	}
	return table.Flush()
}
