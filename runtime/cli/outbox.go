package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/outbox"
	"almanac/runtime/service"
)

// outboxCommand shows and changes what hooks send to other systems.
func outboxCommand(p *Program) *cli.Command {
	flags := func(more ...cli.Flag) []cli.Flag {
		return append([]cli.Flag{
			databaseFlag(p),
			&cli.StringFlag{Name: "topic", Usage: "`TOPIC` of the entries"},
			&cli.BoolFlag{Name: "failed", Usage: "only failed entries"},
		}, more...)
	}
	return &cli.Command{
		Name: "outbox", Usage: "Manage messages that hooks send to other systems",
		Commands: []*cli.Command{
			{
				Name: "list", Usage: "List undelivered entries, oldest first", Action: listOutbox,
				Description: "Times are in UTC. " +
					"A pending entry is delivered at its NEXT time, after earlier entries of its record.\n" +
					"A failed entry blocks later entries of its record until it is retried or discarded.",
				Flags: flags(
					&cli.IntFlag{Name: "limit", Value: 100, Usage: "maximum `NUMBER` of entries"},
					&cli.BoolFlag{Name: "json", Usage: "print one JSON object per line, with the payload"},
				),
			},
			{
				Name: "retry", Usage: "Retry entries as if they were new", ArgsUsage: "[ID...]",
				Flags: flags(),
				Action: changeOutbox("retried", func(ctx context.Context, a *service.Service, f outbox.Filter) (int64, error) {
					return outbox.Retry(ctx, a.Store, f, time.Now())
				}),
			},
			{
				Name: "discard", Usage: "Delete entries without delivering them", ArgsUsage: "[ID...]", Flags: flags(),
				Action: changeOutbox("discarded", func(ctx context.Context, a *service.Service, f outbox.Filter) (int64, error) {
					return outbox.Discard(ctx, a.Store, f)
				}),
			},
		},
	}
}

// withOutbox opens the store for a command about the outbox.
func withOutbox(ctx context.Context, c *cli.Command, do func(*service.Service) error) error {
	a, err := openDatabase(ctx, c, service.Config{})
	if err != nil {
		return err
	}
	return errors.Join(do(a), a.Close())
}

// changeOutbox returns the action of a command that changes the entries which its
// arguments and flags choose; word is what it has done.
func changeOutbox(word string, change func(context.Context, *service.Service,
	outbox.Filter) (int64, error),
) cli.ActionFunc {
	return func(ctx context.Context, c *cli.Command) error {
		f := outbox.Filter{Topic: c.String("topic"), Failed: c.Bool("failed")}
		for _, arg := range c.Args().Slice() {
			id, err := strconv.ParseInt(arg, 10, 64)
			if err != nil || id < 1 {
				return plain(fmt.Errorf("the ID of an entry must be a number, 1 or more, not %q", arg))
			}
			f.IDs = append(f.IDs, id)
		}
		if f.IDs == nil && f.Topic == "" && !f.Failed {
			return plain(fmt.Errorf("%s requires the IDs of entries, --topic or --failed", nameOf(c)))
		}
		return withOutbox(ctx, c, func(a *service.Service) error {
			n, err := change(ctx, a, f)
			if err == nil && n == 0 {
				err = errors.New("no matching entries: run outbox list to see all")
			}
			if err == nil {
				_, err = fmt.Fprintf(c.Root().Writer, "%s: %d\n", word, n)
			}
			return err
		})
	}
}

// listOutbox prints the entries that the flags choose.
func listOutbox(ctx context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return plain(fmt.Errorf("outbox list takes no arguments, only flags: unexpected %q", c.Args().First()))
	}
	limit := c.Int("limit")
	if limit < 1 {
		return InvalidSetting("limit", "must be 1 or more, not %d", limit)
	}
	return withOutbox(ctx, c, func(a *service.Service) error {
		list, err := outbox.List(ctx, a.Store, outbox.Filter{Topic: c.String("topic"), Failed: c.Bool("failed")}, limit)
		if err != nil {
			return err
		}
		if c.Bool("json") {
			return jsonLines(c.Root().Writer, list)
		}
		return outboxTable(c.Root().Writer, list)
	})
}

func outboxTable(w io.Writer, list []outbox.Entry) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "ID\tTOPIC\tRECORD\tCREATED\tATTEMPTS\tNEXT\tERROR") // Flush returns what went wrong.
	for _, e := range list {
		next := e.Next.Format(time.DateTime)
		if e.Failed {
			next = "failed"
		}
		record := "-"
		if e.Record != 0 {
			record = fmt.Sprint(e.Resource, " ", e.Record)
		}
		_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%d\t%s\t%s\n",
			e.ID, e.Topic, record, e.Created.Format(time.DateTime), e.Attempts, next, cmp.Or(e.Error, "-"))
	}
	return table.Flush()
}
